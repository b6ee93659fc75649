/** Why a value that is overwritten is not on the tape: the negative answers of theory 4.2 to 4.5. */
import type { ReaderApart } from '../analyses/elementsApart';
import type { Apart } from '../analyses/meetingElements';
import type { Instruction } from '../ir/flow';
import type { Explanation, ExplanationFact } from '../pipeline/results';
import { type Context, instructionAt } from './context';
import { type Point, pointOf, search } from './paths';
import { needsOf, whyNotNeeded } from './reads';
import { overwrites, ruleFact } from './recordings';
import { capital, fact, listed, named, paragraph, placeText, quoted, RULE, witnessOf } from './words';

export type NotRecorded =
  /** The statement does not write the location. */
  | { readonly kind: 'not-written' }
  /** Adjoint liveness took the statement out of the forward sweep. */
  | { readonly kind: 'dropped' }
  /** The user took the recording away. */
  | { readonly kind: 'tampered' }
  /** Strategy `initialized`: nothing was there. */
  | { readonly kind: 'undefined' }
  /** The statement's own derivative reads another element of the array (4.4). */
  | { readonly kind: 'elements' }
  /** Other elements of the array are required, this one is not (4.4). */
  | { readonly kind: 'apart'; readonly readers: readonly ReaderApart[] }
  /** Read upstream, but no derivative needs it. */
  | {
      readonly kind: 'not-needed';
      readonly readers: readonly Instruction[];
      readonly path: readonly number[];
    }
  /** A derivative upstream needs the location, but an earlier overwrite has dealt with that value. */
  | {
      readonly kind: 'killed';
      readonly reader: Instruction;
      readonly killer: Instruction;
      readonly path: readonly number[];
    }
  /** A derivative upstream needs it, and the backward sweep computes it again (4.6). */
  | { readonly kind: 'recomputed'; readonly reader: Instruction; readonly path: readonly number[] }
  /** A split call: the routine that it calls stores it itself, just before the statement that overwrites it. */
  | { readonly kind: 'inside'; readonly callee: string }
  /** Nothing upstream reads it at all. */
  | { readonly kind: 'unread' };

export function whyNotRecorded(c: Context, i: Instruction, l: number): NotRecorded {
  const { analysis } = c;
  const { effects, graph } = analysis.model;
  if (!effects(i).out.has(l)) return { kind: 'not-written' };
  const runs = i.kind === 'leaf' ? analysis.stays.has(i.id) : (analysis.tests.get(i.id)?.runs ?? false);
  const t = analysis.tbrAt(i);
  if ((!runs && !analysis.calls.get(i.id)?.adjoint) || !t) return { kind: 'dropped' };
  const key = `s${i.id}:${analysis.model.locations.all[l]?.key ?? ''}`;
  const wanted = t.usedAndOverwritten.has(l) || (analysis.required.around(i.id)?.before.has(l) ?? false);
  if (wanted && analysis.defined && !analysis.defined.around(i.id)?.before.has(l))
    return { kind: 'undefined' };
  if (analysis.options.without.has(key) && wanted) return { kind: 'tampered' };
  const plan = analysis.calls.get(i.id);
  if (wanted && plan?.mode === 'split' && i.kind === 'leaf' && i.statement.kind === 'call')
    return { kind: 'inside', callee: i.statement.callee };
  const apart = wanted ? analysis.spared.get(i.id) : undefined;
  if (apart) return { kind: 'apart', readers: apart };
  if (analysis.derivatives.get(i.id)?.use.has(l) && !t.usedAndOverwritten.has(l)) return { kind: 'elements' };
  const point = pointOf(graph, i.id, 'before');
  return point ? whyNotRequired(c, point, l, i) : { kind: 'unread' };
}

/** Why an element that is read is not the one that is lost. */
const NEVER: Readonly<Record<Apart, string>> = {
  constant: 'its subscript differs from the one written here by a constant',
  order: 'from one iteration to the next the two subscripts only move away from each other',
  range: 'within the bounds of the loops it is never the element written here',
  stride: 'the two subscripts go in steps that never come to the same element',
  solved: 'in no two iterations in this order do the two subscripts come to one element',
  overwritten: 'that element has been overwritten before, and was dealt with there',
};

export type NotRequired = Extract<NotRecorded, { kind: 'not-needed' | 'recomputed' | 'killed' | 'unread' }>;

/** Why no backward sweep upstream of a point wants l; `own`, if any, is the statement just after it, which must not either. */
export function whyNotRequired(c: Context, point: Point, l: number, own: Instruction | null): NotRequired {
  const { analysis } = c;
  const { effects, graph } = analysis.model;
  const kills = (k: Instruction) => analysis.tbrAt(k)?.kill.has(l) ?? false;
  const reads = (k: Instruction) => effects(k).use.has(l) && k.id !== own?.id;
  const near = search(graph, point, 'upstream', reads, kills);
  const itself = own && effects(own).use.has(l) ? [own] : [];
  const again = isComputedAgain(c, l) && near.hits.find((h) => needsOf(c, h.instruction, l).length > 0);
  if (again) return { kind: 'recomputed', reader: again.instruction, path: again.vertices };
  if (near.hits.length + itself.length > 0) {
    return {
      kind: 'not-needed',
      readers: [...itself, ...near.hits.map((h) => h.instruction)],
      path: near.hits[0]?.vertices ?? [point.vertex],
    };
  }
  const needs = (k: Instruction) => needsOf(c, k, l).length > 0;
  const far = search(graph, point, 'upstream', needs, () => false).hits[0];
  const killers = far ? search(graph, point, 'upstream', kills, kills).hits : [];
  // Rather another statement than this one itself, in an earlier iteration.
  const killer = killers.find((k) => k.instruction.id !== own?.id) ?? killers[0];
  if (far && killer)
    return { kind: 'killed', reader: far.instruction, killer: killer.instruction, path: far.vertices };
  return { kind: 'unread' };
}

function isComputedAgain(c: Context, l: number): boolean {
  return [...c.analysis.recomputed.values()].flat().some((id) => {
    const s = c.analysis.nesting.statements.get(id);
    return s?.kind === 'assign' && c.analysis.model.locations.of(s.target) === l;
  });
}

export function explainNotRecorded(c: Context, i: Instruction, l: number): Explanation {
  const what = quoted(c, l);
  const title = `Why is ${what} not stored at ${named(c, i)}?`;
  const reason = whyNotRecorded(c, i, l);
  const overwrite = fact(c, `${capital(overwrites(c, i, what))}.`, RULE.record, {
    about: i,
    part: 'overwrite',
  });
  const card = (short: string, long: string, facts: readonly ExplanationFact[]): Explanation => ({
    title,
    short,
    long,
    facts: [...facts],
  });
  switch (reason.kind) {
    case 'not-written':
      return card(
        `${capital(named(c, i))} does not overwrite ${what}, so there is nothing to store.`,
        'A value is only ever stored where it is about to be lost.',
        [ruleFact(c)],
      );
    case 'dropped':
      return card(
        `The forward sweep leaves ${named(c, i)} out, so ${what} is not overwritten there and nothing is lost.`,
        'A statement whose result nothing in the rest of the adjoint reads is left out of the forward sweep, and what would have been stored for it goes with it.',
        [
          fact(c, `${capital(named(c, i))} is not in the forward sweep.`, RULE.liveness, {
            about: i,
            part: 'rule',
          }),
        ],
      );
    case 'tampered':
      return card(
        `You took this recording away. The analysis had put it there, and without it the gradient may be wrong.`,
        `${capital(overwrites(c, i, what))}, and the backward sweep will read the new value where it needs the one from before. Put the recording back to have the right gradient.`,
        [overwrite, ruleFact(c)],
      );
    case 'inside':
      return card(
        `The call is split: \`${reason.callee}\` stores ${what} itself, just before its statement that overwrites it.`,
        `The forward sweep runs the forward half of \`${reason.callee}\`, which knows what the backward sweep of its caller still needs and pushes that together with its own values.`,
        [
          overwrite,
          fact(c, 'The halves of a split call keep their own tape entries.', RULE.calls, {
            about: i,
            part: 'rule',
          }),
        ],
      );
    case 'undefined':
      return card(
        `${what} holds no value yet at ${named(c, i)}, so there is nothing to store.`,
        'The strategy “initialized” stores what is overwritten only where a value may have been set before.',
        [
          overwrite,
          fact(c, `No assignment to ${what} comes before.`, RULE.strategy, { about: i, part: 'rule' }),
        ],
      );
    case 'elements':
      return card(
        `The derivative of ${named(c, i)} reads another element of ${what} than the one that the statement overwrites.`,
        `The two subscripts differ by a constant, so within one run of the statement they never name the same element; and nothing that ran before needs what is overwritten.`,
        [
          overwrite,
          fact(c, 'Two subscripts that differ by a constant other than zero never meet.', RULE.elements, {
            about: i,
            part: 'rule',
          }),
        ],
      );
    case 'apart': {
      const told = reason.readers.slice(0, 3).map((r) => ({
        about: instructionAt(c, r.reader) ?? i,
        text: `the backward sweep of ${named(c, instructionAt(c, r.reader) ?? i)} reads \`${placeText(c, r.place)}\`: ${NEVER[r.how]}`,
      }));
      const more = reason.readers.length - told.length;
      return card(
        `Elements of ${what} are required here, but not the one that ${named(c, i)} overwrites.`,
        paragraph(
          ...told.map(({ text }) => `${capital(text)}.`),
          more > 0 ? `So it is with ${more === 1 ? 'one other read' : `${more} other reads`}.` : '',
          'With elements not told apart, the array would count as one value, and this one would be stored.',
        ),
        [
          overwrite,
          ...told.map(({ about, text }) =>
            fact(c, `${capital(text)}.`, RULE.elements, { about, part: 'read' }),
          ),
          ruleFact(c),
        ],
      );
    }
    case 'not-needed': {
      const reasons = reason.readers.slice(0, 3).map((k) => whyNotNeeded(c, k, l));
      const more = reason.readers.length - reasons.length;
      const others =
        more > 0 ? `So it is with ${more === 1 ? 'one other statement' : `${more} other statements`}.` : '';
      return {
        ...card(
          `${capital(overwrites(c, i, what))}, but nothing in the backward sweep needs the value from before: ${reasons[0]}.`,
          paragraph(
            ...reasons.slice(1).map((r) => `${capital(r)}.`),
            others,
            'The backward sweep may lose a value that it does not read, however often the program itself read it.',
          ),
          [
            overwrite,
            ...reason.readers
              .slice(0, 3)
              .map((k, n) =>
                fact(c, `${capital(reasons[n] as string)}.`, RULE.use, { about: k, part: 'partial' }),
              ),
            ruleFact(c),
          ],
        ),
        ...witnessOf(c, reason.path),
      };
    }
    case 'recomputed':
      return {
        ...card(
          `The backward sweep of ${named(c, reason.reader)} needs the value of ${what} from before, but computes it again instead of storing it.`,
          'Everything that the value was computed from is still there when the backward sweep comes to it, so one more run of the assignment is all that it takes.',
          [
            overwrite,
            fact(c, `${capital(what)} is computed again from values that are still there.`, RULE.results, {
              about: reason.reader,
              part: 'rule',
            }),
          ],
        ),
        ...witnessOf(c, reason.path),
      };
    case 'killed':
      return {
        ...card(
          `The backward sweep of ${named(c, reason.reader)} needs ${what}, but an older value of it: ${named(c, reason.killer)} has overwritten that one already.`,
          `The older value is dealt with where it is lost, at ${named(c, reason.killer)}. The value that ${named(c, i)} overwrites was set there or later, and no derivative reads that one.`,
          [
            overwrite,
            fact(c, `${capital(named(c, reason.killer))} has overwritten ${what} before.`, RULE.record, {
              about: reason.killer,
              part: 'kill',
            }),
            fact(c, `${capital(named(c, reason.reader))} needs the value from before that.`, RULE.use, {
              about: reason.reader,
              part: 'read',
            }),
            ruleFact(c),
          ],
        ),
        ...witnessOf(c, reason.path),
      };
    case 'unread':
      return card(
        `${capital(overwrites(c, i, what))}, but nothing that ran before has read the value that is lost.`,
        `The backward sweep goes through the statements that ran before ${named(c, i)}. None of them reads ${listed([what])} as it is just before this statement, so none of their derivatives does.`,
        [
          overwrite,
          fact(c, `No statement that ran before it reads ${what}.`, RULE.record, { part: 'rule' }),
          ruleFact(c),
        ],
      );
  }
}
