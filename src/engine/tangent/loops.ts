/** Counted loops in tangent programs. */
import { itemAt } from '../base/lookup';
import { NOWHERE } from '../base/span';
import { add, constant, element, isConstant, shifted, variable } from '../ir/build';
import type { For, LabelId, Place, Statement, StatementId, Variable } from '../ir/types';
import type { Making, Scope } from './making';

/** The statement that `make` gives for an element, for every element of the array; nothing where an extent is unknown. */
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
    body = countedLoop(m, { index: itemAt(indices, k), first: d.lower, last }, 1, [body]);
  }
  return [body];
}

export function countedLoop(
  { counters }: Pick<Making, 'counters'>,
  range: Pick<For, 'index' | 'first' | 'last'>,
  step: 1 | -1,
  body: readonly Statement[],
): For {
  return {
    kind: 'for',
    id: counters.nextStatement++ as StatementId,
    label: counters.nextLabel++ as LabelId,
    span: NOWHERE,
    role: 'derivative',
    origin: body[0]?.origin ?? null,
    sweep: 'forward',
    ...range,
    step: constant(step, 'i32'),
    test: step === 1 ? 'le' : 'ge',
    body,
  };
}
