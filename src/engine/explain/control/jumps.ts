/** Jumps, where they lead, and how the backward sweep knows which of them was taken (theory 7). */

import type { RecordingDraft } from '../../adjoint/builder';
import { findJumps, type TargetKey, targetOf } from '../../adjoint/jumps';
import { armMarker } from '../../adjoint/sweeps/branches';
import { completes } from '../../ir/graph/completes';
import type { Instruction } from '../../ir/graph/flow';
import { bodies, isLoop, jumpsOutOf } from '../../ir/statements';
import type { Exit, If, Next, Statement, Switch } from '../../ir/types';
import type { Explanation, ExplanationFact } from '../../pipeline/results';
import { type Context, instructionAt } from '../context';
import { brief, capital, fact, lineOf, listed, namedStatement, paragraph, quote, RULE } from '../words';

export type Jump = Exit | Next;

/** A place that jumps lead to: the end of a construct, of the body of a loop, or of the routine. */
export interface Target {
  readonly key: TargetKey;
  /** Null for the routine. */
  readonly of: Statement | null;
  /** The jumps that lead there, in source order: the arrow is 1 for the first, and 0 for none. */
  readonly jumps: readonly Jump[];
  readonly recording: RecordingDraft | null;
}

export function isJump(s: Statement | undefined): s is Jump {
  return s?.kind === 'exit' || s?.kind === 'next';
}

export function targetOfKey(c: Context, key: TargetKey): Target {
  const { routine } = c.analysis.model;
  const all = [...c.analysis.nesting.statements.values()];
  const of = all.find((s) => 'label' in s && key.endsWith(` ${s.label}`)) ?? null;
  const sites = findJumps(routine.body).sites.get(key) ?? [];
  const jumps = sites.map((id) => c.analysis.nesting.statements.get(id)).filter(isJump);
  const kind = of === null ? 'return' : key.startsWith('exit') ? 'exit' : 'next';
  const recording = c.input.recordings.find(
    (r) => r.jumps === kind && r.routine === routine.name && (of === null || r.statement === of.id),
  );
  return { key, of, jumps, recording: recording ?? null };
}

/** The place that jumps lead to which leave a construct or go on with its next trip: `line 12`, `the end of the routine`. */
export function whither(c: Context, { key, of }: Target): string {
  if (of === null) return 'the end of the routine';
  return key.startsWith('next') ? `the next trip of ${constructName(c, of)}` : placeAfter(c, of);
}

function placeAfter(c: Context, s: Statement): string {
  const parent = (c.analysis.nesting.parents.get(s.id) ?? []).at(-1);
  const lists = parent ? bodies(parent) : [c.analysis.model.routine.body];
  const list = lists.find((each) => each.some(({ id }) => id === s.id)) ?? [];
  const rest = list.slice(list.findIndex(({ id }) => id === s.id) + 1);
  const line = rest.map((each) => firstLineOf(c, each)).find((each) => each !== null);
  if (line !== undefined) return `line ${line}`;
  if (!parent) return 'the end of the routine';
  if (isLoop(parent)) return `the end of the body of ${constructName(c, parent)}`;
  return placeAfter(c, parent);
}

/** A block that jumps leave has no line of its own. */
function firstLineOf(c: Context, s: Statement): number | null {
  if (s.kind !== 'block') return lineOf(c, s.span);
  return s.body.map((each) => firstLineOf(c, each)).find((each) => each !== null) ?? null;
}

export function constructName(c: Context, s: Statement): string {
  switch (s.kind) {
    case 'for':
    case 'while':
    case 'doWhile':
      return namedStatement(c, s.id).replace(/^the loop test /, 'the loop on ');
    case 'switch':
      return `the choice on ${namedStatement(c, s.id).replace(/^the test /, '')}`;
    case 'dispatch':
      return 'a block that several jumps lead to';
    default: {
      const line = lineOf(c, s.span);
      return line === null ? 'this block' : `the block that begins at line ${line}`;
    }
  }
}

/** With more jumps they are not named one by one. */
const MOST_NAMED = 4;

/** A jump as it is written. Where control goes past an `else` or around a loop of gotos by itself, the text has no jump. */
export function jumpName(c: Context, j: Jump): string {
  return lineOf(c, j.span) === null
    ? 'a step that your program makes without a jump'
    : namedStatement(c, j.id);
}

export function namedJumps(c: Context, jumps: readonly Jump[], last: 'and' | 'or'): string {
  if (jumps.length > MOST_NAMED) return `one of ${jumps.length} jumps`;
  return listed([...new Set(jumps.map((j) => jumpName(c, j)))], last);
}

/** The meaning of each value of an arrow, in a sentence. */
export function arrowValues(c: Context, arrow: string, { jumps }: Target): string {
  const name = quote(arrow);
  const [first] = jumps;
  if (jumps.length === 1 && first)
    return `${capital(name)} is 1 if ${jumpName(c, first)} was taken, and 0 if it was not.`;
  const shown = jumps.slice(0, MOST_NAMED).map((j, k) => `${k + 1} after ${jumpName(c, j)}`);
  const more = jumps.length > MOST_NAMED ? ['so on'] : [];
  return `${capital(name)} is 0 if no such jump was taken, ${listed([...shown, ...more])}.`;
}

/** How the backward sweep knows at the target which jump was taken. */
export function howKnown(c: Context, target: Target): string {
  if (target.recording)
    return 'There it is stored on the tape, and the backward sweep goes back the same way.';
  if (target.of === null)
    return 'There the backward sweep starts, so nothing has to be stored: the variable still holds it.';
  return c.d.request.options.reversal === 'statements' || c.d.request.options.reversal === 'blocks'
    ? 'The numbers on the tape tell the backward sweep the way back.'
    : 'The backward sweep knows the way back without an entry for that place on the tape.';
}

export function jumpCard(c: Context, jump: Jump, name: string): Explanation {
  const target = targetOfKey(c, targetOf(jump));
  return brief(
    `What becomes of ${name}?`,
    paragraph(
      `A jump changes no value. It leads to ${whither(c, target)}.`,
      target.recording
        ? 'There the forward sweep stores whether it was taken, and the backward sweep goes back the same way.'
        : howKnown(c, target),
    ),
    [joinFact(c)],
  );
}

export function joinFact(c: Context): ExplanationFact {
  return fact(c, 'Where paths join, the backward sweep has to know which of them was taken.', RULE.joins);
}

export function arrowCard(c: Context, r: RecordingDraft): Explanation {
  const s = r.jumps === 'return' ? undefined : c.analysis.nesting.statements.get(r.statement);
  const label = r.jumps === 'return' ? c.analysis.model.routine.label : s && 'label' in s ? s.label : null;
  const target =
    r.jumps && label !== null ? targetOfKey(c, `${r.jumps === 'next' ? 'next' : 'exit'} ${label}`) : null;
  const what = s ? constructName(c, s) : 'this place';
  const jumps = target?.jumps ?? [];
  const many = jumps.length > 1;
  return {
    title: target
      ? `Why does the code store ${many ? 'which jump' : 'whether'} ${many ? '' : `${namedJumps(c, jumps, 'or')} was taken`}${many ? `to ${whither(c, target)} was taken` : ''}?`
      : `Why does the code store how it came to ${what}?`,
    short: `${
      target
        ? `${capital(namedJumps(c, jumps, 'and'))} ${many && jumps.length <= MOST_NAMED ? 'lead' : 'leads'} to ${whither(c, target)}, which the program also reaches in another way.`
        : `${capital(what)} is reached in more than one way.`
    } The backward sweep has to go back the same way.`,
    long: paragraph(
      'There the forward sweep pushes how it came, and the backward sweep pops it.',
      target
        ? 'If it came by a jump, the backward sweep goes straight back to where the jump was made, and leaves out all that was jumped over. In which branch of an `if` the jump stands is known then, and not stored.'
        : null,
      'Without it, the backward sweep would undo statements that never ran, or leave out some that did.',
    ),
    facts: [
      fact(c, 'Where several paths join, the forward sweep stores which of them was taken.', RULE.joins, {
        about: instructionAt(c, r.statement),
      }),
    ],
  };
}

// ------------------------------------------------------------------------------------------------------- branches

/** A branch of a test: which it is, the jumps that leave the test from there, and whether control comes to its end. */
interface Arm {
  readonly name: string;
  /** The value of the variable `branch` for it. */
  readonly marker: number;
  readonly jumps: readonly Jump[];
  readonly arrives: boolean;
}

function armsOf(s: If | Switch): Arm[] {
  const lists = bodies(s);
  return lists.map((list, k) => ({
    name:
      s.kind === 'if'
        ? `the branch where the test ${k === 0 ? 'holds' : 'fails'}`
        : k === lists.length - 1
          ? 'the default branch'
          : `the branch of case ${s.cases[k] ? caseText(s.cases[k]) : k}`,
    marker: armMarker(k, lists.length),
    jumps: jumpsOutOf(list),
    arrives: completes(list),
  }));
}

function caseText({ values }: Switch['cases'][number]): string {
  return listed(
    values.map(({ from, to }) => (from === to ? quote(`${from}`) : quote(`${from}:${to}`))),
    'or',
  );
}

export function branchesOf(c: Context, i: Instruction): Arm[] {
  const s = c.analysis.nesting.statements.get(i.id);
  return s?.kind === 'if' || s?.kind === 'switch' ? armsOf(s) : [];
}

/** Why a test with jumps in its branches is not stored, or not on all paths. */
export function knownFromJumps(c: Context, i: Instruction): string | null {
  const arms = branchesOf(c, i);
  const leaving = arms.filter((arm) => arm.jumps.length > 0);
  if (leaving.length === 0) return null;
  const parts = leaving.map(({ jumps, name }) => `${namedJumps(c, jumps, 'or')} stands in ${name}`);
  const known = `${capital(listed(parts))}: once it is known which jump was taken, the outcome is known, too, and is not stored.`;
  const arriving = arms.filter((arm) => arm.arrives);
  const [only] = arriving;
  return arriving.length === 1 && only
    ? `${known} Where none was taken, it was ${only.name}: no other comes to its end.`
    : known;
}
