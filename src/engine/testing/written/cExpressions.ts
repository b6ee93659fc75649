/** Random expressions of C, each in [-2, 2]. */
import type { Callee, CWriter } from './cScope';
import { avoiding, follow, number, readable, type Scope } from './writer';

/** A real value, without side effects. */
export function expression(w: CWriter, scope: Scope, depth: number): string {
  const e = () => expression(w, scope, depth - 1);
  if (depth <= 0) return leaf(w, scope);
  return follow<string>(w, [
    [3, '', () => leaf(w, scope)],
    [3, '', () => `0.5 * (${e()} ${w.random.pick(['+', '-'])} ${e()})`],
    [3, '', () => `0.5 * ${e()} * ${factor(e())}`],
    [1.5, '', () => `${factor(e())} / (3.0 + ${e()})`],
    [0.7, '', () => `-${factor(e())}`],
    [3, '', () => `${w.random.pick(['sin', 'cos', 'tanh', 'atan', 'fabs', 'half', 'erf'])}(${e()})`],
    [1, '', () => `sqrt(3.0 + ${e()}) - 1.0`],
    [1, '', () => `log(3.5 + ${e()})`],
    [1, '', () => `exp(${e()} - 2.0)`],
    [0.6, '', () => `0.5 * pow(${e()}, 2)`],
    [0.6, '', () => `pow(3.0 + ${e()}, 0.4)`],
    [0.6, '', () => `${w.random.pick(['fmax', 'fmin'])}(${e()}, ${e()})`],
    [0.4, '', () => `atan2(${e()}, 3.5 + ${e()})`],
    [0.5, 'cast to float', () => `(float)(${e()})`],
    [0.6, 'macro', () => `SQ(0.7 * ${factor(e())})`],
    [0.6, 'macro', () => `MIX(${e()}, ${e()})`],
    [0.8, '?:', () => `(${condition(w, scope, depth - 1)} ? ${e()} : ${e()})`],
    [0.5, 'whole in real', () => `${small(w, scope)} * 0.5`],
    [0.4, 'truth in real', () => `!(${condition(w, scope, 0)}) * ${factor(e())}`],
    [0.4, 'cast to int', () => `0.5 * (int)(${e()})`],
    [0.3, 'whole division', () => `(${small(w, scope)} + 1) / 2`],
  ]);
}

const factor = (e: string) => (/^-|[-+?*/ ]/.test(e) ? `(${e})` : e);

function leaf(w: CWriter, scope: Scope): string {
  const scalars = readable(scope, [...scope.reals, ...scope.values]);
  const arrays = scope.arrays.filter(({ name }) => !scope.avoided.has(name));
  const accumulators = readable(scope, scope.accumulators);
  return follow<string>(w, [
    [4, '', () => (scalars.length > 0 ? w.random.pick(scalars) : null)],
    [4, '', () => (arrays.length > 0 ? element(w, scope, w.random.pick(arrays)) : null)],
    [1, '', () => (accumulators.length > 0 ? `tanh(0.2 * ${w.random.pick(accumulators)})` : null)],
    [1.5, '', () => `${number(w)}`],
    [0.7, 'constant table', () => `table[${small(w, scope)}]`],
  ]);
}

function element(w: CWriter, scope: Scope, { name, rank }: Scope['arrays'][number]): string {
  const at = () => subscript(w, scope);
  if (rank === 2) return `${name}[${row(w, scope)}][${at()}]`;
  return follow(w, [
    [6, '', () => `${name}[${at()}]`],
    [0.6, '*(a + i)', () => `*(${name} + ${at()})`],
  ]);
}

export function row(w: CWriter, scope: Scope): string {
  return follow(w, [
    [2, '', () => `${w.random.int(0, 2)}`],
    [1, '', () => `${small(w, scope)} % 3`],
  ]);
}

/** A whole number from 0 to 3. */
export function subscript(w: CWriter, scope: Scope): string {
  return follow(w, [
    [3, '', () => `${w.random.int(0, 3)}`],
    [1, 'enumerator', () => w.random.pick(['FIRST', 'SECOND', 'LAST', 'N - 1'])],
    [5, '', () => small(w, scope)],
    [1, '', () => `3 - ${small(w, scope)}`],
    [1, '', () => `(${small(w, scope)} + ${w.random.int(1, 3)}) % N`],
    [0.6, 'call in a subscript', () => `pick(${whole(w, scope)})`],
    [0.4, 'truth in a subscript', () => `!(${condition(w, scope, 0)})`],
  ]);
}

function small(w: CWriter, scope: Scope): string {
  const indices = readable(scope, scope.indices);
  if (indices.length > 0 && w.random.chance(0.7)) return w.random.pick(indices);
  const integers = readable(scope, scope.integers);
  return integers.length > 0 ? `(${w.random.pick(integers)} & 3)` : `${w.random.int(0, 3)}`;
}

/** Any whole number, without side effects; not large. */
export function whole(w: CWriter, scope: Scope): string {
  const names = readable(scope, [...scope.integers, ...scope.indices]);
  const one = () => (names.length > 0 ? w.random.pick(names) : `${w.random.int(0, 5)}`);
  return follow(w, [
    [3, '', one],
    [1, '', () => `${w.random.int(-2, 6)}`],
    [1, '', () => `${one()} ${w.random.pick(['+', '-', '^', '|', '&'])} ${w.random.int(1, 5)}`],
    [0.5, '', () => `(${one()} * 3) % 7`],
    [0.5, 'shift', () => `${small(w, scope)} << 1`],
    [0.3, 'truth as number', () => `!${one()} + (${one()} > 1)`],
    [0.3, '?: of whole numbers', () => `(${one()} > 2 ? ${one()} : 1)`],
  ]);
}

export function condition(w: CWriter, scope: Scope, depth: number): string {
  const flags = readable(scope, scope.flags);
  const c = () => condition(w, scope, depth - 1);
  return follow(w, [
    [
      3,
      '',
      () =>
        `${expression(w, scope, Math.min(depth, 1))} ${w.random.pick(['<', '>', '<=', '>='])} ${number(w)}317`.replace(
          /(\.\d)317/,
          '$10317',
        ),
    ],
    [
      2,
      '',
      () =>
        `${whole(w, scope)} ${w.random.pick(['<', '>', '==', '!='])} ${w.random.int(0, 4)}`.replace(
          /^([^()]*[&|^][^()]*?) (<|>|==|!=)/,
          '($1) $2',
        ),
    ],
    [0.7, 'whole as truth', () => `(${whole(w, scope)})`],
    [flags.length > 0 ? 1 : 0, 'flag', () => w.random.pick(flags)],
    [depth > 0 ? 0.7 : 0, '!', () => `!(${c()})`],
    [depth > 0 ? 1 : 0, '&& and ||', () => `(${c()} ${w.random.pick(['&&', '||'])} ${c()})`],
  ]);
}

/** What a statement may set: text, and the name that the rest of the statement must then avoid. */
export function target(w: CWriter, scope: Scope): { text: string; name: string } | null {
  const scalars = readable(scope, scope.reals);
  const arrays = scope.arrays.filter((a) => a.writable && !scope.avoided.has(a.name));
  return follow<{ text: string; name: string } | null>(w, [
    [
      scalars.length > 0 ? 3 : 0,
      '',
      () => {
        const name = w.random.pick(scalars);
        return { text: name, name };
      },
    ],
    [
      arrays.length > 0 ? 4 : 0,
      '',
      () => {
        const array = w.random.pick(arrays);
        return { text: element(w, scope, array), name: array.name };
      },
    ],
  ]);
}

/** The call of a function written before, with what it writes; null where the scope has nothing to pass. */
export function call(
  w: CWriter,
  scope: Scope,
  callees: readonly Callee[],
): { text: string; writes: string[] } | null {
  if (callees.length === 0 || scope.trips > 12) return null;
  const callee = w.random.pick(callees);
  const writes = callee.touches ? ['g', 'h', 'kept', 'calls'] : [];
  const taken = new Set([...writes, ...scope.avoided]);
  const args: string[] = [];
  for (const kind of callee.parameters) {
    if (kind !== 'place' && kind !== 'array') {
      args.push(kind);
      continue;
    }
    const scalars = scope.reals.filter((r) => r !== 'f' && !taken.has(r));
    const arrays = scope.arrays.filter((a) => a.writable && !taken.has(a.name));
    if (kind === 'place' && scalars.length > 0 && w.random.chance(0.6)) {
      const name = w.random.pick(scalars);
      taken.add(name);
      writes.push(name);
      args.push(name.startsWith('*') ? name.slice(1) : `&${name}`);
      continue;
    }
    if (arrays.length === 0) return null;
    const { name, rank } = w.random.pick(arrays);
    taken.add(name);
    writes.push(name);
    const index = subscript(w, avoiding(scope, ...taken));
    if (kind === 'place')
      args.push(
        rank === 2 ? `&${name}[1][${index}]` : w.random.pick([`&${name}[${index}]`, `${name} + ${index}`]),
      );
    else args.push(rank === 2 ? `${name}[${row(w, avoiding(scope, ...taken))}]` : name);
  }
  const within = avoiding(scope, ...writes);
  const given = args.map((arg) =>
    arg === 'value' ? expression(w, within, 1) : arg === 'count' ? whole(w, within) : arg,
  );
  return { text: `${callee.name}(${given.join(', ')})`, writes };
}
