/**
 * Compares explanations with a run. A witness says: this derivative reads a value, and that statement overwrites it later.
 * Here the primal program runs with every step recorded, and both are looked for, element by element: is a value that the
 * derivative reads ever lost to that overwrite?
 */

import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { reached } from '../../base/components';
import { DiagnosticSink } from '../../base/diagnostics';
import { entryOf, itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { bindByKey, type Values } from '../../execute/inputs/binding';
import { type InputLimits, resolveInputs } from '../../execute/inputs/inputs';
import { interpret } from '../../execute/interpreter';
import { cameToEnd } from '../../execute/outcome';
import type { Instruction } from '../../ir/graph/flow';
import { testExpressions } from '../../ir/graph/flow';
import { variableOf } from '../../ir/names';
import { placesRead } from '../../ir/partials';
import { walkStatements } from '../../ir/statements';
import type { Call, Place, Program, StatementId, VariableId } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import type { ExecuteRequest } from '../results';
import { activationsOf } from './activations';
import { elementAt, positionOf, type Replay, type RunValues, setValue, valuesAtEntry } from './replayValues';

const LIMITS: InputLimits = {
  steps: 20_000,
  milliseconds: Number.POSITIVE_INFINITY,
  bytes: 64 * 2 ** 20,
  elements: 1_000_000,
};

/** A run of the entry, or of another routine by itself. Null if there is nothing to run, or the inputs don't fit. */
export function replayOf(
  c: Compile,
  inputs: ExecuteRequest['inputs'] = {},
  limits: InputLimits = LIMITS,
  name: string | undefined = c.routine?.name,
): Replay | null {
  if (name === undefined) return null;
  return replayFrom(c, name, limits, () => inputsAsGiven(c, name, inputs, limits));
}

/** The start of a run whose reader gives these inputs. */
export function inputsAsGiven(
  c: Compile,
  name: string,
  inputs: ExecuteRequest['inputs'] = {},
  limits: InputLimits = LIMITS,
): Values | null {
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, name, inputs, sink, { now: () => 0, limits });
  return sink.hasErrors ? null : values;
}

/** A run from values that are computed only if there is something to run. */
export function replayFrom(
  c: Compile,
  name: string,
  limits: InputLimits,
  values: () => Values | null,
): Replay | null {
  const analysis = explainedAnalyses(c).get(name);
  if (!analysis || c.diagnostics.some((d) => d.severity === 'error')) return null;
  const found = values();
  return found && replayWith(c, analysis, found, limits);
}

/** The calls of a routine in a run of the entry, each repeated by itself from the values that it got there. */
export function replaysInside(
  c: Compile,
  inputs: ExecuteRequest['inputs'] = {},
  name: string,
  most: number,
): { readonly call: StatementId; readonly run: Replay }[] {
  const analysis = explainedAnalyses(c).get(name);
  const entry = c.routine?.name;
  if (!analysis || entry === undefined || c.diagnostics.some((d) => d.severity === 'error')) return [];
  const values = inputsAsGiven(c, entry, inputs);
  if (!values) return [];
  return activationsOf(c.program, entry, values, name, { limits: LIMITS, most }).flatMap((activation) => {
    const run = replayWith(c, analysis, activation.values, LIMITS);
    return run ? [{ call: activation.call, run }] : [];
  });
}

function replayWith(
  c: Compile,
  analysis: RoutineAnalysis,
  values: Values,
  limits: InputLimits,
): Replay | null {
  const { name } = analysis.model.routine;
  const outcome = interpret(c.program, bindByKey(c.program, name, values), {
    now: () => 0,
    limits,
    trace: true,
  });
  if (!outcome.trace) return null;
  const { columns, locations } = outcome.trace;
  return {
    program: c.program,
    analysis,
    columns,
    variables: locations.map(({ id }) => id),
    inputs: values,
    complete: cameToEnd(outcome) && columns.cutAt === null,
    ...routinesOf(c.program),
  };
}

/** By routine: the analysis that its code was made from; for a routine that is reversed in two halves, that of the halves. */
export function explainedAnalyses({ analysis, routine }: Compile): ReadonlyMap<string, RoutineAnalysis> {
  const halves = [...(analysis?.split ?? [])].filter(
    ([name, half]) => name !== routine?.name && !half.isEmpty,
  );
  return new Map([...(analysis?.routines ?? []), ...halves]);
}

type Routines = Pick<Replay, 'reach' | 'ownerOf'>;

const routines = new WeakMap<Program, Routines>();

function routinesOf(program: Program): Routines {
  return getOrMake(routines, program, () => findRoutines(program));
}

function findRoutines(program: Program): Routines {
  const ownerOf = new Map<number, string>();
  const calls = new Map<string, Set<string>>();
  for (const routine of program.routines) {
    const callees = new Set<string>();
    walkStatements(routine.body, (s) => {
      ownerOf.set(s.id, routine.name);
      if (s.kind === 'call') callees.add(s.callee);
      if (s.kind === 'dispatch')
        for (const { jump } of s.blocks) if (jump.kind !== 'go') ownerOf.set(jump.id, routine.name);
    });
    calls.set(routine.name, callees);
  }
  const reach = new Map(
    [...calls.keys()].map((name) => [name, reached([name], (each) => entryOf(calls, each))]),
  );
  return { reach, ownerOf };
}

/** The value that was read, and lost: an element in memory order, or -1 if that is unknown. */
export interface Meeting {
  readonly reader: Instruction;
  /** The place as its reader names it; null for the whole location. */
  readonly place: Place | null;
  readonly element: number;
  readonly readAt: number;
  readonly overwrittenAt: number;
}

/**
 * The first time that `overwrite` destroys a value of location l that one of `readers` has read, in its derivative or in the
 * program itself; null if that never happens in the run.
 */
export function meeting(
  run: Replay,
  readers: readonly Instruction[],
  overwrite: Instruction,
  l: number,
  what: 'derivative' | 'program' = 'derivative',
): Meeting | null {
  const { columns } = run;
  const state = valuesAtEntry(run);
  const wanted = new Map(readers.map((i) => [i.id as number, { i, places: placesOf(run, i, l, what) }]));
  const alive = new Map<number, Meeting>();
  /** Elements that were overwritten since a call was passed the whole location. */
  const changed = new Set<number>();
  const calls = callsOf(run);
  let inside: Instruction | null = null;
  /** A call that only its adjoint runs: its own work comes after the adjoint has read, so it reads for what follows. */
  let waiting: Instruction | null = null;
  const read = (by: number, k: number) => {
    const reader = wanted.get(by);
    for (const place of reader?.places ?? []) {
      const element = place === null ? -1 : elementAt(state, place);
      if (element < 0) changed.clear();
      alive.set(element, {
        reader: (reader as { i: Instruction }).i,
        place,
        element,
        readAt: k,
        overwrittenAt: -1,
      });
    }
  };
  /** The earlier read that lost its value where a step overwrites an element of the location. */
  const destroyed = (variable: VariableId, index: number): Meeting | undefined => {
    const written = writtenBy(run, state, variable, index);
    if (written?.location !== l) return undefined;
    const { element } = written;
    const met =
      element < 0
        ? alive.values().next().value
        : (alive.get(element) ?? givenTo(alive.get(-1), element, changed));
    if (element >= 0) alive.delete(element);
    changed.add(element);
    return met;
  };
  for (let k = 0; k < columns.steps; k++) {
    const id = columns.statement[k] as number;
    const nested = (columns.depth[k] as number) > 0;
    const call = calls(k);
    const by = call ? call.id : id;
    if (waiting && waiting !== call) {
      read(waiting.id, k);
      waiting = null;
    }
    // A call reads when it is entered; any other statement right before each of its steps.
    if (call && what === 'derivative' && isOnlyReversed(run, call)) waiting = call;
    else if (call === null || inside !== call) read(by, k);
    inside = call;
    const variable = run.variables[columns.location[k] as number];
    if (variable === undefined || (nested && isOfFrame(run, id, variable))) continue;
    const index = columns.index[k] as number;
    const met = destroyed(variable, index);
    if (met && by === overwrite.id) return { ...met, overwrittenAt: k };
    setValue(state, variable, index, columns.after[k] as number);
  }
  return null;
}

function isOnlyReversed({ analysis }: Replay, { id }: Instruction): boolean {
  const plan = analysis.calls.get(id);
  return plan?.adjoint === true && plan.mode === 'joint' && !analysis.stays.has(id);
}

/** A call is passed all elements: which of them is lost is known only if none has changed since. */
function givenTo(
  whole: Meeting | undefined,
  element: number,
  changed: ReadonlySet<number>,
): Meeting | undefined {
  if (whole?.reader.kind !== 'leaf' || whole.reader.statement.kind !== 'call' || changed.has(-1))
    return whole;
  return changed.has(element) ? undefined : { ...whole, element };
}

/** Does a statement inside a recursive call write a variable of another activation than the one at hand? */
function isOfFrame(run: Replay, statement: number, id: VariableId): boolean {
  const { routine } = run.analysis.model;
  if (run.ownerOf.get(statement) !== routine.name) return false;
  const v = variableOf(run.program, id);
  return v.role !== 'global' && v.passing === 'value' && run.program.routines[v.owner ?? -1] === routine;
}

/** The call of the routine at hand in which a step runs; null for its own statements. */
function callsOf(run: Replay): (step: number) => Instruction | null {
  const { columns } = run;
  const calls = new Map<number, Instruction>();
  for (const { instructions } of run.analysis.model.graph.vertices)
    for (const i of instructions) if (i.kind === 'leaf' && i.statement.kind === 'call') calls.set(i.id, i);
  return (step) => {
    let id = columns.statement[step] as number;
    // Up to the call that the routine itself makes; the first place is the routine's own.
    for (let place = columns.call[step] as number; place > 0; ) {
      const call = itemAt(columns.calls, place);
      id = call.statement;
      place = call.inside;
    }
    return calls.get(id) ?? null;
  };
}

// --------------------------------------------------------------------------------------------- what is read, where

/** Places of location l that an instruction reads; null stands for a whole location. */
function placesOf(
  run: Replay,
  i: Instruction,
  l: number,
  what: 'derivative' | 'program',
): readonly (Place | null)[] {
  const { locations, effects } = run.analysis.model;
  const here = (places: readonly Place[]) => places.filter((p) => locations.of(p) === l);
  if (i.kind === 'test') return here(testExpressions(i.test).flatMap(placesRead));
  const s = i.statement;
  if (s.kind === 'assign') {
    const subscripts = s.target.kind === 'element' ? s.target.subscripts.flatMap(placesRead) : [];
    if (what === 'program') return here([...placesRead(s.value), ...subscripts]);
    const recorded = (run.analysis.recorded.get(s.id)?.length ?? 0) > 0;
    return here([...(run.analysis.derivatives.get(s.id)?.places ?? []), ...(recorded ? subscripts : [])]);
  }
  const used = what === 'program' ? effects(i).use : run.analysis.derivativeUse(i);
  if (!used?.has(l)) return [];
  return s.kind === 'call' ? placesGiven(run, s, l) : [null];
}

/** The part of a location that a call is passed: named elements, or all of it. */
function placesGiven(run: Replay, s: Call, l: number): readonly (Place | null)[] {
  const { locations } = run.analysis.model;
  const isGlobal = locations.all[l]?.variables.some((id) => {
    const v = variableOf(run.program, id);
    return v.role === 'global' || v.storage !== null;
  });
  const given = s.args.flatMap((a): (Place | null)[] => {
    if (a.kind !== 'array') return placesRead(a.kind === 'value' ? a.value : a.place);
    const all = locations.ofVariable(a.variable).includes(l) ? [null] : [];
    return [...all, ...(a.start ?? []).flatMap(placesRead)];
  });
  const here = given.filter((p) => p === null || locations.of(p) === l);
  return isGlobal || here.length === 0 || here.includes(null) ? [null] : here;
}

/** The location that a step writes, and which element of it. */
function writtenBy(
  run: Replay,
  state: RunValues,
  id: VariableId,
  index: number,
): { location: number; element: number } | null {
  const { locations } = run.analysis.model;
  const own = locations.ofVariable(id);
  const [first] = own;
  if (own.length === 1 && first !== undefined) {
    const single = locations.all[first]?.variables.length === 1;
    return { location: first, element: single ? index : -1 };
  }
  if (own.length === 0) return sharedStorage(run, id);
  const location = own.find((l) => {
    const element = locations.all[l]?.element;
    return element && positionOf(state, id, element) === index;
  });
  return location === undefined ? null : { location, element: index };
}

/** The view of shared storage by another routine, as the location under which this routine knows it. */
function sharedStorage(run: Replay, id: VariableId): { location: number; element: number } | null {
  const { storage } = variableOf(run.program, id);
  if (!storage) return null;
  const found = run.analysis.model.locations.all.find((l) =>
    l.variables.some((v) => {
      const other = variableOf(run.program, v).storage;
      return other?.root === storage.root && other.offset === storage.offset;
    }),
  );
  return found ? { location: found.index, element: -1 } : null;
}

/** Is it certainly the value that was read, rather than some element of the same array? */
export function isCertain(run: Replay, met: Meeting, l: number): boolean {
  return met.element >= 0 || run.analysis.model.locations.at(l).strong;
}

/** All instructions whose derivative, or whose reversal, may read location l. */
export function derivativeReaders(analysis: RoutineAnalysis, l: number): Instruction[] {
  return analysis.model.graph.vertices
    .flatMap((v) => v.instructions)
    .filter((i) => {
      const t = analysis.tbrAt(i);
      if (i.kind === 'test') return (t?.use.has(l) ?? false) || (t?.requiredAfter?.has(l) ?? false);
      // An adjoint call takes the values in its snapshot from there.
      if (analysis.calls.get(i.id)?.snp.has(l)) return false;
      if (analysis.derivativeUse(i)?.has(l)) return true;
      return (t?.address.has(l) ?? false) && (analysis.recorded.get(i.id)?.length ?? 0) > 0;
    });
}
