/** Why a location is in a set at a point, or is not: for every analysis on the page. */

import { type ShownAnalysis, shownAnalyses } from '../analyses/shown';
import { itemAt, present } from '../base/lookup';
import { isReal } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import type { Explanation } from '../pipeline/results';
import { activityAt, activityClause, tellInactive, tellReached, tellUseful, tellVaried } from './activity';
import { type Context, isCoarse, locationAt } from './context';
import { memberAt, type Point, pointOf, search, whyMember } from './control/paths';
import { NEEDS_NOT, plain, type Told, tellLive } from './dependence';
import { whyNotRequired } from './notRecorded';
import { needsOf, whyNotNeeded } from './reads';
import { overwritesWhatItReads, readerOf } from './recordings';
import { capital, fact, listed, named, namedPoint, paragraph, quoted, RULE, witnessOf } from './words';

export function explainMember(
  c: Context,
  name: string,
  i: Instruction,
  side: 'before' | 'after',
  l: number,
): Explanation {
  const { graph } = c.analysis.model;
  const point = pointOf(graph, i.id, side) as Point;
  const what = quoted(c, l);
  const where = namedPoint(c, i, side);
  if (DIFFERENTIABLE.has(name) && !isReal(locationAt(c, l).type)) return withoutDerivative(c, name, l, where);
  if (name === 'active') return explainActive(c, point, l, what, where);
  const shown = shownAnalyses(c.analysis).find((a) => a.name === name);
  if (!shown) {
    return {
      title: `Is ${what} in the set “${name}” ${where}?`,
      short: 'This compile has no analysis of that name.',
      long: '',
      facts: [],
    };
  }
  const isIn = memberAt(graph, shown.solution, point, l);
  const told = tell(c, shown, point, l);
  const [first] = told;
  const meaning = first?.unsure
    ? ''
    : present(MEANING[name], `the meaning of ${name}`)(what, isIn, isCoarse(c, l));
  return {
    title: `Why is ${what} ${isIn ? 'in' : 'not in'} the set “${shown.title}” ${where}?`,
    short: paragraph(meaning, first && capital(first.sentence)),
    long: paragraph(
      ...told.slice(1).map((t) => capital(t.sentence)),
      isIn && (first?.vertices.length ?? 0) > 1
        ? `On the marked path nothing takes it out of the set again.`
        : null,
      shown.solution.analysis.direction === 'forward'
        ? 'This set is worked out from the start of the routine to its end: what holds at a point comes from the points before it.'
        : 'This set is worked out from the end of the routine to its start: what holds at a point comes from the points after it.',
    ),
    facts: told.map((t) =>
      fact(c, t.sentence, RULE_OF[name] ?? RULE.framework, {
        about: t.about,
        part: isIn ? 'read' : 'rule',
        ...(t.vertices.length > 0 ? { vertices: t.vertices } : {}),
      }),
    ),
    ...witnessOf(c, first?.vertices ?? []),
  };
}

/** Sets that hold real locations only. */
const DIFFERENTIABLE: ReadonlySet<string> = new Set(['active', 'varied', 'useful', 'adjointReached']);

function withoutDerivative(c: Context, name: string, l: number, where: string): Explanation {
  const what = quoted(c, l);
  const title = shownAnalyses(c.analysis).find((a) => a.name === name)?.title;
  return {
    title: `Why is ${what} not ${title ? `in the set “${title}”` : 'active'} ${where}?`,
    short: `${capital(what)} is ${locationAt(c, l).type === 'bool' ? 'a truth value' : 'an integer'}, so it has no derivative.`,
    long: '',
    facts: [fact(c, 'Integers and truth values have no derivative.', RULE.activity, { part: 'rule' })],
  };
}

const RULE_OF: Record<string, string> = {
  varied: RULE.activity,
  useful: RULE.activity,
  adjointReached: RULE.activity,
  adjointLive: RULE.liveness,
  adjointUse: RULE.framework,
  kill: RULE.framework,
  required: RULE.record,
  adjointWrite: RULE.calls,
  defined: RULE.strategy,
};

/** What it means to be in a set, and not to be; of an array whose elements count as one, the set can say less. */
const MEANING: Record<string, (what: string, isIn: boolean, isCoarse: boolean) => string> = {
  varied: (x, y) => `The value of ${x} ${y ? 'depends' : 'does not depend'} on an independent there.`,
  useful: (x, y) =>
    y
      ? `The value of ${x} there influences a dependent.`
      : `The value of ${x} there passes no derivative on to a dependent.`,
  adjointReached: (x, y) =>
    y
      ? `The adjoint of ${x} may be other than zero there.`
      : `The adjoint of ${x} is zero there for certain.`,
  adjointLive: (x, y) =>
    y
      ? `What follows in the generated code may still read ${x} as it is there.`
      : `${capital(NEEDS_NOT)} ${x} as it is there.`,
  adjointUse: (x, y, coarse) =>
    y
      ? coarse
        ? `The derivative of something that ran before reads ${x}, and not all of ${x} has been overwritten since, as far as the analysis can tell.`
        : `The derivative of something that ran before may read ${x}, and nothing has overwritten it since.`
      : `No derivative of what ran before reads the value that ${x} has there.`,
  kill: (x, y) =>
    y ? `${x} has been overwritten for certain since entry.` : `${x} may still have its value from entry.`,
  required: (x, y, coarse) =>
    y
      ? `The backward sweep of what ran before may read ${x} as it is there${coarse ? ', as far as the analysis can tell' : ''}.`
      : `The backward sweep of what ran before does not read ${x} as it is there.`,
  adjointWrite: (x, y) =>
    y
      ? `${x} may have another value when the backward sweep comes back there.`
      : `${x} has the same value again when the backward sweep comes back there.`,
  defined: (x, y) => (y ? `${x} may hold a value there.` : `${x} holds no value there.`),
};

function tell(c: Context, shown: ShownAnalysis, point: Point, l: number): Told[] {
  switch (shown.name) {
    case 'varied':
      return tellVaried(c, point, l);
    case 'useful':
      return tellUseful(c, point, l);
    case 'adjointReached':
      return tellReached(c, point, l);
    case 'adjointLive':
      return tellLive(c, point, l);
    case 'kill':
      return tellKill(c, point, l);
    case 'defined':
      return tellDefined(c, shown, point, l);
    case 'adjointWrite':
      return tellWritten(c, shown, point, l);
    default:
      return tellRequired(c, shown, point, l);
  }
}

function tellRequired(c: Context, shown: ShownAnalysis, point: Point, l: number): Told[] {
  const why = whyMember(c.analysis.model.graph, shown.solution, point, l);
  if (why) {
    const reader = readerOf(c, why, l);
    if (!reader) return [];
    const need = reader.need ?? needsOf(c, reader.read, l)[0];
    const what = need && need.names.length > 0 ? listed(need.names) : isCoarse(c, l) ? quoted(c, l) : 'it';
    const sentence = need
      ? `the backward sweep of ${named(c, reader.read)} reads ${what}, because ${need.clause}.`
      : `the backward sweep of ${named(c, reader.read)} reads ${what}.`;
    const told = [{ sentence, about: reader.read, vertices: reader.path }];
    const itself = isCoarse(c, l) ? overwritesWhatItReads(c, reader.read, l) : null;
    return itself === null
      ? told
      : [
          ...told,
          {
            sentence: `${named(c, reader.read)} overwrites the ${itself} that it reads, so that value is gone here; but one overwritten element does not take ${quoted(c, l)} out of the set.`,
            about: reader.read,
            vertices: [],
          },
        ];
  }
  const reason = whyNotRequired(c, point, l, null);
  switch (reason.kind) {
    case 'not-needed':
      return reason.readers.slice(0, 3).map((k, n) => ({
        sentence: `${whyNotNeeded(c, k, l)}.`,
        about: k,
        vertices: n === 0 ? reason.path : [],
      }));
    case 'recomputed':
      return [
        {
          sentence: `the backward sweep of ${named(c, reason.reader)} reads it, but computes it again first.`,
          about: reason.reader,
          vertices: reason.path,
        },
      ];
    case 'killed':
      return [
        {
          sentence: `the backward sweep of ${named(c, reason.reader)} needs an older value of it, which ${listed(
            reason.killers.slice(0, 3).map((k) => named(c, k)),
            'or',
          )} has overwritten since.`,
          about: itemAt(reason.killers, 0),
          vertices: reason.path,
        },
      ];
    case 'unread':
      return [plain(`no statement that ran before reads this value of ${quoted(c, l)}.`)];
  }
}

function tellKill(c: Context, point: Point, l: number): Told[] {
  const { graph, effects } = c.analysis.model;
  const kills = (i: Instruction) => effects(i).kill.has(l);
  const found = search(graph, point, 'upstream', kills, kills);
  if (found.reachesEnd)
    return [
      {
        sentence: `on the marked path from the entry nothing overwrites ${quoted(c, l)} for certain and completely.`,
        about: null,
        vertices: found.endPath,
      },
    ];
  return found.hits.slice(0, 3).map((h, n) => ({
    sentence: `${named(c, h.instruction)} overwrites it${n === 0 && found.hits.length === 1 ? ', and every path from the entry to here leads through it' : ''}.`,
    about: h.instruction,
    vertices: h.vertices,
  }));
}

function tellDefined(c: Context, shown: ShownAnalysis, point: Point, l: number): Told[] {
  const why = whyMember(c.analysis.model.graph, shown.solution, point, l);
  if (!why) return [plain(`no assignment to ${quoted(c, l)} comes before.`)];
  if (!why.origin)
    return [
      { sentence: 'arguments and globals may hold a value at entry.', about: null, vertices: why.vertices },
    ];
  return [{ sentence: `${named(c, why.origin)} sets it.`, about: why.origin, vertices: why.vertices }];
}

function tellWritten(c: Context, shown: ShownAnalysis, point: Point, l: number): Told[] {
  const { graph, effects } = c.analysis.model;
  const why = whyMember(graph, shown.solution, point, l);
  if (why?.origin)
    return [
      {
        sentence: `${named(c, why.origin)} overwrites it, and the backward sweep does not put back what it held before.`,
        about: why.origin,
        vertices: why.vertices,
      },
    ];
  const writes = (i: Instruction) => effects(i).out.has(l) && (c.analysis.tbrAt(i)?.out.has(l) ?? false);
  const [first] = search(graph, point, 'downstream', writes, writes).hits;
  if (!first) return [plain(`the forward sweep does not overwrite ${quoted(c, l)} from here on.`)];
  return [
    {
      sentence: `${named(c, first.instruction)} overwrites it, and the backward sweep puts back what it held before.`,
      about: first.instruction,
      vertices: first.vertices,
    },
  ];
}

function explainActive(c: Context, point: Point, l: number, what: string, where: string): Explanation {
  const activity = activityAt(c, point, l);
  const isActive = activity.varied && activity.useful;
  const [from, to] = isActive ? [tellVaried(c, point, l), tellUseful(c, point, l)] : [[], []];
  const told = isActive ? [...from, ...to] : tellInactive(c, point, l);
  const short = `${what} is ${isActive ? '' : 'not '}active there: it ${activityClause(activity)}.`;
  return {
    title: `Why is ${what} ${isActive ? '' : 'not '}active ${where}?`,
    short,
    long: paragraph(...told.map((t) => capital(t.sentence))),
    facts: told.map((t) =>
      fact(c, t.sentence, RULE.activity, {
        about: t.about,
        part: 'path',
        ...(t.vertices.length > 0 ? { vertices: t.vertices } : {}),
      }),
    ),
    ...witnessOf(
      c,
      isActive ? joined(from[0]?.vertices ?? [], to[0]?.vertices ?? []) : (told[0]?.vertices ?? []),
    ),
  };
}

/** From the independent to here, and on to the dependent. */
export function joined(before: readonly number[], after: readonly number[]): number[] {
  const meet = before[before.length - 1] === after[0];
  return [...before, ...(meet ? after.slice(1) : after)];
}
