/** Elementary functions: values from the table, tangents from its partials, kinks noted. */

import { constant, isReal } from '../../ir/build';
import { ELEMENTARY, partialRule } from '../../ir/elementary';
import { applied } from '../../ir/integers';
import type { Expr, Intrinsic, VariableId } from '../../ir/types';
import { newBlock } from './history';
import type { Big, Num, Scope } from './scope';
import { type Frame, fail, type Interpreter, noteKink, noteOverflow } from './state';

export function compileFunction(c: Scope, e: Intrinsic): Num {
  if (!isReal(e.type)) return compileInteger(c, e);
  const rule = ELEMENTARY[e.fn];
  const { m } = c;
  const args = e.args.map((arg) => c.compile.index(c, arg));
  const partials = m.dual ? e.args.map((_, k) => compilePartial(c, e, k)) : [];
  const single = e.type === 'f32';
  // An expression calls no routine, so this array is never in use when it is asked for again.
  const values: number[] = args.map(() => 0);
  const tangents: number[] = args.map(() => 0);
  return (f) => {
    for (let k = 0; k < args.length; k++) {
      values[k] = (args[k] as Num)(f);
      tangents[k] = m.dot;
    }
    const result = rule.evaluate(...values);
    if (rule.atKink?.(...values)) noteKink(m, e.fn);
    if (m.dual) m.dot = chain(m, partials, values, tangents, f);
    return single ? Math.fround(result) : result;
  };
}

/** Σ partial_k · dot_k, over arguments with a tangent. */
function chain(
  m: Interpreter,
  partials: readonly (Num | null)[],
  values: number[],
  tangents: readonly number[],
  f: Frame,
): number {
  let sum = 0;
  for (let k = 0; k < partials.length; k++) {
    const partial = partials[k];
    const dot = tangents[k] as number;
    if (!partial || dot === 0) continue;
    m.partialArgs = values;
    sum += partial(f) * dot;
  }
  return sum;
}

/**
 * The partial by argument k as a closure over `m.partialArgs`. Arguments become placeholders: scalars of a small frame of its
 * own, filled at every call; constants stay, since their partials have a different form.
 */
function compilePartial({ m, compile }: Scope, e: Intrinsic, k: number): Num | null {
  const partial = partialRule(e.fn, k);
  if (!partial) return null;
  const arity = e.args.length;
  const blocks = newBlock(8 * arity, false, true);
  const placeholders = e.args.map((arg, i): Expr => {
    if (arg.kind === 'constant') return arg;
    return {
      kind: 'variable',
      variable: i as VariableId,
      type: isReal(arg.type) ? 'f64' : 'i32',
      span: arg.span,
    };
  });
  const typed = placeholders.map((p) =>
    p.kind === 'constant' && p.type === 'f32' ? constant(p.value, 'f64') : p,
  );
  const own: Interpreter = {
    ...m,
    dual: false,
    shadows: false,
    history: null,
    trace: null,
    parts: [],
    counts: [],
    kinks: new Map(),
  };
  const scope: Scope = {
    m: own,
    scalars: new Map(typed.map((_, i) => [i as VariableId, i])),
    arrays: new Map(),
    compile,
  };
  const value = compile.number(scope, partial(...typed));
  const frame: Frame = {
    pointers: typed.map((_, i) => ({ block: blocks, offset: 8 * i, count: 1, location: 0, start: 8 * i })),
    arrays: [],
  };
  return () => {
    typed.forEach((p, i) => {
      const given = m.partialArgs[i] as number;
      if (p.type === 'i32') blocks.view.setInt32(8 * i, given, true);
      else blocks.view.setFloat64(8 * i, given, true);
    });
    return value(frame);
  };
}

// -------------------------------------------------------------------------------------------------------- integers

function compileInteger(c: Scope, e: Intrinsic): Num {
  const { m } = c;
  if (e.fn === 'powerInteger') {
    const power = compileBigFunction(c, e);
    const [base, exponent] = e.args.map((arg) => c.compile.index(c, arg)) as [Num, Num];
    return (f) => {
      const value = Number(BigInt.asIntN(32, power(f)));
      const exact = base(f) ** exponent(f);
      if (Math.trunc(exact) !== value) noteOverflow(m, e, exact);
      return value;
    };
  }
  const a = c.compile.number(c, e.args[0] as Expr);
  if (e.fn === 'abs') return (f) => Math.abs(a(f)) | 0;
  const b = c.compile.number(c, e.args[1] as Expr);
  switch (e.fn) {
    case 'min':
      return (f) => Math.min(a(f), b(f));
    case 'max':
      return (f) => Math.max(a(f), b(f));
    case 'sign':
      return (f) => {
        const x = a(f);
        return (b(f) < 0 ? -Math.abs(x) : Math.abs(x)) | 0;
      };
    case 'dim':
      return (f) => {
        const x = a(f);
        const y = b(f);
        return x > y ? (x - y) | 0 : 0;
      };
    default:
      return (f) => {
        const x = a(f);
        const y = b(f);
        if (y === 0) fail(m, 'division-by-zero', { culprit: e.args[1] as Expr });
        const rest = x % y;
        return (rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest) | 0;
      };
  }
}

export function compileBigFunction(c: Scope, e: Intrinsic): Big {
  const [a, b] = e.args.map((arg): Big => {
    if (arg.type === 'i64') return c.compile.big(c, arg);
    const index = c.compile.index(c, arg);
    return (f) => BigInt(index(f));
  });
  const culprit = e.fn === 'powerInteger' ? {} : { culprit: e.args[1] as Expr };
  return (f) => {
    const x = a?.(f) ?? 0n;
    return BigInt.asIntN(64, applied(e.fn, x, b?.(f) ?? 0n) ?? fail(c.m, 'division-by-zero', culprit));
  };
}
