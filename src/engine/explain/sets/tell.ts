/** Why a member is in a set, or is not, in words, for analyses that can tell more than where a member comes from. */

import { itemAt } from '../../base/lookup';
import type { Instruction } from '../../ir/graph/flow';
import { type Context, isCoarse } from '../context';
import { type Point, search, whyMember } from '../control/paths';
import { plain, type Told } from '../dependence';
import { whyNotRequired } from '../notRecorded';
import { needsOf, whyNotNeeded } from '../reads';
import { overwritesWhatItReads, readerOf } from '../recordings';
import { listed, memberText, named, quoted } from '../words';
import type { Shown } from './entry';

/** Follows the member back to the instruction that brings it in, which works for every analysis. */
export function tellOrigin(c: Context, { solution }: Shown, point: Point, member: number): Told[] {
  const why = whyMember(c.analysis.model.graph, solution, point, member);
  const forward = solution.analysis.direction === 'forward';
  const what = memberText(c, solution.analysis.universe, member);
  if (!why) return [plain(`no statement ${forward ? 'before' : 'after'} this brings ${what} here.`)];
  if (!why.origin)
    return [
      {
        sentence: `${what} is in the set at the ${forward ? 'entry' : 'exit'} already.`,
        about: null,
        vertices: why.vertices,
      },
    ];
  return [{ sentence: `${named(c, why.origin)} brings it in.`, about: why.origin, vertices: why.vertices }];
}

export function tellRequired(c: Context, { solution }: Shown, point: Point, l: number): Told[] {
  const why = whyMember(c.analysis.model.graph, solution, point, l);
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

export function tellKill(c: Context, _: Shown, point: Point, l: number): Told[] {
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

export function tellReaching(c: Context, { solution }: Shown, point: Point, member: number): Told[] {
  const { graph, effects } = c.analysis.model;
  const { location } = solution.analysis.universe.explain(member);
  const what = quoted(c, location);
  const why = whyMember(graph, solution, point, member);
  if (why) {
    const sentence = `on the marked path from ${why.origin ? named(c, why.origin) : 'the entry'} nothing overwrites ${what} for certain${isCoarse(c, location) ? ' and completely' : ''}.`;
    return [{ sentence, about: why.origin, vertices: why.vertices }];
  }
  const kills = (i: Instruction) => effects(i).kill.has(location);
  const { hits } = search(graph, point, 'upstream', kills, kills);
  return hits.length === 0
    ? [plain('no way leads from there to here.')]
    : hits.slice(0, 3).map((h) => ({
        sentence: `${named(c, h.instruction)} gives ${what} another value.`,
        about: h.instruction,
        vertices: h.vertices,
      }));
}

export function tellDefined(c: Context, { solution }: Shown, point: Point, l: number): Told[] {
  const why = whyMember(c.analysis.model.graph, solution, point, l);
  if (!why) return [plain(`no assignment to ${quoted(c, l)} comes before.`)];
  if (!why.origin)
    return [
      { sentence: 'arguments and globals may hold a value at entry.', about: null, vertices: why.vertices },
    ];
  return [{ sentence: `${named(c, why.origin)} sets it.`, about: why.origin, vertices: why.vertices }];
}

export function tellWritten(c: Context, { solution }: Shown, point: Point, l: number): Told[] {
  const { graph, effects } = c.analysis.model;
  const why = whyMember(graph, solution, point, l);
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
