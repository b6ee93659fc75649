/** The cards of values that are overwritten and not recorded: the question at a statement, and the reason in words. */

import type { Apart } from '../analyses/elements/meetingElements';
import { itemAt } from '../base/lookup';
import { type Instruction, spanOfInstruction } from '../ir/graph/flow';
import type { Explanation, ExplanationFact } from '../pipeline/results';
import { type Context, instructionAt, isOnlyReversed } from './context';
import { memberAt, pointOf } from './control/paths';
import { isFirstValue, tellLive } from './dependence';
import { type NotRecorded, whyNotRecorded } from './notRecorded';
import { needsOf, whyNotNeeded } from './reads';
import { ruleFact } from './recordings';
import { overwrites } from './recordingWords';
import { capital, fact, lineOf, listed, named, paragraph, placeText, quoted, RULE, witnessOf } from './words';

/** Why an element that is read is not the one that is lost. */
const NEVER: Readonly<Record<Apart, string>> = {
  constant: 'its subscript differs from the one written here by a constant',
  order: 'from one trip of the loop to the next, the subscript written here only moves away from that one',
  range: 'within the bounds of the loops it is never the element written here',
  stride: 'the two subscripts go in steps that never come to the same element',
  solved: 'no later trip of the loop comes to that element here',
  overwritten: 'that element has been overwritten before, and was dealt with there',
};

function whyDropped(c: Context, i: Instruction, l: number): ExplanationFact[] {
  const point = pointOf(c.analysis.model.graph, i.id, 'after');
  const told =
    point && !memberAt(c.analysis.model.graph, c.analysis.live, point, l) ? tellLive(c, point, l, i) : [];
  return told.map((t) =>
    fact(c, t.sentence, RULE.liveness, { about: t.about, part: 'rule', vertices: t.vertices }),
  );
}

function killersText(
  c: Context,
  { killers }: Extract<NotRecorded, { kind: 'killed' }>,
  own: Instruction,
): string {
  const names = killers.map((k) => (k.id === own.id ? 'an earlier run of the same statement' : named(c, k)));
  return names.length > 3 ? `${names.length} places` : listed(names, 'or');
}

/** `from line 9 to line 6` */
function betweenText(c: Context, reader: Instruction, overwrite: Instruction): string {
  if (reader.id === overwrite.id) return 'from that run to this one';
  const [from, to] = [reader, overwrite].map((k) => lineOf(c, spanOfInstruction(k)));
  return from === null || to === null || from === to
    ? 'from that statement to this one'
    : `from line ${from} to line ${to}`;
}

/** Where the value that the reader needs is stored. */
function keptText(
  c: Context,
  { killers }: Extract<NotRecorded, { kind: 'killed' }>,
  l: number,
): string | null {
  const stored = killers.filter((k) => isStoredAt(c, k, l));
  if (stored.length === 0) return null;
  const lines = [...new Set(stored.map((k) => lineOf(c, spanOfInstruction(k))))];
  const where = lines.includes(null)
    ? listed(stored.map((k) => named(c, k)))
    : `${lines.length === 1 ? 'line' : 'lines'} ${listed(lines.map(String))}`;
  return `The value that is needed is stored at ${where}, where it is overwritten.`;
}

function isStoredAt(c: Context, k: Instruction, l: number): boolean {
  const plan = c.analysis.calls.get(k.id);
  return [c.analysis.recorded.get(k.id)?.includes(l), plan?.sbk.has(l)].includes(true);
}

/** A value that is lost at an instruction, and the parts of a card about it. */
interface Lost {
  readonly c: Context;
  readonly i: Instruction;
  readonly l: number;
  readonly what: string;
  readonly overwrite: ExplanationFact;
  readonly card: (short: string, long: string, facts: readonly ExplanationFact[]) => Explanation;
}

export function explainNotRecorded(c: Context, i: Instruction, l: number): Explanation {
  const what = quoted(c, l);
  const title = `Why is ${what} not stored at ${named(c, i)}?`;
  const reason = whyNotRecorded(c, i, l);
  const overwrite = fact(c, `${capital(overwrites(c, i, what))}.`, RULE.record, {
    about: i,
    part: 'overwrite',
  });
  const card: Lost['card'] = (short, long, facts) => ({
    title,
    short,
    long,
    facts: [...facts],
  });
  const lost: Lost = { c, i, l, what, overwrite, card };
  switch (reason.kind) {
    case 'not-written':
      return whenNotWritten(lost);
    case 'dropped':
      return whenDropped(lost);
    case 'tampered':
      return whenTampered(lost);
    case 'inside':
      return whenInside(lost, reason);
    case 'undefined':
      return whenUndefined(lost);
    case 'elements':
      return whenElements(lost);
    case 'apart':
      return whenApart(lost, reason);
    case 'not-needed':
      return whenNotNeeded(lost, reason);
    case 'recomputed':
      return whenRecomputed(lost, reason);
    case 'killed':
      return whenKilled(lost, reason);
    case 'unread':
      return whenUnread(lost);
  }
}

function whenNotWritten({ c, i, what, card }: Lost): Explanation {
  return card(
    `${capital(named(c, i))} does not overwrite ${what}, so there is nothing to store.`,
    'A value is only ever stored where it is about to be lost.',
    [ruleFact(c)],
  );
}

function whenDropped({ c, i, l, what, card }: Lost): Explanation {
  return card(
    `The forward sweep leaves ${named(c, i)} out, so ${what} is not overwritten there and nothing is lost.`,
    'If no derivative needs a statement’s result, the forward sweep leaves the statement out, and nothing is stored for it.',
    whyDropped(c, i, l),
  );
}

function whenTampered({ c, i, what, overwrite, card }: Lost): Explanation {
  return card(
    `You took this recording away. The analysis had put it there, and without it the gradient may be wrong.`,
    `${capital(overwrites(c, i, what))}, and the backward sweep will read the new value where it needs the old one. Put the recording back to have the right gradient.`,
    [overwrite, ruleFact(c)],
  );
}

function whenInside(
  { c, i, what, overwrite, card }: Lost,
  reason: Extract<NotRecorded, { kind: 'inside' }>,
): Explanation {
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
}

function whenUndefined({ c, i, what, overwrite, card }: Lost): Explanation {
  return card(
    `${what} holds no value yet at ${named(c, i)}, so there is nothing to store.`,
    'The strategy “initialized” stores what is overwritten only where a value may have been set before.',
    [
      overwrite,
      fact(c, `No assignment to ${what} runs before it.`, RULE.strategy, { about: i, part: 'rule' }),
    ],
  );
}

function whenElements({ c, i, what, overwrite, card }: Lost): Explanation {
  return card(
    `The derivative of ${named(c, i)} reads another element of ${what} than the one that the statement overwrites.`,
    `So its own derivative does not need the value that is lost, and neither does the derivative of anything that ran before.`,
    [
      overwrite,
      fact(c, 'Two subscripts that differ by a constant other than zero never meet.', RULE.elements, {
        about: i,
        part: 'rule',
      }),
    ],
  );
}

function whenApart(
  { c, i, what, overwrite, card }: Lost,
  reason: Extract<NotRecorded, { kind: 'apart' }>,
): Explanation {
  const about = (r: (typeof reason.readers)[number]) => instructionAt(c, r.reader) ?? i;
  const reads = reason.readers.map((r) => ({
    about: about(r),
    text: `the backward sweep of ${named(c, about(r))} reads \`${placeText(c, r.place)}\`: ${NEVER[r.how]}`,
  }));
  // A place that a derivative reads twice is told once.
  const distinct = [...new Map(reads.map((read) => [read.text, read])).values()];
  const told = distinct.slice(0, 3);
  const more = distinct.length - told.length;
  return card(
    `The backward sweep may still need elements of ${what} here, but not the one that ${named(c, i)} overwrites.`,
    paragraph(
      more > 0 ? `So it is with ${more === 1 ? 'one other read' : `${more} other reads`}.` : '',
      'If elements were not told apart, the array would count as one value, and this one would be stored, too.',
    ),
    [
      overwrite,
      ...told.map(({ about, text }) => fact(c, `${capital(text)}.`, RULE.elements, { about, part: 'read' })),
      ruleFact(c),
    ],
  );
}

function whenNotNeeded(
  { c, i, l, what, overwrite, card }: Lost,
  reason: Extract<NotRecorded, { kind: 'not-needed' }>,
): Explanation {
  const reasons = reason.readers.slice(0, 3).map((k) => whyNotNeeded(c, k, l));
  const more = reason.readers.length - reasons.length;
  const others =
    more > 0 ? `So it is with ${more === 1 ? 'one other statement' : `${more} other statements`}.` : '';
  return {
    ...card(
      isOnlyReversed(c, i) && reason.readers[0]?.id === i.id && c.analysis.derivativeUse(i)?.has(l)
        ? `${capital(itemAt(reasons, 0))}.`
        : `${capital(overwrites(c, i, what))}, but the backward sweep does not need the old value: ${reasons[0]}.`,
      paragraph(
        others,
        !reason.readers.some((k) => c.analysis.derivativeUse(k)?.has(l)) &&
          'A value that the backward sweep does not read can safely be lost, however often the program itself reads it.',
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

function whenRecomputed(
  { c, what, overwrite, card }: Lost,
  reason: Extract<NotRecorded, { kind: 'recomputed' }>,
): Explanation {
  return {
    ...card(
      `The backward sweep of ${named(c, reason.reader)} needs the old value of ${what}, but computes it again instead of taking it from the tape.`,
      'All that the value was computed from is still there when the backward sweep comes to it, so it is enough to run the assignment once more.',
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
}

function whenKilled(
  { c, i, l, what, overwrite, card }: Lost,
  reason: Extract<NotRecorded, { kind: 'killed' }>,
): Explanation {
  return {
    ...card(
      `The backward sweep of ${reason.reader.id === i.id ? 'an earlier run of it' : named(c, reason.reader)} needs ${what}, but not the value that is lost here: every path ${betweenText(c, reason.reader, i)} overwrites ${what} first, at ${killersText(c, reason, i)}.`,
      paragraph(keptText(c, reason, l), `No derivative needs the one that ${named(c, i)} overwrites.`),
      [
        overwrite,
        ...reason.killers
          .slice(0, 3)
          .map((k) =>
            fact(
              c,
              `${capital(named(c, k))}${k.id === i.id ? ', in an earlier run,' : ''} overwrites ${what} first${isStoredAt(c, k, l) ? ', and stores the value that is needed' : ''}.`,
              RULE.record,
              { about: k, part: 'kill' },
            ),
          ),
        ...needsOf(c, reason.reader, l)
          .slice(0, 1)
          .map((need) =>
            fact(
              c,
              `The backward sweep of ${named(c, reason.reader)} reads an older value, because ${need.clause}.`,
              RULE.use,
              { about: reason.reader, part: 'read' },
            ),
          ),
        ruleFact(c),
      ],
    ),
    ...witnessOf(c, reason.path),
  };
}

function whenUnread({ c, i, l, what, overwrite, card }: Lost): Explanation {
  if (isFirstValue(c, i, l))
    return card(`${capital(named(c, i))} gives ${what} its first value, so nothing is lost there.`, '', [
      fact(c, `${what} holds no value before.`, RULE.record, { about: i, part: 'rule' }),
      ruleFact(c),
    ]);
  return card(
    `${capital(overwrites(c, i, what))}, but no statement that ran before it reads the value that is lost.`,
    'So no derivative needs it, and it can be lost.',
    [
      overwrite,
      fact(c, `No statement that ran before it reads ${what} as it is then.`, RULE.record, {
        part: 'rule',
      }),
      ruleFact(c),
    ],
  );
}
