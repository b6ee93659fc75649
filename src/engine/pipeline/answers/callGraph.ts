/**
 * The call graph as data: for each routine its summary (bottom-up) and the union of the contexts of its calls (top-down), for
 * each call how it is reversed and what it saves (theory 2, 6).
 */

import {
  modelProgram,
  type ProgramModel,
  portsOf,
  type RoutineModel,
} from '../../analyses/instructions/programModel';
import { globalOfPort, type Port } from '../../analyses/instructions/summary';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { BitSet } from '../../base/bitset';
import { entryOf } from '../../base/lookup';
import { isReal } from '../../ir/build';
import { locationKey, parameterAt, routineNamed, routineOf, statementName, variableOf } from '../../ir/names';
import { walkStatements } from '../../ir/statements';
import type { Call, Program, Routine } from '../../ir/types';
import { callMode } from '../compile/callModes';
import type { Compile } from '../compile/compiled';
import { actualOf } from '../compile/contexts';
import { hasBackwardSweep } from '../optionTable';
import type { CallContext, CalledRoutine, CallGraph, CallSite } from '../results';

export function callGraphOf(c: Compile): CallGraph {
  const { model } = c;
  if (!model) return { routines: [], calls: [] };
  const calls: CallSite[] = [];
  const contexts = new Map<string, CallContext[]>();
  for (const [name, m] of model.models) {
    const analysis = c.analysis?.routines.get(name);
    walkStatements(m.routine.body, (s) => {
      if (s.kind !== 'call') return;
      // A tangent makes the same calls as the program.
      calls.push(siteOf(name, s, hasBackwardSweep(c.mode) ? analysis : undefined));
      const context = analysis ? contextAt(model, analysis, s) : null;
      if (context) contexts.set(s.callee, [...(contexts.get(s.callee) ?? []), context]);
    });
  }
  const inlined = inlinedCalls(c);
  const before =
    inlined.length > 0 && c.routine ? modelProgram(c.source, c.routine.name, c.options.elements) : null;
  const gone = (before?.bottomUp ?? []).filter((name) => !model.bottomUp.includes(name));
  return {
    routines: [
      ...gone.map((name) => calledRoutine(c.source, before as ProgramModel, name, [], null)),
      ...model.bottomUp.map((name) =>
        calledRoutine(c.program, model, name, contexts.get(name) ?? [], unitedOf(c, name)),
      ),
    ],
    calls: [...calls, ...inlined].sort((a, b) => a.span.start - b.span.start),
  };
}

// ---------------------------------------------------------------------------------------------------------- calls

function siteOf(caller: string, s: Call, analysis: RoutineAnalysis | undefined): CallSite {
  const plan = analysis?.calls.get(s.id);
  const print = (set: BitSet | undefined) => (set && analysis ? analysis.model.locations.print(set) : []);
  const joint = plan?.adjoint === true && plan.mode === 'joint';
  return {
    caller,
    callee: s.callee,
    statement: statementName(s.id),
    span: s.span,
    mode: plan?.adjoint ? plan.mode : 'plain',
    kept: analysis?.stays.has(s.id) ?? true,
    saved: plan?.mode === 'split' && plan.adjoint ? [] : print(plan?.sbk),
    snapshot: joint ? print(plan?.snp) : [],
  };
}

/** Calls that were inlined before any analysis exist in the source only. */
function inlinedCalls(c: Compile): CallSite[] {
  const found: CallSite[] = [];
  const seen = new Set<string>();
  const visit = (routine: Routine | undefined) => {
    if (!routine || seen.has(routine.name)) return;
    seen.add(routine.name);
    walkStatements(routine.body, (s) => {
      if (s.kind !== 'call') return;
      const callee = routineNamed(c.source, s.callee);
      // A call that could not be inlined is still there, in another mode.
      const left = c.model?.models.get(routine.name)?.graph.place.has(s.id) ?? false;
      if (callMode(c.source, s, c.options) === 'inline' && !left && callee && !callee.external)
        found.push({
          caller: routine.name,
          callee: s.callee,
          statement: statementName(s.id),
          span: s.span,
          mode: 'inline',
          kept: true,
          saved: [],
          snapshot: [],
        });
      visit(callee);
    });
  };
  visit(c.source.routines.find((r) => r.name === c.routine?.name));
  return found;
}

// ------------------------------------------------------------------------------------------------------- contexts

/** What this one call passes on, in the callee's names; null where control never comes to it. */
function contextAt(model: ProgramModel, analysis: RoutineAnalysis, s: Call): CallContext | null {
  const { model: caller } = analysis;
  const callee = model.models.get(s.callee);
  const before = analysis.varied.around(s.id)?.before;
  const after = analysis.reached.around(s.id)?.after;
  if (!callee || !before || !after) return null;
  const varied = new BitSet(callee.locations.size);
  const useful = new BitSet(callee.locations.size);
  for (const [port, ls] of portsOf(callee)) {
    const { actual, writable } = actualOf(caller, s, port);
    for (const l of ls) {
      if (!isReal(callee.locations.at(l).type)) continue;
      if (port !== 'result' && actual.some((a) => before.has(a))) varied.add(l);
      if (writable && actual.some((a) => after.has(a))) useful.add(l);
    }
  }
  return {
    site: statementName(s.id),
    caller: caller.routine.name,
    span: s.span,
    active: caller.locations.print(before),
    varied: callee.locations.print(varied),
    useful: callee.locations.print(useful),
  };
}

/** The context that the routine was analysed with: the union of the contexts of its calls. */
function unitedOf(c: Compile, name: string): CalledRoutine['united'] {
  const context = c.analysis?.contexts.get(name);
  const m = c.model?.models.get(name);
  if (!context || !m) return null;
  return { varied: m.locations.print(context.independents), useful: m.locations.print(context.dependents) };
}

// ------------------------------------------------------------------------------------------------------- routines

function calledRoutine(
  program: Program,
  model: ProgramModel,
  name: string,
  contexts: CallContext[],
  united: CalledRoutine['united'],
): CalledRoutine {
  const routine = routineOf(program, name);
  const summary = entryOf(model.summaries, name);
  const portName = (p: Port): string => {
    if (p === 'result') return name;
    if (typeof p === 'string') return locationKey(program, globalOfPort(p));
    return variableOf(program, parameterAt(routine, p)).name;
  };
  const names = (set: Iterable<Port>) => [...set].map(portName);
  return {
    name,
    external: routine.external !== null,
    recursive: model.recursive.has(name),
    span: routine.nameSpan,
    ports: portNames(program, model.models.get(name), routine),
    summary: {
      use: names(summary.use),
      out: names(summary.out),
      kill: names(summary.kill),
      diffDep: [...summary.diffDep].map(
        ([after, before]) => `${portName(after)} <- ${names(before).join(' ') || 'nothing'}`,
      ),
    },
    contexts,
    united,
  };
}

/** Parameters, the result, and the globals that it or its callees touch, by the names of the summary. */
function portNames(program: Program, m: RoutineModel | undefined, routine: Routine): string[] {
  const own = routine.parameters.map((id) => variableOf(program, id).name);
  const result = routine.result === null ? [] : [routine.name];
  const globals = m
    ? [...portsOf(m).keys()].flatMap((p) =>
        typeof p === 'string' && p !== 'result' ? [locationKey(program, globalOfPort(p))] : [],
      )
    : [];
  return [...own, ...result, ...globals];
}
