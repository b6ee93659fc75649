/** What is stored of control, and how loops and branches are run backwards (theory 7). */

import type { RecordingDraft } from '../../adjoint/builder';
import type { Instruction } from '../../ir/graph/flow';
import { testExpressions } from '../../ir/graph/flow';
import { variableOf } from '../../ir/names';
import type { Explanation } from '../../pipeline/results';
import { type Context, instructionAt, isCoarse } from '../context';
import { laterWrite } from '../dependence';
import { elementsIn } from '../reads';
import {
  capital,
  fact,
  listed,
  named,
  namedStatement,
  paragraph,
  quote,
  quoted,
  RULE,
  witnessOf,
} from '../words';
import { arrowCard, knownFromJumps } from './jumps';
import type { Found } from './paths';

export function explainControlRecording(c: Context, r: RecordingDraft): Explanation {
  const i = instructionAt(c, r.statement);
  switch (r.kind) {
    case 'branch':
      return branchCard(c, r, i);
    case 'arrow':
      return arrowCard(c, r);
    case 'count':
      return countCard(c, r, i);
    case 'bounds':
      return boundsCard(c, r, i);
    default:
      return numberCard(c, r);
  }
}

interface Lost {
  readonly what: string;
  readonly write: Found;
  /** `i = i + 1 (line 15) overwrites`; for an array it may overwrite another element, for a call nothing at all. */
  readonly losing: string;
  /** Whether its old value is restored on every path when the backward sweep needs to know how the test went. */
  readonly isBack: boolean;
}

/** An operand of the test that the forward sweep overwrites later; preferably one that the backward sweep may find changed. */
function lostOperand(c: Context, i: Instruction | null): Lost | null {
  if (i?.kind !== 'test') return null;
  const lost: Lost[] = [];
  for (const e of testExpressions(i.test)) {
    for (const l of c.analysis.model.locations.read(e)) {
      const write = laterWrite(c, i, l);
      const names = elementsIn(c, e, l);
      if (!write) continue;
      const { instruction } = write;
      const isSure =
        !isCoarse(c, l) && (instruction.kind === 'test' || instruction.statement.kind === 'assign');
      lost.push({
        what: names.length > 0 ? listed(names) : quoted(c, l),
        write,
        losing: `${named(c, instruction)} ${isSure ? 'overwrites' : 'may overwrite'}`,
        isBack: isPutBack(c, i, l),
      });
    }
  }
  return lost.find(({ isBack }) => !isBack) ?? lost[0] ?? null;
}

/**
 * When the backward sweep comes to the end of the branch, does it find the values that the branch's test read? Nothing
 * between the test and there may overwrite them, and whatever overwrites them later must restore them.
 */
export function isPutBack(c: Context, i: Instruction, l: number): boolean {
  const { nesting, adjointWrite, model } = c.analysis;
  if (adjointWrite.around(i.id)?.after.has(l) ?? true) return false;
  return model.graph.vertices.every(({ instructions }) =>
    instructions.every(
      (k) => !nesting.parents.get(k.id)?.some(({ id }) => id === i.id) || !c.analysis.tbrAt(k)?.out.has(l),
    ),
  );
}

function decided(c: Context, i: Instruction | null, r: RecordingDraft): string {
  return i ? named(c, i) : namedStatement(c, r.statement);
}

/** Why a test is not simply evaluated again. */
function whyNotAgain({ what, losing, isBack }: Lost): string {
  const overwrites = `${losing} ${what}, which the test reads`;
  return isBack
    ? `It is evaluated again only where nothing overwrites what it reads, and ${overwrites}`
    : `It cannot simply be evaluated again: ${overwrites}, and the old value need not be back by then`;
}

const BACK =
  'In fact the old value is back when the backward sweep comes to the test, because it is stored for other reasons; but the analysis does not count on what is put back.';

function branchCard(c: Context, r: RecordingDraft, i: Instruction | null): Explanation {
  const test = decided(c, i, r);
  const { reversal } = c.d.request.options;
  const lost = reversal === 'joins' ? lostOperand(c, i) : null;
  return {
    title: `Why is the outcome of ${test} stored?`,
    short: paragraph(
      'The backward sweep has to go back through the branch that was taken.',
      lost ? `The test tells which. ${whyNotAgain(lost)}.` : null,
    ),
    long: paragraph(
      lost?.isBack ? BACK : null,
      `Where the branches meet again, the forward sweep pushes which of them it came through; there the backward sweep pops it and takes the same one.`,
      lost || reversal === 'joins'
        ? null
        : `The reversal style “${reversal}” stores which way every such test went.`,
      r.width?.kind === 'bit' ? 'Which of two branches it was takes one bit.' : null,
      i && knownFromJumps(c, i),
      'Without it, the backward sweep might undo a branch that did not run, and the gradient would be wrong.',
    ),
    facts: [
      fact(
        c,
        `${capital(test)} chooses between branches that the backward sweep has to tell apart.`,
        RULE.control,
        { about: i, part: 'read' },
      ),
      ...(lost
        ? [
            fact(c, `${capital(lost.losing)} ${lost.what}.`, RULE.joins, {
              about: lost.write.instruction,
              part: 'overwrite',
            }),
          ]
        : []),
    ],
    ...witnessOf(c, lost?.write.vertices ?? []),
  };
}

function countCard(c: Context, r: RecordingDraft, i: Instruction | null): Explanation {
  const loop = decided(c, i, r);
  return {
    title: `Why does the code count and store the trips of ${loop.replace(/^the loop test /, 'the loop on ')}?`,
    short:
      'The backward sweep has to undo exactly as many trips as the loop made. It does not predict that number for a loop that runs as long as a test holds, so the forward sweep counts the trips and stores the count.',
    long: paragraph(
      'The counter starts at zero, grows by one in every trip, and is pushed once after the loop; the backward sweep pops it and runs the reversed body that many times.',
      'With any other number, the backward sweep would undo trips that were never made, or leave some out.',
    ),
    facts: [
      fact(
        c,
        `${capital(loop)} decides anew whether there is another trip. Going backward, it does not tell when to stop.`,
        RULE.control,
        { about: i },
      ),
      fact(
        c,
        'A loop with fixed bounds needs no count: its reverse runs from the last index back to the first.',
        RULE.joins,
      ),
    ],
  };
}

/** What a stored bound of a counted loop reads, and what overwrites it before the loop is left. */
function lostBound(c: Context, i: Instruction | null): { what: string; by: Instruction } | null {
  const plan = i ? c.analysis.tests.get(i.id) : undefined;
  if (i?.kind !== 'test' || i.test.kind !== 'for' || plan?.kind !== 'counted') return null;
  const { model, nesting } = c.analysis;
  const inside = model.graph.vertices
    .flatMap(({ instructions }) => instructions)
    .filter((k) => k.id === i.id || nesting.fors.get(k.id)?.some(({ id }) => id === i.id));
  for (const part of plan.storedBounds)
    for (const l of model.locations.read(i.test[part])) {
      const by = inside.find((k) => model.effects(k).out.has(l));
      if (by) return { what: quoted(c, l), by };
    }
  return null;
}

function boundsCard(c: Context, r: RecordingDraft, i: Instruction | null): Explanation {
  const loop = decided(c, i, r);
  const lost = lostBound(c, i);
  const how = !lost
    ? 'What a bound depends on may change inside the loop.'
    : lost.by.id === i?.id
      ? `The loop itself sets ${lost.what}, on which a bound depends.`
      : `${capital(named(c, lost.by))} may change ${lost.what} inside the loop, and a bound depends on that.`;
  return {
    title: `Why is a bound of ${loop} stored?`,
    short: `The reversed loop runs between the same bounds, from the last index back to the first. ${how}`,
    long: 'Bounds are fixed when the loop is entered. Where the loop leaves alone what they are computed from, the backward sweep simply computes them again; where it does not, they are pushed after the loop and popped before the reversed one. With other bounds, the backward sweep would undo iterations that never ran, or leave some out.',
    facts: [
      fact(c, `The reversed loop of ${loop} starts from its bounds.`, RULE.joins, { about: i, part: 'read' }),
      ...(lost ? [fact(c, how, RULE.joins, { about: lost.by, part: 'overwrite' })] : []),
    ],
  };
}

function numberCard(c: Context, r: RecordingDraft): Explanation {
  const block = r.kind === 'block';
  const what = block ? 'block' : 'assignment';
  return {
    title: `Why is the number of the ${what} stored at ${namedStatement(c, r.statement)}?`,
    short: `In this style the tape itself says what to undo next: every ${what} pushes its number as it runs, and the backward sweep pops numbers and jumps to what they name.`,
    long: `No loop and no branch has to be reversed then, so it does not matter how the program jumps; the price is one entry for every ${what} that runs. A zero, pushed first, ends the backward sweep.`,
    facts: [
      fact(c, `Every ${what} with backward code pushes its number.`, block ? RULE.control : RULE.numbers, {
        about: instructionAt(c, r.statement),
      }),
    ],
  };
}

/** How a test or loop is treated in the two sweeps, in sentences. */
export function reversalOf(
  c: Context,
  i: Instruction & { kind: 'test' },
): { sentences: string[]; rule: string } {
  const plan = c.analysis.tests.get(i.id);
  const style = c.d.request.options.reversal;
  if (!plan) return { sentences: [], rule: RULE.control };
  if (style === 'statements' || style === 'blocks')
    return {
      sentences: [
        plan.runs
          ? 'It runs in the forward sweep. In this style nothing of it is reversed: the numbers on the tape say what to undo.'
          : 'Nothing that it decides is needed, so it is left out.',
      ],
      rule: RULE.numbers,
    };
  if (!plan.reversed)
    return {
      sentences: [
        plan.runs
          ? 'It runs in the forward sweep, and nothing inside it leaves anything to do for the backward sweep: nothing is pushed for it, and it is not reversed.'
          : 'Nothing inside it is needed by either sweep, so it is left out of both, and nothing is pushed for it.',
      ],
      rule: RULE.liveness,
    };
  return { sentences: reversedSentences(c, i), rule: RULE.joins };
}

function reversedSentences(c: Context, i: Instruction & { kind: 'test' }): string[] {
  const plan = c.analysis.tests.get(i.id);
  switch (plan?.kind) {
    case 'branch':
      return [
        plan.again
          ? 'The backward sweep evaluates the test again: nothing that it reads is overwritten in between, so nothing has to be stored.'
          : isStored(c, i, 'branch')
            ? storedOutcome(c, i)
            : paragraph('Its outcome need not be stored here.', knownFromJumps(c, i)),
      ];
    case 'counted':
      return [
        'The backward sweep runs the loop from its last index back to its first.',
        plan.runs ? '' : 'The forward sweep does not run it at all: nothing inside it is needed there.',
        plan.storedBounds.length > 0
          ? 'Bounds that the loop may change are stored after it.'
          : 'Its bounds have the same values then, so the backward loop uses the same expressions.',
        plan.saveIndex
          ? `What the index ${quote(indexName(c, i))} held before the loop is stored, because ${
              isIndexRequired(c, i)
                ? 'the backward sweep of something that ran before the loop reads it'
                : c.analysis.options.record === 'tbr'
                  ? 'you forced it'
                  : 'the chosen strategy says so'
            }.`
          : '',
      ].filter((s) => s !== '');
    case 'trips':
      return [
        'The forward sweep counts the trips and stores the count; the backward sweep runs the reversed body that many times.',
      ];
    default:
      return [];
  }
}

function isStored(c: Context, i: Instruction, kind: RecordingDraft['kind']): boolean {
  return c.input.recordings.some((r) => r.statement === i.id && r.kind === kind);
}

function storedOutcome(c: Context, i: Instruction): string {
  const lost = lostOperand(c, i);
  return paragraph(
    lost
      ? `The forward sweep stores its outcome. ${whyNotAgain(lost)}.`
      : 'The forward sweep stores its outcome: the chosen reversal style does so for every test.',
    lost?.isBack && BACK,
    knownFromJumps(c, i),
  );
}

function isIndexRequired(c: Context, i: Instruction & { kind: 'test' }): boolean {
  if (i.test.kind !== 'for') return false;
  const required = c.analysis.required.around(i.id)?.before;
  return c.analysis.model.locations.ofVariable(i.test.index).some((l) => required?.has(l));
}

function indexName(c: Context, i: Instruction & { kind: 'test' }): string {
  return i.test.kind === 'for' ? variableOf(c.input.program, i.test.index).name : '';
}
