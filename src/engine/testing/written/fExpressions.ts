/** Random expressions of Fortran, each in [-2, 2]: scalars, and whole vectors of four elements. */
import { type FortranWriter, lowerOf, type Subprogram } from './fScope';
import { avoiding, follow, number, readable, type Scope } from './writer';

export const literal = (w: FortranWriter) => `${number(w)}d0`;

const factor = (e: string) => (/^-/.test(e) || / [-+*/] /.test(e) ? `(${e})` : e);

export function expression(w: FortranWriter, scope: Scope, depth: number): string {
  const { random } = w;
  const e = () => expression(w, scope, depth - 1);
  const a = () => vector(w, scope, depth - 1);
  if (depth <= 0) return leaf(w, scope);
  return follow<string>(w, [
    [3, '', () => leaf(w, scope)],
    [3, '', () => `0.5d0*(${e()} ${random.pick(['+', '-'])} ${factor(e())})`],
    [3, '', () => `0.5d0*${factor(e())}*${factor(e())}`],
    [1.5, '', () => `${factor(e())}/(3.0d0 + ${factor(e())})`],
    [0.7, '', () => `(-${factor(e())})`],
    [3, '', () => `${random.pick(['sin', 'cos', 'tanh', 'atan', 'abs', 'erf'])}(${e()})`],
    [1, '', () => `(sqrt(3.0d0 + ${factor(e())}) - 1.0d0)`],
    [1, '', () => `log(3.5d0 + ${factor(e())})`],
    [1, '', () => `exp(${e()} - 2.0d0)`],
    [0.6, '**', () => `0.5d0*${factor(e())}**2`],
    [0.6, '**', () => `(3.0d0 + ${factor(e())})**0.4d0`],
    [0.6, '', () => `${random.pick(['max', 'min'])}(${e()}, ${e()})`],
    [0.4, '', () => `sign(${e()}, ${e()})`],
    [0.4, 'real(…)', () => `real(real(${e()}, 4), 8)`],
    [0.8, 'merge', () => `merge(${e()}, ${e()}, ${condition(w, scope, depth - 1)})`],
    [0.5, 'whole in real', () => `0.5d0*${small(w, scope)}`],
    [0.3, 'nint', () => `0.5d0*nint(${e()})`],
    [0.6, 'statement function', () => `half(${e()})`],
    [0.8, 'sum', () => `0.25d0*sum(${a()})`],
    [0.5, 'dot_product', () => `0.1d0*dot_product(${a()}, ${a()})`],
    [0.5, 'maxval and minval', () => `${random.pick(['maxval', 'minval'])}(${a()})`],
    [0.3, 'product', () => `0.1d0*product(${a()})`],
    [0.3, 'norm2', () => `0.15d0*norm2(${a()} + 4)`],
    [0.4, 'masked sum', () => `0.25d0*sum(${a()}, mask=${a()} > ${literal(w)})`],
    [
      0.3,
      'any, all, count',
      () =>
        random.pick([
          `0.25d0*count(${a()} > ${literal(w)})`,
          `merge(${e()}, ${e()}, any(${a()} > ${literal(w)}))`,
        ]),
    ],
    [
      0.3,
      'sum along a dimension',
      () => (has(scope, 'm') ? `0.08d0*sum(sum(m, dim=${random.pick([1, 2])}))` : null),
    ],
    [0.3, 'maxloc', () => (has(scope, 'a') ? `a(maxloc(a, dim=1))` : null)],
  ]);
}

const has = (scope: Scope, name: string) =>
  scope.arrays.some((a) => a.name === name) && !scope.avoided.has(name);

function leaf(w: FortranWriter, scope: Scope): string {
  // Single precision stands beside double as an operand only: many functions want arguments of one kind.
  const scalars = readable(scope, [...scope.reals, ...scope.values]).map((x) =>
    x === 'f' ? '(f + 0.0d0)' : x,
  );
  const arrays = scope.arrays.filter(({ name }) => !scope.avoided.has(name));
  const accumulators = readable(scope, scope.accumulators);
  return follow<string>(w, [
    [4, '', () => (scalars.length > 0 ? w.random.pick(scalars) : null)],
    [4, '', () => (arrays.length > 0 ? element(w, scope, w.random.pick(arrays)) : null)],
    [1, '', () => (accumulators.length > 0 ? `tanh(0.2d0*${w.random.pick(accumulators)})` : null)],
    [1.5, '', () => factor(literal(w))],
    [0.7, 'PARAMETER array', () => `table(${small(w, scope)})`],
  ]);
}

export function element(w: FortranWriter, scope: Scope, { name, rank }: Scope['arrays'][number]): string {
  if (rank === 2) return `${name}(${row(w, scope)}, ${subscript(w, scope, 1)})`;
  return `${name}(${subscript(w, scope, lowerOf(name))})`;
}

function row(w: FortranWriter, scope: Scope): string {
  return w.random.chance(0.5) ? `${w.random.int(1, 3)}` : `1 + mod(${small(w, scope)}, 3)`;
}

/** From a lower bound on, four values. */
export function subscript(w: FortranWriter, scope: Scope, lower: number): string {
  const shift = (e: string) => (lower === 0 ? e : `${e} ${lower > 0 ? '+' : '-'} ${Math.abs(lower)}`);
  return follow(w, [
    [3, '', () => `${w.random.int(lower, lower + 3)}`],
    [5, '', () => shift(small(w, scope))],
    [1, '', () => `${lower + 3} - ${small(w, scope)}`],
    [1, 'modulo', () => shift(`modulo(${whole(w, scope)}, 4)`)],
    [
      lower === 1 ? 1 : 0,
      'index array',
      () => `idx(${w.random.chance(0.5) ? w.random.int(1, 4) : shift(small(w, scope))})`,
    ],
    [0.4, 'merge in a subscript', () => shift(`merge(2, 1, ${condition(w, scope, 0)})`)],
    [lower === 1 ? 0.4 : 0, 'PARAMETER array', () => `turn(${w.random.int(1, 4)})`],
  ]);
}

/** From 0 to 3. */
export function small(w: FortranWriter, scope: Scope): string {
  const indices = readable(scope, scope.indices);
  if (indices.length > 0 && w.random.chance(0.7)) return w.random.pick(indices);
  const integers = readable(scope, scope.integers);
  return integers.length > 0 ? `iand(${w.random.pick(integers)}, 3)` : `${w.random.int(0, 3)}`;
}

export function whole(w: FortranWriter, scope: Scope): string {
  const names = readable(scope, [...scope.integers, ...scope.indices]);
  const one = () => (names.length > 0 ? w.random.pick(names) : `${w.random.int(0, 5)}`);
  return follow(w, [
    [3, '', one],
    [1, '', () => `${w.random.int(0, 6)}`],
    [1, '', () => `${one()} ${w.random.pick(['+', '-'])} ${w.random.int(1, 5)}`],
    [0.5, '', () => `mod(3*${factor(one())}, 7)`],
    [0.4, 'bits', () => `${w.random.pick(['ieor', 'ior', 'iand'])}(${one()}, 5)`],
    [0.3, 'whole division', () => `(${one()} + 9)/2`],
    [0.3, 'max of whole numbers', () => `min(max(${one()}, 1), 3)`],
    [0.3, 'size and bounds', () => w.random.pick(['size(w)', 'ubound(w, 1)'])],
  ]);
}

export function condition(w: FortranWriter, scope: Scope, depth: number): string {
  const flags = readable(scope, scope.flags);
  const c = () => condition(w, scope, depth - 1);
  return follow(w, [
    [
      3,
      '',
      () =>
        `${expression(w, scope, Math.min(depth, 1))} ${w.random.pick(['<', '>', '<=', '>='])} ${number(w)}317d0`,
    ],
    [2, '', () => `${whole(w, scope)} ${w.random.pick(['<', '>', '==', '/='])} ${w.random.int(0, 4)}`],
    [flags.length > 0 ? 1 : 0, 'LOGICAL', () => w.random.pick(flags)],
    [depth > 0 ? 0.7 : 0, '.not.', () => `.not. (${c()})`],
    [depth > 0 ? 1 : 0, '.and. and .or.', () => `(${c()} ${w.random.pick(['.and.', '.or.'])} ${c()})`],
    [depth > 0 ? 0.3 : 0, '.eqv.', () => `((${c()}) ${w.random.pick(['.eqv.', '.neqv.'])} (${c()}))`],
  ]);
}

/** Four elements, said in one of the ways in which arrays and parts of them are. */
export function vector(w: FortranWriter, scope: Scope, depth: number): string {
  const { random } = w;
  const names = scope.arrays.filter(({ name }) => !scope.avoided.has(name));
  const vectors = names.filter((a) => a.rank === 1).map((a) => a.name);
  const v = () => vector(w, scope, depth - 1);
  const whole = (): string | null => {
    if (vectors.length === 0) return null;
    const name = random.pick(vectors);
    const [l, u] = [lowerOf(name), lowerOf(name) + 3];
    return random.pick([name, name, `${name}(:)`, `${name}(${l}:${u})`, `${name}(${u}:${l}:-1)`]);
  };
  const ways =
    depth <= 0
      ? []
      : ([
          [3, 'array expression', () => `0.5d0*(${v()} ${random.pick(['+', '-'])} ${factor(v())})`],
          [2, 'array expression', () => `0.5d0*${factor(v())}*${factor(v())}`],
          [2, 'array expression', () => `${random.pick(['sin', 'cos', 'tanh', 'abs'])}(${v()})`],
          [1, 'scalar among arrays', () => `0.5d0*(${v()} + ${factor(expression(w, scope, 0))})`],
          [0.5, 'merge of arrays', () => `merge(${v()}, ${v()}, ${v()} > ${literal(w)})`],
          [0.5, 'max of arrays', () => `max(${v()}, ${v()})`],
          [0.4, 'cshift', () => `cshift(${v()}, ${random.pick([1, -1, 2])})`],
          [0.4, 'elemental call', () => `bend(${v()})`],
          [
            0.3,
            'matmul',
            () => (has(scope, 'm') ? `0.15d0*matmul(transpose(m), m(:, ${random.int(1, 4)}))` : null),
          ],
        ] as const);
  return follow<string>(w, [
    [4, '', whole],
    [1.5, 'row of a matrix', () => (has(scope, 'm') ? `m(${random.int(1, 3)}, :)` : null)],
    [0.5, 'vector subscript', () => (has(scope, 'a') ? 'a(idx)' : null)],
    [
      0.6,
      'array constructor',
      () => `[${Array.from({ length: 4 }, () => expression(w, scope, 0)).join(', ')}]`,
    ],
    [0.3, 'implied DO', () => `[(0.5d0*q, q = 0, 3)]`],
    [0.3, 'spread', () => `spread(${expression(w, scope, 0)}, 1, 4)`],
    ...ways,
  ]);
}

export function target(w: FortranWriter, scope: Scope): { text: string; name: string } {
  const scalars = readable(scope, scope.reals);
  const arrays = scope.arrays.filter((a) => a.writable && !scope.avoided.has(a.name));
  if (arrays.length === 0 || w.random.chance(0.45)) {
    const name = w.random.pick(scalars);
    return { text: name, name };
  }
  const array = w.random.pick(arrays);
  return { text: element(w, scope, array), name: array.name };
}

/** The reference to a subprogram written before, with what it writes; null where the scope has nothing to pass. */
export function call(
  w: FortranWriter,
  scope: Scope,
  subprograms: readonly Subprogram[],
): { text: string; writes: string[] } | null {
  if (subprograms.length === 0 || scope.trips > 12) return null;
  const { random } = w;
  const { name, dummies, touches } = random.pick(subprograms);
  const writes = touches ? ['g', 'h', 'cs', 'cv'] : [];
  const taken = new Set([...writes, ...scope.avoided]);
  const pass = (from: string): void => {
    taken.add(from);
    writes.push(from);
  };
  const actuals: string[] = [];
  for (const kind of dummies) {
    const vectors = scope.arrays
      .filter((a) => a.writable && a.rank === 1 && !taken.has(a.name))
      .map((a) => a.name);
    const scalars = scope.reals.filter((r) => r !== 'f' && !taken.has(r));
    const matrix = scope.arrays.some((a) => a.name === 'm') && !taken.has('m');
    if (kind === 'count') actuals.push(kind);
    else if (kind === 'scalar' && scalars.length > 0 && (vectors.length === 0 || random.chance(0.6))) {
      const x = random.pick(scalars);
      pass(x);
      actuals.push(x);
    } else if (kind === 'matrix') {
      if (!matrix) return null;
      pass('m');
      actuals.push('m');
    } else if ((kind === 'section' || kind === 'vector') && matrix && random.chance(0.4)) {
      w.constructs.add('row passed');
      pass('m');
      actuals.push(`m(${random.int(1, 3)}, :)`);
    } else {
      if (vectors.length === 0) return null;
      const v = random.pick(vectors);
      pass(v);
      const l = lowerOf(v);
      if (kind === 'scalar') actuals.push(`${v}(${random.int(l, l + 3)})`);
      else if (kind === 'section' && random.chance(0.5)) {
        w.constructs.add('section passed');
        actuals.push(random.pick([`${v}(${l}:${l + 1})`, `${v}(${l}:${l + 3}:2)`, `${v}(${l + 3}:${l}:-2)`]));
      } else actuals.push(v);
    }
  }
  const within = avoiding(scope, ...writes);
  const given = actuals.map((actual) => (actual === 'count' ? whole(w, within) : actual));
  return { text: `${name}(${given.join(', ')})`, writes };
}
