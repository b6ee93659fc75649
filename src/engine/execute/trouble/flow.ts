/**
 * Derivatives on the history of a run: the partial of one step, tangents starting at some nodes, and what depends on what.
 * Here a value also depends on what selected it: subscripts, and the tests that it stands under.
 */
import { itemAt } from '../../base/lookup';
import { constant, isReal } from '../../ir/build';
import { partialRule } from '../../ir/elementary';
import { evaluate } from '../../ir/evaluate';
import type { Expr, Intrinsic } from '../../ir/types';
import type { HistoryNode, RunHistory } from '../interpreter/history';

/** ∂node/∂operand k; 0 through integers, subscripts and tests. */
export function partialBy({ expr: e, operands }: HistoryNode, k: number): number {
  if (e === null) return 1;
  if (!isReal(e.type)) return 0;
  const value = (n: number) => itemAt(operands, n).value;
  switch (e.kind) {
    case 'element':
      return k === 0 ? 1 : 0;
    case 'unary':
      return -1;
    case 'binary':
      if (e.op === 'multiply') return value(1 - k);
      if (e.op === 'divide') return k === 0 ? 1 / value(1) : -value(0) / (value(1) * value(1));
      return e.op === 'subtract' && k === 1 ? -1 : 1;
    case 'convert':
      return isReal(e.operand.type) ? 1 : 0;
    case 'select':
      return k === operands.length - 1 ? 1 : 0;
    case 'intrinsic':
      return partialOfFunction(e, k, value);
    default:
      return 0;
  }
}

function partialOfFunction(e: Intrinsic, k: number, value: (n: number) => number): number {
  const partial = partialRule(e.fn, k);
  if (!partial) return 0;
  // In double precision, since single precision would only add its own rounding.
  const args = e.args.map((arg, n): Expr => {
    if (arg.kind === 'constant') return arg.type === 'f32' ? constant(arg.value, 'f64') : arg;
    return constant(value(n), arg.type === 'f32' ? 'f64' : arg.type);
  });
  return evaluate(partial(...args)) ?? Number.NaN;
}

export interface Flow {
  /** Tangents, by node. */
  readonly dots: Float64Array;
  /** 1 where a value depends on a source at all. */
  readonly hangs: Uint8Array;
}

/** Forward from the sources, each with its tangent. */
export function flowFrom(h: RunHistory, sources: ReadonlyMap<number, number>): Flow {
  const dots = new Float64Array(h.count);
  const hangs = new Uint8Array(h.count);
  // Sources stand at entry; a test comes before what stands under it.
  const testHangs = new Uint8Array(h.tests.length);
  let known = 1;
  for (let n = 1; n < h.count; n++) {
    const given = sources.get(n);
    if (given !== undefined) {
      dots[n] = given;
      hangs[n] = 1;
      continue;
    }
    const node = h.node(n);
    for (; known <= node.test; known++) {
      const { node: decides, outer } = itemAt(h.tests, known);
      testHangs[known] = hangs[decides] || testHangs[outer] ? 1 : 0;
    }
    let sum = 0;
    let any = testHangs[node.test] === 1;
    node.operands.forEach((each, k) => {
      if (hangs[each.node] !== 1) return;
      any = true;
      const dot = dots[each.node] as number;
      if (dot !== 0) sum += partialBy(node, k) * dot;
    });
    dots[n] = sum;
    hangs[n] = any ? 1 : 0;
  }
  return { dots, hangs };
}

/** Backward from the targets: 1 at everything that they depend on. */
export function reachedFrom(h: RunHistory, targets: Iterable<number>): Uint8Array {
  const reached = new Uint8Array(h.count);
  const tests = new Uint8Array(h.tests.length);
  for (const n of targets) reached[n] = 1;
  for (let n = h.count - 1; n > 0; n--) {
    if (reached[n] !== 1) continue;
    const node = h.node(n);
    for (const each of node.operands) reached[each.node] = 1;
    for (let t = node.test; t !== 0 && tests[t] !== 1; t = itemAt(h.tests, t).outer) {
      tests[t] = 1;
      reached[itemAt(h.tests, t).node] = 1;
    }
  }
  return reached;
}

/** The same for one target, through real values alone. */
export function madeOf(h: RunHistory, target: number): Uint8Array {
  const made = new Uint8Array(h.count);
  made[target] = 1;
  for (let n = target; n > 0; n--) {
    if (made[n] !== 1) continue;
    const node = h.node(n);
    if (node.expr !== null && !isReal(node.expr.type)) continue;
    for (const each of node.operands) made[each.node] = 1;
  }
  made[0] = 0;
  return made;
}
