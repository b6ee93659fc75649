/** How calls are reversed, and why a snapshot is stored before one (theory 6). */

import type { Instruction } from '../ir/flow';
import type { Explanation } from '../pipeline/results';
import { type Context, isOnlyReversed } from './context';
import { laterWrite } from './dependence';
import type { Piece } from './derivatives';
import { capital, fact, named, paragraph, quoted, RULE, witnessOf } from './words';

export function callDerivative(c: Context, i: Instruction): Piece {
  const plan = c.analysis.calls.get(i.id);
  if (c.d.request.mode === 'tangent')
    return {
      short:
        'The tangent of the routine is called in its place, which computes the values and their tangents together.',
      more: '',
      facts: [fact(c, 'A call becomes the call of a tangent.', RULE.tangent, { about: i, part: 'rule' })],
      vertices: [],
    };
  if (plan?.adjoint && plan.mode === 'split')
    return {
      short:
        'The call is reversed in two halves: the forward sweep runs the forward half of its adjoint, which leaves on the tape what the backward half pops.',
      more: '',
      facts: [
        fact(c, 'A split call needs no snapshot and no second run.', RULE.calls, { about: i, part: 'rule' }),
      ],
      vertices: [],
    };
  if (plan?.adjoint)
    return {
      short: `The backward sweep calls the adjoint of the routine, which runs the call ${isOnlyReversed(c, i) ? '' : 'again '}and then goes back through it.`,
      more: '',
      facts: [fact(c, snapshotSentence(c, i), RULE.calls, { about: i, part: 'rule' })],
      vertices: [],
    };
  return {
    short: 'It has no adjoint call: no derivative passes through it to a dependent.',
    more: '',
    facts: [
      fact(c, 'A call through which no derivative passes is an ordinary statement.', RULE.calls, {
        about: i,
        part: 'rule',
      }),
    ],
    vertices: [],
  };
}

/** What is taken into the snapshot of a joint call, or why there is none. */
function snapshotSentence(c: Context, i: Instruction): string {
  const plan = c.analysis.calls.get(i.id);
  if (plan && !plan.snp.isEmpty())
    return isOnlyReversed(c, i)
      ? 'What the call starts from is stored, so that its adjoint can run it.'
      : 'What the call starts from is stored, so that it can be run again.';
  if (c.analysis.options.without.size > 0 && c.analysis.derivativeUse(i)?.intersects(lostIn(c, i)))
    return 'You took its snapshot away, so its adjoint may start from wrong values.';
  if (c.analysis.options.snapshots === 'eager')
    return 'All that the call starts from has the same value when its adjoint runs, so there is no snapshot.';
  return isOnlyReversed(c, i)
    ? 'The forward sweep does not run this call, so the call loses nothing that its adjoint starts from: no snapshot. What is lost later is stored where it is lost.'
    : 'The call itself loses nothing that it starts from, so there is no snapshot. What is lost later is stored where it is lost.';
}

/** What the forward sweep's run of a call overwrites. */
function lostIn(c: Context, i: Instruction) {
  const out = c.analysis.model.effects(i).out.clone();
  if (isOnlyReversed(c, i)) out.subtract(out);
  return out;
}

export function snapshotCard(c: Context, title: string, i: Instruction, l: number): Explanation {
  const what = quoted(c, l);
  const again = !isOnlyReversed(c, i);
  const kept = again && c.analysis.model.effects(i).out.has(l);
  const place = c.analysis.model.graph.place.get(i.id);
  const later = kept ? null : laterWrite(c, i, l);
  const writer = kept ? 'the call itself' : later ? named(c, later.instruction) : 'a later statement';
  return {
    title,
    short: `The backward sweep runs ${named(c, i)}${again ? ' once more' : ''}, forward and then backward, and for that it needs ${what} as it was before the call; ${writer} overwrites it.`,
    long: paragraph(
      `A call is checkpointed: before it, the forward sweep stores what the call needs and would lose, but nothing of what happens inside. The backward sweep puts these values back and calls the adjoint of the routine, which ${again ? 'repeats' : 'runs'} the call before it goes back through it.`,
      `Without that, the adjoint of the call would start from a later value of ${what}, and the gradient would in general be wrong.`,
    ),
    facts: [
      fact(c, `The adjoint of ${named(c, i)} starts from ${what}.`, RULE.calls, { about: i, part: 'read' }),
      fact(c, `${capital(writer)} overwrites ${what}.`, RULE.calls, {
        about: later?.instruction ?? i,
        part: 'overwrite',
      }),
      fact(
        c,
        c.analysis.options.snapshots === 'eager'
          ? 'Snapshots are eager: they hold every input that would have another value when the adjoint of the call starts.'
          : 'Snapshots are lazy: they hold only what the call itself overwrites. An input that later code overwrites is stored there.',
        RULE.calls,
        { part: 'rule' },
      ),
    ],
    ...witnessOf(c, later?.vertices ?? (place ? [place[0]] : [])),
  };
}
