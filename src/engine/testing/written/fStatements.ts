/** Random statements of Fortran that hold no others, or nothing but masks. */
import { call, condition, expression, literal, target, vector, whole } from './fExpressions';
import { type FortranWriter, lowerOf } from './fScope';
import { construct, line, type Piece } from './pieces';
import { avoiding, type Rule, readable, type Scope } from './writer';

export function simpleRules(w: FortranWriter, scope: Scope): Rule<Piece[]>[] {
  const { random } = w;
  const e = (depth = 2) => expression(w, scope, depth);
  const integers = readable(scope, scope.integers);
  const accumulators = readable(scope, scope.accumulators);
  return [
    [9, '', () => [line(`${target(w, scope).text} = ${e()}`)]],
    [
      1.5,
      'accumulation',
      () => {
        if (accumulators.length === 0) return null;
        const s = random.pick(accumulators);
        return [line(`${s} = ${s} ${random.pick(['+', '-'])} ${e(1)}`)];
      },
    ],
    [
      1.5,
      'whole assignment',
      () => (integers.length > 0 ? [line(`${random.pick(integers)} = ${whole(w, scope)}`)] : null),
    ],
    [
      0.3,
      'whole from real',
      () =>
        integers.length > 0
          ? [line(`${random.pick(integers)} = int(2.5d0*${expression(w, scope, 0)})`)]
          : null,
    ],
    [
      0.6,
      'LOGICAL assignment',
      () =>
        scope.flags.length > 0 ? [line(`${random.pick(scope.flags)} = ${condition(w, scope, 1)}`)] : null,
    ],
    [1, 'logical IF', () => [line(`if (${condition(w, scope, 1)}) ${target(w, scope).text} = ${e(1)}`)]],
    [
      0.2,
      'self',
      () => {
        const { text } = target(w, scope);
        return [line(`${text} = ${text}`)];
      },
    ],
  ];
}

/** What may be ALLOCATABLE keeps its size, and says so where arrays come in whose size is an argument's. */
const assigned = (a: string, value: string) =>
  `${a === 'w' && /\b(?:m|b|s\d)\b/.test(value) ? 'w(:)' : a} = ${value}`;

const turned = (a: string) => `${a}(${lowerOf(a) + 3}:${lowerOf(a)}:-1)`;

/** Whole arrays, masks, calls. */
export function arrayRules(w: FortranWriter, scope: Scope): Rule<Piece[]>[] {
  const { random } = w;
  const vectors = scope.arrays
    .filter((a) => a.writable && a.rank === 1 && !scope.avoided.has(a.name))
    .map((a) => a.name);
  const v = (depth = 2) => vector(w, scope, depth);
  const other = () => vector(w, scope, 1);
  const name = () => (vectors.length > 0 ? random.pick(vectors) : null);
  const matrix = scope.arrays.some((a) => a.name === 'm' && a.writable) && !scope.avoided.has('m');
  const withVector = (say: (a: string, lower: number) => Piece[]) => {
    const a = name();
    return a === null ? null : say(a, lowerOf(a));
  };
  return [
    [2, 'whole array', () => withVector((a) => [line(assigned(a, v()))])],
    [0.5, 'scalar to array', () => withVector((a) => [line(`${a} = ${expression(w, scope, 1)}`)])],
    [
      1,
      'section assigned',
      () =>
        withVector((a, l) => [
          line(
            random.pick([
              `${a}(${l}:${l + 2}) = 0.5d0*(${a}(${l + 1}:${l + 3}) + ${expression(w, scope, 0)})`,
              `${a}(${l + 1}:${l + 3}) = ${a}(${l}:${l + 2})`,
              `${a}(${l}:${l + 3}:2) = 0.5d0*${a}(${l + 1}:${l + 3}:2)*${a}(${l}:${l + 3}:2)`,
              `${a}(${l + 3}:${l}:-1) = ${v(1)}`,
              `${a}(${l + 2}:) = ${expression(w, scope, 1)}`,
            ]),
          ),
        ]),
    ],
    [
      0.6,
      'part of a matrix',
      () =>
        matrix
          ? [
              line(
                random.pick([
                  `m(${random.int(1, 3)}, :) = ${v(1)}`,
                  `m(:, ${random.int(1, 4)}) = 0.5d0*(m(:, 1) + m(:, 3))`,
                  `m(1:2, 2:3) = 0.5d0*m(2:3, 1:2)`,
                  `m = 0.25d0*m*(m + ${expression(w, scope, 0)})`,
                  `m(:, 1) = 0.1d0*matmul(m, w)`,
                  `m = reshape([(0.25d0*q, q = -6, 5)], [3, 4])`,
                  `m = reshape([w, v, w], [3, 4])`,
                ]),
              ),
            ]
          : null,
    ],
    [
      0.3,
      'FORALL of a WHERE',
      () =>
        matrix
          ? [
              construct(
                'forall (q = 1:3)',
                [line(`where (m(q, :) > ${literal(w)}) m(q, :) = 0.5d0*m(q, :) - 0.25d0*m(4 - q, :)`)],
                'end forall',
              ),
            ]
          : null,
    ],
    [
      0.4,
      'elemental routine that sets',
      () => withVector((a) => [line(`call pull(${a}, ${random.pick([v(1), `2.0d0*${turned(a)}`])})`)]),
    ],
    [0.3, 'vector subscript assigned', () => (vectors.includes('a') ? [line(`a(turn) = ${v(1)}`)] : null)],
    [0.6, 'WHERE', () => withVector((a) => [line(`where (${v(1)} > ${literal(w)}) ${a} = ${other()}`)])],
    [
      0.7,
      'ELSEWHERE',
      () =>
        withVector((a) => [
          {
            parts: [
              { head: `where (${v(1)} > ${literal(w)})`, body: [line(`${a} = ${other()}`)] },
              ...(random.chance(0.6)
                ? [
                    {
                      head: `elsewhere (${random.chance(0.5) ? turned(a) : v(0)} < ${literal(w)})`,
                      body: [line(`${a} = 0.5d0*${a}`)],
                    },
                  ]
                : []),
              { head: 'elsewhere', body: [line(`${a} = ${other()}`)] },
            ],
            tail: 'end where',
          },
        ]),
    ],
    [
      0.4,
      'FORALL',
      () =>
        withVector((a, l) => [
          line(
            `forall (q = ${l}:${l + 3}) ${a}(q) = 0.5d0*(${a}(${2 * l + 3} - q) + ${expression(w, scope, 0)})`,
          ),
        ]),
    ],
    [
      0.3,
      'FORALL with mask',
      () =>
        matrix
          ? [
              construct(
                'forall (q = 1:3, z = 1:4, q /= z)',
                [line('m(q, z) = 0.5d0*m(q, z)*w(q)*w(z)')],
                'end forall',
              ),
            ]
          : null,
    ],
    [
      0.4,
      'DO CONCURRENT',
      () =>
        withVector((a, l) => {
          const q = 'q';
          return [
            construct(
              `do concurrent (${q} = ${l}:${l + 3})`,
              [
                line(
                  `${a}(${q}) = 0.5d0*${a}(${q})*${expression(w, avoiding(scope, a), 1).replace(/^-/, '0 - ')}`,
                ),
              ],
              'end do',
            ),
          ];
        }),
    ],
    [
      2,
      'call',
      () => {
        const made = call(
          w,
          scope,
          w.subprograms.filter((s) => !s.isFunction),
        );
        return made && [line(`call ${made.text}`)];
      },
    ],
    [
      1.5,
      'function with side effects',
      () => {
        const made = call(
          w,
          scope,
          w.subprograms.filter((s) => s.isFunction),
        );
        if (!made) return null;
        const rest = avoiding({ ...scope, values: [] }, ...made.writes);
        const place = target(w, rest);
        return [
          line(
            random.pick([
              `${place.text} = ${made.text}`,
              `${place.text} = 0.5d0*${made.text}*${expression(w, rest, 0)}`,
            ]),
          ),
        ];
      },
    ],
    [
      0.5,
      'function in a test',
      () => {
        const made = call(
          w,
          scope,
          w.subprograms.filter((s) => s.isFunction),
        );
        return (
          made && [
            construct(
              `if (${made.text} > ${literal(w)}) then`,
              [line(`${target(w, scope).text} = ${expression(w, scope, 1)}`)],
              'end if',
            ),
          ]
        );
      },
    ],
  ];
}
