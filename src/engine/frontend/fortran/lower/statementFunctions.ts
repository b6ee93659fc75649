/** Statement functions: their bodies in the place of their calls. */

import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import { count } from '../../words';
import type { ApplySyntax } from '../parse/syntax';
import { bad, type Context, report, type StatementFunctionSymbol, withBindings } from './context';
import type { Operand } from './operands';
import { converted } from './operators';
import { refused, scalar } from './values';

/** The most nodes that statement functions may expand to; an expansion inside another one counts again. */
const MOST_EXPANDED = 50_000;
/** How deep statement functions may be nested. */
const DEEPEST_EXPANSION = 50;

export function expand(ctx: Context, f: StatementFunctionSymbol, e: ApplySyntax): Operand {
  if (f.busy) {
    report(ctx, 'recursion', `The statement function ${f.name} uses itself.`, e.nameSpan);
    return bad(ctx, e.span);
  }
  if (e.args.length !== f.parameters.length)
    return refused(
      ctx,
      'argument-count',
      `${f.name} takes ${count(f.parameters.length, 'argument')}, not ${e.args.length}.`,
      e.span,
    );
  const bindings = new Map<string, Expr>();
  f.parameters.forEach((parameter, i) => {
    const arg = e.args[i];
    if (!arg || arg.value.kind === 'range') {
      report(ctx, 'shape', 'A statement function takes scalars.', e.span);
      return;
    }
    bindings.set(parameter.name, converted(ctx, scalar(ctx, arg.value), parameter.type, arg.span));
  });
  const tooLarge = (): Operand => {
    return refused(
      ctx,
      'too-large',
      'Statement functions expand to too much code here.',
      e.span,
      'Use FUNCTIONs.',
    );
  };
  if (ctx.shared.expanded > MOST_EXPANDED || ctx.shared.expanding >= DEEPEST_EXPANSION) return tooLarge();
  f.busy = true;
  ctx.shared.expanding++;
  const result = withBindings(ctx, bindings, (inner) => scalar(inner, f.body));
  ctx.shared.expanding--;
  f.busy = false;
  // Everything in it stands where it is used.
  const placed = b.rewrite(result, (part) => {
    ctx.shared.expanded++;
    return hasOwnPlace(part, e.span) ? part : { ...part, span: e.span };
  });
  if (ctx.shared.expanded > MOST_EXPANDED) return tooLarge();
  return b.convert(placed, f.type, e.span);
}

function hasOwnPlace(e: Expr, around: Span): boolean {
  return e.span.start >= around.start && e.span.end <= around.end;
}
