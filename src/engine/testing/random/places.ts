/** Reading and writing variables: which may be, and with which subscripts. */
import * as build from '../../ir/build';
import type { Place, ScalarType, VariableId } from '../../ir/types';
import { integer } from './integers';
import { isArray, isDefined, metaAt, type Scope, variableAt } from './scope';

export function isReadable(scope: Scope, id: VariableId, type: ScalarType): boolean {
  return variableAt(scope.b, id).type === type && isDefined(scope, id);
}

/** Whether a statement may assign it: arrays only once they are defined as a whole. */
export function isWritable(scope: Scope, id: VariableId, type: ScalarType): boolean {
  const v = variableAt(scope.b, id);
  if (v.type !== type || metaAt(scope.b, id).fixed || v.intent === 'in' || scope.frozen.has(id)) return false;
  return v.shape === null || isDefined(scope, id);
}

/** The variable, or an element of the array at random subscripts inside its bounds. */
export function readPlace(scope: Scope, id: VariableId): Place {
  const { type } = variableAt(scope.b, id);
  if (!isArray(scope.b, id)) return build.variable(id, type);
  const subscripts = metaAt(scope.b, id).bounds.map(([low, high]) => subscript(scope, low, high));
  return build.element(id, subscripts, type);
}

function subscript(scope: Scope, low: number, high: number) {
  const type = scope.b.random.chance(0.95) ? 'i32' : 'i64';
  return integer(scope, type, low, high, scope.b.random.chance(0.3) ? 1 : 0);
}
