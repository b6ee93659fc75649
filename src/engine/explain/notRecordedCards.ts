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
  return told.map((t) => fact(c, t.sentence, RULE.liveness, { about: t.about, vertices: t.vertices }));
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

/** A value that is lost at an instruction. */
interface Lost {
  readonly c: Context;
  readonly i: Instruction;
  readonly l: number;
  readonly what: string;
  readonly overwrite: ExplanationFact;
}

type Reasons = readonly [short: string, long: string, facts: readonly ExplanationFact[]];

/** By the kind of reason. */
const REASONS: {
  readonly [K in NotRecorded['kind']]: (lost: Lost, reason: Extract<NotRecorded, { kind: K }>) => Reasons;
} = {
  'not-written': ({ c, i, what }) => [
    `${capital(named(c, i))} does not overwrite ${what}, so there is nothing to store.`,
    'A value is only ever stored where it is about to be lost.',
    [ruleFact(c)],
  ],
  dropped: ({ c, i, l, what }) => [
    `The forward sweep leaves ${named(c, i)} out, so ${what} is not overwritten there and nothing is lost.`,
    'If no derivative needs a statement’s result, the forward sweep leaves the statement out, and nothing is stored for it.',
    whyDropped(c, i, l),
  ],
  tampered: ({ c, i, what, overwrite }) => [
    'You took this recording away. The analysis had put it there, and without it the gradient may be wrong.',
    `${capital(overwrites(c, i, what))}, and the backward sweep will read the new value where it needs the old one. Put the recording back to have the right gradient.`,
    [overwrite, ruleFact(c)],
  ],
  inside: ({ c, i, what, overwrite }, { callee }) => [
    `The call is split: \`${callee}\` stores ${what} itself, just before its statement that overwrites it.`,
    `The forward sweep runs the forward half of \`${callee}\`, which knows what the backward sweep of its caller still needs and pushes that together with its own values.`,
    [overwrite, fact(c, 'The halves of a split call keep their own tape entries.', RULE.calls, { about: i })],
  ],
  undefined: ({ c, i, what, overwrite }) => [
    `${what} holds no value yet at ${named(c, i)}, so there is nothing to store.`,
    'The strategy “initialized” stores what is overwritten only where a value may have been set before.',
    [overwrite, fact(c, `No assignment to ${what} runs before it.`, RULE.strategy, { about: i })],
  ],
  elements: ({ c, i, what, overwrite }) => {
    const apart = 'Two subscripts that differ by a constant other than zero never meet.';
    return [
      `The derivative of ${named(c, i)} reads another element of ${what} than the one that the statement overwrites.`,
      'So its own derivative does not need the value that is lost, and neither does the derivative of anything that ran before.',
      [overwrite, fact(c, apart, RULE.elements, { about: i })],
    ];
  },
  apart({ c, i, what, overwrite }, { readers }) {
    const reads = readers.map(({ reader, place, how }) => {
      const about = instructionAt(c, reader) ?? i;
      const text = `the backward sweep of ${named(c, about)} reads \`${placeText(c, place)}\`: ${NEVER[how]}`;
      return { about, text };
    });
    // A place that a derivative reads twice is told once.
    const distinct = [...new Map(reads.map((read) => [read.text, read])).values()];
    const told = distinct.slice(0, 3);
    const more = distinct.length - told.length;
    return [
      `The backward sweep may still need elements of ${what} here, but not the one that ${named(c, i)} overwrites.`,
      paragraph(
        more > 0 ? `So it is with ${more === 1 ? 'one other read' : `${more} other reads`}.` : '',
        'If elements were not told apart, the array would count as one value, and this one would be stored, too.',
      ),
      [
        overwrite,
        ...told.map(({ about, text }) =>
          fact(c, `${capital(text)}.`, RULE.elements, { about, part: 'read' }),
        ),
        ruleFact(c),
      ],
    ];
  },
  'not-needed'({ c, i, l, what, overwrite }, { readers }) {
    const told = readers.slice(0, 3).map((k) => ({ about: k, text: whyNotNeeded(c, k, l) }));
    const more = readers.length - told.length;
    const isUsed = (k: Instruction) => c.analysis.derivativeUse(k)?.has(l) ?? false;
    const own = isOnlyReversed(c, i) && readers[0]?.id === i.id && isUsed(i);
    return [
      own
        ? `${capital(itemAt(told, 0).text)}.`
        : `${capital(overwrites(c, i, what))}, but the backward sweep does not need the old value: ${told[0]?.text}.`,
      paragraph(
        more > 0 && `So it is with ${more === 1 ? 'one other statement' : `${more} other statements`}.`,
        !readers.some(isUsed) &&
          'A value that the backward sweep does not read can safely be lost, however often the program itself reads it.',
      ),
      [
        overwrite,
        ...told.map(({ about, text }) => fact(c, `${capital(text)}.`, RULE.use, { about, part: 'partial' })),
        ruleFact(c),
      ],
    ];
  },
  recomputed: ({ c, what, overwrite }, { reader }) => [
    `The backward sweep of ${named(c, reader)} needs the old value of ${what}, but computes it again instead of taking it from the tape.`,
    'All that the value was computed from is still there when the backward sweep comes to it, so it is enough to run the assignment once more.',
    [
      overwrite,
      fact(c, `${what} is computed again from values that are still there.`, RULE.results, { about: reader }),
    ],
  ],
  killed({ c, i, l, what, overwrite }, reason) {
    const { reader, killers } = reason;
    const overwritten = killers.slice(0, 3).map((k) => {
      const stores = isStoredAt(c, k, l) ? ', and stores the value that is needed' : '';
      const text = `${named(c, k)}${k.id === i.id ? ', in an earlier run,' : ''} overwrites ${what} first${stores}.`;
      return fact(c, text, RULE.record, { about: k, part: 'kill' });
    });
    const needed = needsOf(c, reader, l).slice(0, 1);
    return [
      `The backward sweep of ${reader.id === i.id ? 'an earlier run of it' : named(c, reader)} needs ${what}, but not the value that is lost here: every path ${betweenText(c, reader, i)} overwrites ${what} first, at ${killersText(c, reason, i)}.`,
      paragraph(keptText(c, reason, l), `No derivative needs the one that ${named(c, i)} overwrites.`),
      [
        overwrite,
        ...overwritten,
        ...needed.map(({ clause }) => {
          const text = `The backward sweep of ${named(c, reader)} reads an older value, because ${clause}.`;
          return fact(c, text, RULE.use, { about: reader, part: 'read' });
        }),
        ruleFact(c),
      ],
    ];
  },
  unread({ c, i, l, what, overwrite }) {
    if (isFirstValue(c, i, l))
      return [
        `${capital(named(c, i))} gives ${what} its first value, so nothing is lost there.`,
        '',
        [fact(c, `${what} holds no value before.`, RULE.record, { about: i }), ruleFact(c)],
      ];
    const unread = `No statement that ran before it reads ${what} as it is then.`;
    return [
      `${capital(overwrites(c, i, what))}, but no statement that ran before it reads the value that is lost.`,
      'So no derivative needs it, and it can be lost.',
      [overwrite, fact(c, unread, RULE.record), ruleFact(c)],
    ];
  },
};

export function explainNotRecorded(c: Context, i: Instruction, l: number): Explanation {
  const what = quoted(c, l);
  const reason = whyNotRecorded(c, i, l);
  const overwrite = fact(c, `${capital(overwrites(c, i, what))}.`, RULE.record, {
    about: i,
    part: 'overwrite',
  });
  const tell = REASONS[reason.kind] as (lost: Lost, reason: NotRecorded) => Reasons;
  const [short, long, facts] = tell({ c, i, l, what, overwrite }, reason);
  return {
    title: `Why is ${what} not stored at ${named(c, i)}?`,
    short,
    long,
    facts: [...facts],
    ...('path' in reason ? witnessOf(c, reason.path) : {}),
  };
}
