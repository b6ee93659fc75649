/** A run with its history, by location key. */
import type { DoubleDouble } from '../../base/doubleDouble';
import { itemAt } from '../../base/lookup';
import { locationKey, routineOf } from '../../ir/names';
import { type Given, givenTo } from '../derivatives';

import { type InterpretOutcome, interpret } from '../interpreter';
import type { RunHistory } from '../interpreter/history';
import { cameToEnd, HANGS_AFTER_MS, type RunLimits, within } from '../outcome';
import { bindPorts, type Port, portsOf, portValues, type Runnable } from '../runnable';

const LIMITS: RunLimits = { steps: 400_000, milliseconds: HANGS_AFTER_MS, bytes: 128 * 2 ** 20 };
/** The most nodes of a history. */
const MOST = 400_000;

/** Nodes at entry and at the end, and values at the end. */
export interface RememberedRun {
  readonly runnable: Runnable;
  readonly history: RunHistory;
  readonly entry: (key: string, holds: Port['holds']) => readonly number[];
  readonly end: (key: string, holds: Port['holds']) => readonly number[];
  readonly values: (key: string, holds: Port['holds']) => readonly number[] | null;
}

/** Null where the run is too long for a history, or does not come to its end. */
export function remember(
  primal: Runnable,
  runnable: Runnable,
  given: Given,
  { most = MOST, budget }: { readonly most?: number; readonly budget?: Partial<RunLimits> | undefined } = {},
): RememberedRun | null {
  const ports = portsOf(primal, runnable);
  const input = bindPorts(runnable.entry, ports, (port) => givenTo(port, given));
  const limits = within(LIMITS, budget);
  const outcome = interpret(runnable.program, input, { now: () => 0, limits, history: most });
  if (!outcome.history || !cameToEnd(outcome)) return null;
  const { run: history, arguments: args, globals } = outcome.history;
  const find = (key: string, holds: Port['holds']) =>
    ports.find((port) => port.key === key && port.holds === holds);
  const { result } = routineOf(primal.program, primal.entry);
  const resultKey = result === null ? null : locationKey(primal.program, result);
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

/** Values at the end of a run in double-doubles, by location key. */
export function exactAtEnd(
  run: RememberedRun,
  keys: readonly string[],
  holds: Port['holds'],
): Readonly<Record<string, readonly DoubleDouble[]>> {
  return Object.fromEntries(
    keys.map((key) => {
      const values = run.values(key, holds) ?? [];
      return [
        key,
        run
          .end(key, holds)
          .map((node, i) => (node === 0 ? [values[i] ?? 0, 0] : run.history.node(node).exact)),
      ];
    }),
  );
}
