/**
 * What each place of a program records whenever control comes to it. If no place records more in one version of a program
 * than in another, no run does.
 */
import type { TestPlan } from '../../analyses/plans/controlReversal';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { getOrMake } from '../../base/once';
import { tapeBytes } from '../../ir/build';
import type { StatementId } from '../../ir/types';
import type { Options } from '../options';
import type { ProgramAnalysis } from './contexts';

/** A run of assignments, a construct, a call, or the whole routine. */
export interface Site {
  /** The bytes of scalars. */
  readonly bytes: number;
  /** Recordings without a known size, or that serve others: a version may have fewer of them but no others. */
  readonly marks: ReadonlySet<string>;
  /** Keys of all that is recorded or saved. */
  readonly stored: ReadonlySet<string>;
  readonly depth: number;
  readonly id: StatementId;
  readonly analysis: RoutineAnalysis;
}
/** By routine and by statement: the first statement of a run of assignments, or the site's own. */
export type Sites = ReadonlyMap<string, Site>;

/** A site that records more than it may. */
export interface Excess {
  readonly site: Site;
  /** Keys of what it stores and should not. */
  readonly stored: ReadonlySet<string>;
}

const HALVES = ' in halves';
const REVERSED = 'reversed';

interface Collecting extends Site {
  bytes: number;
  readonly marks: Set<string>;
  readonly stored: Set<string>;
}

class Collected {
  private readonly sites = new Map<string, Collecting>();

  at(routine: string, id: StatementId, analysis: RoutineAnalysis): Collecting {
    const key = `${routine} ${id}`;
    const depth = analysis.nesting.parents.get(id)?.length ?? 0;
    const none = () => ({
      bytes: 0,
      marks: new Set<string>(),
      stored: new Set<string>(),
      depth,
      id,
      analysis,
    });
    return getOrMake(this.sites, key, none);
  }

  result(): Sites {
    return this.sites;
  }
}

/** `added`: by statement that was added to the program, the site that it belongs to. */
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
    return found.at(name, site, analysis);
  };
  const keyOf = (l: number) => locations.at(l).key;
  const bytesOf = (l: number) => tapeBytes(locations.at(l).type);
  for (const [id, list] of analysis.recorded) {
    const s = nesting.statements.get(id);
    if (s?.kind === 'assign' && s.undo) continue;
    const site = siteAt(id);
    // The index of a counted loop, and the target of an assignment, are scalars.
    site.bytes += bytesOf(list[0] as number);
    for (const l of list) site.stored.add(keyOf(l));
  }
  for (const [id, plan] of analysis.calls) {
    const { marks, stored } = siteAt(id);
    for (const which of ['sbk', 'snp'] as const)
      for (const l of plan[which]) {
        marks.add(`${which} ${keyOf(l)}`);
        stored.add(keyOf(l));
      }
  }
  for (const [id, plan] of analysis.tests) for (const mark of controlMarks(plan)) siteAt(id).marks.add(mark);
  if (reversal === 'blocks') for (const id of reversedIn(analysis)) siteAt(id).marks.add('block');
  if (!name.endsWith(HALVES)) return;
  // The forward half leaves on the tape those of its locals that the other half needs.
  const whole = found.at(name, -1 as StatementId, analysis);
  analysis.required.after(model.graph.exit).forEach((l) => {
    const location = locations.at(l);
    whole.stored.add(location.key);
    if (location.strong) whole.bytes += bytesOf(l);
    else whole.marks.add(`kept ${location.key}`);
  });
}

/** What a test records, and the fact that it is reversed. */
function controlMarks(plan: TestPlan): readonly string[] {
  if (!plan.reversed) return [];
  if (plan.kind === 'counted') return [REVERSED, ...plan.storedBounds];
  return plan.kind === 'branch' && !plan.again ? [REVERSED, 'outcome'] : [REVERSED];
}

/** Statements that make the backward sweep visit their block. */
function reversedIn({ recorded, derivatives, recomputed }: RoutineAnalysis): StatementId[] {
  return [...recorded.keys(), ...derivatives.keys(), ...[...recomputed.values()].flat()];
}

/** By assignment: the first assignment of its run. */
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

/** Is there a value, an outcome or a bound on the tape? The reversal of a test alone needs none. */
export function recordsAnything(sites: Sites): boolean {
  return [...sites.values()].some(
    ({ bytes, marks }) => bytes > 0 || [...marks].some((mark) => mark !== REVERSED),
  );
}

/** The sites that record more than their counterparts in `limit`, or something else. */
export function moreThan(sites: Sites, limit: Sites): Excess[] {
  const found: Excess[] = [];
  for (const [key, site] of sites) {
    const known = limit.get(key);
    const isMore = site.bytes > (known?.bytes ?? 0) || [...site.marks].some((m) => !known?.marks.has(m));
    if (!isMore) continue;
    const other = new Set([...site.stored].filter((each) => !known?.stored.has(each)));
    found.push({ site, stored: other.size > 0 ? other : site.stored });
  }
  return found;
}

/** The most bytes of scalars that the site may record. */
export function bytesAt(sites: Sites, routine: string, id: StatementId): number {
  const here = sites.get(`${routine} ${id}`)?.bytes ?? 0;
  return Math.max(here, sites.get(`${routine}${HALVES} ${id}`)?.bytes ?? 0);
}
