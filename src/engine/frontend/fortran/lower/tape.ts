/**
 * Generated code read back. The section of the text that holds the tape is skipped; calls of its routines are the
 * pushes and pops of the IR, so that a tangent can be taken of an adjoint. Which push a pop belongs to is not said in
 * the text: all of them have one recording.
 */
import * as b from '../../../ir/build';
import { CONTROL_WORDS, controlWord, TYPE_WORD, tapeFunction } from '../../../ir/runtime';
import type { ControlWidth, Place, RecordingId, ScalarType, TapeValue } from '../../../ir/types';
import type { ArgumentSyntax, ExprSyntax, StatementOf } from '../parse/syntax';
import { lookUp, shapeOf, variableFor } from '../resolve/symbols';
import { type Context, report, statementBase, unsupported } from './context';
import { emit } from './emit';
import { isPlace, kept, placeOf } from './places';
import { integer, scalar } from './values';

type Action = 'push' | 'pop';
type ValueCall = { readonly kind: 'value' | 'array'; readonly action: Action; readonly type: ScalarType };
type TapeCall =
  | ValueCall
  | { readonly kind: 'control'; readonly action: Action; readonly width: ControlWidth };

const WIDTHS: readonly ControlWidth[] = [
  { kind: 'bit' },
  { kind: 'small', states: 256 },
  { kind: 'small', states: 65_536 },
  { kind: 'small', states: 2 ** 31 },
  { kind: 'count' },
];

const TAPE_CALLS: ReadonlyMap<string, TapeCall> = new Map(
  (['push', 'pop'] as const).flatMap((action): [string, TapeCall][] => [
    ...(Object.keys(TYPE_WORD) as ScalarType[]).flatMap((type): [string, TapeCall][] => [
      [tapeFunction(action, type, false), { kind: 'value', action, type }],
      [tapeFunction(action, type, true), { kind: 'array', action, type }],
    ]),
    ...CONTROL_WORDS.flatMap((word): [string, TapeCall][] => {
      const width = WIDTHS.find((each) => controlWord(each) === word);
      return width ? [[`${action}_${word}`, { kind: 'control', action, width }]] : [];
    }),
  ]),
);

const RECORDING = 0 as RecordingId;

export function tapeCallNamed(name: string): TapeCall | undefined {
  return TAPE_CALLS.get(name);
}

export function tapeStatement(ctx: Context, s: StatementOf<'call'>, call: TapeCall): void {
  const [first, second] = s.args;
  if (!first || first.value.kind === 'range' || s.args.length !== (call.kind === 'array' ? 2 : 1)) {
    report(ctx, 'argument-count', `${s.callee.name} is not called like this.`, s.span);
    return;
  }
  const e = first.value;
  const base = { ...statementBase(ctx), role: call.action, recording: RECORDING } as const;
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
