/**
 * Contexts of activity, top-down over the call graph: what is varied at a routine's entry and useful at its exit, united over
 * all calls of it. Then adjoint liveness and TBR of each routine, bottom-up, since in joint mode an adjoint routine starts
 * with nothing upstream and nothing downstream (theory 6).
 */

import { KnownAnalyses } from '../../analyses/again';
import { actualLocations } from '../../analyses/instructions/effects';
import { type ProgramModel, portsOf, type RoutineModel } from '../../analyses/instructions/programModel';
import type { Port } from '../../analyses/instructions/summary';
import { globalOfPort } from '../../analyses/instructions/summary';
import { reached, varied } from '../../analyses/problems/activity';
import { adjointInfo, type RoutineAnalysis } from '../../analyses/routineAnalysis';
import type { AdjointInfo, AnalysisOptions, Context } from '../../analyses/routineFacts';
import { BitSet } from '../../base/bitset';
import { solve, statesAround } from '../../dataflow/solve';
import { isReal } from '../../ir/build';
import type { Instruction } from '../../ir/graph/flow';
import { variableOf } from '../../ir/names';
import { callsIn } from '../../ir/statements';
import type { Call, Routine, VariableId } from '../../ir/types';

export interface ProgramAnalysis {
  readonly model: ProgramModel;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly routines: ReadonlyMap<string, RoutineAnalysis>;
  /** Routines that some call reverses in two halves: what is live and required around those calls affects the decisions. */
  readonly split: ReadonlyMap<string, RoutineAnalysis>;
}

/** The routine that is differentiated, its independents and dependents, and what it leaves as its primal does. */
export interface Asked {
  readonly entry: string;
  readonly independents: readonly VariableId[];
  readonly dependents: readonly VariableId[];
  readonly liveAtEnd: readonly VariableId[];
}

export function analyseProgram(
  model: ProgramModel,
  asked: Asked,
  options: AnalysisOptions,
  known = new KnownAnalyses(),
): ProgramAnalysis {
  const contexts = findContexts(model, asked, options.activity);
  const info = new Map<string, AdjointInfo>();
  for (const routine of model.program.routines)
    if (routine.external) info.set(routine.name, externalInfo(model, routine));
  const none = new Set<Port>();
  const nothing: AdjointInfo = { live: none, empty: true, requiredAtExit: none, leaves: none };
  const splitInfo = new Map<string, AdjointInfo>();
  const adjointOf = (callee: string, mode: 'joint' | 'split') =>
    (mode === 'split' ? splitInfo.get(callee) : undefined) ?? info.get(callee) ?? nothing;
  const routines = new Map<string, RoutineAnalysis>();
  const split = new Map<string, RoutineAnalysis>();
  const splitContexts = splitContextsOf(model, contexts, options);
  /** Analyses a routine, and tells whether others have to be analysed again. */
  const analyse = (name: string): boolean => {
    const routine = model.models.get(name);
    const context = contexts.get(name);
    if (!routine || !context) return false;
    // No derivative passes through a loop that is reversed by its fixed point.
    const isPassive = routine.routine.fixedPoint?.part === 'iteration';
    const own = isPassive ? { ...options, activity: true } : options;
    const analysis = known.analyse(routine, context, own, adjointOf);
    routines.set(name, analysis);
    const found = { ...adjointInfo(analysis), ...(leavesAll(model, routine) ?? {}) };
    let changed = learn(info, name, found) && model.recursive.size > 0;
    changed = addAround(model, analysis, splitContexts) || changed;
    const around = splitContexts.get(name);
    if (!around) return changed;
    const half = known.analyse(routine, around, options, adjointOf);
    split.set(name, half);
    changed = learn(splitInfo, name, adjointInfo(half)) || changed;
    return addAround(model, half, splitContexts) || changed;
  };
  for (let changed = true; changed; )
    changed = model.bottomUp.reduce((any, name) => analyse(name) || any, false);
  return { model, contexts, routines, split };
}

/**
 * Routines whose analysis alone does not tell what their adjoints leave changed: in a circle of calls iterating from ∅ would
 * not be safe, and other adjoints have a different form. They may leave all that they write changed.
 */
function leavesAll(model: ProgramModel, { routine }: RoutineModel): Pick<AdjointInfo, 'leaves'> | null {
  const { name, independent, fixedPoint } = routine;
  if (!model.recursive.has(name) && !independent && !fixedPoint) return null;
  return { leaves: model.summaries.get(name)?.out ?? new Set() };
}

/** Adds what an analysis found. It only ever grows, so that a circle of routines comes to an end. */
function learn(known: Map<string, AdjointInfo>, name: string, found: AdjointInfo): boolean {
  const old = known.get(name);
  const next: AdjointInfo = {
    live: new Set([...(old?.live ?? []), ...found.live]),
    empty: found.empty && (old?.empty ?? true),
    requiredAtExit: new Set([...(old?.requiredAtExit ?? []), ...found.requiredAtExit]),
    leaves: new Set([...(old?.leaves ?? []), ...found.leaves]),
  };
  known.set(name, next);
  return (
    !old ||
    old.empty !== next.empty ||
    old.live.size !== next.live.size ||
    old.requiredAtExit.size !== next.requiredAtExit.size ||
    old.leaves.size !== next.leaves.size
  );
}

/** Contexts of the routines that some call reverses in two halves; they grow as calls are analysed. */
function splitContextsOf(
  model: ProgramModel,
  contexts: ReadonlyMap<string, Context>,
  options: AnalysisOptions,
): Map<string, Context> {
  const found = new Map<string, Context>();
  for (const m of model.models.values()) {
    for (const s of callsIn(m.routine.body)) {
      const context = options.modeOf(s) === 'split' ? contexts.get(s.callee) : undefined;
      const callee = model.models.get(s.callee);
      if (!context || !callee || found.has(s.callee)) continue;
      const n = callee.locations.size;
      found.set(s.callee, {
        ...context,
        liveAtEnd: new BitSet(n),
        requiredAtEntry: new BitSet(n),
        writtenAtEnd: BitSet.full(n),
      });
    }
  }
  return found;
}

/** Adds what is live after, and required before, each split call of a routine to the contexts of the callees. */
function addAround(
  model: ProgramModel,
  analysis: RoutineAnalysis,
  contexts: ReadonlyMap<string, Context>,
): boolean {
  let grew = false;
  for (const { id, call, callee } of callsOf(model, analysis.model)) {
    const context = contexts.get(call.callee);
    if (!context || analysis.calls.get(id)?.mode !== 'split') continue;
    const live = analysis.live.around(id)?.after;
    const required = analysis.required.around(id)?.before;
    for (const [port, ls] of portsOf(callee)) {
      const { actual, writable } = actualOf(analysis.model, call, port);
      if (!writable) continue;
      if (holdsAny(live, actual)) grew = addTo(context.liveAtEnd, ls) || grew;
      if (port !== 'result' && holdsAny(required, actual)) grew = addTo(context.requiredAtEntry, ls) || grew;
    }
  }
  return grew;
}

/** The calls of a routine whose callees have a text. */
function callsOf(model: ProgramModel, { graph }: RoutineModel) {
  return graph.vertices
    .flatMap(({ instructions }) => instructions)
    .flatMap((i) => {
      const call = i.kind === 'leaf' && i.statement.kind === 'call' ? i.statement : null;
      const callee = call && model.models.get(call.callee);
      return call && callee ? [{ id: i.id, instruction: i, call, callee }] : [];
    });
}

const holdsAny = (set: BitSet | undefined, members: readonly number[]): boolean =>
  set !== undefined && members.some((l) => set.has(l));

/** Adds the members; returns whether any is new. */
function addTo(set: BitSet, members: readonly number[]): boolean {
  const more = members.filter((l) => !set.has(l));
  for (const l of more) set.add(l);
  return more.length > 0;
}

function externalInfo(model: ProgramModel, routine: Routine): AdjointInfo {
  const summary = model.summaries.get(routine.name);
  const differentiable = [...(summary?.diffDep ?? [])].some(([port, from]) => {
    const real = (p: Port) => {
      const id = p === 'result' ? routine.result : typeof p === 'number' ? routine.parameters[p] : undefined;
      return id !== undefined && id !== null && isReal(variableOf(model.program, id).type);
    };
    return real(port) && [...from].some(real);
  });
  return {
    live: summary?.use ?? new Set<Port>(),
    empty: !differentiable,
    requiredAtExit: new Set(),
    leaves: summary?.out ?? new Set<Port>(),
  };
}

function findContexts(
  model: ProgramModel,
  { entry, independents, dependents, liveAtEnd }: Asked,
  activity: boolean,
): Map<string, Context> {
  const contexts = new Map<string, Context>();
  for (const [name, m] of model.models) {
    const set = (ids: readonly VariableId[]) =>
      BitSet.of(
        m.locations.size,
        ids.flatMap((id) => [...m.locations.ofVariable(id)]),
      );
    const isEntry = name === entry;
    contexts.set(name, {
      independents: set(isEntry ? independents : []),
      dependents: set(isEntry ? dependents : []),
      liveAtEnd: set(isEntry ? liveAtEnd : []),
      requiredAtEntry: new BitSet(m.locations.size),
      writtenAtEnd: new BitSet(m.locations.size),
    });
  }
  if (!activity) return contexts;
  const topDown = [...model.bottomUp].reverse();
  for (let changed = true; changed; ) {
    changed = false;
    for (const name of topDown) {
      const m = model.models.get(name);
      const context = contexts.get(name);
      if (m && context && passDown(model, m, context, contexts)) changed = model.recursive.size > 0;
    }
  }
  return contexts;
}

/** Adds what this routine's calls pass on to the contexts of its callees; true if any grew. */
function passDown(
  model: ProgramModel,
  m: RoutineModel,
  context: Context,
  contexts: ReadonlyMap<string, Context>,
): boolean {
  if (m.callees.length === 0) return false;
  const { graph, locations, effects } = m;
  const variedAt = solve(graph, varied(locations, effects, context.independents));
  const everything = BitSet.full(locations.size);
  const isCall = (i: Instruction) => i.kind === 'leaf' && i.statement.kind === 'call';
  const reachedAt = solve(
    graph,
    reached(locations, effects, context.dependents, (i) =>
      isCall(i) ? everything : statesAround(variedAt, i).before,
    ),
  );
  let grew = false;
  for (const { instruction, call, callee } of callsOf(model, m)) {
    const target = contexts.get(call.callee);
    if (!target || callee.routine.fixedPoint?.part === 'iteration') continue;
    const before = statesAround(variedAt, instruction).before;
    const after = statesAround(reachedAt, instruction).after;
    const passed = [...portsOf(callee)].map(([port, ls]) => ({ port, ls, ...actualOf(m, call, port) }));
    const written = model.summaries.get(call.callee)?.out ?? new Set<Port>();
    for (const { port, ls, actual, writable } of passed) {
      // What also goes by another name may come to vary under that one: a routine that reads one thing twice has two adjoints
      // of it.
      const isShared = passed.some(
        (other) =>
          other.port !== port &&
          other.writable &&
          written.has(other.port) &&
          other.actual.some((l) => actual.includes(l)),
      );
      const isVaried = holdsAny(before, actual) || (writable && isShared);
      if (port !== 'result' && isVaried) grew = addTo(target.independents, ls) || grew;
      if (writable && holdsAny(after, actual)) grew = addTo(target.dependents, ls) || grew;
    }
  }
  return grew;
}

/** What the caller passes at a port, and whether the callee can write to it. */
export function actualOf(
  m: RoutineModel,
  s: Call,
  port: Port,
): { actual: readonly number[]; writable: boolean } {
  if (port === 'result')
    return { actual: s.result ? [m.locations.of(s.result)].filter((l) => l >= 0) : [], writable: true };
  if (typeof port === 'string') return { actual: m.locations.ofVariable(globalOfPort(port)), writable: true };
  const a = s.args[port];
  if (!a) return { actual: [], writable: false };
  return { actual: actualLocations(a, m.locations).value, writable: a.kind !== 'value' };
}
