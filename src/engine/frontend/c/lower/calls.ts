/** Calls: of functions of the text, of the table of elementary functions, and of the few others that are known. */

import type { DiagnosticCode } from '../../../base/diagnosticCodes';
import type { Span } from '../../../base/span';
import { intrinsic, isReal, not, walk } from '../../../ir/build';
import { ELEMENTARY } from '../../../ir/elementary';
import type { Argument, Expr, Place } from '../../../ir/types';
import { shortened } from '../../limitedSink';
import { tapeCallNamed } from '../../lower/tapeCalls';
import { nearestName } from '../../suggest';
import { count } from '../../words';
import type * as S from '../parse/syntax';
import { fence } from '../resolve/fence';
import {
  ENDINGS,
  FENCED_FUNCTIONS,
  HELPER_CALLS,
  INPUT,
  MATH,
  type MathFunction,
  NO_DERIVATIVE,
  OUTPUT,
} from '../resolve/library';
import { asTest } from './arithmetic';
import { condition, convertTo, value } from './expressions';
import { input } from './input';
import { memoryCall } from './memory/heap';
import { address, firstOf, isAddress, meaningOf, rank, startOf } from './memory/places';
import { output } from './output';
import {
  base,
  collect,
  type FunctionInfo,
  lookUp,
  noteType,
  type RoutineState,
  reference,
  temporary,
  type VariableDraft,
} from './state';
import { tapeCall } from './tape';
import { fitted } from './unsigned';
import { WRITTEN_OUT, type WrittenOut } from './writtenOut';

/** The value of a call; `discard` where it is a statement of its own, and a function without a value is right. */
export function callValue(
  s: RoutineState,
  e: S.CallExpression,
  use: 'value' | 'discard' = 'value',
): Expr | null {
  const name = calleeName(s, e);
  if (name === null) {
    evaluateArguments(s, e);
    return null;
  }
  const own = s.file.functions.get(name);
  if (own) return ownCall(s, e, own, use);
  const taped = s.file.hasRuntime ? tapeCallNamed(name) : undefined;
  if (taped) return tapeCall(s, e, taped);
  const math = MATH.get(name) ?? (s.file.hasRuntime ? HELPER_CALLS.get(name) : undefined);
  if (math) {
    const result = mathCall(s, e, name, math);
    if (result && use === 'discard')
      s.file.sink.warning('no-effect', `The value of \`${shortened(name)}\` is not used.`, e.span);
    return result;
  }
  const form = WRITTEN_OUT.get(name);
  if (form) return writtenOut(s, e, name, form);
  const read = INPUT.get(name);
  if (read) return input(s, e, read.skip);
  const known = libraryCall(s, e, name);
  if (!known) reportUnknown(s, e, name);
  else if (known === 'done' && use === 'value') reportVoid(s, e, name);
  return null;
}

function calleeName(s: RoutineState, e: S.CallExpression): string | null {
  if (e.callee.kind === 'broken') return null;
  if (e.callee.kind === 'name' && !lookUp(s, e.callee.name)) return e.callee.name;
  if (e.callee.kind === 'name' && lookUp(s, e.callee.name)?.kind === 'refused') return null;
  if (e.callee.kind === 'name')
    s.file.sink.error('not-a-function', `\`${e.callee.name}\` is a variable, not a function.`, e.callee.span);
  else fence(s.file.sink, 'functionPointer', e.callee.span);
  return null;
}

/** Finds what else is wrong inside a call that is dropped. */
function evaluateArguments(s: RoutineState, e: S.CallExpression): void {
  collect(s, () => {
    for (const arg of e.args) if (!mayBeAddress(s, arg)) value(s, arg);
  });
}

function mayBeAddress(s: RoutineState, e: S.Expr): boolean {
  if (e.kind === 'string' || (e.kind === 'unary' && e.op === '&') || isAddress(s, e)) return true;
  let root = e;
  while (root.kind === 'subscript' || root.kind === 'binary' || root.kind === 'unary')
    root = root.kind === 'subscript' ? root.base : root.kind === 'binary' ? root.left : root.operand;
  const meaning = root.kind === 'name' ? lookUp(s, root.name) : undefined;
  return meaning?.kind === 'variable' && (rank(meaning.variable) > 0 || meaning.isPointer === true);
}

function reportUnknown(s: RoutineState, e: S.CallExpression, name: string): void {
  evaluateArguments(s, e);
  const fenced = FENCED_FUNCTIONS.get(name);
  const reason = NO_DERIVATIVE.get(name);
  const { sink, functions } = s.file;
  if (fenced) fence(sink, fenced, e.span);
  else if (reason) sink.error('unsupported', `\`${shortened(name)}\` is not supported.`, e.span, reason);
  else {
    const meant =
      s.file.suggestions-- > 0
        ? nearestName(name, [...functions.keys(), ...MATH.keys(), ...OUTPUT.keys()])
        : null;
    sink.error(
      'undeclared-function',
      `The function \`${shortened(name)}\` is not declared.`,
      e.callee.span,
      meant
        ? `Did you mean \`${shortened(meant)}\`?`
        : `Write it in this text, or declare it if it stands elsewhere: \`double ${name}(double x);\`.`,
    );
  }
}

function reportVoid(s: RoutineState, e: S.CallExpression, name: string): void {
  s.file.sink.error(
    'void-value',
    `\`${shortened(name)}\` returns nothing, and a value is expected here.`,
    e.span,
  );
}

function wrongCount(s: RoutineState, e: S.CallExpression, name: string, wants: number, at?: Span): void {
  const message = `\`${shortened(name)}\` takes ${wants === 0 ? 'no arguments' : count(wants, 'argument')}, and ${
    e.args.length === 0 ? 'none stands' : e.args.length === 1 ? 'one stands' : `${e.args.length} stand`
  } here.`;
  if (at)
    s.file.sink.error('wrong-argument-count', message, e.argsSpan, {
      message: 'It is declared here.',
      span: at,
    });
  else s.file.sink.error('wrong-argument-count', message, e.argsSpan);
}

// -------------------------------------------------------------------------------------------------------------- library

function mathCall(s: RoutineState, e: S.CallExpression, name: string, math: MathFunction): Expr | null {
  const given = e.args.map((arg) => value(s, arg));
  const { arity } = ELEMENTARY[math.fn];
  if (given.length !== arity) {
    wrongCount(s, e, name, arity);
    return null;
  }
  const args: Expr[] = [];
  for (const arg of given) {
    if (!arg) return null;
    args.push(convertTo(arg, math.type));
  }
  if (math.fn === 'abs' && !isReal(math.type) && given[0] && isReal(given[0].type))
    s.file.sink.warning(
      'truncated',
      `\`${shortened(name)}\` takes an integer: the real number is cut off first, and its derivative is zero.`,
      e.span,
      'Write `fabs`.',
    );
  const result = intrinsic(math.fn, args, math.type, e.span);
  return math.to ? { ...convertTo(result, math.to), span: e.span } : result;
}

/** What the lowering writes out with other operations. */
function writtenOut(s: RoutineState, e: S.CallExpression, name: string, form: WrittenOut): Expr | null {
  if (e.args.length !== form.arguments) {
    wrongCount(s, e, name, form.arguments);
    return null;
  }
  const given: Expr[] = [];
  for (const arg of e.args) {
    const read = value(s, arg);
    if (!read) return null;
    given.push(read);
  }
  const single = form.type ?? (given.every(({ type }) => type === 'f32') ? 'f32' : 'f64');
  const [x, y] = given.map((each, i) => {
    if (i === 0 || !form.count) return convertTo(each, single);
    return isReal(each.type) ? convertTo(each, 'i32') : each;
  });
  return x ? form.write(x, y ?? x, e.span) : null;
}

/** Output, endings and assertions: `done` when the name was one of them. */
function libraryCall(s: RoutineState, e: S.CallExpression, name: string): 'done' | null {
  const printed = OUTPUT.get(name);
  if (printed) {
    output(s, e, printed.skip);
    return 'done';
  }
  if (name === 'free') {
    const [arg] = e.args;
    if (arg && arg.kind !== 'name') evaluateArguments(s, e);
    else if (arg) meaningOf(s, arg.name, arg.span);
    return 'done';
  }
  if (memoryCall(s, e, name)) return 'done';
  if (ENDINGS.has(name)) {
    for (const arg of e.args) value(s, arg);
    s.out.push({
      kind: 'stop',
      ...base(s.file, e.span),
      text: s.file.source.slice(e.span.start, e.span.end),
    });
    return 'done';
  }
  if (name !== 'assert') return null;
  const [arg] = e.args;
  const test = arg ? condition(s, arg) : null;
  if (test) {
    const common = base(s.file, e.span);
    const stop = { kind: 'stop' as const, ...base(s.file, e.span), text: 'abort()' };
    s.out.push({ kind: 'if', ...common, condition: not(asTest(test)), then: [stop], else: [] });
  }
  return 'done';
}

// ------------------------------------------------------------------------------------------------- functions of the text

function ownCall(
  s: RoutineState,
  e: S.CallExpression,
  callee: FunctionInfo,
  use: 'value' | 'discard',
): Expr | null {
  const args = lowerArguments(s, e, callee);
  if (!args || callee.result === 'unsupported') return null;
  const common = { kind: 'call' as const, ...base(s.file, e.span), callee: callee.name, args };
  if (callee.result === 'void') {
    if (use === 'value') reportVoid(s, e, callee.name);
    else s.out.push({ ...common, result: null });
    return null;
  }
  if (use === 'discard') {
    s.out.push({ ...common, result: null });
    return null;
  }
  const result = reference(temporary(s, `${callee.name}_value`, callee.result, e.span), e.span);
  noteType(s.file, result.variable, callee.written);
  s.out.push({ ...common, result });
  return result;
}

/**
 * `place = f(…)`: the result goes straight to the place, unless the call itself might move it.
 * Null when this is no call of a function with the place's type, and nothing was emitted; else whether it was.
 */
export function callInto(s: RoutineState, e: S.CallExpression, place: Place, span: Span): boolean | null {
  const name = e.callee.kind === 'name' && !lookUp(s, e.callee.name) ? e.callee.name : null;
  const callee = name === null ? undefined : s.file.functions.get(name);
  if (name !== null && !callee && s.file.hasRuntime) return popInto(s, e, name, place, span);
  if (callee?.result !== place.type || (s.file.wrapping.has(place.variable) && !callee.written.wraps))
    return null;
  const args = lowerArguments(s, e, callee);
  if (!args) return false;
  const call = { kind: 'call' as const, ...base(s.file, span), callee: callee.name, args };
  if (isSteady(s, place, args)) {
    s.out.push({ ...call, result: place });
    return true;
  }
  const result = reference(temporary(s, `${callee.name}_value`, callee.result, e.span), e.span);
  s.out.push({ ...call, result }, { kind: 'assign', ...base(s.file, span), target: place, value: result });
  return true;
}

/** `x = pop_double()` in generated code. */
function popInto(
  s: RoutineState,
  e: S.CallExpression,
  name: string,
  place: Place,
  span: Span,
): boolean | null {
  const taped = tapeCallNamed(name);
  if (taped?.action !== 'pop') return null;
  const popped = tapeCall(s, e, taped, place);
  if (popped && popped !== place)
    s.out.push({
      kind: 'assign',
      ...base(s.file, span),
      target: place,
      value: convertTo(popped, place.type),
    });
  return popped !== null;
}

/** Whether a call leaves the address of a place alone: its subscripts read no memory that the call could write. */
function isSteady(s: RoutineState, place: Place, args: readonly Argument[]): boolean {
  if (place.kind === 'variable') return true;
  const passed = new Set(args.map((arg) => (arg.kind === 'reference' ? arg.place.variable : null)));
  let steady = true;
  for (const subscript of place.subscripts)
    walk(subscript, (part) => {
      if (part.kind === 'element') steady = false;
      if (part.kind !== 'variable') return;
      const variable = s.file.variables[part.variable];
      if (!variable || variable.role === 'global' || passed.has(part.variable)) steady = false;
    });
  return steady;
}

function lowerArguments(s: RoutineState, e: S.CallExpression, callee: FunctionInfo): Argument[] | null {
  s.file.called.add(callee.name);
  if (callee.refused) {
    evaluateArguments(s, e);
    return null;
  }
  if (e.args.length !== callee.parameters.length) {
    evaluateArguments(s, e);
    wrongCount(s, e, callee.name, callee.parameters.length, callee.nameSpan);
    return null;
  }
  const args: Argument[] = [];
  e.args.forEach((arg, i) => {
    const formal = callee.parameters[i];
    const actual = formal ? lowerArgument(s, arg, formal, callee) : null;
    if (actual) args.push(actual);
  });
  return args.length === e.args.length ? args : null;
}

function lowerArgument(
  s: RoutineState,
  e: S.Expr,
  formal: VariableDraft,
  callee: FunctionInfo,
): Argument | null {
  if (formal.passing === 'value') {
    const v = value(s, e);
    return v && { kind: 'value', value: convertTo(fitted(s.file, formal.id, v), formal.type) };
  }
  if (!mayBeAddress(s, e) && !isRefused(s, e)) {
    const scalar = e.kind === 'name' && lookUp(s, e.name)?.kind === 'variable';
    s.file.sink.error(
      'wrong-argument',
      `The parameter \`${shortened(formal.name)}\` of \`${shortened(callee.name)}\` is ${pointerWords(formal)}, and a value stands here.`,
      e.span,
      scalar
        ? `Write \`&${e.name}\` to pass the variable itself.`
        : 'Pass an array, or the address of a variable.',
      { message: 'The parameter is declared here.', span: formal.span },
    );
    return null;
  }
  const actual = address(s, e);
  if (!actual) return null;
  const { variable } = actual;
  const complaint = mismatch(actual, formal, callee);
  if (complaint) {
    s.file.sink.error(complaint[0], complaint[1], e.span, ...complaint.slice(2), {
      message: 'The parameter is declared here.',
      span: formal.span,
    });
    return null;
  }
  if (rank(variable) === 0 || !formal.shape) return { kind: 'reference', place: firstOf(actual) };
  return { kind: 'array', variable: variable.id, start: startOf(actual), span: e.span };
}

function isRefused(s: RoutineState, e: S.Expr): boolean {
  let root = e;
  while (root.kind === 'subscript' || root.kind === 'binary')
    root = root.kind === 'subscript' ? root.base : root.left;
  switch (root.kind) {
    case 'broken':
    case 'member':
    case 'cast':
    case 'conditional':
      return true;
    case 'name': {
      const meaning = lookUp(s, root.name);
      return meaning === undefined || meaning.kind === 'refused';
    }
    default:
      return false;
  }
}

function pointerWords(formal: VariableDraft): string {
  return rank(formal) > 1 ? `an array of ${rank(formal)} dimensions` : 'a pointer';
}

function mismatch(
  actual: { variable: VariableDraft; subscripts: readonly Expr[]; isConst: boolean },
  formal: VariableDraft,
  callee: FunctionInfo,
): [code: DiagnosticCode, message: string, ...notes: string[]] | null {
  const { variable } = actual;
  const parameter = `the parameter \`${shortened(formal.name)}\` of \`${shortened(callee.name)}\``;
  if (variable.type !== formal.type)
    return [
      'type-mismatch',
      `\`${shortened(variable.name)}\` has elements of type \`${C_NAME[variable.type]}\`, and ${parameter} \`${C_NAME[formal.type]}\`.`,
    ];
  const left = rank(variable) === 0 ? 1 : rank(variable) - actual.subscripts.length + 1;
  const wanted = Math.max(1, rank(formal));
  if (left !== wanted) {
    const flat = wanted === 1 ? [`Write \`&${variable.name}${'[0]'.repeat(rank(variable))}\`.`] : [];
    return [
      'wrong-rank',
      `What stands here has ${count(left, 'dimension')}, and ${parameter} has ${wanted}.`,
      ...flat,
    ];
  }
  if (actual.isConst && formal.intent !== 'in')
    return [
      'const-discarded',
      `\`${shortened(variable.name)}\` is \`const\`, and ${parameter} may be written.`,
      `Declare the parameter \`const\`, or \`${shortened(variable.name)}\` without it.`,
    ];
  return null;
}

const C_NAME = { f64: 'double', f32: 'float', i32: 'int', i64: 'long', bool: 'bool' } as const;
