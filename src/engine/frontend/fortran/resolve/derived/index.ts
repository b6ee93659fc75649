/**
 * Derived types. Each component of a variable becomes a variable of its own, named by its path: `a%b%c` is `a.b.c`. In an
 * array of structures the components are arrays, whose last dimensions are those of the structures. A routine gets the
 * components of its arguments, and a function that returns a structure is a subroutine that sets its components. What
 * is bound to a type is called by the routine's own name by now (dispatch).
 *
 * Works on nested units, before anything is known of names but which are structures.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Unit } from '../../parse/syntax';
import { operatorsOf, signaturesOf, withOperators } from './signatures';
import { refuseFinals, refuseThoseInThemselves, typesOf } from './types';
import { rewriteUnits } from './units';

export function withoutDerivedTypes(
  units: readonly Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
  hasComponents: boolean,
): readonly Unit[] {
  const types = typesOf(units);
  if (types.size === 0 && !hasComponents && !units.some(namesTypes)) return units;
  refuseFinals(units, sink);
  refuseThoseInThemselves(units, sink);
  const given = signaturesOf(units, types);
  const operators = operatorsOf(units, types, given);
  const signatures = withOperators(given, operators);
  return rewriteUnits(units, { types, signatures, operators, names, sink });
}

function namesTypes(unit: Unit): boolean {
  return (
    unit.specifications.some((s) => s.kind === 'declare' && s.type?.derived !== undefined) ||
    unit.contains.some(namesTypes)
  );
}
