/**
 * Brute force on small programs: many paths, element by element. Along one path the equations need no joins and no whole
 * arrays: what they give there must be in the sets of the analyses, and what the path needs must be recorded.
 * ORACLE_PROGRAMS says how many programs there are.
 */
import { expect, test } from 'vitest';
import { BitSet } from '../base/bitset';
import { solve } from '../dataflow/solve';
import type { Instruction } from '../ir/flow';
import type { VariableId } from '../ir/types';
import { analysed } from '../testing/analysed';
import { type Cell, follow, type Step } from '../testing/paths';
import { type Random, randomFrom } from '../testing/prng';
import { generateProgram, type RandomProgram } from '../testing/random';
import type { RoutineAnalysis } from './routineAnalysis';
import type { AnalysisOptions } from './routineFacts';
import { certainlyKilled, upwardExposed } from './summaries';

const PROGRAMS = Number(process.env.ORACLE_PROGRAMS ?? 250);
const PATHS = 24;

function locationOf(a: RoutineAnalysis, cell: Cell): number {
  const [id, position] = cell.split(' #');
  const own = a.model.locations.ofVariable(Number(id) as VariableId);
  if (own.length === 1) return own[0] as number;
  return own.find((l) => flat(a, l) === Number(position)) ?? -1;
}

/** Position of a location that is one element. */
function flat(a: RoutineAnalysis, l: number): number {
  const location = a.model.locations.all[l];
  const shape = a.model.program.variables[location?.variables[0] as number]?.shape;
  if (!location?.element || !shape) return -1;
  const ranks = shape.dimensions.map((_, d) => d);
  if (shape.order === 'column') ranks.reverse();
  let position = 0;
  for (const d of ranks) {
    const { lower, extent } = shape.dimensions[d] as (typeof shape.dimensions)[number];
    if (lower.kind !== 'constant') return -1;
    const size = extent?.kind === 'constant' ? extent.value : 1;
    position = position * size + (location.element[d] as number) - lower.value;
  }
  return position;
}

/** What a path holds must be in the set; elements that the routine has no location for are nobody's. */
function check(
  a: RoutineAnalysis,
  name: string,
  cells: ReadonlySet<Cell>,
  set: BitSet | undefined,
  i: Instruction,
) {
  for (const cell of cells) {
    const l = locationOf(a, cell);
    if (l >= 0 && !set?.has(l))
      throw new Error(`${name} misses ${a.model.locations.all[l]?.key} (${cell}) at s${i.id}`);
  }
}

function cellsOf(ids: readonly VariableId[], steps: readonly Step[]): Set<Cell> {
  const wanted = new Set(ids.map(String));
  const all = steps.flatMap((s) => [...s.reads, ...(s.written === null ? [] : [s.written])]);
  return new Set(all.filter((cell) => wanted.has(cell.split(' #')[0] as string)));
}

function isReal(a: RoutineAnalysis, id: VariableId): boolean {
  const type = a.model.program.variables[id]?.type;
  return type === 'f64' || type === 'f32';
}

const summaries = new WeakMap<RoutineAnalysis, { readonly use: BitSet; readonly kill: BitSet }>();

function summaryOf(a: RoutineAnalysis): { readonly use: BitSet; readonly kill: BitSet } {
  let found = summaries.get(a);
  if (!found) {
    const { graph, locations, effects } = a.model;
    found = {
      use: solve(graph, upwardExposed(locations, effects)).before(graph.entry),
      kill: solve(graph, certainlyKilled(locations, effects)).after(graph.exit),
    };
    summaries.set(a, found);
  }
  return found;
}

/** What the path reads before it writes it must be in use; what the routine kills, every path must have written. */
function inAndOut(
  a: RoutineAnalysis,
  first: Step | undefined,
  readFirst: ReadonlySet<Cell>,
  overwritten: ReadonlySet<Cell>,
): void {
  const { use, kill } = summaryOf(a);
  if (first) check(a, 'use', readFirst, use, first.i);
  const written = new Set([...overwritten].map((cell) => locationOf(a, cell)));
  for (const l of kill)
    if (!written.has(l)) throw new Error(`${a.model.locations.all[l]?.key} counts as killed, and is not`);
}

/** Returns what is varied before each step. */
function forwardOn(a: RoutineAnalysis, steps: readonly Step[]): ReadonlySet<Cell>[] {
  const before: ReadonlySet<Cell>[] = [];
  const { routine } = a.model;
  const varied = cellsOf(
    routine.parameters.filter((id) => isReal(a, id)),
    steps,
  );
  const defined = cellsOf(routine.parameters, steps);
  const required = new Set<Cell>();
  const readFirst = new Set<Cell>();
  const overwritten = new Set<Cell>();
  const definedAt = a.defined;
  for (const s of steps) {
    const { i, written } = s;
    before.push(new Set(varied));
    if (a.options.activity) check(a, 'varied', varied, a.varied.around(i.id)?.before, i);
    if (definedAt) check(a, 'defined', defined, definedAt.around(i.id)?.before, i);
    check(a, 'required', required, a.required.around(i.id)?.before, i);
    for (const cell of s.reads) if (!overwritten.has(cell)) readFirst.add(cell);
    const runs = i.kind === 'leaf' ? a.stays.has(i.id) : (a.tests.get(i.id)?.runs ?? false);
    const indices = new Set((a.nesting.indices.get(i.id) ?? []).map(String));
    const uses = s.derivative.filter((cell) => !indices.has(cell));
    if (runs && written !== null) {
      const needed = required.has(written) || uses.includes(written);
      const recorded = a.recorded.get(i.id)?.includes(s.location) ?? false;
      const recomputed = [...a.recomputed.values()].some((ids) => ids.includes(i.id));
      const plan = a.tests.get(i.id);
      const saved = plan?.kind === 'counted' && plan.saveIndex;
      if (needed && !recorded && !saved && !recomputed && a.options.record !== 'initialized')
        throw new Error(`s${i.id} overwrites ${written}, which is needed, and does not record it`);
      if (needed || recorded) for (const cell of s.address) if (!indices.has(cell)) required.add(cell);
    }
    for (const cell of uses) required.add(cell);
    if (runs && written !== null) required.delete(written);
    if (written === null) continue;
    overwritten.add(written);
    defined.add(written);
    if (s.differentiable.some((cell) => varied.has(cell))) varied.add(written);
    else varied.delete(written);
  }
  inAndOut(a, steps[0], readFirst, overwritten);
  return before;
}

function backwardOn(
  a: RoutineAnalysis,
  steps: readonly Step[],
  variedBefore: readonly ReadonlySet<Cell>[],
): void {
  const { routine, program } = a.model;
  const outputs = [
    ...routine.parameters.filter((id) => program.variables[id]?.passing === 'reference'),
    ...(routine.result === null ? [] : [routine.result]),
  ].filter((id) => isReal(a, id));
  const useful = cellsOf(outputs, steps);
  const reached = new Set(useful);
  const live = new Set<Cell>();
  const changed = new Set<Cell>();
  for (let k = steps.length - 1; k >= 0; k--) {
    const s = steps[k] as Step;
    const { i, written } = s;
    if (a.options.activity) check(a, 'useful', useful, a.useful.around(i.id)?.after, i);
    if (a.options.activity) check(a, 'reached', reached, a.reached.around(i.id)?.after, i);
    check(a, 'adjoint liveness', live, a.live.around(i.id)?.after, i);
    check(a, 'adjoint write', changed, a.adjointWrite.around(i.id)?.after, i);
    const indices = new Set((a.nesting.indices.get(i.id) ?? []).map(String));
    const runs = i.kind === 'leaf' ? a.stays.has(i.id) : (a.tests.get(i.id)?.runs ?? false);
    if (written !== null && live.has(written) && !runs && i.kind === 'leaf')
      throw new Error(`s${i.id} writes ${written}, which is live, and was dropped`);
    const isLive = written !== null && live.has(written);
    if (runs && written !== null) live.delete(written);
    if (runs && (isLive || i.kind === 'test')) for (const cell of s.reads) live.add(cell);
    for (const cell of s.derivative) if (!indices.has(cell)) live.add(cell);
    const recorded = a.recorded.get(i.id)?.includes(s.location) ?? false;
    const plan = a.tests.get(i.id);
    const putBack = recorded || (plan?.kind === 'counted' && (plan.saveIndex || plan.keepIndex));
    if (written !== null && putBack) changed.delete(written);
    else if (written !== null && i.kind === 'leaf' && runs) changed.add(written);
    if (written !== null && reached.has(written)) {
      reached.delete(written);
      for (const cell of s.differentiable) if (variedBefore[k]?.has(cell)) reached.add(cell);
    }
    if (written !== null && useful.has(written)) {
      useful.delete(written);
      for (const cell of s.differentiable) useful.add(cell);
    }
  }
}

function optionsFrom(random: Random): Partial<AnalysisOptions> {
  return {
    adjointLiveness: random.chance(0.6),
    recompute: false,
    record: random.pick(['tbr', 'tbr', 'tbr', 'initialized', 'all'] as const),
    elements: random.chance(0.8),
    readsControlAgain: random.chance(0.8),
  };
}

function programOf(seed: number): { a: RoutineAnalysis; made: RandomProgram; random: Random } {
  const random = randomFrom(seed + 0.125);
  const made = generateProgram(seed, {
    language: seed % 2 === 0 ? 'c' : 'fortran',
    size: 8,
    routines: 0,
    arrays: 1,
    globals: 0,
    exits: random.chance(0.3) ? 0.5 : 0,
  });
  const a = analysed(made, optionsFrom(random)).routines.get(made.entry) as RoutineAnalysis;
  return { a, made, random };
}

/** The first thing that a set misses; null if there is none. */
function missed(a: RoutineAnalysis, steps: readonly Step[]): string | null {
  try {
    backwardOn(a, steps, forwardOn(a, steps));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test(`no path of ${PROGRAMS} random programs knows what a set misses`, { timeout: 600_000 }, () => {
  const wrong: string[] = [];
  let followed = 0;
  for (let seed = 1; seed <= PROGRAMS && wrong.length < 5; seed++) {
    const { a, made, random } = programOf(seed);
    for (let k = 0; k < PATHS; k++) {
      const steps = follow(a, made, random);
      if (!steps) continue;
      followed++;
      const found = missed(a, steps);
      if (!found) continue;
      wrong.push(`seed ${seed}: ${found}`);
      break;
    }
  }
  expect(wrong).toEqual([]);
  expect(followed).toBeGreaterThan(5 * PROGRAMS);
});

const SETS = ['varied', 'useful', 'reached', 'live', 'required', 'adjointWrite'] as const;

test.each([...SETS, 'recorded'] as const)('were %s empty, some path would tell', (name) => {
  const told = Array.from({ length: 40 }, (_, k) => k + 1).some((seed) => {
    const { a, made, random } = programOf(seed);
    const none = new BitSet(a.model.locations.size);
    const worse: RoutineAnalysis =
      name === 'recorded'
        ? { ...a, recorded: new Map() }
        : { ...a, [name]: { ...a[name], around: () => ({ before: none, after: none }) } };
    return Array.from({ length: 4 }, () => follow(a, made, random)).some(
      (steps) => steps !== null && missed(worse, steps) !== null,
    );
  });
  expect(told).toBe(true);
});
