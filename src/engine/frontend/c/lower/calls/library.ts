/** Calls of the library: of elementary functions, of what other operations write out, of output, endings and memory. */
import { intrinsic, isReal, not } from '../../../../ir/build';
import { ELEMENTARY } from '../../../../ir/elementary';
import { evaluate } from '../../../../ir/evaluate';
import type { Expr } from '../../../../ir/types';
import { shortened } from '../../../limitedSink';
import type * as S from '../../parse/syntax';
import { ENDINGS, type MathFunction, OUTPUT, RANDOM_SEEDS } from '../../resolve/library';
import { asTest, convertTo } from '../arithmetic';
import { memoryCall } from '../memory/runs';
import { meaningOf } from '../names';
import { condition, value } from '../operands';
import { base, type RoutineState } from '../state';
import { evaluateArguments, wrongCount } from './arguments';
import { output } from './output';
import type { WrittenOut } from './writtenOut';

export function mathCall(
  s: RoutineState,
  e: S.CallExpression,
  name: string,
  math: MathFunction,
): Expr | null {
  const given = e.args.map((arg) => value(s, arg));
  const { arity } = ELEMENTARY[math.fn];
  if (given.length !== arity) return wrongCount(s, e, name, arity);
  const type = math.asGiven && given[0] && given[0].type !== 'bool' ? given[0].type : math.type;
  const args: Expr[] = [];
  for (const arg of given) {
    if (!arg) return null;
    args.push(convertTo(arg, type));
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

/** Functions of the library that the lowering expresses by other operations. */
export function writtenOut(
  s: RoutineState,
  e: S.CallExpression,
  name: string,
  form: WrittenOut,
): Expr | null {
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
    return isReal(each.type) ? convertTo(each, 'i32') : each;
  });
  return x ? form.write(x, y ?? x, e.span) : null;
}

/** Output, endings and assertions: `done` when the name was one of them. */
export function libraryCall(s: RoutineState, e: S.CallExpression, name: string): 'done' | null {
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
