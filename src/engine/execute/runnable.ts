/** A program with the routine that is run, and how its parameters stand for the primal's variables and derivatives. */
import { entryOf, itemAt } from '../base/lookup';
import { type Holds, heldBy } from '../ir/derivatives';
import { locationKey, routineOf, variableOf } from '../ir/names';
import type { Program, Routine, Variable, VariableId } from '../ir/types';
import { globalsOf } from './inputs/binding';
import type { RunInput, RunOutcome } from './outcome';

export interface Runnable {
  readonly program: Program;
  /** Name of the entry routine. */
  readonly entry: string;
  /** Of a vector tangent: the parameter that counts the directions. */
  readonly directions?: VariableId;
}

export interface Port {
  readonly id: VariableId;
  readonly v: Variable;
  /** Location key of the primal variable. */
  readonly key: string;
  /** What it holds of that variable; `count` is the number of directions. */
  readonly holds: Holds | 'count';
  /** Position among the parameters; null for a global. */
  readonly position: number | null;
}

/**
 * Parameters and globals of a runnable, each with the primal's location key. Generated programs keep the primal's
 * variable ids; where a routine was copied, its primal parameters stand in the primal's order.
 */
export function portsOf(primal: Runnable, runnable: Runnable): Port[] {
  const { program } = runnable;
  const routine = routineOf(program, runnable.entry);
  const primalRoutine = routineOf(primal.program, primal.entry);
  const renamed = renamedParameters(primalRoutine, program, routine, runnable.directions);
  const port = (id: VariableId, position: number | null): Port | null => {
    const v = variableOf(program, id);
    if (id === runnable.directions) return { id, v, key: '', holds: 'count', position };
    const { holds, base } = heldBy(program, v);
    const primalId = renamed.get(base) ?? base;
    if (!primal.program.variables[primalId]) return null;
    return { id, v, key: locationKey(primal.program, primalId), holds, position };
  };
  return [
    ...routine.parameters.map((id, i) => port(id, i)),
    ...globalsOf(program, routine).map((id) => port(id, null)),
  ].filter((p) => p !== null);
}

function renamedParameters(
  primal: Routine,
  program: Program,
  routine: Routine,
  directions: VariableId | undefined,
): ReadonlyMap<VariableId, VariableId> {
  const own = routine.parameters.filter(
    (id) => variableOf(program, id).derivativeOf === null && id !== directions,
  );
  const renamed = new Map<VariableId, VariableId>();
  if (own.length !== primal.parameters.length) return renamed;
  own.forEach((id, i) => {
    const original = primal.parameters[i];
    if (original !== undefined && original !== id) renamed.set(id, original);
  });
  if (routine.result !== null && primal.result !== null && routine.result !== primal.result)
    renamed.set(routine.result, primal.result);
  return renamed;
}

/** The input of a run, with the values that `give` returns for each port. */
export function bindPorts(
  entry: string,
  ports: readonly Port[],
  give: (port: Port) => readonly number[],
): RunInput {
  const args: (readonly number[])[] = [];
  const globals = new Map<VariableId, readonly number[]>();
  for (const port of ports) {
    if (port.position === null) globals.set(port.id, give(port));
    else args[port.position] = give(port);
  }
  return { entry, arguments: args, globals };
}

/** The values of a port at the end. */
export function portValues(outcome: RunOutcome, port: Port): readonly number[] {
  if (port.position === null) return entryOf(outcome.globals, port.id);
  return itemAt(outcome.arguments, port.position);
}

/** Location keys of what the primal may write: by-reference parameters, globals, the result. */
export function outputKeys(primal: Runnable, written: ReadonlySet<VariableId>): string[] {
  const { program } = primal;
  const routine = routineOf(program, primal.entry);
  const parameters = routine.parameters.filter((id) => {
    const v = variableOf(program, id);
    return v.passing === 'reference' && v.intent !== 'in' && written.has(id);
  });
  const globals = globalsOf(program, routine).filter((id) => written.has(id));
  const result = routine.result === null ? [] : [routine.result];
  return [...parameters, ...globals, ...result].map((id) => locationKey(program, id));
}
