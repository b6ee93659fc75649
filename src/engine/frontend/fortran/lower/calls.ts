/**
 * Calls: arguments matched with dummies, functions hoisted out of expressions, routines from elsewhere given a shape.
 * What is passed by reference is a place; anything else goes through a temporary.
 */
import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Argument, Expr, LabelId, Place, ScalarType, Shape, VariableId } from '../../../ir/types';
import type { ApplySyntax, ArgumentSyntax, ExprSyntax, Name, StatementOf } from '../parse/syntax';
import { capturedName } from '../resolve/captures';
import { fold } from '../resolve/constants/fold';
import { NOT_PASSED } from '../resolve/specialise';
import { genericNamed, lookUp, resolve, routineNamed } from '../resolve/symbols';
import { arrayArgument, extentOf } from './arrayArguments';
import { arrayOf } from './arrays';
import {
  addVariable,
  type Context,
  type RoutineInfo,
  report,
  statementBase,
  temporary,
  unsupported,
  type VariableSymbol,
} from './context';
import { type AfterCall, withCopiesBack } from './copies';
import { elementArguments, elementalOperands, elementalStatement } from './elementalCalls';
import { assignTo, emit } from './emit';
import { checkType, type Formal, formalCount, formalOf, type Lowered, withoutSection } from './formals';
import { argumentValue } from './intrinsics/intrinsics';
import { isKnownAtEntry } from './intrinsics/lines';
import { bad, isArray, lift, ONE, type Operand } from './operands';
import { tapeCallNamed, tapeStatement } from './tape';
import { count, placeOf, scalar } from './values';

// -------------------------------------------------------------------------------------------------- entry points

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
  const callee = calleeNamed(ctx, s.callee.name, s.args) ?? externalRoutine(ctx, s.callee, s.args, null);
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
  if (ctx.pure || ctx.bindings) {
    report(
      ctx,
      'unsupported',
      ctx.pure
        ? 'A function can\u2019t be called in a constant or a bound.'
        : 'Functions called in statement functions are not supported.',
      e.span,
      'Call it before, and use the result.',
    );
    return bad(ctx, e.span);
  }
  const name: Name = { name: e.name, span: e.nameSpan };
  const callee = calleeNamed(ctx, e.name, e.args) ?? externalRoutine(ctx, name, e.args, type);
  noteNames(callee, e.args);
  if (callee.arrayResult) return arrayFunction(ctx, callee, e);
  if (callee.kind !== 'function' || (callee.resultId === null && callee.result === null)) {
    if (!ctx.failed)
      report(ctx, 'syntax', `${callee.name} is no function, so it has no value.`, e.nameSpan, 'Use CALL.');
    return bad(ctx, e.span);
  }
  const resultType =
    callee.resultId !== null ? ctx.shared.variables[callee.resultId]?.type : callee.result?.type;
  const arrays = elementalOperands(ctx, callee, e.args);
  if (arrays)
    return lift(ctx, arrays, e.span, (parts) =>
      hoisted(ctx, callee, elementArguments(ctx, callee, parts, e.span), resultType ?? 'f64', e.span),
    );
  const after: AfterCall = [];
  const args = lowerArguments(ctx, callee, e, after);
  if (!args) return bad(ctx, e.span);
  return withCopiesBack(ctx, callee, args, after, () =>
    hoisted(ctx, callee, args, resultType ?? 'f64', e.span),
  );
}

/** A function that returns an array, as a call that fills a temporary one. */
function arrayFunction(ctx: Context, callee: RoutineInfo, e: ApplySyntax): Operand {
  const shape = callee.arrayResult && resultShape(ctx, callee, e);
  if (!callee.arrayResult || !shape) return bad(ctx, e.span);
  const id = temporary(ctx, `${callee.name}_value`, callee.arrayResult.type, shape);
  const after: AfterCall = [];
  const args = lowerArguments(ctx, callee, e, after, id);
  if (!args) return bad(ctx, e.span);
  withCopiesBack(ctx, callee, args, after, () =>
    emit(ctx, { kind: 'call', callee: callee.name, args, result: null, ...statementBase(ctx, e.span) }),
  );
  return arrayOf(ctx, id, e.span);
}

/** The bounds of the result with the arguments in the places of the dummies; null, reported, where they aren't known at entry. */
function resultShape(ctx: Context, callee: RoutineInfo, e: ApplySyntax): Shape | null {
  const inOrder = matchKeywords(ctx, callee, e.args);
  const declared =
    ctx.shared.variables[
      callee.parameterIds[callee.parameters.indexOf(callee.arrayResult as VariableSymbol)] ?? -1
    ];
  const outer = ctx.out;
  ctx.out = [];
  const actual = (id: VariableId): Expr | null => {
    const at = callee.parameterIds.indexOf(id);
    const hidden = callee.hidden[at - callee.parameters.length];
    const arg = inOrder[hidden ? hidden.parameter : at];
    if (!arg || arg.value.kind === 'range') return null;
    const found = argumentValue(ctx, arg);
    if (!hidden) return isArray(found) ? null : found;
    return isArray(found) ? (found.extents[hidden.dimension] ?? null) : null;
  };
  let known = (declared?.shape ?? null) !== null && inOrder.length === formalCount(callee);
  const inCaller = (bound: Expr): Expr => {
    const found = b.rewrite(bound, (part) => {
      if (part.kind !== 'variable' && part.kind !== 'element') return part;
      const given = ctx.shared.variables[part.variable]?.owner === null ? part : actual(part.variable);
      if (!given || part.kind === 'element') known = false;
      return given ? b.convert(given, part.type) : part;
    });
    if (!isKnownAtEntry(ctx, found)) known = false;
    return fold(found) ?? found;
  };
  const dimensions = (declared?.shape?.dimensions ?? []).map(({ lower, extent }) => ({
    lower: inCaller(lower),
    extent: extent && inCaller(extent),
  }));
  ctx.out = outer;
  if (known && !ctx.failed) return { dimensions, order: 'column' };
  if (!ctx.failed)
    unsupported(
      ctx,
      `A call of ${callee.name}, whose result is an array of a size that is not known at entry here, is`,
      e.span,
      'Write a subroutine that returns the array in an argument.',
    );
  return null;
}

function hoisted(
  ctx: Context,
  callee: RoutineInfo,
  args: readonly Argument[],
  type: ScalarType,
  span: Span,
): Expr {
  const result = b.variable(temporary(ctx, `${callee.name}_value`, type), type, span);
  emit(ctx, { kind: 'call', callee: callee.name, args, result, ...statementBase(ctx, span) });
  return result;
}

// ------------------------------------------------------------------------------------------------------- generics

/** The routine that a name means with these arguments: a generic one means that whose dummies they fit. */
export function calleeNamed(
  ctx: Context,
  name: string,
  given: readonly ArgumentSyntax[],
): RoutineInfo | undefined {
  const candidates = genericNamed(ctx, name);
  if (!candidates) return routineNamed(ctx, name);
  const looks = given.map((arg) => lookOf(ctx, arg));
  const fits = (callee: RoutineInfo, elemental: boolean): boolean =>
    formalCount(callee) === given.length &&
    looks.every((look, i) => {
      const at = given[i]?.keyword ? callee.parameters.findIndex((p) => p.name === given[i]?.keyword) : i;
      const formal = callee.parameters[at];
      const rank = formal?.dimensions?.length ?? 0;
      return formal?.type === look.type && (rank === look.rank || (elemental && rank === 0));
    });
  return (
    candidates.find((callee) => fits(callee, false)) ??
    candidates.find((callee) => fits(callee, true)) ??
    candidates[0] ??
    routineNamed(ctx, name)
  );
}

/** Type and rank of an argument: what its evaluation emits is thrown away. */
function lookOf(ctx: Context, arg: ArgumentSyntax): { type: ScalarType; rank: number } {
  const outer = ctx.out;
  ctx.out = [];
  const found = argumentValue(ctx, arg);
  ctx.out = outer;
  return { type: found.type, rank: isArray(found) ? found.extents.length : 0 };
}

// ------------------------------------------------------------------------------------------------------ arguments

function lowerArguments(
  ctx: Context,
  callee: RoutineInfo,
  { args: given, span }: { readonly args: readonly ArgumentSyntax[]; readonly span: Span },
  after: AfterCall,
  result: VariableId | null = null,
): Argument[] | null {
  const wanted = formalCount(callee);
  if (given.length !== wanted) {
    report(
      ctx,
      'argument-count',
      `${callee.name} takes ${count(wanted, 'argument')}, not ${given.length}.`,
      span,
    );
    return null;
  }
  const inOrder = matchKeywords(ctx, callee, given);
  const args = inOrder.map((arg, i) => lowerArgument(ctx, formalOf(ctx, callee, i), arg, after));
  if (result !== null) args.push({ kind: 'array', variable: result, start: null, span });
  args.push(...capturedArguments(ctx, callee, span, args.length, after));
  for (const { parameter, dimension } of callee.hidden)
    args.push({ kind: 'value', value: extentOf(ctx, args[parameter] as Lowered, dimension, span) });
  return ctx.failed ? null : args.map(withoutSection);
}

/** What the callee captures of its host, as the caller knows it: the variables themselves, whatever a loop calls so. */
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

function matchKeywords(
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
  const place = b.variable(temporary(ctx, 'arg', value.type), value.type, value.span);
  assignTo(ctx, place, value);
  return place;
}

// ------------------------------------------------------------------------------------------------------ externals

/** A routine that this text doesn't have: its dummies look like the arguments of its first call. */
function externalRoutine(
  ctx: Context,
  name: Name,
  given: readonly ArgumentSyntax[],
  type: ScalarType | null,
): RoutineInfo {
  const { shared } = ctx;
  const index = shared.routines.length;
  const info: RoutineInfo = {
    index,
    name: name.name,
    unit: null,
    scope: null,
    kind: type ? 'function' : 'subroutine',
    parameters: [],
    captured: [],
    parameterIds: [],
    hidden: [],
    result: null,
    arrayResult: null,
    resultId: null,
    external: { ...b.INERT, declared: false },
    passed: [],
    label: shared.nextLabel++ as LabelId,
    span: name.span,
    nameSpan: name.span,
  };
  shared.routines.push(info);
  shared.byName.set(name.name, info);
  given.forEach((arg, i) => {
    info.parameterIds.push(externalDummy(ctx, info, arg, i));
  });
  if (type)
    info.resultId = addVariable(shared, {
      name: name.name,
      type,
      role: 'result',
      owner: index,
      span: name.span,
    });
  return info;
}

/** What a directive may call its dummies: the text knows no names but those. */
function noteNames({ external, passed }: RoutineInfo, given: readonly ArgumentSyntax[]): void {
  if (external)
    given.forEach(({ value }, i) => {
      passed[i] ??= new Set();
      if (value.kind === 'name' || value.kind === 'apply') passed[i].add(value.name);
    });
}

function externalDummy(ctx: Context, info: RoutineInfo, arg: ArgumentSyntax, i: number): VariableId {
  const look = actualLook(ctx, arg);
  return addVariable(ctx.shared, {
    name: `arg${i + 1}`,
    type: look.type,
    shape: look.array ? { dimensions: [{ lower: ONE, extent: null }], order: 'column' } : null,
    role: 'parameter',
    passing: 'reference',
    owner: info.index,
    span: arg.span,
  });
}

function actualLook(ctx: Context, arg: ArgumentSyntax): { type: ScalarType; array: boolean } {
  const { value } = arg;
  if (value.kind === 'name' || value.kind === 'apply') {
    const symbol =
      value.kind === 'name' ? resolve(ctx, value.name, value.span) : lookUp(ctx.scope, value.name);
    if (symbol?.kind === 'variable') return { type: symbol.type, array: symbol.dimensions !== null };
  }
  if (value.kind === 'range') return { type: 'f64', array: true };
  // Only its type is asked: what the expression emits is thrown away.
  const outer = ctx.out;
  const failed = ctx.failed;
  ctx.out = [];
  const { type } = scalar(ctx, value);
  ctx.out = outer;
  ctx.failed = failed || ctx.failed;
  return { type, array: false };
}
