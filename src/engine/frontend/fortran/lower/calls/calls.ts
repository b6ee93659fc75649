/** CALL statements, and functions hoisted out of expressions. */
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Argument, Expr, ScalarType } from '../../../../ir/types';
import { tapeCallNamed } from '../../../lower/tapeCalls';
import { assigned, integer } from '../../parse/made';
import {
  type ApplySyntax,
  type ArgumentSyntax,
  isJoined,
  type Name,
  type StatementOf,
} from '../../parse/syntax';
import { NOT_PASSED } from '../../resolve/specialise';
import { genericNamed, lookUp, routineNamed } from '../../resolve/symbols';
import {
  bad,
  type Context,
  dryRun,
  type RoutineInfo,
  report,
  statementBase,
  temporary,
  unsupported,
} from '../context';
import { lift } from '../elementwise';
import { emit } from '../emit';
import { isArray, type Operand } from '../operands';
import { assignment } from '../statements/assignments';
import { tapeStatement } from '../tape';
import { argumentValue, lost, refused } from '../values';
import { lowerArguments } from './arguments';
import { arrayFunction } from './arrayFunctions';
import { type AfterCall, withCopiesBack } from './copies';
import { elementArguments, elementalOperands, elementalStatement } from './elemental';
import { externalRoutine, noteNames } from './externals';
import { formalCount } from './formals';

const NO_CHANCE = 'Pass the random numbers as arguments: every run then has the same ones.';

/** Intrinsic subroutines that are not read. */
const FENCED_SUBROUTINES: ReadonlyMap<string, string> = new Map([
  ['move_alloc', 'Allocate the array as large as it becomes.'],
  ['random_number', NO_CHANCE],
  ['random_seed', NO_CHANCE],
]);

/** Subroutines of compilers that end the program, as STOP does. */
const ENDING: ReadonlySet<string> = new Set(['abort', 'exit']);

/** What clocks are read as: the arguments that they set, and to what; texts stay as they are. */
const CLOCKS: ReadonlyMap<string, readonly (readonly [dummy: string, value: number | null])[]> = new Map([
  ['cpu_time', [['time', 0]]],
  [
    'system_clock',
    [
      ['count', 0],
      ['count_rate', 1000],
      ['count_max', 2 ** 31 - 1],
    ],
  ],
  // The first minute of the year 1.
  [
    'date_and_time',
    [
      ['date', null],
      ['time', null],
      ['zone', null],
      ['values', 1],
    ],
  ],
]);

/** Times differ from run to run, and depend on no input. */
function readClock(ctx: Context, { callee, args }: StatementOf<'call'>): boolean {
  const dummies = CLOCKS.get(callee.name);
  if (!dummies) return false;
  ctx.shared.sink.warning(
    'clock',
    `Runs here have no clock: the time that ${callee.name.toUpperCase()} gives is always the same, and no derivative depends on it.`,
    callee.span,
  );
  args.forEach(({ keyword, value, span }, k) => {
    const given = dummies.find(([name], at) => (keyword === null ? at === k : keyword === name));
    if (given?.[1] === null) return;
    if (given && (value.kind === 'name' || value.kind === 'apply'))
      assignment(ctx, assigned(value, integer(given[1], span), span));
    else report(ctx, 'argument-type', `${callee.name.toUpperCase()} sets no such argument.`, span);
  });
  return true;
}

/** `CALL WARN('NO ROOT OF ' // NAME, -3)`: what gets a text, and beside it no more than numbers as they are written, tells of something. */
function isLeftOut(ctx: Context, { callee, args }: StatementOf<'call'>): boolean {
  const isText = ({ value }: ArgumentSyntax) => value.kind === 'string' || isJoined(value);
  const isNumber = ({ value }: ArgumentSyntax) =>
    (value.kind === 'unary' ? value.operand : value).kind === 'number';
  const tells = args.some(isText) && args.every((each) => isText(each) || isNumber(each));
  if (ctx.shared.interfaces.has(callee.name) || !tells) return false;
  ctx.shared.sink.warning(
    'unknown-external',
    `The body of \`${callee.name}\` is not here: it is taken to tell of something, and left out.`,
    callee.span,
    'Paste its text if it does more.',
  );
  return true;
}

export function callStatement(ctx: Context, s: StatementOf<'call'>): void {
  const taped = ctx.shared.hasRuntime ? tapeCallNamed(s.callee.name) : undefined;
  if (taped) {
    tapeStatement(ctx, s, taped);
    return;
  }
  const symbol = lookUp(ctx.scope, s.callee.name);
  if (symbol?.kind === 'variable' && symbol.dummy) {
    if (!symbol.poison) unsupported(ctx, 'Routines as arguments are', s.callee.span, NOT_PASSED);
    return;
  }
  const known = calleeNamed(ctx, s.callee.name, s.args);
  if (!known && readClock(ctx, s)) return;
  if (!known && ENDING.has(s.callee.name)) {
    emit(ctx, { kind: 'stop', text: s.text, ...statementBase(ctx) });
    return;
  }
  const fence = known ? undefined : FENCED_SUBROUTINES.get(s.callee.name);
  if (fence !== undefined) {
    unsupported(ctx, `${s.callee.name.toUpperCase()} is`, s.callee.span, fence);
    return;
  }
  if (!known && isLeftOut(ctx, s)) return;
  const callee = known ?? externalRoutine(ctx, s.callee, s.args, null);
  noteNames(callee, s.args);
  if (callee.kind === 'function') {
    report(ctx, 'syntax', `${callee.name} is a function; CALL takes subroutines.`, s.callee.span);
    return;
  }
  if (callee.kind === 'program') {
    report(ctx, 'syntax', `${callee.name} is the main program; it can\u2019t be called.`, s.callee.span);
    return;
  }
  if (elementalStatement(ctx, callee, s)) return;
  const after: AfterCall = [];
  const args = lowerArguments(ctx, callee, s, after);
  if (!args) return;
  withCopiesBack(ctx, callee, args, after, () =>
    emit(ctx, { kind: 'call', callee: callee.name, args, result: null, ...statementBase(ctx) }),
  );
}

/** A function reference, as a call before the statement and the temporary that holds its result. */
export function functionCall(ctx: Context, e: ApplySyntax, type: ScalarType | null): Operand {
  if (ctx.pure)
    return refused(
      ctx,
      'unsupported',
      'A function can\u2019t be called in a constant or a bound.',
      e.span,
      'Call it before, and use the result.',
    );
  const name: Name = { name: e.name, span: e.nameSpan };
  const callee = calleeNamed(ctx, e.name, e.args) ?? externalRoutine(ctx, name, e.args, type);
  noteNames(callee, e.args);
  if (callee.arrayResult) return arrayFunction(ctx, callee, e);
  if (callee.kind !== 'function' || (callee.resultId === null && callee.result === null))
    return lost(ctx, 'syntax', `${callee.name} is no function, so it has no value.`, e.nameSpan, 'Use CALL.');
  const resultType =
    callee.resultId !== null ? ctx.shared.variables[callee.resultId]?.type : callee.result?.type;
  const arrays = elementalOperands(ctx, callee, e.args);
  if (arrays)
    return lift(ctx, arrays.operands, e.span, (parts) =>
      hoisted(ctx, callee, elementArguments(ctx, callee, parts, arrays, e.span), resultType ?? 'f64', e.span),
    );
  const after: AfterCall = [];
  const args = lowerArguments(ctx, callee, e, after);
  if (!args) return bad(ctx, e.span);
  return withCopiesBack(ctx, callee, args, after, () =>
    hoisted(ctx, callee, args, resultType ?? 'f64', e.span),
  );
}

function hoisted(
  ctx: Context,
  callee: RoutineInfo,
  args: readonly Argument[],
  type: ScalarType,
  span: Span,
): Expr {
  if (ctx.failed) return bad(ctx, span);
  const result = b.variable(temporary(ctx, `${callee.name}_value`, type), type, span);
  emit(ctx, { kind: 'call', callee: callee.name, args, result, ...statementBase(ctx, span) });
  return result;
}

/** The routine that a name means with these arguments: a generic one means that whose dummies they fit. */
function calleeNamed(ctx: Context, name: string, given: readonly ArgumentSyntax[]): RoutineInfo | undefined {
  const candidates = genericNamed(ctx, name);
  if (!candidates) return routineNamed(ctx, name);
  return fitting(ctx, candidates, given) ?? candidates[0] ?? routineNamed(ctx, name);
}

/** Whether INTERFACE gives a name routines, and none of them takes these arguments: such a name may be an intrinsic's too. */
export function isOfNoneFor(ctx: Context, name: string, given: readonly ArgumentSyntax[]): boolean {
  const candidates = genericNamed(ctx, name);
  return candidates !== null && !fitting(ctx, candidates, given);
}

function fitting(
  ctx: Context,
  candidates: readonly RoutineInfo[],
  given: readonly ArgumentSyntax[],
): RoutineInfo | undefined {
  const looks = given.map((arg) => lookOf(ctx, arg));
  const fits = (callee: RoutineInfo, elemental: boolean): boolean =>
    formalCount(callee) === given.length &&
    looks.every((look, i) => {
      const at = given[i]?.keyword ? callee.parameters.findIndex((p) => p.name === given[i]?.keyword) : i;
      const formal = callee.parameters[at];
      const rank = formal?.dimensions?.length ?? 0;
      return formal?.type === look.type && (rank === look.rank || (elemental && rank === 0));
    });
  return candidates.find((callee) => fits(callee, false)) ?? candidates.find((callee) => fits(callee, true));
}

/** Type and rank of an argument. */
function lookOf(ctx: Context, arg: ArgumentSyntax): { type: ScalarType; rank: number } {
  const found = dryRun(ctx, () => argumentValue(ctx, arg));
  return { type: found.type, rank: isArray(found) ? found.extents.length : 0 };
}
