/** Items of input: what is assigned to them, and the arguments that have the values. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { withNames } from '../../../mapped';
import { all, apply, binary, declared, entityOf, integer, integerVariable, nameAt } from '../../parse/made';
import type * as S from '../../parse/syntax';

/** The statements of one unit, without those of units that it contains. */
export interface Reading {
  readonly sink: DiagnosticSink;
  readonly names: Set<string>;
  readonly declarations: readonly S.StatementOf<'declare'>[];
  /** Names without a declaration have the type of their first letter, as their arguments have. */
  readonly isImplicit: boolean;
  /** Whether statements jump, and back to what stood before them. */
  readonly jumps: 'back' | 'onwards' | null;
  /** Of ALLOCATABLE arrays, the bounds that the one ALLOCATE gives. */
  readonly allocated: ReadonlyMap<string, S.Entity>;
  /** Names that stand elsewhere than in what is read and written. */
  readonly used: ReadonlySet<string>;
  /** Routines of the text. */
  readonly defined: ReadonlySet<string>;
  /** By what is read into, and how. */
  readonly made: Map<string, Argument>;
}

export type Source = keyof typeof SOURCES;
const SOURCES = { read: 'is read into', random: 'RANDOM_NUMBER gives' } as const;

export interface Argument {
  readonly of: string;
  readonly by: Source;
  readonly name: string;
  /** Which of its values comes next, where one place gets one after the other. */
  readonly at: string | null;
  /** How many there are, where the statement asks for their end; the name itself of what says so. */
  readonly count?: string;
  /** What it was read into, where each place gets one value. */
  readonly places: (S.NameSyntax | S.ApplySyntax)[];
  readonly span: Span;
}

export interface Loop {
  /** The label that it ends with. */
  readonly until?: string | undefined;
  /** The variable of a DO that counts. */
  readonly counter: string | null;
}

export function isReadable(r: Reading, item: S.ItemSyntax, loops: readonly Loop[], by: Source): boolean {
  if (item.kind === 'implied')
    return item.items.every((inner) => isReadable(r, inner, [...loops, { counter: item.index }], by));
  if ((item.kind !== 'name' && item.kind !== 'apply') || !canBeDeclared(r, item)) return false;
  return (
    !repeats(r, item, loops, by) || isSingle(r, item) || (item.kind === 'name' && rankOf(r, item.name) === 1)
  );
}

/** One value, not an array or a section of one. */
function isSingle(r: Reading, item: S.NameSyntax | S.ApplySyntax): boolean {
  if (item.kind === 'name') return rankOf(r, item.name) === 0;
  return item.args.every(
    ({ value }) => value.kind !== 'range' && !(value.kind === 'name' && rankOf(r, value.name) > 0),
  );
}

function rankOf(r: Reading, name: string): number {
  return dimensionsOf(r, name).length;
}

function dimensionsOf(r: Reading, name: string): readonly S.DimensionSyntax[] {
  const own = r.declarations.flatMap(({ entities }) => entities.filter((each) => each.name === name));
  return own.find(({ dimensions }) => dimensions)?.dimensions ?? [];
}

/**
 * Whether one place may be read more than once, each time with another value. It is not if nothing else is read into the variable
 * and what counts each of the loops around chooses another element.
 */
function repeats(
  r: Reading,
  item: S.NameSyntax | S.ApplySyntax,
  loops: readonly Loop[],
  by: Source,
): boolean {
  const before = r.made.get(keyOf(item, by, false))?.places ?? [];
  const counted = subscriptsOf(item).map(counterIn);
  return (
    !before.every((other) => areApart(item, other)) ||
    !loops.every(({ counter }) => counter !== null && counted.includes(counter))
  );
}

function subscriptsOf(item: S.NameSyntax | S.ApplySyntax): readonly (S.ExprSyntax | S.RangeSyntax)[] {
  return item.kind === 'apply' ? item.args.map(({ value }) => value) : [];
}

/** `i` of `i`, `i + 1` and `3 - i`. */
function counterIn(e: S.ExprSyntax | S.RangeSyntax): string | null {
  if (e.kind === 'name') return e.name;
  if (e.kind !== 'binary' || (e.op !== '+' && e.op !== '-')) return null;
  const [other, moved] = e.left.kind === 'number' ? [e.right, true] : [e.left, e.right.kind === 'number'];
  return moved && other.kind === 'name' ? other.name : null;
}

/** Elements or sections of one array, which in one dimension are not at the same place. */
function areApart(a: S.NameSyntax | S.ApplySyntax, b: S.NameSyntax | S.ApplySyntax): boolean {
  const others = subscriptsOf(b);
  return subscriptsOf(a).some((one, k) => {
    const [from, to] = boundsOf(one);
    const [low, high] = boundsOf(others[k]);
    return to < low || high < from;
  });
}

/** As far as they are numbers; all that are compared with others are false. */
function boundsOf(e: S.ExprSyntax | S.RangeSyntax | undefined): readonly [number, number] {
  const number = (part: S.ExprSyntax | null | undefined) =>
    part?.kind === 'number' ? Number(part.text) : Number.NaN;
  if (e?.kind !== 'range') return [number(e), number(e)];
  return e.stride ? [Number.NaN, Number.NaN] : [number(e.lower), number(e.upper)];
}

function keyOf({ name }: S.NameSyntax | S.ApplySyntax, by: Source, isRepeated: boolean): string {
  return `${name} ${by} ${isRepeated ? '…' : ''}`;
}

function canBeDeclared(r: Reading, { name, kind }: S.NameSyntax | S.ApplySyntax): boolean {
  const found = r.declarations.filter(({ entities }) => entities.some((each) => each.name === name));
  if (found.length === 0) return r.isImplicit && kind === 'name';
  return found.every(({ type, attributes, entities }) => {
    const entity = entities.find((each) => each.name === name);
    const isText = type?.characters !== undefined || type?.derived !== undefined;
    const bounds = entity?.dimensions ?? [];
    const isOpen = bounds.some(({ upper }) => upper === 'shape' || upper === 'size');
    return !isText && (attributes.includes('allocatable') ? r.allocated.has(name) : !isOpen);
  });
}

export function itemRead(
  r: Reading,
  s: S.StatementSyntax,
  item: S.ItemSyntax,
  loops: readonly Loop[],
  by: Source,
): S.StatementSyntax[] {
  const common = { span: s.span, label: null, construct: null, text: s.text };
  if (item.kind === 'implied') {
    const index = nameAt(item.index, item.span);
    const { first, last, step } = item;
    return [
      { ...common, kind: 'do', until: null, control: { kind: 'count', index, first, last, step } },
      ...item.items.flatMap((inner) => itemRead(r, s, inner, [...loops, { counter: item.index }], by)),
      { ...common, kind: 'endDo' },
    ];
  }
  const target = wholly(r, item as S.NameSyntax | S.ApplySyntax);
  const { name, at } = argumentFor(r, target, repeats(r, target, loops, by), by);
  if (at === null) return [{ ...common, kind: 'assign', target, value: { ...target, name } }];
  const { span } = target;
  const index = nameAt(at, span);
  // One value, or as many as the array has elements.
  const count = isSingle(r, target) ? integer(1, span) : apply('size', [nameAt(target.name, span)], span);
  const next = binary('+', index, count);
  const last = binary('-', next, integer(1, span));
  const which: S.RangeSyntax = { kind: 'range', lower: index, upper: last, stride: null, span };
  const value = apply(name, [isSingle(r, target) ? index : which], span);
  return [
    { ...common, kind: 'assign', target, value },
    { ...common, kind: 'assign', target: index, value: next },
  ];
}

/**
 * What says how many values a statement reads before the end of the file, and which comes next; null where it reads something
 * else than single values, or where another statement does so.
 */
export function counted(
  r: Reading,
  s: S.StatementOf<'read'>,
  loops: readonly Loop[],
): { readonly next: string; readonly count: string } | null {
  const items = s.items.flatMap((e) => (e.kind === 'name' || e.kind === 'apply' ? [e] : []));
  const [first] = items;
  const isSeries = (e: S.NameSyntax | S.ApplySyntax) =>
    canBeDeclared(r, e) && isSingle(r, e) && !r.made.has(keyOf(e, 'read', true));
  if (!first || items.length < s.items.length || !items.every(isSeries)) return null;
  const count = freshIn(r, `${first.name}_n`);
  r.made.set(count, { of: count, by: 'read', name: count, at: null, count, places: [], span: first.span });
  const made = items.map((e) => argumentFor(r, e, repeats(r, e, loops, 'read'), 'read', count));
  const next = made[0]?.at;
  return next && made.every(({ at }) => at) ? { next, count } : null;
}

function freshIn({ names }: Reading, wanted: string): string {
  let name = wanted;
  for (let k = 1; names.has(name); k++) name = `${wanted}_${k}`;
  names.add(name);
  return name;
}

/** An ALLOCATABLE keeps the shape that it has: what is read are its elements, `x(:)`. */
function wholly(r: Reading, item: S.NameSyntax | S.ApplySyntax): S.NameSyntax | S.ApplySyntax {
  const { name, span } = item;
  const isAllocatable = r.declarations.some(
    ({ entities, attributes }) =>
      attributes.includes('allocatable') && entities.some((each) => each.name === name),
  );
  const dimensions = dimensionsOf(r, name);
  if (item.kind !== 'name' || !isAllocatable || dimensions.length === 0) return item;
  return apply(
    name,
    dimensions.map(() => all(span)),
    span,
  );
}

function argumentFor(
  r: Reading,
  item: S.NameSyntax | S.ApplySyntax,
  isRepeated: boolean,
  by: Source,
  count?: string,
): Argument {
  const { name: of, span } = item;
  const key = keyOf(item, by, isRepeated);
  const known = r.made.get(key);
  known?.places.push(item);
  if (known) return known;
  const at = isRepeated ? freshIn(r, `${of}_at`) : null;
  const made: Argument = {
    of,
    by,
    name: freshIn(r, `${of}_${by}`),
    at,
    places: [item],
    span,
    ...(count && { count }),
  };
  r.made.set(key, made);
  r.sink.info(
    'input-argument',
    `What ${SOURCES[by]} \`${of}\` is passed as \`${made.name}\`${isRepeated ? ', one value after the other' : ''}${count ? `, \`${count}\` of them` : ''}.`,
    span,
  );
  return made;
}

export function declarationsOf(r: Reading, { of, by, name, at, count, span }: Argument): S.StatementSyntax[] {
  if (count === name) return [integerVariable(name, span)];
  const found = r.declarations.flatMap((s) => {
    const entity = s.entities.find((each) => each.name === of);
    return entity ? [{ s, entity }] : [];
  });
  const attributes: S.Attribute[] = by === 'random' ? ['random'] : [];
  if (at === null) {
    // Bounds that are read themselves are arguments too.
    const read = [...r.made.values()].filter((each) => each.at === null);
    const names = new Map(read.map((each) => [each.of, each.name]));
    const bounds = withNames(r.allocated.get(of)?.dimensions ?? null, names);
    return found.map(({ s, entity }) => {
      const dimensions = bounds ?? entity.dimensions;
      const own: S.Entity = { ...entity, name, dimensions, initial: null, data: null };
      return { ...declared(s.type, own, attributes), span: s.span };
    });
  }
  const type = found.find(({ s }) => s.type !== null)?.s.type ?? null;
  const upper = count ? nameAt(count, span) : 'size';
  const series = entityOf(name, span, [{ lower: null, upper, span }]);
  return [declared(type, series, attributes), integerVariable(at, span)];
}
