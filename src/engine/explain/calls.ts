/** How calls are reversed, and why a snapshot is stored before one (theory 6). */

import { actualLocations } from '../analyses/instructions/effects';
import { portsOf } from '../analyses/instructions/programModel';
import { globalOfPort } from '../analyses/instructions/summary';
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { itemAt } from '../base/lookup';
import type { Instruction } from '../ir/graph/flow';
import type { Explanation } from '../pipeline/results';
import { type Context, isForward, isOnlyReversed } from './context';
import { laterWrite } from './dependence';
import type { Piece } from './piece';
import { capital, fact, named, paragraph, quoted, RULE, witnessOf } from './words';

export function callDerivative(c: Context, i: Instruction): Piece {
  const plan = c.analysis.calls.get(i.id);
  if (isForward(c))
    return {
      short:
        'The tangent of the routine is called in its place, which computes the values and their tangents together.',
      facts: [fact(c, 'A call becomes the call of a tangent.', RULE.tangent, { about: i })],
    };
  if (plan?.adjoint && plan.mode === 'split')
    return {
      short:
        'The call is reversed in two halves: the forward sweep runs the forward half of its adjoint, which leaves on the tape what the backward half pops.',
      facts: [fact(c, 'A split call needs no snapshot and no second run.', RULE.calls, { about: i })],
    };
  if (plan?.adjoint)
    return {
      short: `The backward sweep calls the adjoint of the routine, which ${repeats(c, i)}goes back through it.`,
      facts: [fact(c, snapshotSentence(c, i), RULE.calls, { about: i })],
    };
  return {
    short: 'It has no adjoint call: no derivative passes through it to a dependent.',
    facts: [
      fact(c, 'A call through which no derivative passes is an ordinary statement.', RULE.calls, {
        about: i,
      }),
    ],
  };
}

/** How much of a call its adjoint runs forward; null where the text does not contain the routine. */
export function forwardPartOf(c: Context, i: Instruction): 'all' | 'part' | 'none' | null {
  const callee = i.kind === 'leaf' && i.statement.kind === 'call' ? i.statement.callee : '';
  const analysis = c.input.analyses.get(callee);
  if (!analysis) return null;
  const leaves = analysis.model.graph.vertices
    .flatMap(({ instructions }) => instructions)
    .filter((k) => k.kind === 'leaf' && (k.statement.kind === 'assign' || k.statement.kind === 'call'));
  const run = leaves.filter((k) => analysis.stays.has(k.id));
  return run.length === 0 ? 'none' : run.length === leaves.length ? 'all' : 'part';
}

/** What the adjoint of a call does before it goes back: `runs the call again and then `. */
function repeats(c: Context, i: Instruction): string {
  const again = !isOnlyReversed(c, i);
  switch (forwardPartOf(c, i)) {
    case 'all':
      return `runs the call${again ? ' again' : ''} and then `;
    case 'part':
      return `${again ? 'repeats' : 'runs'} the part of the call whose values it needs and then `;
    default:
      return '';
  }
}

/**
 * Does the adjoint of a checkpointed call leave a location as the call found it? The snapshot restores it first; after that
 * the routine's adjoint must undo whatever it overwrites of it.
 */
export function isPutBackInside(
  analyses: Context['input']['analyses'],
  { calls, model }: RoutineAnalysis,
  i: Instruction,
  l: number,
): boolean {
  const plan = calls.get(i.id);
  if (i.kind !== 'leaf' || i.statement.kind !== 'call') return false;
  if (plan?.mode !== 'joint' || !plan.adjoint || !plan.snp.has(l)) return false;
  const { args, callee } = i.statement;
  const analysis = analyses.get(callee);
  if (!analysis) return false;
  const changed = analysis.adjointWrite.before(analysis.model.graph.entry);
  const { locations } = model;
  for (const [port, ls] of portsOf(analysis.model)) {
    // A value that is passed becomes the callee's own.
    if (port === 'result' || (typeof port === 'number' && args[port]?.kind === 'value')) continue;
    const given =
      typeof port === 'number'
        ? actualLocations(itemAt(args, port), locations).value
        : locations.ofVariable(globalOfPort(port));
    if ([...given].includes(l) && ls.some((x) => changed.has(x))) return false;
  }
  return true;
}

/** What the snapshot of a joint call contains, or why there is none. */
function snapshotSentence(c: Context, i: Instruction): string {
  const plan = c.analysis.calls.get(i.id);
  if (plan && !plan.snp.isEmpty())
    return 'What its adjoint starts from and would not find any more is stored before the call: this is its snapshot.';
  if (c.analysis.options.without.size > 0 && c.analysis.derivativeUse(i)?.intersects(lostIn(c, i)))
    return 'You took its snapshot away, so its adjoint may start from wrong values.';
  if (c.analysis.options.snapshots === 'eager')
    return 'All that its adjoint starts from has the same value again by then, so there is no snapshot.';
  return isOnlyReversed(c, i)
    ? 'The forward sweep does not run this call, so the call overwrites nothing that its adjoint starts from: no snapshot. What later statements overwrite of it is stored at those statements.'
    : 'The call overwrites nothing that its adjoint starts from, so there is no snapshot. What later statements overwrite of it is stored at those statements.';
}

/** What a call overwrites when the forward sweep runs it. */
function lostIn(c: Context, i: Instruction) {
  const out = c.analysis.model.effects(i).out.clone();
  if (isOnlyReversed(c, i)) out.subtract(out);
  return out;
}

export function snapshotCard(c: Context, i: Instruction, l: number): Explanation {
  const what = quoted(c, l);
  const again = !isOnlyReversed(c, i);
  const kept = again && c.analysis.model.effects(i).out.has(l);
  const place = c.analysis.model.graph.place.get(i.id);
  const later = kept ? null : laterWrite(c, i, l);
  const writer = kept ? 'the call itself' : later ? named(c, later.instruction) : 'a later statement';
  const then = repeats(c, i);
  const reads = `The adjoint of ${named(c, i)} ${then === '' ? '' : then.replace(/ and then $/, ', ')}`;
  const two = c.analysis.calls.get(i.id)?.sbk.has(l) ?? false;
  return {
    title: `Why is ${what} stored in the snapshot of ${named(c, i)}?`,
    short: `${reads}${then === '' ? '' : 'and '}needs ${what} as it was before the call for that; ${writer} ${kept ? 'overwrites' : 'may overwrite'} it.`,
    long: paragraph(
      'A call is checkpointed: before it, the forward sweep stores what the adjoint of the call needs and would not find any more, but nothing of what happens inside. The backward sweep puts these values back and calls the adjoint of the routine.',
      `Without that, the adjoint of the call would start from a later value of ${what}, and the gradient would in general be wrong.`,
      two &&
        `There is a second copy of ${what} on the tape at this call: that one is put back after the adjoint of the call, for what ran before.`,
    ),
    facts: [
      fact(c, `The adjoint of ${named(c, i)} starts from ${what}.`, RULE.calls, { about: i, part: 'read' }),
      fact(c, `${capital(writer)} ${kept ? 'overwrites' : 'may overwrite'} ${what}.`, RULE.calls, {
        about: later?.instruction ?? i,
        part: 'overwrite',
      }),
      fact(
        c,
        c.analysis.options.snapshots === 'eager'
          ? 'Snapshots are eager: one holds every input that would have another value when the adjoint of the call starts.'
          : 'Snapshots are lazy: one holds only what its own call overwrites. What later statements overwrite is stored at those statements.',
        RULE.calls,
      ),
    ],
    ...witnessOf(c, later?.vertices ?? (place ? [place[0]] : [])),
  };
}
