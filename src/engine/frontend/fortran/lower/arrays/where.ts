/** WHERE: assignments to arrays, guarded element by element. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import type { ExprSyntax, StatementOf, WhereNode } from '../../parse/syntax';
import { allOfKind } from '../../parse/visit';
import { lookUp } from '../../resolve/symbols';
import { kept } from '../calls/copies';
import { type Context, into, report, unsupported, type VariableSymbol } from '../context';
import { conform } from '../elementwise';
import { branch, loopNest } from '../emit';
import { type ArrayValue, isArray, type Walk } from '../operands';
import { value } from '../values';
import { overlaps, steadySection, store } from './assignment';
import { mentions, readsUnnamedIn, sectionValue, whileAssigning } from './sections';

/** A mask, and whether it is to hold. */
interface Guard {
  readonly mask: ArrayValue;
  readonly holds: boolean;
}

/**
 * Every assignment becomes a loop nest with a test in it. The mask of an arm is taken when its turn comes, after the arms
 * before it have assigned, and before anything of its own arm is.
 */
export function whereBlock(ctx: Context, node: WhereNode, around: readonly Guard[] = []): void {
  // Statements of an arm run where its own mask holds and none of those before it.
  let before = around;
  for (const [i, { mask: asked, body }] of node.arms.entries()) {
    ctx.failed = false;
    const mask = asked && maskOf(ctx, asked, writtenIn(ctx, node.arms.slice(i)), before);
    if (ctx.failed) return;
    const guards = mask ? [...before, { mask, holds: true }] : before;
    if (mask) before = [...before, { mask, holds: false }];
    for (const inner of body) {
      ctx.span = inner.span;
      ctx.failed = false;
      if (inner.kind === 'assign') maskedAssignment(ctx, inner, guards);
      else if (inner.kind === 'whereBlock') whereBlock(ctx, inner, guards);
      else if (inner.kind !== 'ignored' && inner.kind !== 'continue' && inner.kind !== 'fenced')
        unsupported(ctx, 'Anything but assignments in a WHERE is', inner.span, 'Write a loop with an IF.');
    }
  }
}

function writtenIn(ctx: Context, arms: WhereNode['arms']): VariableSymbol[] {
  const targets = arms.flatMap(({ body }) => allOfKind(body, 'assign').map(({ target }) => target));
  return targets.flatMap(({ name }) => {
    const symbol = lookUp(ctx.scope, name);
    return symbol?.kind === 'variable' ? symbol : [];
  });
}

function maskOf(
  ctx: Context,
  e: ExprSyntax,
  written: readonly VariableSymbol[],
  around: readonly Guard[],
): ArrayValue | null {
  const found = value(ctx, e);
  if (ctx.failed) return null;
  if (!isArray(found) || found.type !== 'bool')
    return report(ctx, 'type', 'WHERE takes an array of LOGICAL values.', e.span);
  const isSteady = written.every((symbol) => !mentions(symbol, e) && !readsUnnamedIn(ctx, symbol, e));
  if (isSteady) return found;
  // The assignments would change it.
  const before = kept(ctx, found, 'mask', (body) => guardedNest(ctx, found, around, e.span, body));
  if (!before)
    unsupported(
      ctx,
      'A WHERE whose assignments change its mask, without knowing its size at entry, is',
      e.span,
      'Put the mask into a LOGICAL array first.',
    );
  return before;
}

function maskedAssignment(ctx: Context, s: StatementOf<'assign'>, guards: readonly Guard[]): void {
  const { target } = s;
  const symbol = lookUp(ctx.scope, target.name);
  if (symbol?.kind !== 'variable' || !symbol.dimensions) {
    if (symbol?.kind !== 'variable' || !symbol.poison)
      report(ctx, 'shape', 'WHERE assigns to whole arrays and sections.', target.span);
    return;
  }
  if (symbol.intent === 'in') {
    report(ctx, 'intent', `${symbol.name} is INTENT(IN), so it can\u2019t be assigned.`, target.span);
    return;
  }
  const section = steadySection(ctx, symbol, target);
  const place = section && sectionValue(ctx, section, target.span);
  if (!section || !place || ctx.failed) return;
  if (!isArray(place)) {
    report(ctx, 'shape', 'WHERE assigns to whole arrays and sections.', target.span);
    return;
  }
  const source = whileAssigning(ctx, section, () => value(ctx, s.value));
  for (const other of [source, ...guards.map(({ mask }) => mask)])
    if (isArray(other)) conform(ctx, place, other, s.span);
  if (ctx.failed) return;
  const way = overlaps(ctx, symbol, target, s.value) ? 'copy' : 'straight';
  const nest = (body: (walks: readonly Walk[]) => void) => guardedNest(ctx, place, guards, s.span, body);
  const from = { value: source, span: s.value.span };
  store(ctx, { symbol, section, span: target.span, nest }, from, s.held ?? way);
}

/** A nest over an array, in which each guard is met. */
function guardedNest(
  ctx: Context,
  place: ArrayValue,
  guards: readonly Guard[],
  span: Span,
  body: (walks: readonly Walk[]) => void,
): void {
  loopNest(ctx, place.natural, (walks) => {
    const condition = guards.reduce<Expr | null>((so, { mask, holds }) => {
      const own = holds ? mask.at(walks) : b.not(mask.at(walks));
      return so ? b.logical('and', so, own, span) : own;
    }, null);
    if (!condition) return body(walks);
    const then = into(ctx, () => body(walks));
    branch(ctx, condition, then);
  });
}
