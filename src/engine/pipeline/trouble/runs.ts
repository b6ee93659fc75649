/** The two runs that tell what is the matter: that of the program, and that of what was generated from it. */
import { DiagnosticSink } from '../../base/diagnostics';
import { dictionary, itemAt, present } from '../../base/lookup';
import { givenTo } from '../../execute/derivatives';
import type { Values } from '../../execute/inputs/binding';
import { resolveInputs } from '../../execute/inputs/inputs';
import { type InterpretOutcome, interpret } from '../../execute/interpreter';
import type { RunHistory } from '../../execute/interpreter/history';
import { cameToEnd, type RunLimits } from '../../execute/outcome';
import { bindPorts, type Port, portsOf, portValues, type Runnable } from '../../execute/runnable';
import { locationKey } from '../../ir/names';
import type { VariableId } from '../../ir/types';
import type { Compile } from '../compile/compile';
import type { Diagnostic, ExecuteRequest } from '../results';

const LIMITS: RunLimits = { steps: 400_000, milliseconds: 3_000, bytes: 128 * 2 ** 20 };

/** A run with its history, by location key: nodes and values at entry and at the end. */
export interface RememberedRun {
  readonly runnable: Runnable;
  readonly history: RunHistory;
  readonly entry: (key: string, holds: Port['holds']) => readonly number[];
  readonly end: (key: string, holds: Port['holds']) => readonly number[];
  readonly values: (key: string, holds: Port['holds']) => readonly number[] | null;
}

export interface Asked {
  readonly c: Compile;
  readonly values: Values;
  readonly seeds: Values;
  /** Row by row. */
  readonly directions: readonly Values[];
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
}

/** What is asked, with all that was left out; or what stands against it. */
export function askedOf(c: Compile, request: ExecuteRequest): Asked | readonly Diagnostic[] {
  const sink = new DiagnosticSink();
  const name = present(c.routine, 'the routine').name;
  const { values } = resolveInputs(c.source, name, request.inputs ?? {}, sink, () => 0);
  if (sink.hasErrors) return sink.list;
  const sides = present(c.interface, 'the interface');
  const keys = (ids: readonly VariableId[]) => ids.map((id) => locationKey(c.program, id));
  const [independents, dependents] = [keys(sides.independents), keys(sides.dependents)];
  const filled = (names: readonly string[], given: Values) => {
    const all = dictionary<number[]>();
    for (const key of names)
      all[key] = (values[key] ?? [0]).map((_, i) => (given[key] ? (given[key][i] ?? 0) : 1));
    return all;
  };
  const given = request.directions ?? {};
  const rows = Math.max(1, ...Object.values(given).map((each) => each.length));
  const row = (k: number) =>
    Object.fromEntries(Object.entries(given).map(([key, all]) => [key, all[k] ?? []]));
  return {
    c,
    values,
    seeds: filled(dependents, request.seeds ?? {}),
    directions: Array.from({ length: rows }, (_, k) => filled(independents, row(k))),
    independents,
    dependents,
  };
}

/** Null where the run is too long to be remembered, or does not come to its end. */
export function remember(asked: Asked, runnable: Runnable, direction?: Values): RememberedRun | null {
  const { c, values, seeds } = asked;
  const primal = { program: c.program, entry: present(c.routine, 'the routine').name };
  const ports = portsOf(primal, runnable);
  const input = bindPorts(runnable.entry, ports, (port) =>
    givenTo(port, { inputs: values, seeds, ...(direction ? { direction } : {}) }),
  );
  const outcome = interpret(runnable.program, input, { now: () => 0, limits: LIMITS, history: true });
  if (!outcome.history || !cameToEnd(outcome)) return null;
  const { run: history, arguments: args, globals } = outcome.history;
  const find = (key: string, holds: Port['holds']) =>
    ports.find((port) => port.key === key && port.holds === holds);
  const resultKey = resultOf(primal);
  return {
    runnable,
    history,
    entry: (key, holds) => {
      const port = find(key, holds);
      return port ? ((port.position === null ? globals.get(port.id) : args[port.position]) ?? []) : [];
    },
    end: (key, holds) => {
      if (key === resultKey && holds === 'primal') return [outcome.dots.result];
      const port = find(key, holds);
      return port ? nodesAtEnd(outcome, port) : [];
    },
    values: (key, holds) => {
      const port = find(key, holds);
      return port ? portValues(outcome, port) : null;
    },
  };
}

function nodesAtEnd({ dots }: InterpretOutcome, port: Port): readonly number[] {
  if (port.position === null) return dots.globals.get(port.id) ?? [];
  return itemAt(dots.arguments, port.position);
}

function resultOf({ program, entry }: Runnable): string | null {
  const routine = present(
    program.routines.find(({ name }) => name === entry),
    'the routine',
  );
  return routine.result === null ? null : locationKey(program, routine.result);
}
