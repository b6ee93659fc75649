/**
 * Why a value is on the tape (theory 4.2): what overwrites it, what the backward sweep still reads it for, which partial
 * derivative needs it, and a shortest path from that read to the overwrite.
 */

import type { RecordingDraft } from '../adjoint/builder';
import { sameExpr } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import { compareElements } from '../ir/subscripts';
import type { Place } from '../ir/types';
import type { Explanation, ExplanationFact } from '../pipeline/results';
import { snapshotCard } from './calls';
import { type Context, instructionAt, isCoarse, type RunWitness } from './context';
import { pointOf, search, type Why, whyMember } from './control/paths';
import { labelPiece } from './labels';
import { type Need, needsOf } from './reads';
import {
  type CheckedReason,
  isCall,
  mayBeMore,
  overwrites,
  pathSentence,
  type RecordedReason,
  readAs,
  readerText,
  readSentence,
  tooLate,
  wholeArray,
} from './recordingWords';
import { withProof } from './windows/card';
import {
  capital,
  fact,
  listed,
  named,
  namedStatement,
  paragraph,
  placeText,
  quote,
  quoted,
  RULE,
  witnessOf,
} from './words';

/** Why `l` is recorded at `i`, for assignments, indices of counted loops, and what a call overwrites. */
export function whyRecorded(c: Context, i: Instruction, l: number): RecordedReason {
  const { graph } = c.analysis.model;
  const needs = needsOf(c, i, l).filter((n) => n.kind === 'partial' || n.kind === 'address');
  const [place] = ownPlaces(c, i, l);
  const own = place ? needNaming(c, needs, place) : null;
  const t = c.analysis.tbrAt(i);
  const here = graph.place.get(i.id)?.[0];
  if (own && (t?.usedAndOverwritten.has(l) ?? false))
    return { kind: 'own', overwrite: i, read: i, need: own, path: here === undefined ? [] : [here] };
  const upstream = requiredBefore(c, i, l);
  if (upstream) return { kind: 'upstream', overwrite: i, ...upstream };
  // Required without a reader in this routine: the boundary says so.
  if (c.analysis.required.around(i.id)?.before.has(l))
    return { kind: 'caller', overwrite: i, read: null, need: null, path: [] };
  const kind = isForced(c, i, l) && c.analysis.options.record === 'tbr' ? 'forced' : 'strategy';
  return { kind, overwrite: i, read: null, need: null, path: [] };
}

/** Places of l that the derivative of an assignment reads and the assignment may overwrite, the target itself first. */
function ownPlaces(c: Context, i: Instruction, l: number): readonly Place[] {
  if (i.kind !== 'leaf' || i.statement.kind !== 'assign') return [];
  const { target } = i.statement;
  const { locations } = c.analysis.model;
  const places = (c.analysis.derivatives.get(i.id)?.places ?? []).filter(
    (p) =>
      locations.of(p) === l && (!c.analysis.options.elements || compareElements(p, target) !== 'different'),
  );
  const same = places.filter((p) => sameExpr(p, target));
  return same.length > 0 ? same : places;
}

/** Of all the needs for a location, preferably one for this very place. */
function needNaming(c: Context, needs: readonly Need[], place: Place): Need | null {
  const text = quote(placeText(c, place));
  return needs.find(({ names }) => names.includes(text)) ?? needs[0] ?? null;
}

const NO_RUN: RunWitness = {
  seen: 'unknown',
  reader: null,
  shown: false,
  place: null,
  inputs: '',
  runs: 0,
  idle: null,
};

/** The same, but preferably with a read that some run meets, rather than with the nearest one. */
export function whyRecordedInRun(c: Context, i: Instruction, l: number): CheckedReason {
  const reason = whyRecorded(c, i, l);
  const { read } = reason;
  if (!read) return { ...reason, witness: NO_RUN };
  const witness = c.input.witness(c.analysis.model.routine.name, read, i, l);
  const other = witness.reader !== null && witness.reader.id !== read.id ? witness.reader : null;
  const { place } = witness;
  if (!other) {
    const need = place === null ? reason.need : needNaming(c, needsOf(c, read, l), place);
    return { ...reason, need, witness };
  }
  const path = wayBetween(c, other, i, l);
  const needs = needsOf(c, other, l);
  const need = place === null ? (needs[0] ?? null) : needNaming(c, needs, place);
  if (!path || !need) return { ...reason, witness: { ...witness, seen: 'unknown' } };
  const isOwn = other.id === i.id && place !== null && ownPlaces(c, i, l).some((p) => sameExpr(p, place));
  return { kind: isOwn ? 'own' : 'upstream', overwrite: i, read: other, need, path, witness };
}

/** A shortest path on which the forward sweep does not overwrite l completely. */
function wayBetween(c: Context, from: Instruction, to: Instruction, l: number): readonly number[] | null {
  const { graph } = c.analysis.model;
  const point = pointOf(graph, to.id, 'before');
  if (!point) return null;
  if (from.id === to.id) return [point.vertex];
  const kills = (k: Instruction) => c.analysis.tbrAt(k)?.kill.has(l) ?? false;
  return search(graph, point, 'upstream', (k) => k.id === from.id, kills).hits[0]?.vertices ?? null;
}

/** The instruction upstream of `i` that requires l, with the path from there to here. */
export function requiredBefore(
  c: Context,
  i: Instruction,
  l: number,
): { read: Instruction; need: Need | null; path: readonly number[] } | null {
  const { graph } = c.analysis.model;
  const point = pointOf(graph, i.id, 'before');
  const why = point && whyMember(graph, c.analysis.required, point, l);
  return why ? readerOf(c, why, l) : null;
}

/** Required may pass from an array to the subscripts that restore its elements: then that statement is the reader. */
export function readerOf(
  c: Context,
  why: Why,
  l: number,
): { read: Instruction; need: Need | null; path: readonly number[] } | null {
  const last = why.changes[why.changes.length - 1];
  const read = last?.at ?? why.origin;
  if (!read) return null;
  const place = c.analysis.model.graph.place.get(read.id)?.[0];
  const from = place === undefined ? 0 : Math.max(0, why.vertices.lastIndexOf(place));
  return { read, need: needsOf(c, read, l)[0] ?? null, path: why.vertices.slice(last ? from : 0) };
}

export function isForced(c: Context, i: Instruction, l: number): boolean {
  const key = `s${i.id}:${c.analysis.model.locations.at(l).key}`;
  return c.analysis.options.with.has(key);
}

// ---------------------------------------------------------------------------------------------------------- cards

export function explainValueRecording(c: Context, r: RecordingDraft): Explanation {
  const i = instructionAt(c, r.statement);
  const l = c.analysis.model.locations.all.findIndex((x) => x.key === r.location);
  const what = r.place ? quote(placeText(c, r.place)) : l >= 0 ? quoted(c, l) : quote(r.location);
  // A call may have two copies of one thing stored: this one for what ran before, the other to run it again.
  const isCall = i?.kind === 'leaf' && i.statement.kind === 'call';
  const title = `Why is ${what} stored before ${namedStatement(c, r.statement)}${isCall ? ', for what ran before it' : ''}?`;
  if (!i || l < 0) return { title, short: 'The statement cannot be reached.', long: '', facts: [] };
  if (r.kind === 'snapshot') return snapshotCard(c, i, l);
  const card = valueCard(c, title, what, i, l);
  // An entry of a local Jacobian is pushed instead of the operands of its partials.
  const label = labelPiece(c, i);
  const labelled = {
    ...card,
    long: paragraph(card.long, label.short),
    facts: [...card.facts, ...label.facts],
  };
  return withProof(c, r, labelled);
}

function valueCard(c: Context, title: string, what: string, i: Instruction, l: number): Explanation {
  const reason = whyRecordedInRun(c, i, l);
  const overwrite = fact(c, `${capital(overwrites(c, i, what))}.`, RULE.record, {
    about: i,
    part: 'overwrite',
  });
  switch (reason.kind) {
    case 'own':
    case 'upstream':
      return neededCard(c, { title, what, l, overwrite }, reason);
    case 'caller':
      return {
        title,
        short: `${capital(overwrites(c, i, what))}, and the backward sweep of a routine that calls ${routineText(c)} may still need the old value.`,
        long: `The call is split: the forward half of ${routineText(c)} stores what its callers need, together with its own values, and the backward half puts it back.`,
        facts: [overwrite, fact(c, 'A split routine stores what its callers still need.', RULE.calls)],
      };
    case 'forced':
      return {
        title,
        short: 'It is stored because you forced it: the analysis had left it out.',
        long: `${capital(overwrites(c, i, what))}, but neither its own derivative nor the backward sweep of anything that ran before reads the old value. Storing it costs memory and changes no result.`,
        facts: [overwrite, ruleFact(c)],
      };
    case 'strategy':
      return strategyCard(c, { title, what, l, overwrite }, i);
  }
}

/** The subject of a card: a location by its name, and the statement that overwrites it. */
interface Heading {
  readonly title: string;
  readonly what: string;
  readonly l: number;
  readonly overwrite: ExplanationFact;
}

/** The card of a value that some backward sweep reads, or that the analysis cannot tell from one that is read. */
function neededCard(c: Context, { title, what, l, overwrite }: Heading, reason: CheckedReason): Explanation {
  const { overwrite: i, need } = reason;
  const read = reason.read as Instruction;
  const reader = readerText(c, reason);
  const missed = reason.witness.seen === 'missed';
  return {
    title,
    short: missed
      ? `It is stored to be safe, and ${reason.witness.idle?.always ? '' : 'probably '}never needed: ${confused(c, what, l, reason)}.`
      : `${capital(overwrites(c, i, what))}, and ${reader} still needs the old value${readAs(what, need)}${need?.formula ? `: ${need.formula}` : ''}.`,
    long: paragraph(
      missed ? null : tooLate(c, what, reason),
      `${missed ? 'The' : 'So the'} forward sweep pushes ${what} just before it is overwritten, and the backward sweep pops it when it ${isCall(i) ? 'has gone back through the call' : 'comes back to that statement'}.`,
      (c.analysis.calls.get(i.id)?.snp.has(l) ?? false) &&
        `There is a second copy of ${what} on the tape at this call, the snapshot: from that the adjoint of the call starts.`,
      missed
        ? `${!reason.witness.idle?.always ? 'If no input ever leads to a run that needs it, this' : 'This'} is an over-estimation: it costs memory, and changes no result.`
        : `Without that, the backward sweep would find a later value of ${what}, and the gradient would in general be wrong.`,
      mayBeMore(c, what, l, reason),
    ),
    facts: [
      overwrite,
      fact(c, readSentence(c, l, reader, need), need ? NEED_RULES[need.kind] : RULE.use, {
        about: read,
        part: need ? 'partial' : 'read',
      }),
      ...(reason.kind === 'own' && !missed
        ? []
        : [fact(c, pathSentence(c, l, reason), RULE.record, { part: 'path', vertices: reason.path })]),
      ruleFact(c),
    ],
    ...witnessOf(c, reason.path),
    ...(missed ? { onlyInGraph: true } : {}),
  };
}

function strategyCard(c: Context, { title, what, l, overwrite }: Heading, i: Instruction): Explanation {
  const all = c.analysis.options.record === 'all';
  const short = all
    ? `The strategy “all” stores every value that is overwritten, and ${overwrites(c, i, what)}.`
    : `The strategy “initialized” stores every overwritten value that may have been set before, and ${overwrites(c, i, what)}.`;
  return {
    title,
    short,
    long: `No backward sweep of what ran before reads ${quoted(c, l)}, and neither does the derivative of the statement itself, so the strategy “tbr” would leave it out.`,
    facts: [overwrite, fact(c, 'The strategy decides, not the use.', RULE.strategy)],
  };
}

// ---------------------------------------------------------------------------------------------------------- parts

export function routineText(c: Context): string {
  return quote(c.analysis.model.routine.name);
}

/** A temporary is called `the temporary` as it is. */
function definite(what: string): string {
  return what.startsWith('the ') ? what : `the ${what}`;
}

/** Why the analysis stores a value that no run needs. */
export function confused(c: Context, what: string, l: number, reason: CheckedReason): string {
  const { need, witness } = reason;
  const { idle, runs } = witness;
  if (idle) {
    const [there, test] = [named(c, idle.instruction), named(c, idle.test)];
    return idle.always
      ? `no run ever comes to ${there}, because ${test} never leads there`
      : `none of ${runs} trial runs comes to ${there}; ${test} never leads there`;
  }
  const reader = readerText(c, reason);
  const names = need?.names ?? [];
  if (isCoarse(c, l)) {
    const itself = reason.read && overwritesWhatItReads(c, reason.read, l);
    if (itself !== null)
      return `the ${itself} that ${reader} reads is overwritten by that statement itself, and stored there; but that takes no other element of ${quoted(c, l)} out of what is required, and the analysis could not tell that none is needed here`;
    const read = names.includes(what) ? [what] : names;
    const same =
      read.length > 0
        ? `the same element as ${definite(listed(read, 'or'))} that ${reader} reads`
        : `one that ${reader} reads`;
    return `${wholeArray(c, l)}, and the analysis could not tell whether ${definite(what)} that is lost here is ${same}`;
  }
  return `there is a path from a read of ${what} by ${reader} to this overwrite, but no run is known that takes it`;
}

/** The element that a reader reads, overwrites and stores itself, if its backward sweep reads nothing else of the array. */
export function overwritesWhatItReads(c: Context, read: Instruction, l: number): string | null {
  if (read.kind !== 'leaf' || read.statement.kind !== 'assign') return null;
  if (!(c.analysis.recorded.get(read.id)?.includes(l) ?? false)) return null;
  const target = quote(placeText(c, read.statement.target));
  const needs = needsOf(c, read, l);
  return needs.length > 0 && needs.every(({ names }) => names.length === 1 && names[0] === target)
    ? target
    : null;
}

export const NEED_RULES: Record<Need['kind'], string> = {
  partial: RULE.use,
  address: RULE.use,
  result: RULE.results,
  recompute: RULE.results,
  restore: RULE.address,
  extent: RULE.address,
  call: RULE.calls,
  test: RULE.joins,
  bounds: RULE.joins,
};

export function ruleFact(c: Context): ExplanationFact {
  return fact(
    c,
    'A value is stored where it is overwritten, if the backward sweep of that statement, or of anything that ran before it, still reads it.',
    RULE.record,
  );
}
