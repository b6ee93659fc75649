/**
 * Memory that outlives a call: COMMON blocks, module variables, SAVE. Each member has a root and a byte offset,
 * aligned to its own size as compilers do; a member that looks the same in two routines is one variable.
 */
import { getOrMake } from '../../../base/once';
import { memoryBytes } from '../../../ir/build';
import { addVariable } from '../../../ir/emit';
import { BLANK_COMMON, variableOf } from '../../../ir/names';
import type { Shape, StorageRoot, Variable, VariableId } from '../../../ir/types';
import { type Context, report, type Shared, unsupported, type VariableSymbol } from '../lower/context';
import { type Name, originOf } from '../parse/syntax';

/** Number of elements, if every bound is a constant. */
export function constantShape(shape: Shape | null): number | null {
  let size = 1;
  for (const { lower, extent } of shape?.dimensions ?? []) {
    if (lower.kind !== 'constant' || extent?.kind !== 'constant') return null;
    size *= extent.value;
  }
  return size;
}

/** The name of a root, and its first free byte after everything placed so far. */
export function rootOf(
  shared: Shared,
  name: string,
  kind: StorageRoot['kind'],
): { root: StorageRoot; bytes: number } {
  const key = `${kind} ${name}`;
  return getOrMake(shared.roots, key, () => {
    const taken = [...shared.roots.values()].some((other) => other.root.name === name);
    return { root: { name: taken ? `${name}_${kind}` : name, kind, bytes: 0 }, bytes: 0 };
  });
}

export function finishedRoots(shared: Shared): StorageRoot[] {
  return [...shared.roots.values()].map(({ root, bytes }) => ({ ...root, bytes }));
}

function aligned(offset: number, size: number): number {
  return Math.ceil(offset / size) * size;
}

/**
 * Gives a SAVE, DATA or initialised variable, or one of a program with routines in it, its place. Copies of a routine share
 * it: the variable, if another of them has made it.
 */
export function placeInSave(ctx: Context, symbol: VariableSymbol, shape: Shape | null): VariableId | null {
  const unit = symbol.home.unit;
  const kind = unit.kind === 'module' ? 'module' : 'save';
  // What is only read each of them has for itself.
  const of = symbol.intent === 'in' ? unit.name.name : originOf(unit);
  const key = `${of}.${symbol.name}`;
  const known = ctx.shared.views.get(key);
  if (known !== undefined) {
    const twin = variableOf(ctx.shared, known);
    symbol.storage = twin.storage;
    ctx.shared.variables[twin.id] = { ...twin, owner: null };
    return twin.id;
  }
  const entry = rootOf(ctx.shared, kind === 'module' ? of : `${of}_save`, kind);
  const size = memoryBytes(symbol.type);
  const offset = aligned(entry.bytes, size);
  entry.bytes = offset + size * (constantShape(shape) ?? 1);
  symbol.storage = { root: entry.root.name, offset, key };
  return null;
}

/** Lays out one COMMON block as one routine declares it; `offset` is where it goes on. */
export function placeInCommon(
  ctx: Context,
  block: Name | null,
  symbol: VariableSymbol,
  shape: Shape | null,
  offset: number,
): number {
  const { shared } = ctx;
  const name = block?.name ?? BLANK_COMMON;
  if (block?.name === BLANK_COMMON)
    unsupported(ctx, 'A COMMON block that is called COMMON is', block.span, 'Give it another name.');
  const entry = rootOf(shared, name, 'common');
  const size = memoryBytes(symbol.type);
  const start = aligned(offset, size);
  const length = constantShape(shape);
  if (length === null) {
    report(ctx, 'bounds', `The bounds of ${symbol.name} must be constants in COMMON.`, symbol.span);
    symbol.poison = true;
    return start;
  }
  const end = start + size * length;
  entry.bytes = Math.max(entry.bytes, end);
  const look = `${start} ${symbol.type} ${printed(shape)}`;
  const key = commonKey(shared, name, symbol.name, look);
  symbol.storage = { root: entry.root.name, offset: start, key };
  symbol.memory = { root: entry.root.name, from: start, to: end };
  const view = `${entry.root.name} ${symbol.name} ${look}`;
  const place = `${entry.root.name} ${look}`;
  const twins = twinsAt(shared, place);
  let id = shared.views.get(view);
  if (id === undefined) {
    id = addVariable(shared.variables, {
      name: symbol.name,
      type: symbol.type,
      shape,
      role: 'global',
      owner: null,
      span: symbol.span,
      storage: symbol.storage,
      initial: symbol.initial ?? twins[0]?.initial ?? null,
    });
    shared.views.set(view, id);
    shared.twins.set(place, [...(shared.twins.get(place) ?? []), id]);
  }
  // Variables of several routines for one place of COMMON have one initial value.
  if (symbol.initial)
    for (const twin of twinsAt(shared, place))
      shared.variables[twin.id] = { ...twin, initial: symbol.initial };
  symbol.id = id;
  return end;
}

/** The variables, whatever their names, that stand at a place and look the same. */
function twinsAt(shared: Shared, place: string): Variable[] {
  return (shared.twins.get(place) ?? []).map((id) => variableOf(shared, id));
}

/** The place's key is the first name that it got; a name that means another place by now is told apart by its offset. */
function commonKey(shared: Shared, block: string, name: string, look: string): string {
  const place = `${block} ${look}`;
  const known = shared.keys.get(place);
  if (known) return known;
  const plain = `${block}.${name}`;
  const key = shared.keys.has(plain) ? `${plain}_${look.split(' ')[0]}` : plain;
  shared.keys.set(place, key);
  shared.keys.set(key, key);
  return key;
}

function printed(shape: Shape | null): string {
  return (shape?.dimensions ?? [])
    .map(({ lower, extent }) =>
      [lower, extent].map((e) => (e?.kind === 'constant' ? e.value : '?')).join('+'),
    )
    .join(',');
}
