/** The resolved start of one run: inputs, seeds, directions, limits. */

import type { DiagnosticSink } from '../base/diagnostics';
import { dictionary } from '../base/lookup';
import type { NOWHERE, Span } from '../base/span';
import { locationKey, routineOf } from '../ir/names';
import type { Program, Variable, VariableId } from '../ir/types';
import { someExpression } from '../ir/uses';
import type { Mode } from '../pipeline/options';
import type { ExecuteRequest, OperationCounts, Origin } from '../pipeline/results';
import type { Unit } from './derivatives';
import type { Host, WasmMemory } from './host';
import type { Values } from './inputs/binding';
import { stored } from './inputs/values';
import type { Finding } from './interpreter/state';
import { newMemory } from './machine';
import type { MachineOutcome } from './machineData';
import { addPart, noCost, partTable, weighted } from './observe/operations';
import { limitsOf, type RunLimits } from './outcome';
import type { Runnable } from './runnable';

export interface RunRequest
  extends Pick<ExecuteRequest, 'inputs' | 'seeds' | 'directions' | 'budget' | 'trace'> {
  readonly mode: Mode;
  /** The program as parsed: defaults are made from it, so that they are the same under all options. */
  readonly source: Program;
  readonly primal: Runnable;
  readonly adjoint: Runnable | null;
  /** The program that an adjoint is checked against; null where only its cost is asked for. */
  readonly tangent: Runnable | null;
  /** The generated program of the mode. */
  readonly generated: Runnable;
  readonly independents: readonly VariableId[];
  readonly dependents: readonly VariableId[];
  /** No independent reaches any dependent, which was said: the derivatives are zero whatever the inputs. */
  readonly isConstant?: boolean;
  readonly host: Host;
  /** Line of the source, from 1. */
  readonly lineAt?: (span: Span) => number;
  /** Origins of the generated text, for a trace to refer to. */
  readonly origins?: () => readonly Origin[];
}

/** A session whose primal the interpreter has looked at. */
export interface Observed extends Session {
  readonly kink: boolean;
  /** The first read of a variable without a value. */
  readonly unset: Finding | null;
}

export interface Session {
  readonly request: RunRequest;
  readonly sink: DiagnosticSink;
  readonly limits: RunLimits;
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly resultKey: string | null;
  readonly single: boolean;
  readonly inputs: Values;
  readonly seeds: Values;
  /** Row by row. */
  readonly directions: readonly Values[];
  /** Shared by all machines of the session, which take turns. */
  readonly memory: WasmMemory;
}

export function openSession(request: RunRequest, sink: DiagnosticSink, inputs: Values): Session {
  const { program, entry } = request.primal;
  const key = (id: VariableId) => locationKey(program, id);
  const routine = routineOf(program, entry);
  const session = {
    request,
    sink,
    inputs,
    memory: newMemory(request.host),
    limits: limitsOf(request.budget),
    independents: request.independents.map(key),
    dependents: request.dependents.map(key),
    resultKey: routine.result === null ? null : key(routine.result),
    single: isSingle(request.primal.program),
  };
  const rows = directionRows(request.directions ?? {});
  return {
    ...session,
    seeds: fill(session, request.dependents, request.seeds ?? {}, 'seed'),
    directions: rows.map((row) => fill(session, request.independents, row, 'direction')),
  };
}

/** The rows given for each name, at least one. A plain list of numbers for a name is one row. */
export function directionRows(
  given: NonNullable<ExecuteRequest['directions']>,
): Record<string, readonly number[]>[] {
  const isNumber = (x: number | readonly number[]): x is number => typeof x === 'number';
  const isRow = (x: number | readonly number[]): x is readonly number[] => typeof x === 'object';
  const all = Object.entries(given).map(
    ([name, each]) => [name, each.some(isNumber) ? [each.filter(isNumber)] : each.filter(isRow)] as const,
  );
  const count = Math.max(1, ...all.map(([, rows]) => rows.length));
  return Array.from({ length: count }, (_, k) =>
    Object.fromEntries(all.map(([name, rows]) => [name, rows[k] ?? []])),
  );
}

/** A number for every element: the given ones, else 1; a list of another length is reported. */
function fill(
  s: Pick<Session, 'request' | 'sink' | 'inputs'>,
  ids: readonly VariableId[],
  given: Values,
  what: 'seed' | 'direction',
): Record<string, number[]> {
  const { program } = s.request.primal;
  const named = dictionary(given);
  const filled = dictionary<number[]>();
  const known = ids.map((id) => locationKey(program, id));
  const stranger = Object.keys(given).find((key) => !known.includes(key));
  if (stranger !== undefined)
    s.sink.warning(
      'input-unknown',
      `\`${stranger}\` is not ${what === 'seed' ? 'a dependent' : 'an independent'}, so its ${what} is not used.`,
      routineOf(program, s.request.primal.entry).nameSpan,
      known.length > 0
        ? `A ${what} belongs to ${known.map((key) => `\`${key}\``).join(' or ')}.`
        : 'There is none here.',
    );
  for (const id of ids) {
    const key = locationKey(program, id);
    const { type, span } = program.variables[id] as { type: 'f64'; span: typeof NOWHERE };
    const { length } = s.inputs[key] ?? [0];
    const own = named[key];
    if (own && own.length !== length)
      s.sink.warning(
        'input-length',
        `\`${key}\` has ${length} element${length === 1 ? '' : 's'}, and its ${what} has ${own.length}.`,
        span,
        'What is missing is taken as 0.',
      );
    filled[key] = Array.from({ length }, (_, i) => stored(type, own ? (own[i] ?? 0) : 1));
  }
  return filled;
}

/** Single precision anywhere in between decides how far derivatives can be trusted. */
function isSingle(program: Program): boolean {
  const isF32 = ({ type }: Pick<Variable, 'type'>) => type === 'f32';
  return program.variables.some(isF32) || program.routines.some(({ body }) => someExpression(body, isF32));
}

export function operationsOf(unit: Unit, outcome: MachineOutcome): OperationCounts {
  const table = partTable(unit.runnable.program);
  const total = noCost();
  unit.machine.module.points.forEach((point, i) => {
    // A run that could not begin for lack of memory has counted nothing.
    for (const part of point.parts) addPart(total, table, part, outcome.counts[i] ?? 0);
  });
  return weighted(total);
}
