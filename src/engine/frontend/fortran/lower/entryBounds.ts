/**
 * Bounds of arrays are taken at entry. Where the routine gives an argument that they name another value, statements over the
 * whole array go by a copy of the first one.
 */
import * as b from '../../../ir/build';
import { variableOf } from '../../../ir/names';
import type { Dimension, Expr, Shape, Variable, VariableId } from '../../../ir/types';
import type { ApplySyntax, NameSyntax, Node } from '../parse/syntax';
import { allOfKind, mentionsIn, visitNodes } from '../parse/visit';
import { changesIn } from '../resolve/pointers/changes';
import { lookUp, routineNamed } from '../resolve/symbols';
import { type Context, entryCopyOf, into, type RoutineInfo, temporary } from './context';
import { assignTo } from './emit';

/** The dimensions of an array as statements see them. */
export function dimensionsOf(ctx: Context, { dimensions }: Shape): readonly Dimension[] {
  if (ctx.pure) return dimensions;
  const kept = (e: Expr): Expr => (e.kind === 'constant' ? e : b.rewrite(e, (part) => asAtEntry(ctx, part)));
  return dimensions.map(({ lower, extent }) => ({ lower: kept(lower), extent: extent && kept(extent) }));
}

function asAtEntry(ctx: Context, e: Expr): Expr {
  if (e.kind !== 'variable' && e.kind !== 'element') return e;
  const v = ctx.shared.variables[e.variable];
  if (!v || (v.role !== 'parameter' && v.role !== 'global') || hasValueOfEntry(ctx, v)) return e;
  let known = ctx.atEntry.find(({ of }) => b.sameExpr(of, e));
  if (!known) {
    known = { of: e, copy: temporary(ctx, `${v.name}_entry`, v.type) };
    ctx.atEntry.push(known);
  }
  return b.variable(known.copy, v.type, e.span);
}

/** Statements for the start of the routine: what the copies are of. */
export function entryCopies(ctx: Context) {
  return into(ctx, () => {
    for (const { of, copy } of ctx.atEntry) {
      const { type, span } = variableOf(ctx.shared, of.variable);
      ctx.span = span;
      assignTo(ctx, b.variable(copy, type, span), { ...of, span });
    }
  });
}

/**
 * Whether an extent tells the size of a local: it reads parameters and globals only, and those have their values from entry,
 * when the bounds of locals are taken.
 */
export function isKnownAtEntry(ctx: Context, e: Expr): boolean {
  let known = true;
  b.walkPlaces(e, (part) => {
    if (entryCopyOf(ctx, part.variable)) return;
    const v = ctx.shared.variables[part.variable];
    if (!v || !hasValueOfEntry(ctx, v)) known = false;
  });
  return known;
}

// ------------------------------------------------------------------------------------------------------- what changes

const changed = new WeakMap<RoutineInfo, ReadonlySet<string>>();

/** Names that a routine assigns, counts loops with, or hands to one that does. */
function changedNames(ctx: Context): ReadonlySet<string> {
  const { routine } = ctx;
  const known = changed.get(routine);
  if (known) return known;
  // A routine that calls itself adds nothing to what is being found.
  changed.set(routine, new Set());
  const names = changesOf(ctx, routine.unit?.body ?? []);
  changed.set(routine, names);
  return names;
}

/** Names that statements give other values, those that stand before a place; a routine inside changes variables of its host. */
function changesOf(ctx: Context, body: readonly Node[], end?: number): ReadonlySet<string> {
  const names = new Set<string>();
  const routine = (name: string) => {
    const callee = routineNamed(ctx, name);
    if (callee?.captured.length && callee.scope) {
      const inside = changedNames({ ...ctx, routine: callee, scope: callee.scope });
      for (const { host } of callee.captured) if (inside.has(host)) names.add(host);
    }
    return callee?.unit;
  };
  for (const name of changesIn(body, routine, end)) names.add(name);
  return names;
}

/** Whether a routine assigns a variable of the whole program, under whatever name, or calls one that may. */
function mayChangeGlobal(ctx: Context, id: VariableId): boolean {
  for (const name of changedNames(ctx)) {
    const symbol = lookUp(ctx.scope, name);
    if (symbol?.kind === 'variable' && symbol.id === id) return true;
  }
  return callsAny(ctx);
}

const calling = new WeakMap<RoutineInfo, boolean>();

function callsAny(ctx: Context): boolean {
  const { routine } = ctx;
  const body = routine.unit?.body ?? [];
  const found =
    calling.get(routine) ??
    (allOfKind(body, 'call').length > 0 || mentionsIn(body).some((e) => callsRoutine(ctx, e)));
  calling.set(routine, found);
  return found;
}
function callsRoutine(ctx: Context, e: NameSyntax | ApplySyntax): boolean {
  if (e.kind !== 'apply') return false;
  const symbol = lookUp(ctx.scope, e.name);
  const isArray = symbol?.kind === 'variable' && symbol.dimensions !== null;
  return !isArray && routineNamed(ctx, e.name) !== undefined;
}

/** By name, the first of the routine's outermost statements that gives it another value; null where jumps may repeat them. */
const firstChanges = new WeakMap<RoutineInfo, ReadonlyMap<string, number> | null>();

function firstChangesOf(ctx: Context): ReadonlyMap<string, number> | null {
  const { routine } = ctx;
  const known = firstChanges.get(routine);
  if (known !== undefined) return known;
  const body: readonly Node[] = routine.unit?.body ?? [];
  let found: Map<string, number> | null = new Map();
  visitNodes(body, (node) => {
    if (node.label !== null) found = null;
  });
  for (const [k, node] of found ? body.entries() : [])
    for (const name of changesOf(ctx, [node])) if (!found?.has(name)) found?.set(name, k);
  firstChanges.set(routine, found);
  return found;
}

/** Whether a variable had a value at entry, and has it still by the statement at hand. */
function hasValueOfEntry(ctx: Context, { id, name, role, intent }: Variable): boolean {
  if (role === 'global') return !mayChangeGlobal(ctx, id);
  return (
    role === 'parameter' && (intent === 'in' || !changedNames(ctx).has(name) || isBeforeChange(ctx, name))
  );
}

/** Whether the statement at hand comes before whatever changes a name, so that it has its first value still. */
function isBeforeChange(ctx: Context, name: string): boolean {
  const first = firstChangesOf(ctx)?.get(name);
  const node = first === undefined ? undefined : ctx.routine.unit?.body[first];
  return node !== undefined && ctx.span.end <= node.span.start;
}

/** Whether a statement that stands before a place in the text gives a variable another value. */
export function changesBefore(ctx: Context, name: string, end: number): boolean {
  return changesOf(ctx, ctx.routine.unit?.body ?? [], end).has(name);
}
