/** Memory without a name: `(double[]){1, 2}`, `&(double){x}`. */

import type * as S from '../../parse/syntax';
import { fence } from '../../resolve/fence';
import { assignInto } from '../assignments';
import { scalarInitializer } from '../declarations/initialValues';
import { formOf, shapeOf, withCountedSize } from '../declarations/shapes';
import { type RoutineState, reference, temporary, type VariableDraft } from '../state';
import { fillArray } from './initializers';

/** `(double[]){1, 2}`: a local, which gets its values each time control comes by. Null after a report. */
export function unnamed(s: RoutineState, e: S.CompoundLiteral): VariableDraft | null {
  const { initializer, span } = e;
  const declarator = { name: 'values', nameSpan: span, derivations: e.derivations, span };
  const form = formOf(declarator);
  const { base: type } = e.type;
  if (s.index < 0 || (form.kind !== 'array' && form.kind !== 'scalar') || type === 'void')
    return fence(s.file.sink, 'compoundLiteral', span);
  if (type === 'unsupported') return null;
  if (form.kind === 'scalar') {
    const given = scalarInitializer(s.file.sink, initializer);
    const variable = temporary(s, 'value', type, span);
    return given && assignInto(s, reference(variable, span), given, span) ? variable : null;
  }
  const shape = shapeOf(s, withCountedSize(form.sizes, initializer), false, span);
  if (!shape) return null;
  const variable: VariableDraft = temporary(s, 'values', type, span);
  variable.shape = shape;
  fillArray(s, variable, initializer);
  return variable;
}
