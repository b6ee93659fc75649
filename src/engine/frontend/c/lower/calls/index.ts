/** Calls: of functions of the text, of the table of elementary functions, and of the few others that are known. */
import type { Span } from '../../../../base/span';
import { intrinsic, isInteger, isReal, not, somePart } from '../../../../ir/build';
import { ELEMENTARY } from '../../../../ir/elementary';
import { evaluate } from '../../../../ir/evaluate';
import type { Argument, Expr, Place, VariableId } from '../../../../ir/types';
import { shortened } from '../../../limitedSink';
import { tapeCallNamed } from '../../../lower/tapeCalls';
import { nearestName } from '../../../suggest';
import type * as S from '../../parse/syntax';
import { fence } from '../../resolve/fence';
import {
  ENDINGS,
  FENCED_FUNCTIONS,
  HELPER_CALLS,
  INPUT,
  MATH,
  type MathFunction,
  NO_DERIVATIVE,
  OUTPUT,
  RANDOM,
  RANDOM_SEEDS,
} from '../../resolve/library';
import { asTest, convertTo } from '../arithmetic';
import { memoryCall } from '../memory/runs';
import { condition, meaningOf, value } from '../names';
import { holdsAll } from '../narrow';
import {
  base,
  emit,
  type FunctionInfo,
  lookUp,
  noteType,
  type RoutineState,
  reference,
  temporary,
} from '../state';
import { evaluateArguments, lowerArguments, prototypeFor, wrongCount } from './arguments';
import { drawn, input, startValue } from './input';
import { output } from './output';
import { tapeCall } from './tape';
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
  const random = RANDOM.get(name);
  if (random) return drawn(s, name, random, e.span);
  const started = startValue(s, e, name);
  if (started !== undefined) return started;
  const read = INPUT.get(name);
  if (read) return input(s, e, read.skip);
  const known = libraryCall(s, e, name);
  if (!known) reportUnknown(s, e, name, use);
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

function reportUnknown(s: RoutineState, e: S.CallExpression, name: string, use: 'value' | 'discard'): void {
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
        : `Write it in this text, or declare it if it stands elsewhere: \`${prototypeFor(s, e, name, use)}\`.`,
    );
  }
}

function reportVoid(s: RoutineState, e: S.CallExpression, name: string): null {
  return s.file.sink.error(
    'void-value',
    `\`${shortened(name)}\` returns nothing, and a value is expected here.`,
    e.span,
  );
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
  if (callee.result === 'void' && use === 'value') return reportVoid(s, e, callee.name);
  if (callee.result === 'void' || use === 'discard') {
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
 * Null when this is no call of a function with the place's type and range, and nothing was emitted; else whether it was.
 */
export function callInto(s: RoutineState, e: S.CallExpression, place: Place, span: Span): boolean | null {
  const name = e.callee.kind === 'name' && !lookUp(s, e.callee.name) ? e.callee.name : null;
  const callee = name === null ? undefined : s.file.functions.get(name);
  if (name !== null && !callee && s.file.hasRuntime) return popInto(s, e, name, place, span);
  if (callee?.result !== place.type || !takesResults(s, place, callee)) return null;
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

/** Whether all that a function can return is in the range that a place is declared with. */
function takesResults({ file }: RoutineState, { variable }: Place, { written }: FunctionInfo): boolean {
  return holdsAll({ ...file.narrow.get(variable), wraps: file.wrapping.has(variable) }, written);
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
  if (popped && popped !== place) emit(s, place, convertTo(popped, place.type), span);
  return popped !== null;
}

/** Whether a call leaves the address of a place alone: its subscripts read no memory that the call could write. */
function isSteady(s: RoutineState, place: Place, args: readonly Argument[]): boolean {
  if (place.kind === 'variable') return true;
  const passed = new Set(args.map((arg) => (arg.kind === 'reference' ? arg.place.variable : null)));
  const mayChange = (id: VariableId) => s.file.variables[id]?.role === 'global' || passed.has(id);
  return !place.subscripts.some((subscript) =>
    somePart(subscript, (e) => e.kind === 'element' || (e.kind === 'variable' && mayChange(e.variable))),
  );
}

/** Calls of the library: of elementary functions, of what other operations write out, of output, endings and memory. */
function mathCall(s: RoutineState, e: S.CallExpression, name: string, math: MathFunction): Expr | null {
  const given = e.args.map((arg) => value(s, arg));
  const { arity, whole } = ELEMENTARY[math.fn];
  if (given.length !== arity) return wrongCount(s, e, name, arity);
  const type = math.asGiven && given[0] && given[0].type !== 'bool' ? given[0].type : math.type;
  const args: Expr[] = [];
  for (const [i, arg] of given.entries()) {
    if (!arg) return null;
    args.push(i === whole ? toWhole(arg) : convertTo(arg, type));
  }
  if (math.fn === 'abs' && !isReal(type) && given[0] && isReal(given[0].type))
    s.file.sink.warning(
      'truncated',
      `\`${shortened(name)}\` takes an integer: the real number is cut off first, and its derivative is zero.`,
      e.span,
      'Write `fabs`.',
    );
  const result = intrinsic(math.fn, args, type, e.span);
  return math.to ? { ...convertTo(result, math.to), span: e.span } : result;
}

const toWhole = (e: Expr): Expr => (isInteger(e.type) ? e : convertTo(e, 'i32'));

/** Functions of the library that the lowering expresses by other operations. */
function writtenOut(s: RoutineState, e: S.CallExpression, name: string, form: WrittenOut): Expr | null {
  if (e.args.length !== form.arguments) return wrongCount(s, e, name, form.arguments);
  const given: Expr[] = [];
  for (const arg of e.args) {
    const read = value(s, arg);
    if (!read) return null;
    given.push(read);
  }
  const single = form.type ?? (given.every(({ type }) => type === 'f32') ? 'f32' : 'f64');
  const [x, y] = given.map((each, i) => {
    if (i === 0 || !form.count) return convertTo(each, single);
    return toWhole(each);
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
  if (RANDOM_SEEDS.has(name) || memoryCall(s, e, name)) return 'done';
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
  const test = arg ? condition(s, withoutWords(arg)) : null;
  if (test && evaluate(test) !== 1) {
    const common = base(s.file, e.span);
    const stop = { kind: 'stop' as const, ...base(s.file, e.span), text: 'abort()' };
    s.out.push({ kind: 'if', ...common, condition: not(asTest(test)), then: [stop], else: [] });
  }
  return 'done';
}

/** `test && "why"`: the text tells the reason, and is true. */
function withoutWords(e: S.Expr): S.Expr {
  return e.kind === 'binary' && e.op === '&&' && e.right.kind === 'string' ? withoutWords(e.left) : e;
}
