/** Calls of the tape in generated Fortran, which are read back as pushes and pops. */
import * as b from '../../../ir/build';
import type { Place, TapeValue } from '../../../ir/types';
import { ONLY_RECORDING, type TapeCall, type ValueCall } from '../../lower/tapeCalls';
import type { ArgumentSyntax, ExprSyntax, StatementOf } from '../parse/syntax';
import { lookUp, shapeOf, variableFor } from '../resolve/symbols';
import { type Context, report, statementBase, unsupported } from './context';
import { emit, isPlace, kept, placeOf } from './emit';
import { integer, scalar } from './values';

export function tapeStatement(ctx: Context, s: StatementOf<'call'>, call: TapeCall): void {
  const [first, second] = s.args;
  if (!first || first.value.kind === 'range' || s.args.length !== (call.kind === 'array' ? 2 : 1)) {
    report(ctx, 'argument-count', `${s.callee.name} is not called like this.`, s.span);
    return;
  }
  const e = first.value;
  const base = { ...statementBase(ctx), role: call.action, recording: ONLY_RECORDING } as const;
  if (call.kind !== 'control') {
    const what = call.kind === 'array' ? arrayOnTape(ctx, e, second?.value) : scalarOnTape(ctx, e, call);
    if (what) emit(ctx, { ...base, kind: call.action, what });
  } else if (call.action === 'push') {
    const given = scalar(ctx, e);
    const value = b.isReal(given.type) ? b.convert(given, 'i32') : given;
    if (!ctx.failed) emit(ctx, { ...base, kind: 'pushControl', value, width: call.width });
  } else {
    const place = poppedInto(ctx, e);
    if (place?.kind === 'variable')
      emit(ctx, { ...base, kind: 'popControl', target: place.variable, width: call.width });
    else if (place)
      unsupported(ctx, 'Control popped into an element of an array is', e.span, 'Use a variable.');
  }
}

/** Null after a report, as in all that follow. */
function arrayOnTape(
  ctx: Context,
  e: ExprSyntax,
  size: ArgumentSyntax['value'] | undefined,
): TapeValue | null {
  const symbol = e.kind === 'name' ? lookUp(ctx.scope, e.name) : null;
  const variable = symbol?.kind === 'variable' ? variableFor(ctx, symbol, e.span) : null;
  if (variable === null || !shapeOf(ctx, variable) || !size || size.kind === 'range') {
    if (!ctx.failed) unsupported(ctx, 'Recording parts of arrays is', ctx.span, 'Record the whole array.');
    return null;
  }
  const count = integer(ctx, size, 'The number of elements');
  return ctx.failed ? null : { kind: 'array', variable, count, span: ctx.span };
}

/** A value that is pushed and stands in no place of its type gets one. */
function scalarOnTape(ctx: Context, e: ExprSyntax, { action, type }: ValueCall): TapeValue | null {
  if (action === 'pop') {
    const place = poppedInto(ctx, e);
    return place && { kind: 'scalar', place };
  }
  const given = scalar(ctx, e);
  if (ctx.failed) return null;
  const place = isPlace(given) && given.type === type ? given : kept(ctx, b.convert(given, type), 'pushed');
  return isPlace(place) ? { kind: 'scalar', place } : null;
}

function poppedInto(ctx: Context, e: ExprSyntax): Place | null {
  const place = placeOf(ctx, e);
  if (place && !ctx.failed) return place;
  if (!ctx.failed) report(ctx, 'argument-type', 'A variable is needed here.', e.span);
  return null;
}
