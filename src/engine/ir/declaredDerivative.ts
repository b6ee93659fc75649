/**
 * The declaration of a derivative that the user writes: as generated code calls it. Each active parameter is followed by its
 * adjoint, passed by reference, or by its tangent, passed as the parameter is. Of a function's result the adjoint comes last,
 * by value, and nothing is returned; a tangent returns the result, and the tangent of it comes last, by reference.
 */

import { entryOf } from '../base/lookup';
import { addVariable, growingFrom, newLabel } from './emit';
import { freeName, variableOf } from './names';
import { renameShape } from './rewrites/rename';
import { callsIn } from './statements';
import type { Program, Routine, Variable, VariableId } from './types';

/** How a derivative of a routine is called. */
export interface CalledDerivative {
  readonly name: string;
  /** By parameter position: it is followed by its derivative. */
  readonly active: readonly boolean[];
  /** The function's result has one, too, which comes last. */
  readonly resultActive: boolean;
}

/** Globals that a routine without a body reads or writes: their derivatives are its adjoint's and its tangent's too. */
export function globalsTouchedBy({ parameters, external }: Routine): readonly VariableId[] {
  if (!external) return [];
  const touched = new Set([...external.read, ...external.written]);
  return external.globals.filter((_, k) => touched.has(parameters.length + k));
}

/** The program with a declaration for each of these that it calls and does not hold, at its end. */
export function withDeclared(
  program: Program,
  primal: Program,
  called: readonly { readonly of: Routine; readonly derivative: CalledDerivative }[],
  role: 'adjoint' | 'tangent',
  suffix: string,
): Program {
  const names = new Set(program.routines.map((r) => r.name));
  const callees = new Set(program.routines.flatMap(({ body }) => callsIn(body).map(({ callee }) => callee)));
  const growing = growingFrom(program);
  const routines = [...program.routines];
  for (const { of, derivative } of called) {
    if (names.has(derivative.name) || !callees.has(derivative.name)) continue;
    names.add(derivative.name);
    const owner = routines.length;
    const copies = new Map<VariableId, VariableId>();
    const taken = new Set<string>();
    const add = (from: VariableId, hint: string, more: Partial<Variable>): VariableId => {
      const v = variableOf(primal, from);
      const name = freeName(taken, hint, 0);
      taken.add(name.toLowerCase());
      const shape = v.shape && renameShape(v.shape, copies);
      return addVariable(growing.variables, {
        ...v,
        name,
        owner,
        storage: null,
        initial: null,
        shape,
        ...more,
      });
    };
    const nameOf = (id: VariableId) => variableOf(primal, id).name;
    for (const id of of.parameters) {
      copies.set(id, add(id, nameOf(id), {}));
    }
    const parameters = of.parameters.flatMap((id, k) => {
      const own = entryOf(copies, id);
      if (!derivative.active[k]) return [own];
      const passing = role === 'adjoint' ? 'reference' : variableOf(primal, id).passing;
      return [own, add(id, `${nameOf(id)}${suffix}`, { role, derivativeOf: own, passing, intent: null })];
    });
    const returns = role === 'tangent' && of.result !== null;
    const result = returns && of.result !== null ? add(of.result, derivative.name, {}) : null;
    if (derivative.resultActive && of.result !== null) {
      const passing = role === 'adjoint' ? 'value' : 'reference';
      parameters.push(add(of.result, `${of.name}${suffix}`, { role, passing, intent: null }));
    }
    routines.push({
      ...of,
      name: derivative.name,
      kind: returns ? of.kind : 'subroutine',
      parameters,
      result,
      locals: [],
      body: [],
      label: newLabel(growing),
    });
  }
  return { ...program, ...growing, routines };
}
