/** Random constructs of Fortran that hold statements, and the jumps out of them. */
import { condition, expression, small, target, whole } from './fExpressions';
import type { FortranWriter, WriteBlock } from './fScope';
import { construct, line, type Piece } from './pieces';
import { deeper, fresh, type Rule, readable, type Scope } from './writer';

export function controlRules(
  w: FortranWriter,
  scope: Scope,
  size: number,
  write: WriteBlock,
): Rule<Piece[]>[] {
  const { random } = w;
  const inside = (changes: Partial<Scope> = {}, share = size) =>
    write(deeper(scope, changes), Math.max(1, share - 1));
  const half = size >> 1;
  const inLoop = scope.trips > 16 ? 0 : 1;
  const integers = readable(scope, scope.integers);
  const loop = (trips: number, index: string | null = null, name = ''): Partial<Scope> => ({
    trips: scope.trips * trips,
    loops: [...scope.loops, name],
    integers: scope.integers.filter((k) => k !== index),
    ...(index ? { indices: [...scope.indices, index] } : {}),
  });
  const counter = (): string | null => {
    const free = ['i', 'j', 'l'].filter((name) => !scope.indices.includes(name) && !scope.avoided.has(name));
    return free[0] ?? null;
  };
  const label = () => `${10 * ++w.count}`;
  return [
    [2, 'IF', () => [construct(`if (${condition(w, scope, 2)}) then`, inside(), 'end if')]],
    [
      2,
      'ELSE',
      () => [
        {
          parts: [
            { head: `if (${condition(w, scope, 1)}) then`, body: inside({}, half) },
            { head: 'else', body: inside({}, half) },
          ],
          tail: 'end if',
        },
      ],
    ],
    [
      0.7,
      'ELSE IF',
      () => [
        {
          parts: [
            { head: `if (${condition(w, scope, 1)}) then`, body: inside({}, half) },
            { head: `else if (${condition(w, scope, 1)}) then`, body: inside({}, half) },
            { head: 'else', body: inside({}, half) },
          ],
          tail: 'end if',
        },
      ],
    ],
    [
      3 * inLoop,
      'DO',
      () => {
        const i = counter();
        if (!i) return null;
        const [range, trips] = random.pick([
          ['0, 3', 4],
          ['3, 0, -1', 4],
          ['1, 3, 2', 2],
          ['0, n - 1', 4],
          ['n - 2, 1, -1', 2],
          ['2, 1', 1],
          ['3, 3', 1],
          [`${small(w, { ...scope, indices: [] })}, 3`, 4],
        ] as const);
        const name = random.chance(0.4) ? fresh(w, 'loop') : '';
        const body = inside(loop(trips, i, name));
        return [
          name
            ? construct(`${name}: do ${i} = ${range}`, body, `end do ${name}`)
            : construct(`do ${i} = ${range}`, body, 'end do'),
        ];
      },
    ],
    [
      0.5 * inLoop,
      'step that only the run knows',
      () => {
        const i = counter();
        return i === null
          ? null
          : [
              line(`k = merge(1, -1, ${condition(w, scope, 0)})`),
              construct(`do ${i} = merge(0, 3, k > 0), merge(3, 0, k > 0), k`, inside(loop(4, i)), 'end do'),
            ];
      },
    ],
    [
      0.5 * inLoop,
      'bound that the loop changes',
      () => {
        const i = counter();
        if (!i || !integers.includes('k')) return null;
        return [
          line('k = 3'),
          construct(`do ${i} = 0, k`, [line('k = k - 1'), ...inside(loop(4, i))], 'end do'),
        ];
      },
    ],
    [
      0.5 * inLoop,
      'index after the loop',
      () => {
        const i = counter();
        return i === null
          ? null
          : [
              construct(
                `do ${i} = 0, 3`,
                [...inside(loop(4, i), half), line(`if (${condition(w, scope, 0)}) exit`)],
                'end do',
              ),
              line(`${target(w, scope).text} = 0.25d0*${i}`),
            ];
      },
    ],
    [
      0.5 * inLoop,
      'labelled DO',
      () => {
        const i = counter();
        const at = label();
        return i === null ? null : [construct(`do ${at} ${i} = 0, 2`, inside(loop(3, i)), `${at} continue`)];
      },
    ],
    [
      0.8 * inLoop,
      'DO WHILE',
      () => {
        const c = fresh(w, 'c');
        return [
          line(`${c} = 0`),
          construct(
            `do while (${c} < ${random.int(1, 3)} .and. ${condition(w, scope, 1)})`,
            [line(`${c} = ${c} + 1`), ...inside(loop(3))],
            'end do',
          ),
        ];
      },
    ],
    [
      0.6 * inLoop,
      'DO without a count',
      () => {
        const c = fresh(w, 'c');
        return [
          line(`${c} = 0`),
          construct(
            'do',
            [line(`${c} = ${c} + 1`), line(`if (${c} > ${random.int(1, 3)}) exit`), ...inside(loop(3))],
            'end do',
          ),
        ];
      },
    ],
    [
      scope.loops.length > 0 ? 1.5 : 0,
      'EXIT and CYCLE',
      () => {
        const names = scope.loops.filter((name) => name !== '');
        const name = names.length > 0 && random.chance(0.6) ? ` ${random.pick(names)}` : '';
        if (name !== '') w.constructs.add('EXIT and CYCLE by name');
        return [
          construct(
            `if (${condition(w, scope, 1)}) then`,
            [...(random.chance(0.4) ? inside({}, 1) : []), line(`${random.pick(['exit', 'cycle'])}${name}`)],
            'end if',
          ),
        ];
      },
    ],
    [
      scope.leave ? 0.8 : 0,
      'RETURN',
      () =>
        scope.leave && [construct(`if (${condition(w, scope, 1)}) then`, [line(scope.leave())], 'end if')],
    ],
    [
      1,
      'SELECT CASE',
      () => {
        const selectors = random.pick([
          ['(:0)', '(1)', '(2:3)'],
          ['(0, 3)', '(1:2)'],
          ['(2:)', '(1)'],
          ['(-5:-1, 4)', '(0:1)'],
        ]);
        const parts = selectors.map((s) => ({
          head: `case ${s}`,
          body: random.chance(0.1) ? [] : inside({}, half),
        }));
        const rest = random.chance(0.7) ? [{ head: 'case default', body: inside({}, half) }] : [];
        const all = random.chance(0.3) ? [...rest, ...parts] : [...parts, ...rest];
        return [
          construct(
            `select case (${whole(w, scope)})`,
            all.map((part) => ({ parts: [part], tail: null })),
            'end select',
          ),
        ];
      },
    ],
    [
      0.4 * inLoop,
      'GO TO backward',
      () => {
        const [c, at] = [fresh(w, 'c'), label()];
        return [
          line(`${c} = 0`),
          line(`${at} continue`),
          ...inside({ trips: scope.trips * 3, loops: [] }, half),
          line(`${c} = ${c} + 1`),
          construct(`if (${c} < 3 .and. ${condition(w, scope, 1)}) then`, [line(`go to ${at}`)], 'end if'),
        ];
      },
    ],
    [
      0.4,
      'GO TO forward',
      () => {
        const at = label();
        return [
          line(`if (${condition(w, scope, 1)}) go to ${at}`),
          ...inside({}, half),
          line(`${at} continue`),
        ];
      },
    ],
    [
      0.4 * inLoop,
      'GO TO out of loops',
      () => {
        const i = counter();
        const at = label();
        return i === null
          ? null
          : [
              construct(
                `do ${i} = 0, 2`,
                [
                  ...inside(loop(3, i), half),
                  construct(`if (${condition(w, scope, 1)}) then`, [line(`go to ${at}`)], 'end if'),
                ],
                'end do',
              ),
              line(`${at} continue`),
            ];
      },
    ],
    [
      0.3,
      'computed GO TO',
      () => {
        const [a, b, c] = [label(), label(), label()];
        return [
          line(`go to (${a}, ${b}), ${whole(w, scope)}`),
          ...inside({}, 1),
          line(`go to ${c}`),
          line(`${a} continue`),
          ...inside({}, half),
          line(`${b} continue`),
          ...inside({}, 1),
          line(`${c} continue`),
        ];
      },
    ],
    [
      0.3,
      'arithmetic IF',
      () => {
        const [a, b, c] = [label(), label(), label()];
        return [
          line(`if (${expression(w, scope, 1)} - 0.0317d0) ${a}, ${b}, ${c}`),
          line(`${a} continue`),
          ...inside({}, half),
          line(`${b} continue`),
          ...inside({}, 1),
          line(`${c} continue`),
        ];
      },
    ],
    [
      0.5,
      'ASSOCIATE',
      () => {
        const v = fresh(w, 'e');
        return [
          construct(
            `associate (${v} => ${expression(w, scope, 1)})`,
            [...inside({ values: [...scope.values, v] }), line(`${target(w, scope).text} = 0.5d0*${v}*${v}`)],
            'end associate',
          ),
        ];
      },
    ],
    [
      0.5,
      'BLOCK',
      () => {
        const v = fresh(w, 'e');
        return [
          construct(
            'block',
            [
              line(`real(8) :: ${v}`),
              line(`${v} = ${expression(w, scope, 1)}`),
              ...inside({ reals: [...scope.reals, v] }),
            ],
            'end block',
          ),
        ];
      },
    ],
  ];
}
