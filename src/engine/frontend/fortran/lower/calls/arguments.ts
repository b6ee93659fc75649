/** Matches arguments with dummies: an argument passed by reference is a place, any other goes through a temporary. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Argument, Expr, Place, VariableId } from '../../../../ir/types';
import { count } from '../../../limitedSink';
import type { ArgumentSyntax, ExprSyntax } from '../../parse/syntax';
import { namesWith } from '../../parse/visit';
import { capturedName } from '../../resolve/captures';
import { bad, type Context, type RoutineInfo, report, unsupported } from '../context';
import { inTemporary, placeOf } from '../emit';
import { isArray, type Operand } from '../operands';
import { argumentValue } from '../values';
import { arrayArgument, extentOf } from './arrayArguments';
import type { AfterCall } from './copies';
import { checkType, type Formal, formalCount, formalOf, type Lowered, withoutSection } from './formals';

export function lowerArguments(
  ctx: Context,
  callee: RoutineInfo,
  { args: given, span }: { readonly args: readonly ArgumentSyntax[]; readonly span: Span },
  after: AfterCall,
  result: VariableId | null = null,
): Argument[] | null {
  const text = callee.external && given.find(({ value }) => value.kind === 'string');
  if (text) {
    const instead = `Paste the text of ${callee.name}, or write STOP where it only tells of an error.`;
    return unsupported(ctx, 'A character value for a routine that is not here is', text.span, instead);
  }
  const wanted = formalCount(callee);
  if (given.length !== wanted)
    return report(
      ctx,
      'argument-count',
      `${callee.name} takes ${count(wanted, 'argument')}, not ${given.length}.`,
      span,
      ...(hasOptional(callee) && given.length < wanted ? [NONE_LEFT_OUT] : []),
    );
  const inOrder = matchKeywords(ctx, callee, given);
  const args = inOrder.map((arg, i) => lowerArgument(ctx, formalOf(ctx, callee, i), arg, after));
  if (result !== null) args.push({ kind: 'array', variable: result, start: null, span });
  args.push(...capturedArguments(ctx, callee, span, args.length, after));
  return ctx.failed ? null : withExtents(ctx, callee, args, span);
}

/** Calls that leave arguments out are told by the name of the routine, before it is known what generic names mean. */
const NONE_LEFT_OUT =
  'Through a generic name none can be left out, not even an OPTIONAL one: call the routine by its own name.';

function hasOptional({ unit }: RoutineInfo): boolean {
  return unit !== null && namesWith(unit, 'optional').length > 0;
}

/** With the extents of what has assumed shape. */
export function withExtents(
  ctx: Context,
  callee: RoutineInfo,
  args: readonly Lowered[],
  span: Span,
): Argument[] {
  const extents = ctx.failed ? [] : callee.hidden;
  return [
    ...args.map(withoutSection),
    ...extents.map(({ parameter, dimension }): Argument => {
      return { kind: 'value', value: extentOf(ctx, args[parameter] as Lowered, dimension, span) };
    }),
  ];
}

/** Variables of the host that the callee captures, as the caller knows them; not loops' own variables of those names. */
export function capturedArguments(
  ctx: Context,
  callee: RoutineInfo,
  span: Span,
  from: number,
  after: AfterCall,
): Lowered[] {
  const inside = [...ctx.hidden].map(([symbol, outer]) => {
    const { id } = symbol;
    symbol.id = outer;
    return { symbol, id };
  });
  const args = callee.captured.map((each, i) => {
    const value: ExprSyntax = { kind: 'name', name: capturedName(ctx.routine, each), span };
    return lowerArgument(ctx, formalOf(ctx, callee, from + i), { keyword: null, span, value }, after);
  });
  for (const { symbol, id } of inside) symbol.id = id;
  return args;
}

export function matchKeywords(
  ctx: Context,
  callee: RoutineInfo,
  given: readonly ArgumentSyntax[],
): readonly ArgumentSyntax[] {
  if (given.every((arg) => arg.keyword === null)) return given;
  const slots: (ArgumentSyntax | undefined)[] = given.map((arg) => (arg.keyword === null ? arg : undefined));
  for (const arg of given) {
    if (arg.keyword === null) continue;
    const at = callee.parameters.findIndex((symbol) => symbol.name === arg.keyword);
    if (at < 0 || slots[at])
      report(
        ctx,
        'argument-count',
        at < 0 ? `${callee.name} has no argument ${arg.keyword}.` : `${arg.keyword} is given twice.`,
        arg.span,
      );
    else slots[at] = arg;
  }
  return slots.map((slot, i) => slot ?? (given[i] as ArgumentSyntax));
}

function lowerArgument(ctx: Context, formal: Formal, arg: ArgumentSyntax, after: AfterCall): Lowered {
  if (formal.poison) ctx.failed = true;
  if (formal.array) return arrayArgument(ctx, formal, arg, after);
  const placed = arg.value.kind === 'range' ? null : placeOf(ctx, arg.value);
  if (placed && !ctx.failed) {
    checkType(ctx, formal, placed.type, arg.span);
    if (formal.byValue) return { kind: 'value', value: placed };
    // The index of a loop keeps its value, whatever the routine does with its argument.
    if (ctx.indices.has(placed.variable) && formal.intent !== 'in')
      return { kind: 'reference', place: throughTemporary(ctx, placed) };
    return { kind: 'reference', place: placed };
  }
  const found = ctx.failed ? bad(ctx, arg.span) : asWritten(ctx, formal, argumentValue(ctx, arg));
  if (isArray(found)) {
    report(
      ctx,
      'argument-type',
      `${formal.name} is a scalar, and this is an array.`,
      arg.span,
      'Only an ELEMENTAL routine takes arrays element by element.',
    );
    return { kind: 'value', value: bad(ctx, arg.span) };
  }
  checkType(ctx, formal, found.type, arg.span);
  if (formal.byValue) return { kind: 'value', value: found };
  if (!ctx.failed && (formal.intent === 'out' || formal.intent === 'inout'))
    report(
      ctx,
      'argument-type',
      `${formal.name} is written, so it needs a variable, not an expression.`,
      arg.span,
    );
  return { kind: 'reference', place: throughTemporary(ctx, found) };
}

/** A constant without a D for a DOUBLE PRECISION argument: the digits that are written, which is said. */
function asWritten(ctx: Context, formal: Formal, found: Operand): Operand {
  const { type } = found;
  if (formal.type !== 'f64' || type !== 'f32' || found.kind !== 'constant' || ctx.failed) return found;
  const digits = found.text?.replace(/_.*$/, '') ?? String(found.value);
  ctx.shared.sink.warning(
    'argument-type',
    `${formal.name} is DOUBLE PRECISION, and this is REAL: it is read as ${digits.replace('e', 'd')}${digits.includes('e') ? '' : 'd0'}.`,
    found.span,
    'Compilers pass it as it is, and the routine would see another number.',
  );
  return b.constant(Number(digits), 'f64', found.span);
}

export function throughTemporary(ctx: Context, value: Expr): Place {
  return inTemporary(ctx, value, 'arg');
}
