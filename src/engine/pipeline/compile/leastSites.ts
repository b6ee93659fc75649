/**
 * What every place of a program records whenever control comes to it. If no place records more in one version of a program
 * than in another, no run does.
 */
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { tapeBytes } from '../../ir/build';
import type { Location } from '../../ir/locations';
import type { StatementId } from '../../ir/types';
import type { Options } from '../options';
import type { ProgramAnalysis } from './contexts';

/** A run of assignments, a construct, a call, or the whole routine. */
export interface Site {
  /** Of scalars. */
  readonly bytes: number;
  /** What has no size that is known, or is of use to others: it may become less, not other. */
  readonly marks: ReadonlySet<string>;
  readonly depth: number;
}
/** Routines are told apart by name, sites by the first statement of a run, or their own. */
export type Sites = ReadonlyMap<string, Site & { readonly id: StatementId }>;

const HALVES = ' in halves';
const REVERSED = 'reversed';

class Collected {
  private readonly sites = new Map<
    string,
    { bytes: number; marks: Set<string>; depth: number; id: StatementId }
  >();

  at(routine: string, id: StatementId, depth: number) {
    const key = `${routine} ${id}`;
    const known = this.sites.get(key);
    if (known) return known;
    const made = { bytes: 0, marks: new Set<string>(), depth, id };
    this.sites.set(key, made);
    return made;
  }

  result(): Sites {
    return this.sites;
  }
}

/** `added`: by statement that the program was given, the site that it belongs to. */
export function sitesOf(
  { routines, split }: ProgramAnalysis,
  added: ReadonlyMap<StatementId, StatementId>,
  options: Options,
): Sites {
  const found = new Collected();
  for (const [name, analysis] of routines) addSites(found, name, analysis, added, options);
  for (const [name, analysis] of split) addSites(found, `${name}${HALVES}`, analysis, added, options);
  return found.result();
}

function addSites(
  found: Collected,
  name: string,
  analysis: RoutineAnalysis,
  added: ReadonlyMap<StatementId, StatementId>,
  { reversal }: Options,
): void {
  const { model, nesting } = analysis;
  const { locations } = model;
  const runs = runStarts(analysis);
  const siteAt = (id: StatementId) => {
    const site = added.get(id) ?? runs.get(id) ?? id;
    return found.at(name, site, nesting.parents.get(id)?.length ?? 0);
  };
  const bytesOf = (l: number) => tapeBytes((locations.all[l] as Location).type);
  for (const [id, list] of analysis.recorded) {
    const s = nesting.statements.get(id);
    if (s?.kind === 'assign' && s.undo) continue;
    // The index of a counted loop, and the place that an assignment overwrites, are scalars.
    siteAt(id).bytes += bytesOf(list[0] as number);
  }
  for (const [id, plan] of analysis.calls) {
    const { marks } = siteAt(id);
    for (const which of ['sbk', 'snp'] as const)
      for (const l of plan[which]) marks.add(`${which} ${(locations.all[l] as Location).key}`);
  }
  for (const [id, plan] of analysis.tests) {
    const { marks } = siteAt(id);
    if (!plan.reversed) continue;
    marks.add(REVERSED);
    if (plan.kind === 'branch' && !plan.again) marks.add('outcome');
    if (plan.kind === 'counted') for (const bound of plan.storedBounds) marks.add(bound);
  }
  if (reversal === 'blocks') {
    for (const id of [...analysis.recorded.keys(), ...analysis.derivatives.keys()])
      siteAt(id).marks.add('block');
    for (const list of analysis.recomputed.values()) for (const id of list) siteAt(id).marks.add('block');
  }
  if (!name.endsWith(HALVES)) return;
  // The forward half leaves on the tape what the other needs of its locals.
  const whole = found.at(name, -1 as StatementId, 0);
  analysis.required.after(model.graph.exit).forEach((l) => {
    const location = locations.all[l] as Location;
    if (location.strong) whole.bytes += bytesOf(l);
    else whole.marks.add(`kept ${location.key}`);
  });
}

/** By assignment: the first of the run that it stands in. */
function runStarts({ model }: RoutineAnalysis): Map<StatementId, StatementId> {
  const starts = new Map<StatementId, StatementId>();
  for (const { instructions } of model.graph.vertices) {
    let first: StatementId | null = null;
    for (const i of instructions) {
      const isAssign = i.kind === 'leaf' && i.statement.kind === 'assign';
      if (!isAssign) first = null;
      else if (!i.statement.keeps) first ??= i.id;
      if (isAssign && first !== null) starts.set(i.id, first);
    }
  }
  return starts;
}

/** Is there a value, an outcome or a bound on the tape? That a test is reversed needs none by itself. */
export function recordsAnything(sites: Sites): boolean {
  return [...sites.values()].some(
    ({ bytes, marks }) => bytes > 0 || [...marks].some((mark) => mark !== REVERSED),
  );
}

/** Sites that record what the others do not, or more. */
export function moreThan(sites: Sites, limit: Sites): StatementId[] {
  const found: StatementId[] = [];
  for (const [key, { bytes, marks, id }] of sites) {
    const known = limit.get(key);
    const isMore = bytes > (known?.bytes ?? 0) || [...marks].some((m) => !known?.marks.has(m));
    if (isMore) found.push(id);
  }
  return found;
}
