/** Random constructs of C that hold statements, and the jumps out of them. */
import { call, condition, expression, target } from './cExpressions';
import type { CWriter, WriteBlock } from './cScope';
import { construct, line, type Piece } from './pieces';
import { deeper, fresh, number, type Rule, readable, type Scope } from './writer';

export function controlRules(w: CWriter, scope: Scope, size: number, write: WriteBlock): Rule<Piece[]>[] {
  const { random } = w;
  const inside = (changes: Partial<Scope> = {}, share = size) =>
    write(deeper(scope, changes), Math.max(1, share - 1));
  const half = size >> 1;
  const inLoop = scope.trips > 16 ? 0 : 1;
  const integers = readable(scope, scope.integers);
  const integer = () => (integers.length > 0 ? random.pick(integers) : null);
  const loop = (
    trips: number,
    index: string | null = null,
    kept: readonly string[] = [],
  ): Partial<Scope> => ({
    trips: scope.trips * trips,
    loops: [...scope.loops, ''],
    ...(index ? { indices: [...scope.indices, index] } : {}),
    integers: scope.integers.filter((k) => k !== index && !kept.includes(k)),
  });
  return [
    [2, 'if', () => [construct(`if (${condition(w, scope, 2)}) {`, inside(), '}')]],
    [
      2,
      'else',
      () => [
        {
          parts: [
            { head: `if (${condition(w, scope, 1)}) {`, body: inside({}, half) },
            { head: '} else {', body: inside({}, half) },
          ],
          tail: '}',
        },
      ],
    ],
    [
      0.7,
      'else if',
      () => [
        {
          parts: [
            { head: `if (${condition(w, scope, 1)}) {`, body: inside({}, half) },
            { head: `} else if (${condition(w, scope, 1)}) {`, body: inside({}, half) },
            { head: '} else {', body: inside({}, half) },
          ],
          tail: '}',
        },
      ],
    ],
    [
      0.4,
      'empty statement',
      () => [construct(`if (${condition(w, scope, 0)}) ; else {`, inside({}, half), '}')],
    ],
    [
      2.5 * inLoop,
      'for',
      () => {
        const i = fresh(w, 'i');
        const [head, trips] = random.pick([
          [`int ${i} = 0; ${i} < N; ${i}++`, 4],
          [`int ${i} = N - 1; ${i} >= 0; ${i}--`, 4],
          [`int ${i} = 1; ${i} <= 3; ${i} += 2`, 2],
          [`int ${i} = 3; ${i} > 0; --${i}`, 3],
          [`size_t ${i} = 0; ${i} < 3; ++${i}`, 3],
          [`int ${i} = 4; ${i}-- > 0;`, 4],
          [`int ${i} = 0, z = 3; ${i} < z; ${i}++, z--`, 2],
          [`int ${i} = 0; ${i} < 4 && ${condition(w, scope, 0)}; ${i}++`, 4],
          [`int ${i} = 2; ${i} < 2; ${i}++`, 1],
          [`long ${i} = 0; ${i} != 3; ${i}++`, 3],
        ] as const);
        return [construct(`for (${head}) {`, inside(loop(trips, i)), '}')];
      },
    ],
    [
      0.8 * inLoop,
      'index of the routine',
      () => {
        const k = integer();
        if (!k) return null;
        const head = random.pick([
          `${k} = 0; ${k} < 4; ${k}++`,
          `${k} = 3; ${k} >= 0; ${k} -= 2`,
          `${k} = 1; ${k} <= 2; ${k} += 1`,
        ]);
        // The index is read after the loop, where it stands beyond the last value.
        return [construct(`for (${head}) {`, inside(loop(4, k)), '}')];
      },
    ],
    [
      0.6 * inLoop,
      'bound that the loop changes',
      () => {
        const [i, m] = [fresh(w, 'i'), fresh(w, 'm')];
        return [
          line(`int ${m} = 4;`),
          construct(
            `for (int ${i} = 0; ${i} < ${m}; ${i}++) {`,
            [...inside(loop(4, i)), line(`if (${condition(w, scope, 0)}) ${m}--;`)],
            '}',
          ),
        ];
      },
    ],
    [
      0.5 * inLoop,
      'index that the loop changes',
      () => {
        const i = fresh(w, 'i');
        const within = loop(4);
        return [
          construct(
            `for (int ${i} = 0; ${i} < 6; ${i}++) {`,
            [
              ...inside({ ...within, integers: within.integers ?? [] }),
              line(`if (${condition(w, scope, 0)}) ${i} += 2;`),
            ],
            '}',
          ),
        ];
      },
    ],
    [
      0.5 * inLoop,
      'call in a bound',
      () => {
        const i = fresh(w, 'i');
        const k = integer();
        return k === null
          ? null
          : [
              construct(
                `for (int ${i} = 0; ${i} < limit(${k}); ${i}++) {`,
                inside(loop(3, i, random.chance(0.5) ? [] : [k])),
                '}',
              ),
            ];
      },
    ],
    [
      0.8 * inLoop,
      'while',
      () => {
        const c = fresh(w, 'c');
        return [
          line(`int ${c} = ${random.int(1, 3)};`),
          construct(
            `while (${random.pick([`${c}-- > 0`, `${c}--`, `--${c} >= 0 && ${condition(w, scope, 1)}`])}) {`,
            inside(loop(3)),
            '}',
          ),
        ];
      },
    ],
    [
      0.7 * inLoop,
      'do',
      () => {
        const c = fresh(w, 'c');
        return [
          line(`int ${c} = 0;`),
          construct('do {', inside(loop(3)), `} while (++${c} < 3 && ${condition(w, scope, 1)});`),
        ];
      },
    ],
    [
      0.5 * inLoop,
      'for (;;)',
      () => {
        const c = fresh(w, 'c');
        return [
          line(`int ${c} = 0;`),
          construct(
            'for (;;) {',
            [line(`if (${c}++ >= ${random.int(1, 3)}) break;`), ...inside(loop(3))],
            '}',
          ),
        ];
      },
    ],
    [
      scope.loops.length > 0 ? 1.5 : 0,
      'break and continue',
      () => [
        construct(
          `if (${condition(w, scope, 1)}) {`,
          [...(random.chance(0.4) ? inside({}, 1) : []), line(random.pick(['break;', 'continue;']))],
          '}',
        ),
      ],
    ],
    [
      scope.leave ? 0.8 : 0,
      'early return',
      () => scope.leave && [construct(`if (${condition(w, scope, 1)}) {`, [line(scope.leave())], '}')],
    ],
    [0.8, 'switch', () => choice(w, scope, half, write)],
    [
      0.5 * inLoop,
      'goto out of loops',
      () => {
        const [i, j, label] = [fresh(w, 'i'), fresh(w, 'j'), fresh(w, 'out')];
        const within = { ...loop(9, i), indices: [...scope.indices, i, j] };
        return [
          construct(
            `for (int ${i} = 0; ${i} < 3; ${i}++) {`,
            [
              construct(
                `for (int ${j} = 0; ${j} < 3; ${j}++) {`,
                [
                  ...inside(within, half),
                  construct(`if (${condition(w, scope, 1)}) {`, [line(`goto ${label};`)], '}'),
                  ...inside(within, 1),
                ],
                '}',
              ),
            ],
            '}',
          ),
          line(`${label}: ;`),
        ];
      },
    ],
    [
      0.5 * inLoop,
      'goto backward',
      () => {
        const [c, label] = [fresh(w, 'c'), fresh(w, 'again')];
        return [
          line(`int ${c} = 0;`),
          line(`${label}: ;`),
          ...inside({ trips: scope.trips * 3, loops: [] }, half),
          construct(`if (++${c} < 3 && ${condition(w, scope, 1)}) {`, [line(`goto ${label};`)], '}'),
        ];
      },
    ],
    [
      0.25 * inLoop,
      'goto into a loop',
      () => {
        const [c, label] = [fresh(w, 'c'), fresh(w, 'in')];
        return [
          line(`int ${c} = 0;`),
          construct(`if (${condition(w, scope, 1)}) {`, [line(`goto ${label};`)], '}'),
          construct(
            `while (${c} < 3) {`,
            [
              ...inside({ trips: scope.trips * 3, loops: [] }, half),
              line(`${label}: ;`),
              ...inside({ trips: scope.trips * 3, loops: [] }, 1),
              line(`${c}++;`),
            ],
            '}',
          ),
        ];
      },
    ],
    [
      0.4 * inLoop,
      'call in the test of a loop',
      () => {
        const made = call(
          w,
          scope,
          w.callees.filter((f) => !f.isVoid),
        );
        const c = fresh(w, 'c');
        return made && scope.trips <= 3
          ? [
              line(`int ${c} = 0;`),
              construct(`while (${c}++ < 2 && ${made.text} < ${number(w)}317) {`, inside(loop(3)), '}'),
            ]
          : null;
      },
    ],
    [
      0.5,
      'block',
      () => {
        const v = fresh(w, 'v');
        return [
          construct(
            '{',
            [
              line(
                `${random.pick(['double', 'real', 'register double'])} ${v} = ${expression(w, scope, 1)};`,
              ),
              ...inside({ reals: [...scope.reals, v] }),
              line(`(void)${v};`),
            ],
            '}',
          ),
        ];
      },
    ],
  ];
}

/** Arms that fall through, that share a body, that leave; the default where it likes. */
function choice(w: CWriter, scope: Scope, size: number, write: WriteBlock): Piece[] {
  const { random } = w;
  const names = readable(scope, [...scope.integers, ...scope.indices]);
  const selector = names.length > 0 ? `${random.pick(names)} & 3` : '2';
  const arms = random.int(2, 4);
  const last = random.int(0, arms);
  const within = deeper(scope, { loops: [] });
  const parts = Array.from({ length: arms }, (_, i) => {
    const labels = [
      `case ${i}:`,
      ...(i === last ? ['default:'] : []),
      ...(random.chance(0.2) ? [`case ${i + 10}:`] : []),
    ];
    const body = random.chance(0.1) ? [] : write(within, Math.max(1, size));
    const place = target(w, within);
    const end = random.weighted([
      [4, 'break;'],
      [2, ''],
      [scope.loops.length > 0 ? 1 : 0, 'continue;'],
      [scope.leave ? 0.5 : 0, 'return'],
    ] as const);
    if (end === '') w.constructs.add('fall through');
    const leave = end === 'return' ? (scope.leave?.() ?? '') : end;
    const more = place ? [line(`${place.text} = ${expression(w, within, 1)};`)] : [];
    return {
      head: labels.join(' '),
      body: [construct('{', [...body, ...more, ...(leave === '' ? [] : [line(leave)])], '}')],
    };
  });
  return [
    construct(
      `switch (${selector}) {`,
      parts.map((part) => ({ parts: [part], tail: null })),
      '}',
    ),
  ];
}
