/**
 * What the analyses start from: the model of each routine (flow graph, locations, effects), and the routines' summaries: use,
 * out, kill, Dep and DiffDep between what a caller can see, bottom-up over the call graph (theory 1, 2). Routines that call each
 * other in circles are iterated from the empty summary until nothing grows.
 */

import { BitSet } from '../../base/bitset';
import { components } from '../../base/components';
import { entryOf } from '../../base/lookup';
import { getOrMake, madeWhenRead, once } from '../../base/once';
import { solve } from '../../dataflow/solve';
import { boundsOf } from '../../ir/bounds';
import { isReal } from '../../ir/build';
import { globalsTouchedBy } from '../../ir/declaredDerivative';
import { buildFlowGraph } from '../../ir/graph/buildFlow';
import type { FlowGraph, Instruction } from '../../ir/graph/flow';
import { type Locations, locationsOf } from '../../ir/locations';
import { parameterAt, variableOf, variablesOwnedBy } from '../../ir/names';
import { callsIn } from '../../ir/statements';
import { usesTape } from '../../ir/tape';
import type { Program, Routine, VariableId } from '../../ir/types';
import { mentioned } from '../../ir/uses';
import { differentiableDependence } from '../problems/differentiableDependence';
import { upwardExposed } from '../problems/exposed';
import { certainlyKilled } from '../problems/kill';
import { effectOf, NO_EFFECT_SUMMARY } from './effects';
import { externalSummary } from './externalEffects';
import { type Effect, globalPort, type Port, type Summary } from './summary';

/** A routine with everything that its analyses start from. */
export interface RoutineModel {
  readonly program: Program;
  readonly routine: Routine;
  readonly graph: FlowGraph;
  readonly locations: Locations;
  readonly effects: (instruction: Instruction) => Effect;
  /** What it may read before it assigns it. */
  readonly exposed: () => BitSet;
  /** The routines it calls, by name. */
  readonly callees: readonly string[];
  /** Globals that `callees` touch. */
  readonly called: readonly VariableId[];
}

export interface Surroundings extends Pick<RoutineModel, 'program' | 'callees' | 'called'> {
  readonly elements: boolean;
  readonly summaryOf: (name: string) => Summary;
}

export interface ProgramModel {
  readonly program: Program;
  readonly models: ReadonlyMap<string, RoutineModel>;
  readonly summaries: ReadonlyMap<string, Summary>;
  /** Callees before callers, as far as there is such an order. */
  readonly bottomUp: readonly string[];
  /** Routines that can call themselves, directly or not. */
  readonly recursive: ReadonlySet<string>;
}

/** Models of `entry` and of all it calls. Without `elements` an array is one location, whatever its subscripts are. */
export function modelProgram(program: Program, entry: string, elements: boolean): ProgramModel {
  const byName = new Map(program.routines.map((r) => [r.name, r]));
  const known = new Map<string, readonly string[]>();
  const calleesOf = (name: string): readonly string[] => {
    return getOrMake(known, name, () => calledBy(byName.get(name)));
  };
  const bottomUp = callOrder(calleesOf, entry);
  const recursive = recursiveRoutines(calleesOf, bottomUp);
  const globals = globalsTouched(program, byName, bottomUp, calleesOf);
  const summaries = new Map<string, Summary>();
  const summaryOf = (name: string) => summaries.get(name) ?? NO_EFFECT_SUMMARY;
  const model = (routine: Routine): RoutineModel => {
    const callees = calleesOf(routine.name);
    const called = [...new Set(callees.flatMap((name) => entryOf(globals, name)))];
    return modelOf(routine, { program, elements, callees, called, summaryOf });
  };
  // A model holds as long as the summaries of its callees do: for good, but where routines call each other in circles.
  const models = new Map<string, RoutineModel>();
  /** Summarises a routine once more; true where its summary has changed, and others of its circle rest on it. */
  const summariseOnce = (name: string): boolean => {
    const routine = byName.get(name);
    if (!routine) return false;
    const made = routine.external ? null : model(routine);
    if (made) models.set(name, made);
    const next = made ? atFixedPoint(routine, summarise(made), summaryOf) : externalSummary(program, routine);
    const isNews = recursive.has(name) && !sameSummary(summaries.get(name), next);
    summaries.set(name, next);
    return isNews;
  };
  const place = new Map(bottomUp.map((name, k) => [name, k]));
  for (const circle of components(bottomUp, calleesOf)) {
    circle.sort((x, y) => entryOf(place, x) - entryOf(place, y));
    while (circle.map(summariseOnce).includes(true));
  }
  const inOrder = <T>(found: ReadonlyMap<string, T>) =>
    new Map(bottomUp.flatMap((name) => (found.has(name) ? [[name, entryOf(found, name)] as const] : [])));
  return { program, models: inOrder(models), summaries: inOrder(summaries), bottomUp, recursive };
}

export function modelOf(
  routine: Routine,
  { program, elements, callees, called, summaryOf }: Surroundings,
): RoutineModel {
  const locations = locationsOf(program, routine, called, elements);
  const cache = new Map<number, Effect>();
  const graph = buildFlowGraph(routine);
  // Every analysis asks for them: nothing is made on the way.
  const effects = (instruction: Instruction): Effect => {
    let known = cache.get(instruction.id);
    if (!known) {
      known = effectOf(instruction, locations, summaryOf);
      cache.set(instruction.id, known);
    }
    return known;
  };
  return {
    program,
    routine,
    graph,
    locations,
    effects,
    exposed: once(() => solve(graph, upwardExposed(locations, effects)).before(graph.entry)),
    callees,
    called,
  };
}

function calledBy(routine: Routine | undefined): readonly string[] {
  return [...new Set(callsIn(routine?.body ?? []).map(({ callee }) => callee))];
}

/** Routines that the entry reaches, in postorder: callees before callers, as far as circles allow. */
function callOrder(callees: (name: string) => readonly string[], entry: string): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const callee of callees(name)) visit(callee);
    order.push(name);
  };
  visit(entry);
  return order;
}

function recursiveRoutines(
  callees: (name: string) => readonly string[],
  names: readonly string[],
): Set<string> {
  const circles = components(names, callees).filter(
    ([first, ...others]) => others.length > 0 || (first !== undefined && callees(first).includes(first)),
  );
  return new Set(circles.flat());
}

/** Globals that each routine or anything it calls mentions. */
function globalsTouched(
  program: Program,
  byName: ReadonlyMap<string, Routine>,
  names: readonly string[],
  callees: (name: string) => readonly string[],
): Map<string, VariableId[]> {
  const isGlobal = (id: VariableId) => variableOf(program, id).role === 'global';
  const hasGlobals = program.variables.some(({ role }) => role === 'global');
  const own = (routine: Routine) => [
    ...(hasGlobals ? [...mentioned(routine)].filter(isGlobal) : []),
    ...globalsTouchedBy(routine),
    ...(program.tape !== undefined && usesTape(program, routine) ? [program.tape] : []),
  ];
  const sets = new Map(
    names.map((name) => {
      const routine = byName.get(name);
      return [name, new Set(routine ? own(routine) : [])];
    }),
  );
  for (let changed = true; changed; ) {
    changed = false;
    for (const name of names) {
      const set = entryOf(sets, name);
      const before = set.size;
      for (const callee of callees(name)) for (const id of entryOf(sets, callee)) set.add(id);
      changed ||= set.size > before;
    }
  }
  return new Map([...sets].map(([name, set]) => [name, [...set]]));
}

/** Which port, if any, a location is to the caller. */
export function portsOf(model: Pick<RoutineModel, 'program' | 'routine' | 'locations'>): Map<Port, number[]> {
  const ports = new Map<Port, number[]>();
  const { program, routine, locations } = model;
  routine.parameters.forEach((id, i) => {
    ports.set(i, [...locations.ofVariable(id)]);
  });
  if (routine.result !== null) ports.set('result', [...locations.ofVariable(routine.result)]);
  for (const location of locations.all) {
    for (const id of location.variables) {
      if (variableOf(program, id).role === 'global') ports.set(globalPort(id), [...locations.ofVariable(id)]);
    }
  }
  return ports;
}

/** What the declarations of a routine's arrays read at entry: to enter the routine is to evaluate them. Those of its adjoint are the same. */
export function extentsDeclared({
  program,
  routine,
  locations,
}: Pick<RoutineModel, 'program' | 'routine' | 'locations'>): BitSet {
  const set = new BitSet(locations.size);
  const owner = program.routines.indexOf(routine);
  for (const v of variablesOwnedBy(program, owner))
    for (const bound of boundsOf(v)) for (const l of locations.read(bound)) set.add(l);
  return set;
}

function summarise(model: RoutineModel): Summary {
  const { graph, locations, effects, program, routine } = model;
  const ports = portsOf(model);
  const n = locations.size;

  const used = model.exposed();
  const extents = extentsDeclared(model);
  const written = new BitSet(n);
  for (const vertex of graph.vertices) for (const i of vertex.instructions) written.unionWith(effects(i).out);

  const entries = [...ports];
  const byReference = (port: Port) =>
    typeof port !== 'number' || variableOf(program, parameterAt(routine, port)).passing === 'reference';
  const use = new Set(entries.filter(([, ls]) => ls.some((l) => used.has(l))).map(([p]) => p));
  const out = new Set(
    entries
      .filter(([p, ls]) => p === 'result' || (byReference(p) && ls.some((l) => written.has(l))))
      .map(([p]) => p),
  );
  use.delete('result');
  const entry = new Set(entries.filter(([, ls]) => ls.some((l) => extents.has(l))).map(([p]) => p));
  const kill = once(() => {
    const killed = solve(graph, certainlyKilled(locations, effects)).after(graph.exit);
    const isKilled = (l: number) => killed.has(l) && wholeVariable(locations, l);
    return new Set([...out].filter((p) => p === 'result' || entryOf(ports, p).every(isKilled)));
  });
  // Control may decide every result, so Dep is everything read; what may survive is added at the call.
  const dep = new Map([...out].map((p) => [p, use] as const));
  // The rest is needed only where the routine is called.
  return madeWhenRead({ use, entry, out, kill, dep, diffDep: once(() => dependenceOf(model, ports, out)) });
}

/** For each port that is written, those that its value depends on differentiably. */
function dependenceOf(
  { graph, locations, effects }: RoutineModel,
  ports: ReadonlyMap<Port, readonly number[]>,
  out: ReadonlySet<Port>,
): Map<Port, Set<Port>> {
  const seen = BitSet.of(locations.size, [...ports.values()].flat());
  const relation = solve(graph, differentiableDependence(locations, effects, seen)).after(graph.exit);
  const diffDep = new Map<Port, Set<Port>>();
  for (const p of out) {
    const from = new Set<Port>();
    for (const l of entryOf(ports, p)) {
      const row = relation[l];
      if (!row || !isReal(locations.at(l).type)) continue;
      for (const [q, ls] of ports) if (q !== 'result' && ls.some((m) => row.has(m))) from.add(q);
    }
    diffDep.set(p, from);
  }
  return diffDep;
}

/**
 * Parts of a loop that is reversed by its fixed point: no derivative passes the loop itself, and where it comes to rest does not
 * depend on where it started, so that the limit overwrites all of the iterate.
 */
function atFixedPoint({ fixedPoint }: Routine, own: Summary, summaryOf: (name: string) => Summary): Summary {
  if (!fixedPoint) return own;
  if (fixedPoint.part === 'iteration')
    return { ...own, diffDep: new Map([...own.out].map((p) => [p, new Set<Port>()])) };
  const iterate = new Set<Port>(fixedPoint.iterate);
  const started = (from: ReadonlySet<Port>) => new Set([...from].filter((p) => !iterate.has(p)));
  return {
    ...own,
    kill: new Set([...iterate, ...summaryOf(fixedPoint.step).kill]),
    whole: iterate,
    diffDep: new Map([...own.diffDep].map(([p, from]) => [p, started(from)])),
  };
}

/** An element location kills its element only, never the array that the caller knows. */
function wholeVariable(locations: Locations, l: number): boolean {
  return locations.at(l).element === null;
}

function sameSummary(a: Summary | undefined, b: Summary): boolean {
  if (!a) return false;
  const text = (s: Summary) =>
    JSON.stringify([
      [...s.use].map(String).sort(),
      [...s.entry].map(String).sort(),
      [...s.out].map(String).sort(),
      [...s.kill].map(String).sort(),
      [...s.diffDep].map(([p, q]) => [String(p), [...q].map(String).sort()]).sort(),
    ]);
  return text(a) === text(b);
}
