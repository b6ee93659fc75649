/** Calls of the tape in generated C, which are read back as pushes and pops. */

import type { Span } from '../../../../base/span';
import { isReal } from '../../../../ir/build';
import type { Expr, Place, ScalarType, TapeValue } from '../../../../ir/types';
import { ONLY_RECORDING, type TapeAction, type TapeCall } from '../../../lower/tapeCalls';
import type * as S from '../../parse/syntax';
import { convertTo } from '../arithmetic';
import { startOf } from '../memory/located';
import { address, value } from '../names';
import { base, emit, type RoutineState, reference, temporary } from '../state';

/** `push_double(x);` or `x = pop_double()`, whose value is returned; null where there is none. */
export function tapeCall(s: RoutineState, e: S.CallExpression, call: TapeCall, into?: Place): Expr | null {
  if (call.kind === 'array') {
    arrayCall(s, e, call.action);
    return null;
  }
  if (call.action === 'push') {
    push(s, e, call);
    return null;
  }
  const type = call.kind === 'value' ? call.type : controlType(into);
  const direct =
    into && into.type === type && (call.kind === 'value' || into.kind === 'variable') ? into : null;
  const place = direct ?? reference(temporary(s, 'popped', type, e.span), e.span);
  pop(s, e.span, call, place);
  return place;
}

function controlType(into: Place | undefined): ScalarType {
  return into && !isReal(into.type) ? into.type : 'i32';
}

function pop(s: RoutineState, span: Span, call: TapeCall, place: Place): void {
  const common = { ...base(s.file, span), role: 'pop' as const, recording: ONLY_RECORDING };
  if (call.kind === 'control')
    s.out.push({ kind: 'popControl', ...common, target: place.variable, width: call.width });
  else s.out.push({ kind: 'pop', ...common, what: { kind: 'scalar', place } });
}

function push(s: RoutineState, e: S.CallExpression, call: Exclude<TapeCall, { kind: 'array' }>): void {
  const [arg] = e.args;
  const given = arg ? value(s, arg) : null;
  if (!given) return;
  const common = { role: 'push' as const, recording: ONLY_RECORDING };
  if (call.kind === 'control') {
    const v = isReal(given.type) ? convertTo(given, 'i32') : given;
    s.out.push({ kind: 'pushControl', ...base(s.file, e.span), ...common, value: v, width: call.width });
    return;
  }
  const isPlace = (given.kind === 'variable' || given.kind === 'element') && given.type === call.type;
  const place = isPlace ? given : reference(temporary(s, 'pushed', call.type, e.span), e.span);
  if (place !== given) emit(s, place, convertTo(given, call.type), e.span);
  s.out.push({ kind: 'push', ...base(s.file, e.span), ...common, what: { kind: 'scalar', place } });
}

function arrayCall(s: RoutineState, e: S.CallExpression, action: TapeAction): void {
  const [array, size] = e.args;
  const from = array ? address(s, array) : null;
  const count = size ? value(s, size) : null;
  if (!from || !count || isReal(count.type)) return;
  if (!from.variable.shape || startOf(from) !== null) {
    s.file.sink.error('unsupported', 'Only whole arrays are recorded.', e.span);
    return;
  }
  const what: TapeValue = { kind: 'array', variable: from.variable.id, count, span: e.span };
  s.out.push({ kind: action, ...base(s.file, e.span), role: action, recording: ONLY_RECORDING, what });
}
