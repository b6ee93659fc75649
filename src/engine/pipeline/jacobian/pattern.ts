/**
 * The pattern of a Jacobian from one run (theory 10): which elements of the dependents depend differentiably on which of the
 * independents, along the path that the run took. It follows the operations of the run from its inputs on, through the
 * operands that have a partial; so it contains every entry that is not zero there.
 */
import { itemAt } from '../../base/lookup';
import type { RunHistory } from '../../execute/interpreter/history';
import { isReal } from '../../ir/build';
import { partialRule } from '../../ir/elementary';
import type { Expr } from '../../ir/types';
import { type Pattern, transposed } from './colouring';

/** What is followed at most, in members of sets, and the entries that a pattern may have. */
const MOST_WORK = 1e8;
const MOST_ENTRIES = 1e6;

/**
 * `inputs` and `outputs` are nodes of the history, one for each element; both are numbered by their positions. Sets of inputs
 * are carried along the run, or sets of outputs against it if there are fewer. Null where that is too much.
 */
export function patternOf(
  history: RunHistory,
  inputs: readonly number[],
  outputs: readonly number[],
): Pattern | null {
  const isBackward = outputs.length < inputs.length;
  const [starts, ends] = isBackward ? [outputs, inputs] : [inputs, outputs];
  const none: readonly number[] = [];
  const reached: (readonly number[])[] = new Array(history.count).fill(none);
  let work = 0;
  const carry = (to: number, more: readonly number[]) => {
    const all = union(reached[to] as readonly number[], more);
    reached[to] = all;
    work += all.length;
  };
  starts.forEach((node, j) => {
    if (node > 0) carry(node, [j]);
  });
  for (let k = 1; k < history.count; k++) {
    const n = isBackward ? history.count - k : k;
    const { expr, operands } = history.node(n);
    operands.forEach((operand, place) => {
      const [from, to] = isBackward ? [n, operand.node] : [operand.node, n];
      const set = reached[from] as readonly number[];
      if (set.length > 0 && passesOn(expr, place)) carry(to, set);
    });
    if (work > MOST_WORK) return null;
  }
  const found = ends.map((node) => (node > 0 ? itemAt(reached, node) : none));
  if (found.reduce((sum, set) => sum + set.length, 0) > MOST_ENTRIES) return null;
  return isBackward ? transposed(found, outputs.length) : found;
}

/** Does the value have a derivative with respect to this operand? In the order of nodes: for an element, the value in memory is first. */
export function passesOn(e: Expr | null, operand: number): boolean {
  if (e === null) return true;
  if (!isReal(e.type)) return false;
  switch (e.kind) {
    case 'element':
      return operand === 0;
    case 'intrinsic':
      return partialRule(e.fn, operand) !== null;
    case 'convert':
      return isReal(e.operand.type);
    default:
      return true;
  }
}

/** The union of two ascending lists; one of the lists itself if it contains the other. */
function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0 || a === b) return b;
  if (b.length === 0) return a;
  const both: number[] = [];
  let [i, k] = [0, 0];
  while (i < a.length || k < b.length) {
    const x = i < a.length ? (a[i] as number) : Number.POSITIVE_INFINITY;
    const y = k < b.length ? (b[k] as number) : Number.POSITIVE_INFINITY;
    both.push(Math.min(x, y));
    if (x <= y) i++;
    if (y <= x) k++;
  }
  return both.length === a.length ? a : both.length === b.length ? b : both;
}
