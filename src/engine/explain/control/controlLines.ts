/** Why a line of generated control is there: counters, reversed loops, arrows of jumps, and the tests that read them. */

import { targetOf } from '../../adjoint/jumps';
import type { Instruction } from '../../ir/graph/flow';
import type { Statement, StatementId } from '../../ir/types';
import type { Explanation, Origin } from '../../pipeline/results';
import { type Context, instructionAt } from '../context';
import { capital, fact, namedStatement, paragraph, quote, RULE } from '../words';
import { reversalOf } from './control';
import {
  arrowValues,
  branchesOf,
  constructName,
  howKnown,
  isJump,
  type Jump,
  joinFact,
  jumpName,
  knownFromJumps,
  namedJumps,
  type Target,
  targetOfKey,
  whither,
} from './jumps';

type Answer = Omit<Explanation, 'title'>;

/** A line of generated text: what it sets, and to what value; null where it sets nothing. */
interface Line {
  readonly code: string;
  readonly set: string | null;
  /** 0 or 1 for false and true; null if it is not constant. */
  readonly value: number | null;
  readonly isBoolean: boolean;
  /** The line after it. */
  readonly next: string;
}

export function controlLine(
  c: Context,
  code: string,
  origin: Origin,
  statement: StatementId | null,
): Explanation {
  const line = lineOf(c, code, origin);
  const s = statement === null ? undefined : c.analysis.nesting.statements.get(statement);
  const backward = origin.sweep === 'backward';
  const told = backward ? backwardLine(c, line, s) : forwardLine(c, line, s);
  return {
    title: `Why is ${quote(code)} here?`,
    ...(told ?? otherLine(c, line, backward, statement)),
  };
}

function lineOf(c: Context, code: string, origin: Origin): Line {
  const [, set = null, given = ''] = /^(\w+)\s*=(?!=)\s*(.+)$/.exec(code) ?? [];
  const truth = /^\.?(true|false)\.?$/i.exec(given)?.[1]?.toLowerCase();
  const rest = c.d.code.text.slice(origin.start).split('\n');
  return {
    code,
    set,
    value: truth ? (truth === 'true' ? 1 : 0) : /^-?\d+$/.test(given) ? Number(given) : null,
    isBoolean: truth !== undefined,
    next: (rest[1] ?? '').trim(),
  };
}

const answer = (short: string, long = '', facts: Answer['facts'] = []): Answer => ({ short, long, facts });

/** Names of the variables that tell which jump was taken, or is pending. */
const FLAG = /\b(arrow|skip|left|skipped)(_?\d+)?\b/;
const STATE = /\b(state|came)(_?\d+)?\b/;
const isTest = (code: string) => /^(\} )?(else )?if\b/.test(code);

// ---------------------------------------------------------------------------------------------------- forward sweep

function forwardLine(c: Context, line: Line, s: Statement | undefined): Answer | null {
  const { code, set, value } = line;
  if (isJump(s)) {
    const jump = jumpName(c, s);
    const target = targetOfKey(c, targetOf(s));
    if (set === null)
      return answer(
        `It is a step of ${jump}, which leads to ${whither(c, target)}. The generated code comes there without a goto, by leaving what is around step by step.`,
      );
    return line.isBoolean ? onItsWay(c, set, jump, target) : notesJump(c, set, value, s, target);
  }
  if (s?.kind === 'dispatch') return dispatchLine(code);
  if (set !== null && FLAG.test(set) && value === 0) {
    const target = line.isBoolean ? null : targetSet(c, set, s);
    return target
      ? answer(
          `${capital(quote(set))} is 0 until a jump to ${whither(c, target)} is taken; right before such a jump it is set to the number of the jump.`,
          arrowValues(c, set, target),
          [joinFact(c)],
        )
      : answer(`No jump that ${quote(set)} tells of is on its way yet.`);
  }
  if (set === null && /^(break|exit|cycle|continue|go ?to)\b/.test(code))
    return answer(
      'A jump out of what stands before this line is on its way further out. The generated code takes it there without a goto, by leaving what is around step by step.',
    );
  if (isTest(code) && FLAG.test(code))
    return answer(
      'A jump may lead past what stands here, or further out. The variable tells whether one is on its way, so that what your program jumps over is left out here, too.',
    );
  return null;
}

function onItsWay(c: Context, set: string, jump: string, target: Target): Answer {
  return answer(
    `It notes that ${jump} is on its way to ${whither(c, target)}. The generated code comes there without a goto, by passing what stands in between step by step.`,
    `As long as ${quote(set)} is true, what the jump leads past is left out.`,
  );
}

function notesJump(c: Context, set: string, value: number | null, s: Jump, target: Target): Answer {
  const jump = jumpName(c, s);
  return answer(
    `It notes that ${jump} is taken: ${quote(set)} is ${value ?? 'its number'} when the program comes to ${whither(c, target)}. ${howKnown(c, target)}`,
    paragraph(arrowValues(c, set, target), 'The line itself stores nothing.'),
    [joinFact(c)],
  );
}

/** The target whose arrow is set by a line next to its construct. */
function targetSet(c: Context, set: string, s: Statement | undefined): Target | null {
  const { routine } = c.analysis.model;
  if (s !== undefined && !('label' in s)) return null;
  const key = s === undefined ? routine.label : s.label;
  const target = targetOfKey(c, `${/^skip/.test(set) ? 'next' : 'exit'} ${key}`);
  return target.jumps.length > 0 ? target : null;
}

function dispatchLine(code: string): Answer | null {
  if (!STATE.test(code)) return null;
  return answer(
    'Several jumps lead to and fro between the blocks here. The variable holds the number of the block that comes next, and a loop runs one after the other until a jump leaves them all.',
  );
}

// --------------------------------------------------------------------------------------------------- backward sweep

function backwardLine(c: Context, line: Line, s: Statement | undefined): Answer | null {
  const { code, set, value } = line;
  if (isJump(s) && set !== null && value === 0) return backAt(c, set, [s]);
  if (s?.kind === 'dispatch' && STATE.test(code)) return dispatchLine(code);
  const isBranching = s?.kind === 'if' || s?.kind === 'switch';
  if (set !== null && isBranching && /^branch/.test(set) && value !== null)
    return branchKnown(c, s, set, value);
  if (set !== null && FLAG.test(set) && value !== null) return arrowKnown(c, set, value, s);
  const i = s ? instructionAt(c, s.id) : null;
  if (i && isBranching && /\bbranch\d*\b/.test(code)) {
    const known = knownFromJumps(c, i);
    return answer(
      `It undoes the branch of ${namedStatement(c, i.id)} that ran, and only that.`,
      '',
      i.kind === 'test'
        ? reversalOf(c, i).sentences.map((text) => fact(c, text, RULE.joins, { about: i }))
        : known
          ? [fact(c, known, RULE.joins)]
          : [],
    );
  }
  return isTest(code) && FLAG.test(code) ? afterJumps(c, line, s, i) : null;
}

/** A test that asks how control came here. */
function afterJumps(
  c: Context,
  { code, next }: Line,
  s: Statement | undefined,
  i: Instruction | null,
): Answer | null {
  const isBranching = s?.kind === 'if' || s?.kind === 'switch';
  if (i && isBranching && /^(call )?(pop_\w+\(\s*branch|branch\w* = )/.test(next))
    return answer(
      `Which branch of ${namedStatement(c, i.id)} ran is found here: where a jump out of it was taken, the jump tells, and nothing was stored for the test.`,
      knownFromJumps(c, i) ?? '',
    );
  if (/^(call )?(pop_\w+\(\s*(arrow|skip)|(arrow|skip)\w* = )/.test(next) && s && 'label' in s)
    return answer(
      `Where another jump led past ${constructName(c, s)}, or out of it, the program did not come to the place where it is noted how it got there. Only where it did is there an entry to take.`,
    );
  const jumps = isBranching && /== *[1-9]/.test(code) && !/== *0/.test(code) ? insideOf(c, s) : [];
  if (jumps.length > 0)
    return answer(
      `It asks whether the program left ${namedStatement(c, s?.id as StatementId)} by ${namedJumps(c, jumps, 'or')}. Only then is there something to do here.`,
    );
  if (i?.kind === 'leaf')
    return answer(
      `A jump may lead past ${namedStatement(c, i.id)}. The backward sweep undoes it only where the forward sweep came through it.`,
    );
  return answer(
    'A jump may lead past what stands here. The backward sweep undoes it only where the forward sweep came through it.',
  );
}

/** The place where jumps were made: from here on the statements before them are undone. */
function backAt(c: Context, set: string, jumps: readonly Jump[]): Answer {
  return answer(
    `The backward sweep has come back to ${namedJumps(c, jumps, 'or')}. With ${quote(set)} = 0 it leaves out nothing more on account of it: what ran before the jump is undone.`,
  );
}

function branchKnown(c: Context, s: Statement, set: string, value: number): Answer | null {
  const i = instructionAt(c, s.id);
  const arms = i ? branchesOf(c, i) : [];
  const arm = arms.find(({ marker }) => marker === value);
  if (!i || !arm) return null;
  const test = namedStatement(c, s.id);
  const plan = c.analysis.tests.get(i.id);
  if (plan?.kind === 'branch' && plan.again)
    return answer(
      `It says which branch of ${test} to undo: ${quote(set)} = ${value} is ${arm.name}. Nothing that the test reads has changed, so nothing is stored.`,
    );
  const only = arm.arrives && arms.filter(({ arrives }) => arrives).length === 1;
  return answer(
    only && arm.jumps.length === 0
      ? `Where no jump was taken, it was ${arm.name} that ran: no other comes to its end. So nothing is stored for ${test}.`
      : `${capital(namedJumps(c, arm.jumps, 'or'))} stands in ${arm.name}. Where it was taken, the outcome of ${test} is known without an entry on the tape.`,
    `${capital(quote(set))} = ${value} stands for ${arm.name}.`,
  );
}

function arrowKnown(c: Context, set: string, value: number, s: Statement | undefined): Answer | null {
  const target = s && 'label' in s ? targetSet(c, set, s) : null;
  if (target && value > 0)
    return answer(
      `Only ${namedJumps(c, target.jumps, 'or')} leads to ${whither(c, target)}. So the backward sweep knows that it was taken, and nothing is stored.`,
      arrowValues(c, set, target),
    );
  if (target)
    return answer(
      `Another jump had led past ${whither(c, target)}, so no jump to that place was taken, and there is no entry for it on the tape.`,
      arrowValues(c, set, target),
    );
  const jumps = s?.kind === 'if' || s?.kind === 'switch' ? insideOf(c, s) : [];
  return jumps.length > 0 && value === 0 ? backAt(c, set, jumps) : null;
}

function insideOf(c: Context, s: Statement): Jump[] {
  const i = instructionAt(c, s.id);
  return i ? branchesOf(c, i).flatMap(({ jumps }) => jumps) : [];
}

// ------------------------------------------------------------------------------------------------------------ other

function otherLine(c: Context, line: Line, backward: boolean, statement: StatementId | null): Answer {
  const i = statement === null ? null : instructionAt(c, statement);
  const reversal = i?.kind === 'test' ? reversalOf(c, i) : { sentences: [], rule: RULE.control };
  return {
    short: controlSentence(c, backward, statement, line.code),
    long: '',
    facts: reversal.sentences.map((text) => fact(c, text, reversal.rule, { about: i })),
  };
}

function controlSentence(c: Context, backward: boolean, statement: StatementId | null, code: string): string {
  if (statement === null) {
    const [, extent] = /^\w+_entry\w* = ([^;]+);?$/.exec(code) ?? [];
    if (extent)
      return `Arrays have as many elements as ${quote(extent)} says when the routine starts. The program overwrites it, so this keeps what it was.`;
    if (!backward) return 'It leads the forward sweep through the routine.';
    const what = c.d.request.options.reversal === 'blocks' ? 'block' : 'statement';
    return /^switch|^select/.test(code)
      ? `The number tells which ${what} of your program ran. The case with this number undoes just that.`
      : `The forward sweep stored a 0, and then, each time it came to a ${what} with something to undo, the number of that ${what}. The backward sweep takes the numbers back, the last one first, and undoes one ${what} after the other until it meets the 0.`;
  }
  const i = instructionAt(c, statement);
  const name = namedStatement(c, statement);
  if (i?.kind === 'test') {
    const what = name.replace(/^the loop test /, 'the loop on ');
    if (backward) return `It reverses ${what}: what ran forwards there is undone backwards here.`;
    if (c.analysis.tests.get(i.id)?.kind === 'trips' && /\btrips\d*\b/.test(code))
      return /= *0L?$/.test(code)
        ? `It sets the counter for the trips of ${what} to zero.`
        : `It counts a trip of ${what}, so that the backward sweep undoes as many.`;
    return `It keeps account, for the backward sweep, of how ${what} ran.`;
  }
  if (i)
    return `A jump may lead past ${name}. The backward sweep undoes it only where the forward sweep came through it.`;
  const s = c.analysis.nesting.statements.get(statement);
  const end = s ? `the end of ${constructName(c, s)}` : 'this place';
  return backward
    ? `The program may reach ${end} in more than one way. The backward sweep goes back the same way.`
    : `The program may reach ${end} in more than one way, and this keeps account of it.`;
}
