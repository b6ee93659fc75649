/** The words of a certificate. */

import { assertNever } from '../../base/assert';
import { isNowhere, lineStarts, positionAt } from '../../base/span';
import type { Certificate as Answer } from '../../certify/certificate';
import type { Failed } from '../../certify/machine';
import { spanAt } from '../../execute/complaints';
import type { Program } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import type { Mode } from '../options';

/** The languages in which the derivative was printed and read again, and those in which our front end does not read it. */
export interface Languages {
  readonly read: readonly string[];
  readonly unread: readonly string[];
}

export function noteOf(c: Compile, derivative: Program, printed: Languages, answer: Answer): string {
  const what = WHAT[c.mode];
  switch (answer.verdict) {
    case 'exact':
      return `The ${what} is right for every input that takes this path: ${restsOn(c, answer, printed)}`;
    case 'different':
      return `The ${what} is wrong on this path: ${faultText(c, derivative, answer, what)}`;
    case 'not-applicable':
      return `The exact check says nothing here: ${answer.failed ? endText(c, c.source, answer.failed) : 'nothing was run'}.`;
    default:
      return assertNever(answer.verdict);
  }
}

const WHAT: Record<Mode, string> = {
  adjoint: 'adjoint',
  tangent: 'tangent',
  'vector-tangent': 'tangent in several directions',
  'tangent-over-adjoint': 'tangent of the adjoint',
};

/** What the generated program is compared with. */
function truthOf({ mode }: Compile): string {
  return mode === 'tangent-over-adjoint'
    ? 'dual numbers on the adjoint, which equals dual numbers on the program as written'
    : 'dual numbers on the program as written';
}

function restsOn(c: Compile, { errorBound, trials }: Answer, { read, unread }: Languages): string {
  const points = `${trials} random point${trials === 1 ? '' : 's'}`;
  const forms = read.length === 0 ? '' : `, and so does what is printed in ${read.join(' and in ')}`;
  const others = unread.length === 0 ? '' : `; what is printed in ${unread.join(' and in ')} was not tried`;
  const chance =
    errorBound < 1
      ? `by chance that happens with a probability below ${errorBound.toExponential(0)}`
      : 'numbers are multiplied so often, or the run is so long, that no bound on chance is known';
  return `computed without rounding at ${points} it equals ${truthOf(c)}${forms}${others}; ${chance}. This rests on the table of partial derivatives and on the text being read as it is meant; it says nothing of rounding and of other paths.`;
}

function faultText(c: Compile, derivative: Program, { fault, differs }: Answer, what: string): string {
  if (!fault) return 'it differs from dual numbers.';
  const of = fault.of === 'generated' ? `the ${what}` : `the ${what} printed in ${fault.of} and read again`;
  switch (fault.kind) {
    case 'ended':
      return `${of} does not come to its end: ${endText(c, derivative, fault.failed)}.`;
    case 'tape':
      return `${of} leaves values on the tape.`;
    case 'output':
      return `${of} leaves another result than the program.`;
    case 'derivative': {
      const [first] = differs;
      const where = first ? `, first in the derivative of ${first.dependent} by ${first.independent}` : '';
      return `${of} differs from dual numbers on the program as written${where}.`;
    }
    default:
      return assertNever(fault);
  }
}

function endText(c: Compile, program: Program, { why, statement }: Failed): string {
  const span = spanAt(program, c.program, statement);
  const { line } = positionAt(lineStarts(c.request.source), span.start);
  const at = isNowhere(span) ? '' : ` in line ${line}`;
  return `${ENDS[why]}${at}`;
}

const TOO_MUCH = 'the run is too long for it, or needs too much memory';
const ENDS: Record<Failed['why'], string> = {
  'not-finite': 'a value is not finite',
  'division-by-zero': 'a divisor is zero',
  unset: 'a value that was never set is read',
  bounds: 'a subscript is out of its bounds',
  conversion: 'a number is too large for an integer',
  steps: TOO_MUCH,
  time: TOO_MUCH,
  memory: TOO_MUCH,
  stack: 'calls nest too deeply',
  stopped: 'the run stops',
  external: 'a routine is called whose text is not here',
  'zero-step': 'the step of a loop is zero',
  'tape-underflow': 'it takes more from the tape than was put there',
};
