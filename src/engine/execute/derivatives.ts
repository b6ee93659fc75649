/** Runs of the primal and of generated programs, in terms of values, seeds and directions by location key. */

import { dictionary } from '../base/lookup';
import type { Host, WasmMemory } from './host';
import type { Values } from './inputs/binding';
import { createMachine, type Machine } from './machine';
import type { MachineOutcome } from './machineData';
import { cameToEnd, type RunLimits, type RunOutcome } from './outcome';
import { bindPorts, type Port, portsOf, portValues, type Runnable } from './runnable';

/** A machine, and which port of its program stands for what. */
export interface Unit {
  readonly runnable: Runnable;
  readonly machine: Machine;
  readonly ports: readonly Port[];
}

export function makeUnit(
  host: Host,
  primal: Runnable,
  runnable: Runnable,
  counters: boolean,
  memory?: WasmMemory,
): Unit {
  return {
    runnable,
    machine: createMachine(host, runnable.program, { counters }, memory),
    ports: portsOf(primal, runnable),
  };
}

export interface Given {
  readonly inputs: Values;
  /** Adjoints of the dependents at exit. */
  readonly seeds?: Values;
  /** Tangents of the independents at entry; of a vector tangent those of an element side by side. */
  readonly direction?: Values;
  /** How many directions a vector tangent takes. */
  readonly count?: number;
}

/** The values that a port is given: primal values, seeds for adjoints, directions for tangents, zeros where nothing was given. */
export function givenTo(port: Port, given: Given): readonly number[] {
  const primal = given.inputs[port.key];
  const zeros = () => (primal ?? [0]).map(() => 0);
  switch (port.holds) {
    case 'primal':
      return primal ?? [0];
    case 'adjoint':
      return given.seeds?.[port.key] ?? zeros();
    case 'tangent':
      return (
        given.direction?.[port.key] ??
        zeros().flatMap((x) => Array.from({ length: given.count ?? 1 }, () => x))
      );
    case 'second':
      return zeros();
    case 'count':
      return [given.count ?? 1];
  }
}

export function runUnit(unit: Unit, given: Given, limits: RunLimits): MachineOutcome {
  const input = bindPorts(unit.runnable.entry, unit.ports, (port) => givenTo(port, given));
  return unit.machine.run(input, limits);
}

/** Runs it `times` over from the same state; see `Machine.repeat`. */
export function repeatUnit(
  unit: Unit,
  given: Given,
  limits: RunLimits,
  times: number,
  empty: boolean,
): number | null {
  const input = bindPorts(unit.runnable.entry, unit.ports, (port) => givenTo(port, given));
  return unit.machine.repeat(input, limits, times, empty);
}

/** Values at the end of all ports of one kind, by location key. */
export function endValues(
  unit: Pick<Unit, 'ports'>,
  outcome: RunOutcome,
  holds: Port['holds'],
): Record<string, number[]> {
  const found = dictionary<number[]>();
  for (const port of unit.ports) if (port.holds === holds) found[port.key] = [...portValues(outcome, port)];
  return found;
}

/**
 * Adjoints of the independents at entry. An independent without an adjoint in the program keeps its seed if it is a dependent
 * too, since nothing overwrote it; else its adjoint is 0.
 */
export function adjointsAtEntry(
  unit: Unit,
  outcome: RunOutcome,
  given: Given,
  independents: readonly string[],
): Record<string, number[]> {
  const named = endValues(unit, outcome, 'adjoint');
  return pick(independents, (key) => named[key] ?? given.seeds?.[key] ?? zerosLike(given, key));
}

/** Tangents of the adjoints of the independents at entry; zero for an independent without one in the program. */
export function secondAtEntry(
  unit: Unit,
  outcome: RunOutcome,
  inputs: Values,
  independents: readonly string[],
): Record<string, number[]> {
  const named = endValues(unit, outcome, 'second');
  return pick(independents, (key) => named[key] ?? zerosLike({ inputs }, key));
}

/** Tangents of the dependents at exit; one that the program does not name is the same as at entry. */
export function tangentsAtExit(
  unit: Unit,
  outcome: RunOutcome,
  given: Given,
  dependents: readonly string[],
): Record<string, number[]> {
  const named = endValues(unit, outcome, 'tangent');
  return pick(dependents, (key) => named[key] ?? given.direction?.[key] ?? zerosLike(given, key));
}

function pick(keys: readonly string[], values: (key: string) => readonly number[]): Record<string, number[]> {
  return Object.fromEntries(keys.map((key) => [key, [...values(key)]]));
}

function zerosLike(given: Given, key: string): number[] {
  return (given.inputs[key] ?? [0]).map(() => 0);
}

/** Primal values at the end, the result among them: a run that `exit` ended has none, which is not a number. */
export function outputsOf(
  unit: Unit,
  outcome: RunOutcome,
  keys: readonly string[],
  resultKey: string | null,
): Record<string, number[]> {
  const named = endValues(unit, outcome, 'primal');
  const result = outcome.result ?? (cameToEnd(outcome) ? Number.NaN : null);
  if (resultKey !== null && result !== null) named[resultKey] = [result];
  return Object.fromEntries(keys.filter((key) => named[key]).map((key) => [key, named[key] as number[]]));
}
