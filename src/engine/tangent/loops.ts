/** Counted loops in tangent programs. */
import { itemAt } from '../base/lookup';
import { NOWHERE } from '../base/span';
import { add, element, isConstant, shifted, variable } from '../ir/build';
import { Emitter } from '../ir/emit';
import type { For, Place, Statement, Variable } from '../ir/types';
import type { Making, Scope } from './making';

/** Applies `make` to every element of the array, in loops; nothing where an extent is unknown. */
export function overElements(
  m: Making,
  scope: Scope,
  array: Variable,
  make: (place: Place) => Statement,
): Statement[] {
  const { dimensions = [], order } = array.shape ?? {};
  const indices = dimensions.map(() => scope.scratch('k', 'i32'));
  const place = element(
    array.id,
    indices.map((i) => variable(i, 'i32')),
    array.type,
  );
  let body: Statement = make(place);
  // The index that varies fastest is innermost.
  const inside = order === 'row' ? [...indices.keys()].reverse() : [...indices.keys()];
  for (const k of inside) {
    const d = dimensions[k];
    if (!d?.extent) return [];
    const last = isConstant(d.lower, 1) ? d.extent : shifted(add(d.lower, d.extent), -1);
    body = loopOver(m, { index: itemAt(indices, k), first: d.lower, last }, [body]);
  }
  return [body];
}

/** A loop with the origin of its first statement. */
export function loopOver(
  { growing }: Pick<Making, 'growing'>,
  range: Pick<For, 'index' | 'first' | 'last'> & Partial<Pick<For, 'step'>>,
  body: readonly Statement[],
): For {
  const { origin, sweep } = itemAt(body, 0);
  const from = { span: NOWHERE, origin, sweep };
  return new Emitter(growing, from).loop('derivative', { ...range, test: range.step ? 'ge' : 'le' }, body);
}
