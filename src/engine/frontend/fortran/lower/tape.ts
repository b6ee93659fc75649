/**
 * Generated code read back. The section of the text that holds the tape is skipped; calls of its routines are the
 * pushes and pops of the IR, so that a tangent can be taken of an adjoint. Which push a pop belongs to is not said in
 * the text: all of them have one recording.
 */
import * as b from '../../../ir/build';
import { CONTROL_WORDS, controlWord, TYPE_WORD, tapeFunction } from '../../../ir/runtime';
import type { ControlWidth, RecordingId, ScalarType, TapeValue } from '../../../ir/types';
import type { StatementOf } from '../parse/syntax';
import { lookUp, shapeOf, variableFor } from '../resolve/symbols';
import { type Context, report, statementBase, unsupported } from './context';
import { emit } from './emit';
import { integer, kept, placeOf, scalar } from './values';

type Action = 'push' | 'pop';
type TapeCall =
  | { readonly kind: 'value' | 'array'; readonly action: Action; readonly type: ScalarType }
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
  const common = { ...statementBase(ctx), role: call.action, recording: RECORDING } as const;
  if (call.kind === 'array') {
    const symbol = first.value.kind === 'name' ? lookUp(ctx.scope, first.value.name) : null;
    const id = symbol?.kind === 'variable' ? variableFor(ctx, symbol, first.span) : null;
    if (id === null || !shapeOf(ctx, id) || !second || second.value.kind === 'range') {
      if (!ctx.failed) unsupported(ctx, 'Recording parts of arrays is', s.span, 'Record the whole array.');
      return;
    }
    const count = integer(ctx, second.value, 'The number of elements');
    const what: TapeValue = { kind: 'array', variable: id, count, span: s.span };
    if (ctx.failed) return;
    if (call.action === 'push') emit(ctx, { ...common, role: 'push', kind: 'push', what });
    else emit(ctx, { ...common, role: 'pop', kind: 'pop', what });
    return;
  }
  if (call.action === 'push') {
    const given = scalar(ctx, first.value);
    if (ctx.failed) return;
    if (call.kind === 'control') {
      const value = b.isReal(given.type) ? b.convert(given, 'i32') : given;
      emit(ctx, { ...common, role: 'push', kind: 'pushControl', value, width: call.width });
      return;
    }
    const isPlace = (given.kind === 'variable' || given.kind === 'element') && given.type === call.type;
    const place = isPlace ? given : kept(ctx, b.convert(given, call.type), 'pushed');
    if (place.kind === 'variable' || place.kind === 'element')
      emit(ctx, { ...common, role: 'push', kind: 'push', what: { kind: 'scalar', place } });
    return;
  }
  const place = placeOf(ctx, first.value);
  if (!place || ctx.failed) {
    if (!ctx.failed) report(ctx, 'argument-type', 'A variable is needed here.', first.span);
    return;
  }
  if (call.kind === 'value')
    emit(ctx, { ...common, role: 'pop', kind: 'pop', what: { kind: 'scalar', place } });
  else if (call.kind === 'control' && place.kind === 'variable')
    emit(ctx, { ...common, role: 'pop', kind: 'popControl', target: place.variable, width: call.width });
  else unsupported(ctx, 'Control popped into an element of an array is', first.span, 'Use a variable.');
}
