/** Random statements of C that hold no others. */
import { call, condition, expression, subscript, target, whole } from './cExpressions';
import type { CWriter } from './cScope';
import { construct, line, type Piece } from './pieces';
import { avoiding, fresh, number, type Rule, readable, type Scope } from './writer';

const one = (text: string | null): Piece[] | null => (text === null ? null : [line(text)]);

/** No side effect but the assignment itself. */
export function simpleRules(w: CWriter, scope: Scope): Rule<Piece[]>[] {
  const { random } = w;
  const e = (depth = 2) => expression(w, scope, depth);
  const set = (say: (text: string) => string) => {
    const place = target(w, scope);
    return place && [line(say(place.text))];
  };
  const integer = () => {
    const names = readable(scope, scope.integers);
    return names.length > 0 ? random.pick(names) : null;
  };
  const withInteger = (say: (k: string) => string) => {
    const k = integer();
    return one(k && say(k));
  };
  return [
    [10, '', () => set((x) => `${x} = ${e()};`)],
    [1, '*=', () => set((x) => `${x} *= 0.5 * (${e(1)});`)],
    [0.7, '/=', () => set((x) => `${x} /= 3.0 + ${e(1)};`)],
    [0.7, '+= of a blend', () => set((x) => `${x} += 0.5 * (${e(1)} - ${x});`)],
    [
      2,
      '+= and -=',
      () =>
        scope.accumulators.length === 0
          ? null
          : one(`${random.pick(scope.accumulators)} ${random.pick(['+=', '-='])} ${e()};`),
    ],
    [1.5, 'whole assignment', () => withInteger((k) => `${k} = ${whole(w, scope)};`)],
    [
      1,
      'whole compound',
      () =>
        withInteger((k) =>
          random.pick([
            `${k}++;`,
            `--${k};`,
            `${k} += 2;`,
            `${k} ^= 3;`,
            `${k} |= 1;`,
            `${k} >>= 1;`,
            `${k} %= 5;`,
            `${k} = -${k};`,
            `${k} = (int)(2.5 * (${e(1)}));`,
          ]),
        ),
    ],
    [
      0.5,
      'flag',
      () => (scope.flags.length > 0 ? one(`${random.pick(scope.flags)} = ${condition(w, scope, 1)};`) : null),
    ],
    [0.3, 'self', () => set((x) => `${x} = ${x};`)],
    [0.6, 'a test that guards', () => guarded(w, scope)],
  ];
}

/** A subscript that is in bounds only where the test before it says so. */
function guarded(w: CWriter, scope: Scope): Piece[] | null {
  const { random } = w;
  const arrays = scope.arrays.filter((a) => a.rank === 1 && !scope.avoided.has(a.name));
  const integers = readable(scope, scope.integers);
  const place = target(w, scope);
  if (arrays.length === 0 || integers.length === 0 || !place) return null;
  const [a, k] = [random.pick(arrays).name, random.pick(integers)];
  const test = random.pick([
    `${k} > 0 && ${k} < 4 && ${a}[${k} - 1] > ${a}[${k}]`,
    `!(${k} < 0 || ${k} > 3 || ${a}[${k}] < ${number(w)})`,
    `${k} >= 0 && ${k} <= 3 && (${a}[${k}] > ${number(w)} || 6 % (${k} + 1) == 0)`,
  ]);
  return [construct(`if (${test}) {`, [line(`${place.text} = ${expression(w, scope, 1)};`)], '}')];
}

/** Side effects inside expressions, pointers, memory, calls. */
export function effectRules(w: CWriter, scope: Scope): Rule<Piece[]>[] {
  const { random } = w;
  const e = (s: Scope, depth = 1) => expression(w, s, depth);
  const arrays = scope.arrays.filter((a) => a.writable && a.rank === 1 && !scope.avoided.has(a.name));
  const array = () => (arrays.length > 0 ? random.pick(arrays).name : null);
  const integers = readable(scope, scope.integers);
  const stepped = (k: string) =>
    random.pick([`${k}++ & 3`, `--${k} & 3`, `++${k} & 3`, `${k}-- & 3`, `(${k} += 3) & 3`]);
  const reals = readable(scope, scope.reals);
  return [
    [
      1.2,
      'side effect in a subscript',
      () => {
        const a = array();
        if (!a || integers.length === 0) return null;
        const k = random.pick(integers);
        const rest = avoiding(scope, k);
        return one(
          random.pick([
            `${a}[${stepped(k)}] = ${e(rest)};`,
            `${a}[${stepped(k)}] *= 0.5 * (${e(rest)});`,
            ...(reals.length > 0
              ? [`${random.pick(reals)} = 0.5 * ${a}[${stepped(k)}] * (${e(rest)});`]
              : []),
          ]),
        );
      },
    ],
    [
      0.8,
      'chain of assignments',
      () => {
        const first = target(w, { ...scope, integers: [] });
        if (!first) return null;
        const second = target(w, avoiding({ ...scope, integers: [], flags: [] }, first.name));
        return second && one(`${first.text} = ${second.text} = ${e(scope)};`);
      },
    ],
    [
      0.5,
      'comma',
      () => {
        const place = target(w, scope);
        if (!place || integers.length === 0) return null;
        const k = random.pick(integers);
        return one(`${k} = ${whole(w, scope)}, ${place.text} = ${e(scope)};`);
      },
    ],
    [
      0.5,
      'assignment in a test',
      () => {
        if (reals.length === 0) return null;
        const x = random.pick(reals);
        return [
          construct(`if ((${x} = ${e(scope)}) > ${number(w)}317) {`, [line(`${x} = ${e(scope)};`)], '}'),
        ];
      },
    ],
    [
      0.6,
      'side effect in a test',
      () => {
        const place = target(w, scope);
        if (!place || integers.length === 0) return null;
        const k = random.pick(integers);
        const test = condition(w, avoiding(scope, k), 1);
        return [
          construct(
            `if (${random.pick([`${k}++ > 2 && ${test}`, `${test} || --${k} > 1`])}) {`,
            [line(`${place.text} = ${e(scope)};`)],
            '}',
          ),
        ];
      },
    ],
    [0.7, 'walking pointer', () => walk(w, scope, array())],
    [
      0.7,
      'pointer to a scalar or element',
      () => {
        const place = target(w, scope);
        if (!place || place.text === 'f' || place.text.startsWith('*') || place.text.startsWith('('))
          return null;
        const p = fresh(w, 'q');
        return [
          construct(
            '{',
            [line(`double *${p} = &${place.text};`), line(`*${p} = 0.5 * *${p} + 0.5 * (${e(scope)});`)],
            '}',
          ),
        ];
      },
    ],
    [
      0.4,
      'memcpy and memset',
      () => {
        if (arrays.length < 2) return null;
        const [a, b] = [array(), array()];
        return one(
          a === b
            ? `memset(${a}, 0, N * sizeof(double));`
            : `memcpy(${a}, ${b}, ${random.pick(['N', '2'])} * sizeof(double));`,
        );
      },
    ],
    [
      0.4,
      'array from the heap',
      () => {
        const [d, i] = [fresh(w, 'd'), fresh(w, 'i')];
        const a = array() ?? 'w';
        return [
          construct(
            '{',
            [
              line(
                `double *${d} = ${random.pick(['malloc(N * sizeof(double))', `malloc(sizeof *${d} * N)`])};`,
              ),
              line(`for (int ${i} = 0; ${i} < N; ${i}++) ${d}[${i}] = 0.5 * ${a}[${i}];`),
              line(`${a}[1] = ${d}[0] * ${d}[3];`),
              line(`free(${d});`),
            ],
            '}',
          ),
        ];
      },
    ],
    [
      0.4,
      'array of its own',
      () => {
        const d = fresh(w, 'd');
        const place = target(w, scope);
        const first = random.pick([
          `[N] = {${e(scope)}, ${e(scope)}}`,
          `[] = {${e(scope)}, 0.5, -1.5, ${e(scope)}}`,
          `[4] = {[2] = ${e(scope)}, 1.0}`,
        ]);
        return (
          place && [
            construct(
              '{',
              [
                line(`double ${d}${first};`),
                line(`${place.text} = 0.5 * ${d}[0] * ${d}[${subscript(w, scope)}];`),
              ],
              '}',
            ),
          ]
        );
      },
    ],
    [
      0.4,
      'shadowing name',
      () => {
        if (reals.length === 0) return null;
        const x = random.pick(reals).replace('*', '');
        if (reals.includes(`*${x}`) || x === 'f') return null;
        const within = target(w, avoiding(scope, x));
        return (
          within && [
            construct(
              '{',
              [line(`double ${x} = ${e(avoiding(scope, x))};`), line(`${within.text} = 0.5 * ${x} * ${x};`)],
              '}',
            ),
          ]
        );
      },
    ],
    [
      0.4,
      'swap',
      () => {
        if (reals.length < 2) return null;
        const [x, y, h] = [random.pick(reals), random.pick(reals), fresh(w, 'h')];
        return [
          construct(
            '{',
            [
              line(`${random.pick(['double', 'real', 'const double'])} ${h} = ${x};`),
              line(`${x} = ${y};`),
              line(`${y} = ${h};`),
            ],
            '}',
          ),
        ];
      },
    ],
    [
      2,
      'call',
      () => {
        const made = call(w, scope, w.callees);
        return one(made && `${made.text};`);
      },
    ],
    [
      1.5,
      'value of a call',
      () => {
        const made = call(
          w,
          scope,
          w.callees.filter((c) => !c.isVoid),
        );
        if (!made) return null;
        const rest = avoiding({ ...scope, values: [] }, ...made.writes);
        const place = target(w, rest);
        return one(
          place &&
            random.pick([
              `${place.text} = ${made.text};`,
              `${place.text} = 0.5 * ${made.text} * (${e(rest)});`,
              `${place.text} = MIX(${e(rest)}, ${made.text});`,
            ]),
        );
      },
    ],
    [
      0.7,
      'call in a test',
      () => {
        const made = call(
          w,
          scope,
          w.callees.filter((c) => !c.isVoid),
        );
        const place = target(w, scope);
        if (!made || !place) return null;
        const other = condition(w, avoiding(scope, ...made.writes), 0);
        return [
          construct(
            `if (${random.pick([`${made.text} > ${number(w)}317`, `${other} && ${made.text} < ${number(w)}317`])}) {`,
            [line(`${place.text} = ${e(scope)};`)],
            '}',
          ),
        ];
      },
    ],
  ];
}

/** `p` over an array, in one of the ways in which it is written. */
function walk(w: CWriter, scope: Scope, a: string | null): Piece[] | null {
  if (!a) return null;
  const [p, i] = [fresh(w, 'p'), fresh(w, 'i')];
  const e = () => expression(w, avoiding(scope, a), 1);
  return w.random.pick([
    [
      construct(
        '{',
        [
          line(`double *${p} = ${a};`),
          construct(
            `for (int ${i} = 0; ${i} < N; ${i}++) {`,
            [line(`*${p} = 0.5 * *${p} + 0.5 * (${e()});`), line(`${p}++;`)],
            '}',
          ),
        ],
        '}',
      ),
    ],
    [
      construct(
        '{',
        [
          line(`double *${p} = ${a};`),
          line(`*${p}++ = ${e()};`),
          line(`*${p} = 0.5 * ${p}[-1] * ${p}[1];`),
          line(`${p} += 2;`),
          line(`*--${p} *= 0.5;`),
        ],
        '}',
      ),
    ],
    [
      construct(
        '{',
        [
          line(`double *${p} = ${a} + 3;`),
          construct(
            `while (${p} > ${a}) {`,
            [line(`*${p} = 0.5 * (*${p} - ${p}[-1]);`), line(`${p}--;`)],
            '}',
          ),
        ],
        '}',
      ),
    ],
    [
      construct(
        '{',
        [
          construct(
            `for (double *${p} = ${a}; ${p} < ${a} + N; ${p}++) {`,
            [line(`*${p} = 0.5 * (*${p}) * (${e()});`)],
            '}',
          ),
        ],
        '}',
      ),
    ],
  ]);
}
