/**
 * Statements without a routine around them. Names that nothing declares are parameters by reference, in order of first
 * appearance: INTEGER by their first letter, else DOUBLE PRECISION; arrays where they have a subscript.
 */

import type { Context } from '../lower/context';
import { unsupported } from '../lower/context';
import { INTRINSIC_NAMES } from '../lower/intrinsics/intrinsics';
import { integer } from '../parse/made';
import type { ApplySyntax, DimensionSyntax, NameSyntax, Node } from '../parse/syntax';
import { allOfKind, mentionsIn } from '../parse/visit';
import { lookUp, newVariable, routineNamed } from './symbols';

export function declareSnippet(ctx: Context, body: readonly Node[]): void {
  const mentions = mentionsIn(body).sort((a, b) => a.span.start - b.span.start);
  const kept = new Set(allOfKind(body, 'keep').map(({ name }) => name.name));
  for (const e of mentions) if (!kept.has(e.name)) declare(ctx, e);
}

function declare(ctx: Context, e: NameSyntax | ApplySyntax): void {
  const known = lookUp(ctx.scope, e.name);
  if (known?.kind === 'variable' && known.dummy && e.kind === 'apply' && !known.dimensions) {
    // So far the name stood without subscripts; with these it is an array.
    known.dimensions = dimensions(ctx, e);
    return;
  }
  if (known || routineNamed(ctx, e.name) || (e.kind === 'apply' && e.args.length === 0)) return;
  if (e.kind === 'apply' && INTRINSIC_NAMES.has(e.name)) return;
  const letter = e.name.charAt(0);
  const span = e.kind === 'name' ? e.span : e.nameSpan;
  const symbol = newVariable(ctx.scope, e.name, letter >= 'i' && letter <= 'n' ? 'i32' : 'f64', span);
  symbol.dummy = true;
  symbol.typed = true;
  if (e.kind === 'apply') symbol.dimensions = dimensions(ctx, e);
  ctx.routine.parameters.push(symbol);
}

function dimensions(ctx: Context, e: ApplySyntax): DimensionSyntax[] {
  if (e.args.length > 1)
    unsupported(
      ctx,
      `Arrays of ${e.args.length} dimensions without a declaration are`,
      e.nameSpan,
      `Declare it above: double precision ${e.name}(n, m).`,
    );
  return e.args.map((_, d) => ({
    lower: null,
    upper: d === e.args.length - 1 ? 'size' : integer(1, e.nameSpan),
    span: e.nameSpan,
  }));
}
