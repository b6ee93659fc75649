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
import { type Finding, TIED_TEST } from './interpreter/state';
import type { RunLimits, Trap } from './outcome';
import type { Runnable } from './runnable';

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
  { limits, run }: { readonly limits: RunLimits; readonly run: string },
): void {
  const variable = trap.variable === null ? null : program.variables[trap.variable];
  const span =
    [spanAt(program, primal.program, trap.statement), variable?.span ?? NOWHERE].find(
      (each) => !isNowhere(each),
    ) ?? routineOf(primal.program, primal.entry).nameSpan;
  const name = nameOf(program, trap);
  switch (trap.code) {
    case 'out-of-bounds': {
      const bounds =
        trap.extent > 0
          ? `out of its bounds ${trap.lower} to ${trap.lower + trap.extent - 1}`
          : 'and the array is empty';
      const which =
        (variable?.shape?.dimensions.length ?? 1) > 1 ? `Subscript ${trap.dimension + 1}` : 'The subscript';
      sink.error(trap.code, `${which} of ${name} is ${trap.value} here, ${bounds}.`, span);
      return;
    }
    case 'division-by-zero':
      sink.error(trap.code, 'An integer is divided by zero here.', span);
      return;
    case 'conversion-out-of-range':
      sink.error(trap.code, `${trap.value} is too large for an integer.`, span);
      return;
    case 'zero-step':
      sink.error(trap.code, 'The step of this loop is zero.', span);
      return;
    case 'stack-overflow':
      sink.error(trap.code, `${run} calls itself too deeply here.`, span);
      return;
    case 'budget-steps':
      sink.error(
        trap.code,
        `${run} takes more than ${limits.steps.toLocaleString('en-US')} steps; it was stopped here.`,
        span,
        'A step is one iteration of a loop, or one call; smaller inputs take fewer.',
      );
      return;
    case 'budget-time':
      sink.error(
        trap.code,
        `${run} takes longer than ${limits.milliseconds / 1000} s; it was stopped here.`,
        span,
      );
      return;
    case 'budget-memory':
      sink.error(
        trap.code,
        variable && trap.value > 0
          ? `${name} would take ${megabytes(trap.value * memoryBytes(variable.type))}; one array may have ${megabytes(MAX_ARRAY_BYTES)}.`
          : `${run} takes more than ${megabytes(limits.bytes)} of memory.`,
        span,
      );
      return;
    case 'tape-underflow':
      sink.error(trap.code, 'More is popped than was pushed.', span, 'A recording may have been taken away.');
      return;
    case 'external-routine':
      sink.error(
        trap.code,
        `\`${trap.callee}\` can't be run, since its text is not here.`,
        span,
        'Its derivative is generated all the same; add its body to run it.',
      );
      return;
    case 'no-fixed-point':
      sink.error(
        trap.code,
        `${run} finds no fixed point here: the loop makes no trip, ends before its iterate rests, or the iteration of its derivative does not come to rest.`,
        span,
        'Start it elsewhere, allow more trips, or set the option `fixedPoints` to `off`, so that it is reversed like any other loop.',
      );
      return;
    case 'stopped':
      sink.info(trap.code, `${run} ended here.`, span);
      return;
    default:
      assertNever(trap.code);
  }
}

/** What the interpreter saw and WebAssembly can't: undefined reads, kinks, the first value that is not finite. */
export function complainOfFindings(
  sink: DiagnosticSink,
  program: Program,
  seen: {
    readonly uninitialised: readonly Finding[];
    readonly kinks: readonly Finding[];
    readonly notFinite: Finding | null;
  },
): void {
  for (const finding of seen.uninitialised)
    sink.warning('uninitialised', `${unsetText(program, finding)}.`, place(program, finding));
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
    sink.warning('not-finite', `${name} becomes ${value} here, for the first time.`, place(program, first));
  }
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
