/** The diagnostics of a run, each at the statement that it is about. */

import { MAX_ARRAY_BYTES } from '../backend/wasm/index';
import { assertNever } from '../base/assert';
import type { DiagnosticSink } from '../base/diagnostics';
import { present } from '../base/lookup';
import { isNowhere, NOWHERE, type Span } from '../base/span';
import { memoryBytes } from '../ir/build';
import { ELEMENTARY, type Elementary } from '../ir/elementary';
import { locationKey, routineOf, variableOf } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { Program, Statement, StatementId, VariableId } from '../ir/types';

import { megabytes } from './inputs/inputs';
import { type Finding, type Overflow, TIED_TEST } from './interpreter/state';
import type { RunLimits, Trap } from './outcome';
import type { Runnable } from './runnable';
import type { NotFinite } from './trouble/numbers';
import { textIn } from './trouble/text';

interface Site {
  readonly span: Span;
  readonly origin: StatementId | null;
}

/** The statement's place in the source; for generated code, the place of the statement that it comes from. */
export function spanAt(program: Program, primal: Program, id: StatementId | null): Span {
  if (id === null) return NOWHERE;
  const own = findStatement(program, id);
  if (own && !isNowhere(own.span)) return own.span;
  const origin = own?.origin ?? null;
  return (origin === null ? null : findStatement(primal, origin))?.span ?? NOWHERE;
}

function findStatement(program: Program, id: StatementId): Site | null {
  let found: Site | null = null;
  for (const routine of program.routines) {
    walkStatements(routine.body, (s: Statement) => {
      if (s.id === id) found = s;
      if (s.kind !== 'dispatch') return;
      for (const { jump } of s.blocks)
        if (jump.kind !== 'go' && jump.id === id) found = { span: jump.span, origin: s.origin };
    });
  }
  return found;
}

function nameOf(program: Program, trap: { readonly variable: Trap['variable'] }): string {
  return trap.variable === null ? 'the array' : `\`${variableOf(program, trap.variable).name}\``;
}

/** `run` names the run as the beginning of a sentence: `The adjoint`. A trap outside of any statement is reported at the routine. */
export function complainOfTrap(
  sink: DiagnosticSink,
  program: Program,
  primal: Pick<Runnable, 'program' | 'entry'>,
  trap: Trap,
  around: { readonly limits: RunLimits; readonly run: string },
): void {
  const variable = trap.variable === null ? null : program.variables[trap.variable];
  const span =
    [spanAt(program, primal.program, trap.statement), variable?.span ?? NOWHERE].find(
      (each) => !isNowhere(each),
    ) ?? routineOf(primal.program, primal.entry).nameSpan;
  const [message, ...notes] = trapInWords(program, trap, around);
  if (trap.code === 'stopped') sink.info(trap.code, message, span);
  else sink.error(trap.code, message, span, ...notes);
}

/** What happened, then what to write or do instead. */
function trapInWords(
  program: Program,
  trap: Trap,
  { limits, run }: { readonly limits: RunLimits; readonly run: string },
): [string, ...string[]] {
  const name = nameOf(program, trap);
  const culprit =
    trap.culprit && trap.culprit.kind !== 'constant' ? `\`${textIn(program)(trap.culprit)}\`` : null;
  switch (trap.code) {
    case 'out-of-bounds':
      return [
        outOfBounds(program, trap, culprit, name),
        'Let what counts the subscript end earlier or start later, or make the array larger.',
      ];
    case 'division-by-zero':
      return [
        `An integer is divided by ${culprit ? `${culprit}, which is zero here` : 'zero here'}.`,
        'Test for it before, and write what should hold there.',
      ];
    case 'conversion-out-of-range':
      return [
        Number.isNaN(trap.value)
          ? 'What becomes an integer here is not a number.'
          : `${trap.value} is too large for an integer.`,
        'Test it before it becomes an integer, or keep it as a real number.',
      ];
    case 'zero-step':
      return ['The step of this loop is zero.', 'Give it a step that is never zero.'];
    case 'stack-overflow':
      return [
        `${run} calls itself too deeply here.`,
        'A recursion ends by a test before the call, and each call has to come nearer to what it tests for.',
      ];
    case 'budget-steps':
      return [
        `${run} takes more than ${limits.steps.toLocaleString('en-US')} steps; it was stopped here.`,
        'A step is one iteration of a loop, or one call; smaller inputs take fewer. A loop without end has a test that nothing in it changes, or that is stepped over.',
      ];
    case 'budget-time':
      return [`${run} takes longer than ${limits.milliseconds / 1000} s; it was stopped here.`];
    case 'budget-memory':
      return [outOfMemory(program, trap, name, { limits, run })];
    case 'tape-underflow':
      return ['More is popped than was pushed.', 'A recording may have been taken away.'];
    case 'external-routine':
      if (program.routines.some((r) => r.name === trap.callee && !r.external))
        return [
          `\`${trap.callee}\` can't be run: it has more than 1,000 parameters, members of structures among them.`,
        ];
      return [
        `\`${trap.callee}\` can't be run, since its text is not here.`,
        'Its derivative is generated all the same; add its body to run it.',
      ];
    case 'no-fixed-point':
      return [
        `${run} finds no fixed point here: the loop makes no trip, ends before its iterate rests, or the iteration of its derivative does not come to rest.`,
        'Start it elsewhere, allow more trips, or set the option `fixedPoints` to `off`, so that it is reversed like any other loop.',
      ];
    case 'stopped':
      return [`${run} ended here.`];
    default:
      return assertNever(trap.code);
  }
}

function outOfBounds(program: Program, trap: Trap, culprit: string | null, name: string): string {
  const { extent, lower, dimension, value } = trap;
  const bounds =
    extent > 0 ? `out of its bounds ${lower} to ${lower + extent - 1}` : 'and the array is empty';
  const rank =
    trap.variable === null ? 1 : (variableOf(program, trap.variable).shape?.dimensions.length ?? 1);
  const which = rank > 1 ? `Subscript ${dimension + 1}` : 'The subscript';
  return `${which} of ${name}${culprit ? `, ${culprit},` : ''} is ${value} here, ${bounds}.`;
}

function outOfMemory(
  program: Program,
  { variable, value }: Trap,
  name: string,
  { limits, run }: { readonly limits: RunLimits; readonly run: string },
): string {
  if (variable === null || !(value > 0))
    return `${run} takes more than ${megabytes(limits.bytes)} of memory.`;
  const bytes = value * memoryBytes(variableOf(program, variable).type);
  return `${name} would take ${megabytes(bytes)}; one array may have ${megabytes(MAX_ARRAY_BYTES)}.`;
}

/** What the interpreter saw and WebAssembly can't: undefined reads, kinks, the first value that is not finite. */
export function complainOfFindings(
  sink: DiagnosticSink,
  program: Program,
  seen: {
    readonly uninitialised: readonly Finding[];
    readonly kinks: readonly Finding[];
    readonly notFinite: (Finding & { readonly why: NotFinite | null }) | null;
    readonly overflows: readonly Overflow[];
  },
): void {
  for (const finding of seen.uninitialised)
    sink.warning(
      'uninitialised',
      `${unsetText(program, finding)}.`,
      place(program, finding),
      'Give it a value on every path that leads here.',
    );
  for (const finding of seen.kinks) {
    const why =
      finding.detail === TIED_TEST
        ? 'a test compares two equal values, and the derivative is that of the path taken'
        : present(ELEMENTARY[finding.detail as Elementary].kink, 'the words for a kink');
    sink.info('kink', `This run meets a kink: ${why}.`, place(program, finding));
  }
  const first = seen.notFinite;
  if (first) {
    const name = valueName(program, present(first.variable, 'what was written'));
    const value = first.detail === 'NaN' ? 'not a number' : 'infinite';
    const { why } = first;
    const because = why ? `: ${why.why.replace(' {line}', '')}` : '';
    const span = place(program, first);
    sink.warning(
      'not-finite',
      `${name} becomes ${value} here, for the first time${because}.`,
      span,
      ...(why ? [why.instead] : []),
    );
  }
  for (const each of seen.overflows) complainOfOverflow(sink, program, each);
}

/** A longer expression is not quoted: it can be read at its place. */
const LONGEST = 60;

function complainOfOverflow(
  sink: DiagnosticSink,
  program: Program,
  { expr, statement, exact }: Overflow,
): void {
  const bits = 8 * memoryBytes(expr.type);
  const text = textIn(program)(expr);
  const what =
    exact === null
      ? `shifts an integer of ${bits} bits by more places than it has`
      : `would be ${exact.toLocaleString('en-US')} here, more than an integer of ${bits} bits holds: it wraps around`;
  const wider = program.language === 'fortran' ? ['real(8)', 'integer(8)'] : ['double', 'long'];
  sink.warning(
    'integer-overflow',
    `${text.length > LONGEST ? 'What is computed here' : `\`${text}\``} ${what}.`,
    isNowhere(expr.span) ? spanAt(program, program, statement) : expr.span,
    `Compute it as \`${wider[0]}\`${bits < 64 ? `, or as \`${wider[1]}\`` : ''} from its first operand on.`,
  );
}

/** `An element of `v` is read before it has a value` */
export function unsetText(program: Program, finding: Finding): string {
  const v = variableOf(program, present(finding.variable, 'what is read'));
  return `${v.shape ? `An element of \`${v.name}\`` : `\`${v.name}\``} is read before it has a value`;
}

/** The variable, or the routine whose result it is, as a sentence begins. */
function valueName(program: Program, id: VariableId): string {
  const v = variableOf(program, id);
  const unnamed = v.role === 'result' && v.name.startsWith('result');
  return unnamed ? `The result of \`${locationKey(program, id)}\`` : `\`${v.name}\``;
}

function place(program: Program, finding: Finding): Span {
  return spanAt(program, program, finding.statement);
}
