/**
 * Brute force on small programs, calls and globals too: many paths, element by element. Along one path the equations need
 * no joins and no whole arrays: what they give there must be in the sets of the analyses, and what the path needs must be
 * recorded, or saved around a call.
 */
import { describe, expect, test } from 'vitest';
import { BitSet } from '../base/bitset';
import { solve } from '../dataflow/solve';
import type { Instruction } from '../ir/graph/flow';
import type { VariableId } from '../ir/types';
import type { ProgramAnalysis } from '../pipeline/compile/contexts';
import { analysed } from '../testing/analysed';
import { draws, FIRST_SEED, tellsShares } from '../testing/draws';
import { type Cell, follow, type Step } from '../testing/paths';
import { type Random, randomFrom } from '../testing/prng';
import { generateProgram, type RandomProgram } from '../testing/random';
import { elementsPassed } from './instructions/externalEffects';
import { upwardExposed } from './problems/exposed';
import { certainlyKilled } from './problems/kill';
import type { RoutineAnalysis } from './routineAnalysis';
import type { AnalysisOptions } from './routineFacts';

const PROGRAMS = draws(16, 250);
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
  const all = steps.flatMap((s) => [...s.reads, ...s.writes.map((w) => w.cell)]);
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

/** Globals that the entry or what it calls touches. */
function globalsOf(a: RoutineAnalysis): VariableId[] {
  const ids = a.model.locations.all.flatMap((l) => l.variables);
  return ids.filter((id) => a.model.program.variables[id]?.role === 'global');
}

/** Of a step as it runs in the forward sweep: what it stores of the cells that it writes, and whether it writes them at all. */
function storing(a: RoutineAnalysis, { i }: Step) {
  if (i.kind === 'leaf' && i.statement.kind === 'call') {
    const plan = a.calls.get(i.id);
    return { runs: a.stays.has(i.id), again: plan?.adjoint ?? false, sbk: plan?.sbk, snp: plan?.snp };
  }
  const plan = a.tests.get(i.id);
  const runs = i.kind === 'leaf' ? a.stays.has(i.id) : (plan?.runs ?? false);
  return {
    runs,
    again: false,
    sbk: BitSet.of(a.model.locations.size, a.recorded.get(i.id) ?? []),
    snp: undefined,
  };
}

/**
 * Whether the backward sweep puts back what a step overwrites: from what is recorded, or, for a call in joint mode, from the
 * snapshot, if the adjoint call does not change it again (theory 6).
 */
function isRestored(a: RoutineAnalysis, s: Step, cell: Cell): boolean {
  const { sbk, snp } = storing(a, s);
  const l = locationOf(a, cell);
  return (sbk?.has(l) ?? false) || ((snp?.has(l) ?? false) && !s.leaves?.has(cell));
}

/** What the step or its adjoint changes. */
function changedBy(a: RoutineAnalysis, s: Step): readonly Cell[] {
  const cells = s.writes.map(({ cell }) => cell);
  if (storing(a, s).runs) return cells;
  return cells.filter((cell) => s.leaves?.has(cell));
}

function isSavedWhole(a: RoutineAnalysis, i: Instruction, saved: BitSet | undefined, l: number): boolean {
  if (i.kind !== 'leaf' || i.statement.kind !== 'call' || l < 0 || !saved?.has(l)) return false;
  return elementsPassed(a.model, i.statement, a.model.locations.at(l)) === null;
}

/** Whether the backward sweep puts back all of what a cell is of, whoever overwrites it behind the call. */
function comesBack(a: RoutineAnalysis, s: Step, cell: Cell): boolean {
  const { sbk, snp } = storing(a, s);
  const l = locationOf(a, cell);
  return isSavedWhole(a, s.i, sbk, l) || (isSavedWhole(a, s.i, snp, l) && !s.leaves?.has(cell));
}

/** What depends on what, one step on: written cells depend on what they were made of. */
function after(s: Step, set: Set<Cell>): void {
  const grown = s.writes.filter((w) => w.differentiable.some((cell) => set.has(cell)));
  for (const { cell } of s.writes) set.delete(cell);
  for (const { cell } of grown) set.add(cell);
}

/** The same, one step back; of what `isCounted`. */
function before(s: Step, set: Set<Cell>, isCounted: (cell: Cell) => boolean): void {
  const wanted = s.writes.filter((w) => set.has(w.cell));
  for (const { cell } of wanted) set.delete(cell);
  for (const { differentiable } of wanted)
    for (const cell of differentiable) if (isCounted(cell)) set.add(cell);
}

/** Returns what is varied before each step. */
function forwardOn(a: RoutineAnalysis, steps: readonly Step[]): ReadonlySet<Cell>[] {
  const variedBefore: ReadonlySet<Cell>[] = [];
  const { routine } = a.model;
  const varied = cellsOf(
    routine.parameters.filter((id) => isReal(a, id)),
    steps,
  );
  const defined = cellsOf([...routine.parameters, ...globalsOf(a)], steps);
  const required = new Set<Cell>();
  const readFirst = new Set<Cell>();
  const overwritten = new Set<Cell>();
  const definedAt = a.defined;
  for (const s of steps) {
    const { i } = s;
    variedBefore.push(new Set(varied));
    if (a.options.activity) check(a, 'varied', varied, a.varied.around(i.id)?.before, i);
    if (definedAt) check(a, 'defined', defined, definedAt.around(i.id)?.before, i);
    check(a, 'required', required, a.required.around(i.id)?.before, i);
    for (const cell of s.reads) if (!overwritten.has(cell)) readFirst.add(cell);
    const { runs, again, snp } = storing(a, s);
    const indices = new Set((a.nesting.fors.get(i.id) ?? []).map(({ index }) => String(index)));
    const uses = s.derivative.filter((cell) => !indices.has(cell));
    const isCall = i.kind === 'leaf' && i.statement.kind === 'call';
    const plan = a.tests.get(i.id);
    const isKept = plan?.kind === 'counted' && plan.saveIndex;
    const recomputed = [...a.recomputed.values()].some((ids) => ids.includes(i.id));
    for (const cell of changedBy(a, s)) {
      const l = locationOf(a, cell);
      const needed = required.has(cell) || (!isCall && uses.includes(cell));
      const recorded = isRestored(a, s, cell);
      if (needed && !recorded && !isKept && !recomputed && a.options.record !== 'initialized')
        throw new Error(`s${i.id} overwrites ${cell}, which is needed, and does not record it`);
      if (isCall && runs && uses.includes(cell) && !snp?.has(l))
        throw new Error(`s${i.id} overwrites ${cell}, which its adjoint needs, and has no snapshot of it`);
      if (needed || recorded) for (const c of s.address) if (!indices.has(c)) required.add(c);
    }
    if (isCall) {
      if (runs || again) for (const { cell } of s.writes) required.delete(cell);
      // What is saved as a whole comes back as a whole; of the snapshot, what the adjoint call then leaves as it was.
      for (const cell of [...required]) if (comesBack(a, s, cell)) required.delete(cell);
      // What is in the snapshot comes back with it; anything else has to be there.
      for (const cell of uses) if (!snp?.has(locationOf(a, cell))) required.add(cell);
    } else {
      for (const cell of uses) required.add(cell);
      if (runs) for (const { cell } of s.writes) required.delete(cell);
    }
    for (const { cell } of s.writes) {
      overwritten.add(cell);
      defined.add(cell);
    }
    after(s, varied);
  }
  inAndOut(a, steps[0], readFirst, overwritten);
  return variedBefore;
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
    const { i } = s;
    if (a.options.activity) check(a, 'useful', useful, a.useful.around(i.id)?.after, i);
    if (a.options.activity) check(a, 'reached', reached, a.reached.around(i.id)?.after, i);
    check(a, 'adjoint liveness', live, a.live.around(i.id)?.after, i);
    check(a, 'adjoint write', changed, a.adjointWrite.around(i.id)?.after, i);
    const indices = new Set((a.nesting.fors.get(i.id) ?? []).map(({ index }) => String(index)));
    const { runs } = storing(a, s);
    const lost = s.writes.find((w) => live.has(w.cell));
    if (lost && !runs && i.kind === 'leaf')
      throw new Error(`s${i.id} writes ${lost.cell}, which is live, and was dropped`);
    if (runs) for (const { cell } of s.writes) live.delete(cell);
    if (runs && (lost || i.kind === 'test')) for (const cell of s.reads) live.add(cell);
    for (const cell of s.derivative) if (!indices.has(cell)) live.add(cell);
    const plan = a.tests.get(i.id);
    const isKept = plan?.kind === 'counted' && (plan.saveIndex || plan.keepIndex);
    const cells = new Set(changedBy(a, s));
    for (const cell of [...changed]) if (comesBack(a, s, cell)) changed.delete(cell);
    for (const { cell } of s.writes) {
      if (isKept || isRestored(a, s, cell)) changed.delete(cell);
      else if (i.kind === 'leaf' && cells.has(cell)) changed.add(cell);
    }
    before(s, reached, (cell) => variedBefore[k]?.has(cell) ?? false);
    before(s, useful, () => true);
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

interface Drawn {
  readonly all: ProgramAnalysis;
  readonly a: RoutineAnalysis;
  readonly made: RandomProgram;
  readonly random: Random;
}

function programOf(seed: number, calls: boolean): Drawn {
  const random = randomFrom(seed + 0.125);
  const made = generateProgram(seed, {
    language: seed % 2 === 0 ? 'c' : 'fortran',
    size: calls ? 5 : 8,
    routines: calls ? 2 : 0,
    arrays: 1,
    exits: random.chance(0.3) ? 0.5 : 0,
    ...(calls ? { chains: 0.95, functions: 0.5, globals: 0.6, io: 0 } : { globals: 0 }),
  });
  const all = analysed(made, optionsFrom(random));
  return { all, a: all.routines.get(made.entry) as RoutineAnalysis, made, random };
}

/** The first so many of them; those with calls that do call something. */
function* programs(count: number, calls: boolean): Generator<Drawn & { seed: number }> {
  for (let seed = FIRST_SEED, found = 0; found < count; seed++) {
    const drawn = programOf(seed, calls);
    if (calls && drawn.a.model.callees.length === 0) continue;
    found++;
    yield { ...drawn, seed };
  }
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

test.each([
  ['without calls', PROGRAMS, false],
  ['with calls and globals', Math.ceil(PROGRAMS / 3), true],
])('no path of random programs %s knows what a set misses', (_, count, calls) => {
  const wrong: string[] = [];
  let followed = 0;
  let through = 0;
  for (const { seed, all, a, made, random } of programs(count, calls)) {
    if (wrong.length === 5) break;
    for (let k = 0; k < PATHS; k++) {
      const steps = follow(all, made, random);
      if (!steps) continue;
      followed++;
      if (steps.some(isCall)) through++;
      const found = missed(a, steps);
      if (!found) continue;
      wrong.push(`seed ${seed}: ${found}`);
      break;
    }
  }
  expect(wrong).toEqual([]);
  if (!tellsShares(count)) return;
  expect(followed).toBeGreaterThan(calls ? 3 * count : 5 * count);
  if (calls) expect(through).toBeGreaterThan(count);
});

const SETS = ['varied', 'useful', 'reached', 'live', 'required', 'adjointWrite'] as const;

describe.each([
  ['without calls', false],
  ['with calls', true],
])('%s', (_, calls) => {
  test.each([...SETS, calls ? 'calls' : 'recorded'] as const)(
    'were %s empty, some path would tell',
    (name) => {
      const told = Array.from({ length: 120 }, (_, k) => k + 1).some((seed) => {
        const { all, a, made, random } = programOf(seed, calls);
        const none = new BitSet(a.model.locations.size);
        let worse: RoutineAnalysis = { ...a, recorded: new Map() };
        if (name === 'calls')
          worse = {
            ...a,
            calls: new Map([...a.calls].map(([id, plan]) => [id, { ...plan, sbk: none, snp: none }])),
          };
        else if (name !== 'recorded')
          worse = { ...a, [name]: { ...a[name], around: () => ({ before: none, after: none }) } };
        return Array.from({ length: 4 }, () => follow(all, made, random)).some(
          (steps) => steps?.some(calls ? isCall : () => true) && missed(worse, steps) !== null,
        );
      });
      expect(told).toBe(true);
    },
  );
});

function isCall({ i }: Step): boolean {
  return i.kind === 'leaf' && i.statement.kind === 'call';
}
