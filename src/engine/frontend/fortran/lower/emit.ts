/** Statements, appended to where the context says. */
import { itemAt } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import type { RawStatement } from '../../../control/structure';
import * as b from '../../../ir/build';
import { addVariable, newLabel } from '../../../ir/emit';
import type { Expr, For, Place, VariableId } from '../../../ir/types';
import type { ExprSyntax, Node } from '../parse/syntax';
import type { Label } from '../read/source';
import { lookUp, resolve } from '../resolve/symbols';
import { type Construct, type Context, freshName, into, statementBase, temporary } from './context';
import type { Natural, Operand, Walk } from './operands';
import { value } from './values';

export function emit(ctx: Context, statement: RawStatement): void {
  ctx.out.push(statement);
}

export function assignTo(ctx: Context, target: Place, value: Expr, span: Span = ctx.span): void {
  const { id, role, origin, sweep } = statementBase(ctx, span);
  emit(ctx, { kind: 'assign', id, span, role, origin, sweep, target, value, form: undefined });
}

export function branch(
  ctx: Context,
  condition: Expr,
  then: RawStatement[],
  other: RawStatement[] = [],
): void {
  emit(ctx, { kind: 'if', condition, then, else: other, ...statementBase(ctx) });
}

/** Indices of loops that lowering made, by routine, to be used again where no loop around uses them. */
const pools = new WeakMap<object, VariableId[]>();

function freeIndex(ctx: Context): VariableId {
  const pool = pools.get(ctx.routine) ?? [];
  pools.set(ctx.routine, pool);
  const free = pool.find((id) => !ctx.indices.has(id));
  if (free !== undefined) return free;
  const id = addVariable(ctx.shared.variables, {
    name: freshName(ctx.shared, itemAt(['i', 'j', 'k', 'l', 'm'], ctx.indices.size % 5)),
    type: 'i32',
    role: 'temporary',
    owner: ctx.routine.index,
    span: ctx.span,
  });
  pool.push(id);
  return id;
}

/** Counted loops over all dimensions, the first innermost, as arrays lie in memory; `backwards` only in steps of 1 or -1. */
export function loopNest(
  ctx: Context,
  ranges: readonly Natural[],
  body: (walks: readonly Walk[]) => void,
  backwards = false,
): void {
  const walks: Walk[] = [];
  const nest = (d: number) => {
    const range = ranges[d];
    if (!range) {
      body(walks);
      return;
    }
    const index = freeIndex(ctx);
    ctx.indices.add(index);
    const first = b.convert(range.first, 'i32');
    const step = b.convert(range.step, 'i32');
    walks[d] = { index: b.variable(index, 'i32', ctx.span), first, step };
    const base = { label: newLabel(ctx.shared), ...statementBase(ctx) };
    const inner = into(ctx, () => nest(d - 1));
    ctx.indices.delete(index);
    const last = b.convert(range.last, 'i32');
    const loop: Omit<For, 'body'> = {
      kind: 'for',
      index,
      ...(backwards
        ? { first: last, last: first, step: b.subtract(b.constant(0, 'i32'), step) }
        : { first, last, step }),
      test: 'do',
      ...base,
    };
    emit(ctx, { ...loop, body: inner });
  };
  nest(ranges.length - 1);
}

/**
 * Statements inside of others. They are lowered by `lowerNode` of the context, so that each construct can have a body and none
 * needs the file in which constructs are told apart.
 */
export function lowerBody(ctx: Context, nodes: readonly Node[]): void {
  for (const node of nodes) ctx.lowerNode(ctx, node);
}

export function placeLabel(ctx: Context, label: Label): void {
  if (ctx.targets.has(label.name))
    emit(ctx, { kind: 'labelled', label: label.name, ...idAndSpan(ctx, label.span) });
}

export function idAndSpan(ctx: Context, span: Span) {
  const { id } = statementBase(ctx, span);
  return { id, span };
}

/** A named construct that some EXIT leaves becomes a block. */
export function withBlock(ctx: Context, name: string | null, run: () => void): void {
  if (name === null) {
    run();
    return;
  }
  const construct: Construct = { name, loop: false, label: newLabel(ctx.shared), used: false };
  ctx.constructs.push(construct);
  const { span } = ctx;
  const body = into(ctx, run);
  ctx.constructs.pop();
  if (construct.used) emit(ctx, { kind: 'block', label: construct.label, body, ...statementBase(ctx, span) });
  else for (const s of body) emit(ctx, s);
}

/** What a scalar assignment or an argument by reference names; null for arrays, constants and calls. */
export function placeOf(ctx: Context, e: ExprSyntax): Place | null {
  if (e.kind !== 'name' && e.kind !== 'apply') return null;
  if (ctx.bindings?.has(e.name)) return null;
  const symbol = e.kind === 'name' ? resolve(ctx, e.name, e.span) : lookUp(ctx.scope, e.name);
  if (symbol?.kind !== 'variable' || symbol.poison) return null;
  if (e.kind === 'apply' && !symbol.dimensions) return null;
  const found = value(ctx, e);
  return isPlace(found) ? found : null;
}

export function isPlace(e: Operand): e is Place {
  return e.kind === 'variable' || e.kind === 'element';
}

/** A temporary that gets a value here. */
export function inTemporary(ctx: Context, e: Expr, base: string): Place {
  const place = b.variable(temporary(ctx, base, e.type), e.type, e.span);
  assignTo(ctx, place, e);
  return place;
}

/** Keeps a value in a temporary, so that it is computed once, and before what follows. */
export function kept(ctx: Context, e: Expr, base: string): Expr {
  return e.kind === 'constant' ? e : inTemporary(ctx, e, base);
}
