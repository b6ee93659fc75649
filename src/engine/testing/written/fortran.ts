/** Random Fortran as people write it: what the front end lowers before any analysis sees it. */
import { randomFrom } from '../prng';
import { controlRules } from './fControl';
import { expression } from './fExpressions';
import type { DummyKind, FortranWriter, Subprogram } from './fScope';
import { arrayRules, simpleRules } from './fStatements';
import { construct, line, linesOf, type Piece } from './pieces';
import { follow, number, type Scope, type Written } from './writer';

export function writeFortran(seed: number): Written {
  const w: FortranWriter = { random: randomFrom(seed), constructs: new Set(), count: 0, subprograms: [] };
  const { random } = w;
  const helpers: Piece[] = [];
  for (let i = random.int(0, 3); i > 0; i--) helpers.push(helper(w));
  const kernel = routine(w, 'kernel', ['scalar', 'vector', 'count'], random.chance(0.5), 12);
  const real = (n: number) => Array.from({ length: n }, () => random.int(-1900, 1900) / 1000);
  return {
    seed,
    pieces: [
      module,
      ...(helpers.length > 0
        ? [
            construct(
              'module parts',
              [line('use held'), line('implicit none'), line('contains'), ...helpers],
              'end module',
            ),
          ]
        : []),
      kernel,
    ],
    entry: 'kernel',
    inputs: {
      x: [number(w)],
      a: real(4),
      n: [4],
      b: real(4),
      m: real(12),
      'held.g': [number(w)],
      'held.h': real(4),
      'blk.cs': [number(w)],
      'blk.cv': real(2),
    },
    constructs: w.constructs,
  };
}

const module: Piece = construct(
  'module held',
  [
    line('implicit none'),
    line('real(8) :: g = 0.5d0, h(4) = [0.1d0, 0.2d0, 0.3d0, 0.4d0]'),
    line('integer, parameter :: turn(4) = [3, 1, 4, 2]'),
    line('real(8), parameter :: table(0:3) = [0.5d0, -1.25d0, 1.5d0, 0.75d0]'),
    line('contains'),
    construct(
      'elemental function bend(u) result(r)',
      [line('real(8), intent(in) :: u'), line('real(8) :: r'), line('r = 0.5d0*u*cos(u)')],
      'end function',
    ),
    construct(
      'elemental subroutine pull(u, to)',
      [
        line('real(8), intent(inout) :: u'),
        line('real(8), intent(in) :: to'),
        line('u = 0.5d0*(u + sin(to))'),
      ],
      'end subroutine',
    ),
  ],
  'end module',
);

function helper(w: FortranWriter): Piece {
  const { random } = w;
  const kinds: readonly DummyKind[] = ['scalar', 'vector', 'matrix', 'section', 'count', 'scalar'];
  const dummies = Array.from({ length: random.int(1, 3) }, () => random.pick(kinds));
  if (dummies.filter((d) => d === 'matrix').length > 1) return helper(w);
  const name = `part${w.subprograms.length + 1}`;
  const made: Subprogram = {
    name,
    dummies,
    isFunction: random.chance(0.5),
    touches: w.subprograms.some((s) => s.touches) || random.chance(0.4),
  };
  const piece = routine(w, name, dummies, made.isFunction, random.int(2, 5), made.touches);
  w.subprograms.push(made);
  return piece;
}

function routine(
  w: FortranWriter,
  name: string,
  dummies: readonly DummyKind[],
  isFunction: boolean,
  size: number,
  touches = true,
): Piece {
  const { random } = w;
  const isEntry = name === 'kernel';
  const names = isEntry
    ? ['x', 'a', 'n', 'b', 'm']
    : dummies.map((kind, i) =>
        kind === 'matrix' ? 'm' : `${{ scalar: 'x', vector: 'a', section: 's', count: 'n' }[kind]}${i + 1}`,
      );
  const of = (kind: DummyKind) => names.filter((_, i) => dummies[i] === kind);
  const keeps = !isEntry && touches && random.chance(0.5);
  const single = random.chance(0.25);
  const result = isFunction ? 'res' : null;
  const declarations: string[] = isEntry
    ? [
        'real(8), intent(inout) :: x, a(4), m(3, n)',
        'integer, intent(in) :: n',
        'real(8), intent(in) :: b(0:n - 1)',
      ]
    : dummies.map(
        (kind, i) =>
          ({
            scalar: `real(8)${random.pick([', intent(inout)', ''])} :: ${names[i]}`,
            vector: `real(8), intent(inout) :: ${names[i]}(4)`,
            matrix: 'real(8), intent(inout) :: m(:, :)',
            section: `real(8), intent(inout) :: ${names[i]}(:)`,
            count: `integer, intent(in) :: ${names[i]}`,
          })[kind],
      );
  if (!isEntry) declarations.push('integer, parameter :: n = 4');
  if (keeps) w.constructs.add('SAVE');
  if (single) w.constructs.add('REAL(4) beside REAL(8)');
  const common = isEntry || touches;
  const overlaid = random.chance(0.2);
  if (overlaid) w.constructs.add('EQUIVALENCE');
  const allocatable = random.chance(0.25);
  if (allocatable) w.constructs.add('ALLOCATABLE');
  declarations.push(
    'integer :: i, j, k, l, q, z, idx(4)',
    `real(8) :: t, u, s, v(-1:2)${allocatable ? '' : `, w(${random.pick(['4', 'n'])})`}`,
    ...(allocatable ? ['real(8), allocatable :: w(:)'] : []),
    'logical :: on',
    ...(overlaid ? ['real(8) :: o(4)', 'equivalence (o(2), v(-1))'] : []),
    ...(single ? ['real(4) :: f'] : []),
    ...(keeps ? [`real(8), save :: kept = ${number(w)}d0`, 'integer :: calls = 0'] : []),
    ...(isFunction ? ['real(8) :: res'] : []),
    ...(common ? ['real(8) :: cs, cv(2)', 'common /blk/ cs, cv'] : []),
  );
  const scope: Scope = {
    reals: [
      't',
      'u',
      ...of('scalar'),
      ...(touches ? ['g'] : []),
      ...(common ? ['cs'] : []),
      ...(keeps ? ['kept'] : []),
      ...(single ? ['f'] : []),
    ],
    values: common ? ['cv(2)'] : [],
    accumulators: ['s'],
    arrays: [
      ...of('vector').map((each) => ({ name: each, rank: 1, writable: true }) as const),
      { name: 'w', rank: 1, writable: true },
      { name: 'v', rank: 1, writable: true },
      ...(overlaid ? [{ name: 'o', rank: 1, writable: true } as const] : []),
      ...(touches ? [{ name: 'h', rank: 1, writable: true } as const] : []),
      ...(names.includes('m') ? [{ name: 'm', rank: 2, writable: true } as const] : []),
      ...(isEntry ? [{ name: 'b', rank: 1, writable: false } as const] : []),
    ],
    integers: ['k', 'l', ...(keeps ? ['calls'] : [])],
    indices: [],
    flags: ['on'],
    loops: [],
    trips: isEntry ? 1 : 6,
    depth: 0,
    leave: random.chance(0.5) ? () => 'return' : null,
    avoided: new Set(),
  };
  const body: Piece[] = [
    ...(isFunction ? [line(`res = ${number(w)}d0`)] : []),
    line(`k = ${random.int(0, 5)}`),
    line(`l = ${of('count')[0] ?? -1}`),
    line('i = 1; j = 2; q = 0; z = 0'),
    line('idx = [2, 4, 1, 3]'),
    line(`u = ${number(w)}d0`),
    line('s = 0'),
    line('on = k > 1'),
    ...(allocatable ? [line('allocate(w(4))')] : []),
    line(`w = ${number(w)}d0`),
    ...(overlaid ? [line('o(1) = 0.75d0')] : []),
    line(`v = [(0.25d0*q, q = -2, 1)]`),
    ...(single ? [line(`f = ${number(w)}`)] : []),
    line(`t = ${expression(w, { ...scope, avoided: new Set(['t']) }, 1)}`),
    ...of('section').map((each) =>
      line(`${each} = 0.5d0*(${each} + 0.5d0*${each}(1)*${each}(size(${each})))`),
    ),
    ...statements(w, scope, size),
    ...(keeps ? [line('calls = calls + 1')] : []),
  ];
  if (isEntry)
    body.push(line(`m(2, 3) = ${expression(w, scope, 2)}`), line(`x = ${expression(w, scope, 2)}`));
  if (isFunction) body.push(line(`res = ${expression(w, scope, 2)}`));
  if (allocatable && !scope.leave) body.push(line('deallocate(w)'));
  const uses = isEntry
    ? [line('use held'), ...(w.subprograms.length > 0 ? [line('use parts')] : []), line('implicit none')]
    : [];
  const counters = [
    ...new Set(
      linesOf(body)
        .join('\n')
        .match(/\bc\d+\b/g) ?? [],
    ),
  ];
  if (counters.length > 0) declarations.push(`integer :: ${counters.join(', ')}`);
  declarations.push('real(8) :: half, arg', 'half(arg) = 0.5d0*arg*cos(arg)');
  const kind = isFunction ? 'function' : 'subroutine';
  return construct(
    `${kind} ${name}(${names.join(', ')})${result ? ' result(res)' : ''}`,
    [...uses, ...declarations.map(line), ...body],
    `end ${kind}`,
  );
}

/** About `size` statements. */
function statements(w: FortranWriter, scope: Scope, size: number): Piece[] {
  const pieces: Piece[] = [];
  for (let rest = size; rest > 0; ) {
    const share = w.random.int(1, rest);
    const rules = [...simpleRules(w, scope), ...arrayRules(w, scope)];
    if (scope.depth < 3)
      rules.push(...controlRules(w, scope, share, (inner, wanted) => statements(w, inner, wanted)));
    const made = follow(w, rules);
    pieces.push(...made);
    rest -= Math.max(1, Math.min(share, weight(made)));
  }
  return pieces;
}

function weight(pieces: readonly Piece[]): number {
  return pieces.reduce((n, { parts }) => n + 1 + parts.reduce((m, { body }) => m + weight(body), 0), 0);
}
