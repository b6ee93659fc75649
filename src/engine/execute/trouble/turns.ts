/**
 * Ties, jumps and kinks: places where the derivative is that of one side. A run stands on one exactly, up to its roundings,
 * or within the step of a difference.
 */
import { itemAt, ofEach } from '../../base/lookup';
import { isReal } from '../../ir/build';
import { ELEMENTARY, type Elementary } from '../../ir/elementary';
import type { Expr } from '../../ir/types';
import type { HistoryNode, Operand, RunHistory } from '../interpreter/history';
import type { Flow } from './flow';

export interface Turn {
  readonly node: number;
  /**
   * `tie`: equal values are compared. `point`: a test for equality holds here and nowhere nearby. `jump`: a function jumps.
   * `kink`: a continuous function has a kink. `slope`: an infinite slope.
   */
  readonly kind: 'tie' | 'point' | 'jump' | 'kink' | 'slope';
  /** `exact`: the run stands on it. `rounding`: roundings decide on which side it is. `step`: a step of that length crosses it. */
  readonly how: 'exact' | 'rounding' | 'step';
}

const SLOPES: ReadonlySet<Elementary> = new Set(['sqrt', 'cbrt', 'hypot', 'power']);
const KINKS: ReadonlySet<Elementary> = new Set(['min', 'max', 'abs', 'sign', 'dim']);

/** The distance of a value from where something turns, its tangent, and how far roundings have moved it. */
interface Margin {
  readonly distance: number;
  readonly dot: number;
  readonly error: number;
}

/** The turn at a node; null where the node is smooth, or does not depend on the sources. */
export function turnAt(h: RunHistory, flow: Flow, n: number, step: number): Turn | null {
  const node = h.node(n);
  const e = node.expr;
  if (e === null || flow.hangs[n] !== 1) return null;
  const found = (kind: Turn['kind'], margin: Margin): Turn | null => {
    const how = kind === 'point' ? onPoint(margin) : howNear(margin, step);
    return how && { node: n, kind, how };
  };
  if (e.kind === 'compare')
    return isReal(e.left.type) && varies(flow, node)
      ? found(isForEqual(e) ? 'point' : 'tie', difference(h, flow, node))
      : null;
  if (e.kind === 'intrinsic' && SLOPES.has(e.fn)) return slopeAt(flow, node, n, e.fn);
  if (!varies(flow, node)) return null;
  if (e.kind === 'convert')
    return isReal(e.operand.type) && !isReal(e.type) && e.type !== 'bool'
      ? found('jump', toInteger(argument(h, flow, node, 0), false, true))
      : null;
  if (e.kind !== 'intrinsic' || !isReal(e.type)) return null;
  const rule = ELEMENTARY[e.fn];
  const values = node.operands.map(({ value }) => value);
  const jump = jumpOf(h, flow, node, e.fn);
  const turn = jump && found('jump', jump);
  if (turn) return turn;
  if (KINKS.has(e.fn)) {
    const one = e.fn === 'abs' || e.fn === 'sign';
    return found('kink', one ? argument(h, flow, node, 0) : difference(h, flow, node));
  }
  return rule.atKink?.(...values) ? { node: n, kind: 'jump', how: 'exact' } : null;
}

/** An argument that was squared before has a zero tangent at 0: the infinite slope of the root spoils the derivative all the same. */
function slopeAt(flow: Flow, node: HistoryNode, n: number, fn: Elementary): Turn | null {
  const isMade = node.operands.some((each) => flow.hangs[each.node] === 1);
  const values = node.operands.map(({ value }) => value);
  return isMade && ELEMENTARY[fn].atKink?.(...values) ? { node: n, kind: 'slope', how: 'exact' } : null;
}

/** Nearly all numbers are unequal, so an equality that holds is worth telling only where the run stands exactly on it. */
function onPoint({ distance }: Margin): Turn['how'] | null {
  return distance === 0 ? 'exact' : null;
}

function isForEqual({ op }: Extract<Expr, { kind: 'compare' }>): boolean {
  return op === 'eq' || op === 'ne';
}

function varies(flow: Flow, node: HistoryNode): boolean {
  return node.operands.some((each) => flow.dots[each.node] !== 0);
}

function howNear({ distance, dot, error }: Margin, step: number): Turn['how'] | null {
  if (distance === 0) return 'exact';
  if (Math.abs(distance) <= 2 * error) return 'rounding';
  return Math.abs(distance) <= step * Math.abs(dot) ? 'step' : null;
}

function alone(h: RunHistory, flow: Flow, { node, value }: Operand): Margin {
  const [high, low] = node === 0 ? [value, 0] : h.node(node).exact;
  return {
    distance: value,
    dot: node === 0 ? 0 : itemAt(flow.dots, node),
    error: Math.abs(value - high - low),
  };
}

function argument(h: RunHistory, flow: Flow, node: HistoryNode, k: number): Margin {
  return alone(h, flow, itemAt(node.operands, k));
}

function difference(h: RunHistory, flow: Flow, node: HistoryNode): Margin {
  const [a, b] = ofEach([0, 1], (k) => argument(h, flow, node, k));
  return { distance: a.distance - b.distance, dot: a.dot - b.dot, error: a.error + b.error };
}

/** How far the arguments are from where a function jumps; null if it does nowhere near. */
function jumpOf(h: RunHistory, flow: Flow, node: HistoryNode, fn: Elementary): Margin | null {
  const [a, b] = node.operands.map((_, k) => argument(h, flow, node, k)) as [Margin, Margin];
  switch (fn) {
    case 'sign':
      return b;
    case 'atan2': {
      // Along the negative half of the second axis; in steps, as both arguments have to come there.
      const steps = Math.max(Math.abs(a.distance / a.dot), b.distance < 0 ? 0 : b.distance / Math.abs(b.dot));
      return {
        distance: a.distance === 0 && b.distance < 0 ? 0 : steps,
        dot: 1,
        error: a.error / Math.abs(a.dot),
      };
    }
    case 'mod':
    case 'modulo':
    case 'ieeeRemainder': {
      const whole = a.distance / b.distance;
      const dot = (a.dot - whole * b.dot) / b.distance;
      const error = (a.error + Math.abs(whole) * b.error) / Math.abs(b.distance);
      return toInteger({ distance: whole, dot, error }, fn === 'ieeeRemainder', fn === 'mod');
    }
    default:
      if (ELEMENTARY[fn].partials.some((partial) => partial !== null)) return null;
      return toInteger(a, fn === 'round' || fn === 'rint', fn === 'trunc');
  }
}

/** The distance to the next whole number, or to the next half. Nothing jumps where a fraction is cut off at 0. */
function toInteger(margin: Margin, half: boolean, cuts: boolean): Margin {
  const x = half ? margin.distance - 0.5 : margin.distance;
  const whole = Math.round(x);
  const smooth = cuts && whole === 0;
  return { ...margin, distance: smooth ? Number.POSITIVE_INFINITY : x - whole };
}

/**
 * All turns among the nodes that count, in the order of the run. All tests count, since what a test kept from running, such
 * as another trip of a loop, has no nodes.
 */
export function turnsIn(h: RunHistory, flow: Flow, among: Uint8Array, step: number): Turn[] {
  const counts = among.slice();
  for (const { node } of h.tests) counts[node] = 1;
  const found: Turn[] = [];
  for (let n = 1; n < h.count; n++) {
    const turn = counts[n] === 1 ? turnAt(h, flow, n, step) : null;
    if (turn) found.push(turn);
  }
  return found;
}
