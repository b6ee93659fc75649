/** Random C as people write it: what the front end lowers before any analysis sees it. */
import { randomFrom } from '../prng';
import { controlRules } from './cControl';
import { expression } from './cExpressions';
import type { Callee, CWriter } from './cScope';
import { effectRules, simpleRules } from './cStatements';
import { construct, line, type Piece } from './pieces';
import { follow, number, type Rule, type Scope, type Written } from './writer';

export function writeC(seed: number): Written {
  const w: CWriter = {
    random: randomFrom(seed),
    constructs: new Set(),
    count: 0,
    callees: [],
  };
  const { random } = w;
  const helpers: Piece[] = [];
  for (let i = random.int(0, 3); i > 0; i--) helpers.push(...helper(w));
  const kernel = routine(w, 'kernel', ['value', 'place', 'array', 'count'], random.chance(0.3), 12);
  const real = () => Array.from({ length: 12 }, () => random.int(-1900, 1900) / 1000);
  return {
    seed,
    pieces: [...preamble, ...helpers, kernel.piece],
    entry: 'kernel',
    inputs: {
      x1: [number(w)],
      p2: real().slice(0, 1),
      a3: real().slice(0, 4),
      n4: [4],
      b: real().slice(0, 4),
      m: real(),
      g: [number(w)],
      h: real().slice(0, 4),
    },
    constructs: w.constructs,
  };
}

const preamble: readonly Piece[] = [
  ...['math.h', 'stdbool.h', 'stdlib.h', 'string.h'].map((name) => line(`#include <${name}>`)),
  line('#define N 4'),
  line('#define SQ(u) ((u) * (u))'),
  line('#define MIX(u, v) (0.5 * (u) + 0.25 * (v))'),
  line('enum { FIRST, SECOND, LAST = 3 };'),
  line('typedef double real;'),
  line('static const double table[4] = {0.5, -1.25, 1.5, 0.75};'),
  line('double g = 0.5;'),
  line('double h[4] = {0.1, 0.2, 0.3, 0.4};'),
  line('static inline int limit(int k) { return 2 + (k & 1); }'),
  line('static inline int pick(int k) { return (3 * k + 1) & 3; }'),
  line('static inline double half(double u) { return 0.5 * u; }'),
];

function helper(w: CWriter): Piece[] {
  const { random } = w;
  const kinds = ['value', 'place', 'array', 'count'] as const;
  const parameters = Array.from({ length: random.int(1, 3) }, () => random.pick(kinds));
  const name = `part${w.callees.length + 1}`;
  const made = routine(w, name, parameters, random.chance(0.3), random.int(2, 5));
  w.callees.push({ name, parameters, isVoid: made.isVoid, touches: made.touches });
  return [made.piece];
}

interface Made {
  readonly piece: Piece;
  readonly isVoid: boolean;
  readonly touches: boolean;
}

function routine(
  w: CWriter,
  name: string,
  parameters: Callee['parameters'],
  isVoid: boolean,
  size: number,
): Made {
  const { random } = w;
  const isEntry = name === 'kernel';
  const touches = isEntry || w.callees.some((c) => c.touches) || random.chance(0.3);
  const names = parameters.map(
    (kind, i) => `${{ value: 'x', place: 'p', array: 'a', count: 'n' }[kind]}${i + 1}`,
  );
  const of = (kind: string) => names.filter((_, i) => parameters[i] === kind);
  const keeps = !isEntry && touches && random.chance(0.5);
  const single = random.chance(0.2);
  if (keeps) w.constructs.add('static local');
  if (single) w.constructs.add('float beside double');
  const scope: Scope = {
    reals: [
      't',
      'u',
      ...of('value'),
      ...of('place').map((p) => `*${p}`),
      ...(touches ? ['g'] : []),
      ...(keeps ? ['kept'] : []),
      ...(single ? ['f'] : []),
    ],
    values: [],
    accumulators: ['s'],
    arrays: [
      ...of('array').map((each) => ({ name: each, rank: 1, writable: true }) as const),
      { name: 'w', rank: 1, writable: true },
      ...(touches ? [{ name: 'h', rank: 1, writable: true } as const] : []),
      ...(isEntry
        ? [{ name: 'm', rank: 2, writable: true } as const, { name: 'b', rank: 1, writable: false } as const]
        : []),
    ],
    integers: ['k', 'l', ...of('count').filter(() => !isEntry), ...(keeps ? ['calls'] : [])],
    indices: [],
    flags: ['on'],
    loops: [],
    trips: isEntry ? 1 : 6,
    depth: 0,
    leave: random.chance(0.5) ? () => '' : null,
    avoided: new Set(),
  };
  const types = { value: 'double', place: 'double *', array: 'double *', count: 'int' } as const;
  const formals = names.map((each, i) => `${types[parameters[i] ?? 'value']} ${each}`.replace('* ', '*'));
  if (isEntry) formals.push('const double b[N]', 'double m[3][N]');
  const start: Scope = {
    ...scope,
    reals: scope.reals.filter((r) => !['t', 'u', 'f', 'kept'].includes(r)),
    arrays: scope.arrays.filter((a) => a.name !== 'w'),
    accumulators: [],
    values: [],
    integers: of('count'),
    flags: [],
  };
  const returns = returning(w, isVoid, { ...scope, leave: null });
  const leave = scope.leave && (() => returns.with(1));
  const body: Piece[] = [
    line(
      `int k = ${random.int(0, 5)}, l = ${random.chance(0.5) && of('count')[0] ? `${of('count')[0]} / 2` : '-1'};`,
    ),
    line(`double t = ${expression(w, start, 1)}, u = ${number(w)};`),
    line('double s = 0;'),
    ...returns.declared,
    ...(single ? [line(`float f = (float)${number(w)};`)] : []),
    line(
      `double w[N] = {${Array.from({ length: random.pick([1, 4, 4]) }, () => expression(w, start, 0)).join(', ')}};`,
    ),
    line(`bool on = ${random.pick(['true', 'false', 'k > 1'])};`),
    ...(keeps ? [line(`static double kept = ${number(w)};`), line('static int calls = 0;')] : []),
    ...statements(w, { ...scope, leave }, size),
    line('(void)l; (void)on; (void)s; (void)w; (void)u; (void)t;'),
    ...(single ? [line('(void)f;')] : []),
    ...(keeps ? [line('calls++;'), line('(void)kept;')] : []),
  ];
  if (isEntry)
    body.push(line(`m[1][2] = ${expression(w, scope, 2)};`), line(`*p2 = ${expression(w, scope, 2)};`));
  if (!isVoid) body.push(line(returns.with(2)));
  const piece = construct(
    `${isEntry ? '' : 'static '}${isVoid ? 'void' : 'double'} ${name}(${formals.join(', ')}) {`,
    body,
    '}',
  );
  return { piece, isVoid, touches };
}

/** How a function returns: values, or one variable, of its own type or another, its own or kept. */
function returning(w: CWriter, isVoid: boolean, scope: Scope) {
  if (isVoid) return { declared: [], with: () => 'return;' };
  const type = w.random.pick([null, null, 'double', 'static double', 'float']);
  if (type) w.constructs.add('one variable returned');
  return {
    declared: type ? [line(`${type} out = 0;`)] : [],
    with: (depth: number) => {
      const value = expression(w, scope, depth);
      return type ? `out = ${value}; return out;` : `return ${value};`;
    },
  };
}

/** About `size` statements. */
function statements(w: CWriter, scope: Scope, size: number): Piece[] {
  const pieces: Piece[] = [];
  for (let rest = size; rest > 0; ) {
    const share = w.random.int(1, rest);
    const rules: Rule<Piece[]>[] = [...simpleRules(w, scope), ...effectRules(w, scope)];
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
