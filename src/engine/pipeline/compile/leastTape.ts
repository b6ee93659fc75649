/**
 * The option `record: 'least'` (theory 15): the least choice of every window, compared with what TBR records. No run keeps
 * more than with TBR, because no place of the program records more whenever control comes to it: where one would, the choice
 * that causes it is taken back, and TBR's stands.
 */
import { type Rewritten, withLeastWindows } from '../../adjoint/least';
import { inverseOf, type RoutineChoices, type Run } from '../../adjoint/least/scalars';
import { modelAgain } from '../../analyses/again';
import type { ProgramModel } from '../../analyses/instructions/programModel';
import { type Window, windowOf } from '../../analyses/least/window';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { itemAt, lastOf, present } from '../../base/lookup';
import { statesAround } from '../../dataflow/solve';
import { repeats } from '../../ir/graph/completes';
import type { Instruction } from '../../ir/graph/flow';
import { instructionOf } from '../../ir/graph/flow';
import type { Assign, Program, Statement, StatementId } from '../../ir/types';
import type { Options } from '../options';
import type { ProgramAnalysis } from './contexts';
import { bytesAt, type Excess, moreThan, recordsAnything, type Sites, sitesOf } from './leastSites';

export interface LeastTape {
  readonly program: Program;
  readonly model: ProgramModel;
  readonly analysis: ProgramAnalysis;
  /** By first statement: the windows whose choice was applied. */
  readonly windows: ReadonlyMap<StatementId, Window>;
}

type Parts = Pick<LeastTape, 'program' | 'model' | 'analysis'>;

/** Windows by their first statement, statements that run again at the end of their list, and updates that are undone. */
const CHOICES = ['windows', 'again', 'undo'] as const;

/** The choices that have been taken back, and what is known to be stored anyway. */
interface State extends Readonly<Record<(typeof CHOICES)[number], ReadonlySet<StatementId>>> {
  /** The analysis that tells what upstream requires. */
  readonly known: ProgramAnalysis | null;
}

interface Chosen {
  readonly rewritten: Rewritten;
  readonly windows: LeastTape['windows'];
}

interface Candidate extends LeastTape {
  readonly state: State;
  readonly rewritten: Rewritten;
  readonly sites: Sites;
}

/** How many times single choices are taken back before all of them are. */
const ATTEMPTS = 6;

/** `analyse`: with TBR, and without recomputation of unmarked statements. */
export function withLeastTape(
  plain: Parts,
  options: Options,
  analyse: (model: ProgramModel) => ProgramAnalysis,
): LeastTape {
  const most = sitesOf(plain.analysis, new Map(), options);
  if (!recordsAnything(most)) return { ...plain, windows: new Map() };
  // Its windows include all recomputing in the block and all reading of results, and more.
  const bare = isBare(plain.analysis, options) ? plain.analysis : analyse(plain.model);
  const atBest = sitesOf(bare, new Map(), options);
  // If no choice is made, nothing may be given away either.
  const limit = moreThan(atBest, most).length === 0 ? atBest : most;
  const choose = (state: State): Chosen => {
    const windows = new Map<StatementId, Window>();
    const rewritten = withLeastWindows(plain.program, (name) =>
      choicesOf(name, { bare, limit }, state, options, windows),
    );
    return { rewritten, windows };
  };
  const candidate = (state: State, { rewritten, windows } = choose(state)): Candidate => {
    if (rewritten.program === plain.program)
      return { ...plain, analysis: bare, windows, state, rewritten, sites: atBest };
    const model = modelAgain(plain.model, rewritten.program, options.elements);
    const analysis = analyse(model);
    const sites = sitesOf(analysis, rewritten.sites, options);
    return { program: rewritten.program, model, analysis, windows, state, rewritten, sites };
  };
  const within = (first: State, chosen: Chosen): Candidate | null => {
    let state = first;
    for (let k = 0; k < ATTEMPTS; k++) {
      const made = k === 0 ? candidate(state, chosen) : candidate(state);
      const more = moreThan(made.sites, limit);
      if (more.length === 0) return made;
      const left = takenBack(state, made, bare, more);
      if (isSameState(left, state)) return null;
      state = left;
    }
    return null;
  };
  const none: State = { windows: new Set(), again: new Set(), undo: new Set(), known: null };
  const best = within(none, choose(none));
  if (!best) return { ...plain, ...(limit === atBest ? { analysis: bare } : {}), windows: new Map() };
  if (total(best.sites) === 0) return best;
  // What is stored for other reasons need not be stored twice. A choice that was taken back stays so.
  const informed = { ...best.state, known: best.analysis };
  const other = choose(informed);
  if (!isAnyFreed(best.windows, other.windows)) return best;
  const second = within(informed, other);
  return second && total(second.sites) < total(best.sites) ? second : best;
}

/** Was everything except the business of the windows decided in the same way, as far as elements of iterations were looked at? */
function isBare({ routines, split }: ProgramAnalysis, { recompute, useResults }: Options): boolean {
  const all = [...routines.values(), ...split.values()];
  return (
    !recompute &&
    !useResults &&
    all.every(
      ({ options, isElementsAround }) =>
        !options.elements || (options.elementsAround !== undefined && !isElementsAround),
    )
  );
}

/** Whether two states are equal; what is taken back only grows. */
function isSameState(a: State, b: State): boolean {
  return CHOICES.every((which) => a[which].size === b[which].size);
}

/** Does the second choice keep fewer bytes than the first would, at the costs that the second assumes? */
function isAnyFreed(of: LeastTape['windows'], by: LeastTape['windows']): boolean {
  return [...by].some(([site, { closure, costs }]) => {
    const known = of.get(site)?.closure;
    const bytes = ({ choice }: Window['closure']) =>
      choice.reduce((sum, how, v) => sum + (how === 'kept' ? (costs[v]?.bytes ?? 0) : 0), 0);
    return known !== undefined && bytes(closure) < bytes(known);
  });
}

function total(sites: Sites): number {
  let sum = 0;
  for (const { bytes, depth } of sites.values()) sum += bytes * 8 ** depth;
  return sum;
}

/**
 * Takes back the choices at places that record more, and for places without a choice those that require what is recorded
 * there, unless one of these is taken back already. If there are none, takes back all.
 */
function takenBack(state: State, made: Candidate, bare: ProgramAnalysis, more: readonly Excess[]): State {
  const own = new Set(more.flatMap(({ site: { id } }) => (made.windows.has(id) ? [id] : [])));
  let left = withChoices(state, { windows: own, again: new Set(), undo: new Set() });
  for (const excess of more) {
    if (made.windows.has(excess.site.id)) continue;
    const asking = askingFor(made, bare, excess);
    if (!CHOICES.some((which) => [...asking[which]].some((id) => left[which].has(id))))
      left = withChoices(left, asking);
  }
  return isSameState(left, state) ? withChoices(state, allOf(made)) : left;
}

type Choices = Record<(typeof CHOICES)[number], Set<StatementId>>;

function withChoices(state: State, more: Choices): State {
  const both = (which: (typeof CHOICES)[number]) => new Set([...state[which], ...more[which]]);
  return { ...state, windows: both('windows'), again: both('again'), undo: both('undo') };
}

function allOf({ windows, rewritten, analysis }: Candidate): Choices {
  const statements = [...analysis.routines.values()].flatMap((a) => [...a.nesting.statements.values()]);
  const undo = statements.flatMap((s) => (s.kind === 'assign' && s.undo ? [s.id] : []));
  return { windows: new Set(windows.keys()), again: new Set(rewritten.again.values()), undo: new Set(undo) };
}

/** Whatever the backward sweep of a choice newly reads of it; and updates of it that are undone. */
function askingFor(
  { rewritten, windows }: Candidate,
  bare: ProgramAnalysis,
  { site: { analysis }, stored }: Excess,
): Choices {
  const found: Choices = { windows: new Set(), again: new Set(), undo: new Set() };
  const { graph, routine, locations } = analysis.model;
  const before = bare.split.get(routine.name) ?? bare.routines.get(routine.name);
  const siteOf = new Map(rewritten.sites);
  for (const [site, { statements }] of windows) for (const s of statements) siteOf.set(s.id, site);
  const asks = (i: Instruction) => {
    const known = before?.nesting.statements.has(i.id) ? readBackward(before, i) : null;
    return [...readBackward(analysis, i)].some((key) => stored.has(key) && !known?.has(key));
  };
  for (const i of graph.vertices.flatMap(({ instructions }) => instructions)) {
    if (i.kind !== 'leaf' || i.statement.kind !== 'assign') continue;
    if (i.statement.undo && stored.has(keyOf(analysis, locations.of(i.statement.target))))
      found.undo.add(i.id);
    if (!asks(i)) continue;
    const of = rewritten.again.get(i.id);
    const site = siteOf.get(i.id);
    if (of !== undefined) found.again.add(of);
    else if (site !== undefined && windows.has(site)) found.windows.add(site);
  }
  return found;
}

/** Keys of what the backward sweep of an instruction reads. */
function readBackward(analysis: RoutineAnalysis, i: Instruction): Set<string> {
  const t = analysis.tbrAt(i);
  const read = new Set<string>();
  for (const set of t ? [t.use, ...(t.recompute ?? []).map(({ reads }) => reads)] : [])
    set.forEach((l) => {
      read.add(keyOf(analysis, l));
    });
  return read;
}

function keyOf({ model }: RoutineAnalysis, l: number): string {
  return model.locations.all[l]?.key ?? '';
}

function choicesOf(
  name: string,
  { bare: { routines, split }, limit }: { readonly bare: ProgramAnalysis; readonly limit: Sites },
  state: State,
  options: Options,
  chosen: Map<StatementId, Window>,
): RoutineChoices | null {
  const analysis = split.get(name) ?? routines.get(name);
  if (!analysis) return null;
  const { model } = analysis;
  const { graph, locations, effects } = model;
  const recordedSomewhere = new Set([...analysis.recorded.values()].flat());
  const writes = (s: Statement): readonly number[] => {
    const i = instructionOf(graph, s.id);
    return i ? effects(i).out.toArray() : [];
  };
  const isScalarRecorded = (s: Assign) => recordedSomewhere.has(locations.of(s.target));
  const known = state.known && (state.known.split.get(name) ?? state.known.routines.get(name));
  const mayUndo = (s: Assign) => !state.undo.has(s.id) && (analysis.recorded.get(s.id)?.length ?? 0) > 0;
  return {
    locations,
    window: (run) => {
      const site = itemAt(run, 0).id;
      if (state.windows.has(site)) return null;
      const window = windowIn(analysis, run, split.has(name), known ?? null, mayUndo);
      if (window) chosen.set(site, window);
      return window;
    },
    mayRunAgain: (s) => !state.again.has(s.id) && analysis.stays.has(s.id) && isScalarRecorded(s),
    mayUndo,
    isThereAfter: (last, l) => isThereAfter(analysis, last, l),
    mayStore: (first, bytes) => {
      const may = bytes <= bytesAt(limit, name, first.id);
      if (!may) chosen.delete(first.id);
      return may;
    },
    writes,
    onlyBlockEnds: options.reversal === 'blocks',
  };
}

/** Whether nothing overwrites it between here and the return of the backward sweep, or else it is restored anyway. For arrays, elements decide. */
function isThereAfter(
  { model, nesting, laterWrites, required }: RoutineAnalysis,
  last: Statement,
  l: number,
) {
  const { graph, locations } = model;
  const i = instructionOf(graph, last.id);
  if (!i || i.kind === 'test' || !locations.all[l]?.strong) return true;
  if (!statesAround(laterWrites, i).after.has(l) || required.around(i.id)?.after.has(l)) return true;
  return (nesting.fors.get(last.id) ?? []).some(({ index }) => locations.ofVariable(index).includes(l));
}

function windowIn(
  analysis: RoutineAnalysis,
  run: Run,
  isSplit: boolean,
  known: RoutineAnalysis | null,
  mayUndo: (s: Assign) => boolean,
): Window | null {
  const { model, nesting } = analysis;
  const { graph, locations } = model;
  const places = run.map((s) => graph.place.get(s.id));
  const vertex = places[0]?.[0];
  if (vertex === undefined || places.some((p) => p?.[0] !== vertex)) return null;
  const last = present(instructionOf(graph, lastOf(run).id), 'the end of a run');
  const lost = statesAround(analysis.laterWrites, last).after;
  const indices = new Set(
    (nesting.fors.get(last.id) ?? []).flatMap(({ index }) => locations.ofVariable(index)),
  );
  const first = itemAt(run, 0);
  const required = known?.required.around(first.id)?.before;
  return windowOf({
    statements: run,
    locations,
    stays: (s) => analysis.stays.has(s.id),
    derivative: (s) => analysis.derivatives.get(s.id),
    isLost: (l) => l < 0 || (lost.has(l) && !indices.has(l)),
    isStoredAnyway: (l) => required?.has(l) ?? false,
    isUndone: (l) => {
      const writers = run.filter((s) => locations.of(s.target) === l);
      return writers.length > 0 && writers.every((s) => mayUndo(s) && inverseOf(s) !== null);
    },
    repeats: isSplit || repeats(graph.successors, vertex),
  });
}
