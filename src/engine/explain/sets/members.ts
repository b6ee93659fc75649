/** Why a member is in a set at a point, or is not: for every analysis on the page. */

import { isReal } from '../../ir/build';
import type { Instruction } from '../../ir/graph/flow';
import type { Explanation } from '../../pipeline/results';
import { activityAt, activityClause, tellInactive, tellUseful, tellVaried } from '../activity';
import { type Context, isCoarse, locationAt, locationsNamed } from '../context';
import { memberAt, type Point, pointOf, stateAt } from '../control/paths';
import { toldFacts } from '../dependence';
import {
  brief,
  capital,
  fact,
  memberText,
  namedPoint,
  paragraph,
  quote,
  quoted,
  RULE,
  witnessOf,
} from '../words';
import type { Shown } from './entry';
import { shownAnalysis, tellMember } from './registry';

/** `key`: of a location, or of a member of the analysis's own universe; null where it names neither. */
export function explainMember(
  c: Context,
  name: string,
  i: Instruction,
  side: 'before' | 'after',
  key: string,
): Explanation | null {
  const point = pointOf(c.analysis.model.graph, i.id, side) as Point;
  const where = namedPoint(c, i, side);
  const shown = shownAnalysis(c.analysis, name);
  const locations = locationsNamed(c, key);
  const written = locations.find((l) => c.analysis.model.effects(i).out.has(l)) ?? locations[0];
  if (name === 'active') return written === undefined ? null : explainActive(c, point, written, where);
  if (!shown)
    return brief(
      `Is ${written === undefined ? quote(key) : quoted(c, written)} in the set “${name}” ${where}?`,
      'This compile has no analysis of that name.',
    );
  const { universe } = shown.solution.analysis;
  const member = universe === c.analysis.model.locations ? written : memberNamed(c, shown, point, key);
  const location = member === undefined ? written : universe.explain(member).location;
  if (location === undefined) return null;
  if (shown.entry.onlyReals && !isReal(locationAt(c, location).type))
    return withoutDerivative(c, location, `in the set “${shown.entry.title}” ${where}`);
  if (member !== undefined) return explained(c, shown, point, member, where);
  return brief(
    `Is ${quoted(c, location)} in the set “${shown.entry.title}” ${where}?`,
    `No member of this set is about ${quoted(c, location)}.`,
  );
}

function explained(c: Context, shown: Shown, point: Point, member: number, where: string): Explanation {
  const { entry, solution } = shown;
  const { universe, direction } = solution.analysis;
  const what = memberText(c, universe, member);
  const isIn = memberAt(c.analysis.model.graph, solution, point, member);
  const told = tellMember(c, shown, point, member);
  const [first] = told;
  const coarse = isCoarse(c, universe.explain(member).location);
  return {
    title: `Why is ${what} ${isIn ? 'in' : 'not in'} the set “${entry.title}” ${where}?`,
    short: paragraph(
      first?.unsure ? '' : entry.meaning(what, isIn, coarse),
      first && capital(first.sentence),
    ),
    long: paragraph(
      ...told.slice(1).map((t) => capital(t.sentence)),
      isIn && (first?.vertices.length ?? 0) > 1
        ? `On the marked path nothing takes it out of the set again.`
        : null,
      direction === 'forward'
        ? 'This set is worked out from the start of the routine to its end: what holds at a point comes from the points before it.'
        : 'This set is worked out from the end of the routine to its start: what holds at a point comes from the points after it.',
    ),
    facts: toldFacts(c, told, entry.rule, isIn ? 'read' : 'rule'),
    ...witnessOf(c, first?.vertices ?? []),
  };
}

/** The member that a key of the results names, in a universe other than the locations; a location's own key is accepted too. */
function memberNamed(c: Context, { solution }: Shown, point: Point, key: string): number | undefined {
  const { universe } = solution.analysis;
  const members = Array.from({ length: universe.size }, (_, m) => m);
  const keyOf = (m: number) => universe.print([m])[0];
  const exact = members.find((m) => keyOf(m) === key);
  if (exact !== undefined) return exact;
  const locations = locationsNamed(c, key);
  const ofLocation = members.filter((m) => locations.includes(universe.explain(m).location));
  const state = stateAt(c.analysis.model.graph, solution, point);
  return ofLocation.find((m) => state.has(m)) ?? ofLocation[0];
}

function withoutDerivative(c: Context, l: number, what: string): Explanation {
  const { type } = locationAt(c, l);
  return brief(
    `Why is ${quoted(c, l)} not ${what}?`,
    `${capital(quoted(c, l))} is ${type === 'bool' ? 'a truth value' : 'an integer'}, so it has no derivative.`,
    [fact(c, 'Integers and truth values have no derivative.', RULE.activity)],
  );
}

function explainActive(c: Context, point: Point, l: number, where: string): Explanation {
  if (!isReal(locationAt(c, l).type)) return withoutDerivative(c, l, `active ${where}`);
  const what = quoted(c, l);
  const activity = activityAt(c, point, l);
  const isActive = activity.varied && activity.useful;
  const [from, to] = isActive ? [tellVaried(c, point, l), tellUseful(c, point, l)] : [[], []];
  const told = isActive ? [...from, ...to] : tellInactive(c, point, l);
  const short = `${what} is ${isActive ? '' : 'not '}active there: it ${activityClause(activity)}.`;
  return {
    title: `Why is ${what} ${isActive ? '' : 'not '}active ${where}?`,
    short,
    long: paragraph(...told.map((t) => capital(t.sentence))),
    facts: toldFacts(c, told, RULE.activity, 'path'),
    ...witnessOf(
      c,
      isActive ? joined(from[0]?.vertices ?? [], to[0]?.vertices ?? []) : (told[0]?.vertices ?? []),
    ),
  };
}

/** The path from the independent to here, and on to the dependent. */
export function joined(before: readonly number[], after: readonly number[]): number[] {
  const meet = before[before.length - 1] === after[0];
  return [...before, ...(meet ? after.slice(1) : after)];
}
