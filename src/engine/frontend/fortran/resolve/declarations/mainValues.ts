/**
 * `real :: total = 0.0` of a main program. It is kept from call to call in Fortran; a program runs once, so it is set where the
 * program begins, and is one of its variables as the others are.
 */
import { assigned, nameAt } from '../../parse/made';
import type { Entity, StatementOf, StatementSyntax, Unit } from '../../parse/syntax';

export function withMainValues(units: readonly Unit[]): readonly Unit[] {
  return units.map((unit) => {
    if (unit.kind !== 'program') return unit;
    const begins = unit.specifications.flatMap((s) => (isOfMain(s) ? s.entities.filter(hasValue) : []));
    if (begins.length === 0) return unit;
    const first = begins.flatMap(({ name, span, initial }) =>
      initial ? [assigned(nameAt(name, span), initial, span)] : [],
    );
    const specifications = unit.specifications.map((s) =>
      isOfMain(s) ? { ...s, entities: s.entities.map((each) => ({ ...each, initial: null })) } : s,
    );
    return { ...unit, specifications, body: [...first, ...unit.body] };
  });
}

function hasValue({ initial }: Entity): boolean {
  return initial !== null;
}

/** Numbers and truths; constants and pointers are told where they are declared. */
function isOfMain(s: StatementSyntax): s is StatementOf<'declare'> & StatementSyntax {
  if (s.kind !== 'declare' || s.type?.derived !== undefined || s.type?.characters !== undefined) return false;
  return !s.attributes.includes('parameter') && !s.attributes.includes('pointer');
}
