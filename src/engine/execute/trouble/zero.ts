/**
 * Why a derivative is zero: on every path from the independent to the dependent there is a first step that passes no
 * derivative on, although the value goes on; or there is no path at all, because the value was lost.
 */
import { itemAt } from '../../base/lookup';
import { isReal } from '../../ir/build';
import { ELEMENTARY } from '../../ir/elementary';
import type { Expr, Intrinsic } from '../../ir/types';
import type { HistoryNode, RunHistory } from '../interpreter/history';
import { type Flow, partialBy, reachedFrom } from './flow';
import type { Found } from './found';
import { turnsIn } from './turns';
import { foundTurn } from './turnWords';

export interface ZeroQuestion {
  readonly h: RunHistory;
  readonly sources: ReadonlyMap<number, number>;
  readonly targets: readonly number[];
  readonly flow: Flow;
  readonly text: (e: Expr) => string;
}

export function whyZero(q: ZeroQuestion): Found | null {
  const { h, flow, targets } = q;
  const reached = reachedFrom(h, targets);
  const between = flow.hangs.map((hangs, n) => hangs & itemAt(reached, n));
  // A source that is also a target is the end of the path and not a step on it.
  for (const n of q.sources.keys()) if (!targets.includes(n)) between[n] = 0;
  const turns = turnsIn(h, flow, between, 0);
  const slope = turns.find(({ kind }) => kind === 'slope');
  const tie = turns.find(({ kind, how }) => (kind === 'tie' || kind === 'kink') && how !== 'step');
  if (slope) return foundTurn(h, slope, q.text);
  if (tie && onlyTurns(q, between, tie.node)) return foundTurn(h, tie, q.text);
  // A product that is zero ends what was still smooth; beside it a mask is only made by a test.
  let cut: Found | null = null;
  for (let n = 1; n < h.count; n++) {
    if (between[n] !== 1 || flow.dots[n] !== 0 || q.sources.has(n)) continue;
    const found = endsAt(q, h.node(n));
    if (found?.kind === 'a factor of 0') return found;
    cut ??= found;
  }
  if (cut) return cut;
  const whole = targets.some((n) => between[n] === 1 || q.sources.has(n));
  return whole ? cancelled(q, between) : lost(q);
}

/** Whether a tie is the reason: nothing before it cuts the derivative. */
function onlyTurns({ h, flow }: ZeroQuestion, between: Uint8Array, tie: number): boolean {
  for (let n = 1; n < tie; n++) {
    const e = h.node(n).expr;
    const isCut = e?.kind === 'convert' && isReal(e.operand.type) && !isReal(e.type);
    const isFlat = e?.kind === 'intrinsic' && isReal(e.type) && ELEMENTARY[e.fn].partials[0] === null;
    if (
      between[n] === 1 &&
      (isCut || isFlat) &&
      h.node(n).operands.some((each) => flow.dots[each.node] !== 0)
    )
      return false;
  }
  return true;
}

/** Why the node's tangent is zero although an operand's is not; null elsewhere. */
function endsAt(q: ZeroQuestion, node: HistoryNode): Found | null {
  const { flow, text } = q;
  const k = node.operands.findIndex((each) => flow.dots[each.node] !== 0);
  if (k < 0 || node.expr === null) return null;
  const at = { statement: node.statement, visit: node.visit };
  const e = node.expr;
  const value = (i: number) => itemAt(node.operands, i).value;
  if (e.kind === 'element')
    return {
      ...at,
      kind: 'a cast',
      because: 'is zero, because the value only chooses which element is read {line}',
      instead: 'Interpolate between neighbouring elements: then the result changes with the place.',
    };
  if (e.kind === 'convert')
    return {
      ...at,
      kind: 'a cast',
      because: 'is zero, because the value becomes an integer {line}',
      instead: 'Keep the value real, or interpolate between the results for the integers on either side.',
    };
  if (e.kind === 'compare' || e.kind === 'select' || !isReal(e.type)) return { ...at, ...BRANCH };
  const partials = node.operands.map((each, i) => (flow.dots[each.node] === 0 ? 0 : partialBy(node, i)));
  if (partials.some((p) => p !== 0)) {
    const terms = partials.map((p, i) => p * (flow.dots[itemAt(node.operands, i).node] as number));
    const vanishes = terms.every((t) => t === 0);
    return vanishes
      ? {
          ...at,
          kind: 'an underflow',
          because:
            'is zero, because a factor is so small {line} that the product is no longer a number of this precision',
          instead: 'Scale the inputs, or compute with logarithms.',
        }
      : {
          ...at,
          kind: 'terms that cancel',
          because: `is zero, because what \`${text(e)}\` gains in one term it loses in another {line}`,
          instead:
            'If it should not cancel there, look at the signs; a stationary point has the derivative zero.',
        };
  }
  if (e.kind === 'intrinsic') return flatFunction(at, e, value, text);
  return e.kind === 'binary' ? zeroFactor(at, e.op, [e.left, e.right], k, text) : null;
}

const BRANCH = {
  kind: 'a branch on the value',
  because:
    'is zero, because the value only decides a test {line}: on either side, nothing that the result is made of is computed from it',
  instead: 'Blend the two sides with a weight that goes smoothly from 0 to 1 around the threshold.',
} as const;

type At = Pick<Found, 'statement' | 'visit'>;

function flatFunction(at: At, e: Intrinsic, value: (i: number) => number, text: (e: Expr) => string): Found {
  const rule = ELEMENTARY[e.fn];
  if (rule.partials.every((partial) => partial === null))
    return {
      ...at,
      kind: 'a flat function',
      because: `is zero, because \`${text(e)}\` is flat between its jumps {line}`,
      instead: 'Use a smooth function in place of the steps, or leave the value as it is.',
    };
  if (e.fn === 'min' || e.fn === 'max' || e.fn === 'dim')
    return {
      ...at,
      kind: 'a branch on the value',
      because: `is zero, because \`${text(e)}\` takes the other argument {line}`,
      instead: 'A smooth maximum, such as a scaled log of a sum of exponentials, lets both arguments count.',
    };
  if (e.fn === 'power' || e.fn === 'powerInteger')
    return {
      ...at,
      kind: 'a factor of 0',
      because: `is zero, because \`${text(e)}\` has no slope there {line}: the base is ${shown(value(0))}, the exponent ${shown(value(1))}`,
      instead: 'Inputs off that point have another derivative.',
    };
  return {
    ...at,
    kind: 'a flat function',
    because: `is zero, because \`${text(e)}\` has the slope 0 at ${shown(value(0))} {line}`,
    instead: 'Inputs off that point have another derivative.',
  };
}

function zeroFactor(
  at: At,
  op: string,
  sides: readonly [Expr, Expr],
  k: number,
  text: (e: Expr) => string,
): Found {
  const other = text(sides[k === 0 ? 1 : 0]);
  const how =
    op === 'divide' && k === 0
      ? `divided by \`${other}\`, which is infinite`
      : `multiplied with \`${other}\`, which is 0,`;
  return {
    ...at,
    kind: 'a factor of 0',
    because: `is zero, because the value is ${how} {line}`,
    instead: 'Where the factor is a mask this is as it should be; else choose inputs where it is not 0.',
  };
}

export function shown(x: number): string {
  return Number.isFinite(x)
    ? String(Number(x.toPrecision(6)))
    : Number.isNaN(x)
      ? 'not a number'
      : x > 0
        ? '∞'
        : '−∞';
}

/** All paths are open, and their contributions cancel. */
function cancelled({ h, targets }: ZeroQuestion, between: Uint8Array): Found {
  const last = targets.filter((n) => between[n] === 1).at(-1);
  const node = last === undefined ? null : h.node(last);
  return {
    statement: node?.statement ?? null,
    visit: node?.visit ?? 0,
    kind: 'terms that cancel',
    because: 'is zero, because what the seeds make of the dependents cancels',
    instead: 'Seed one dependent at a time to see what each of them contributes.',
  };
}

/** No path: the value, or the last one computed from it, was overwritten; or nothing that counts was computed from it. */
function lost({ h, sources, flow }: ZeroQuestion): Found {
  const alive = (n: number) => sources.has(n) || flow.dots[n] !== 0;
  const loss =
    h.losses.find((each) => sources.has(each.lost) && flow.hangs[each.by] !== 1) ??
    h.losses.findLast((each) => alive(each.lost) && flow.hangs[each.by] !== 1);
  const decided = h.tests.find(({ node }) => flow.hangs[node] === 1);
  if (!loss && decided) {
    const { statement, visit } = h.node(decided.node);
    return { statement, visit, ...BRANCH };
  }
  if (!loss)
    return {
      statement: null,
      visit: 0,
      kind: 'no use',
      because: 'is zero, because nothing that is derived is computed from it in this run',
      instead:
        'Choose a dependent that depends on it, or inputs for which the run comes to where it is used.',
    };
  const own = sources.has(loss.lost);
  return {
    statement: loss.statement,
    visit: loss.visit,
    kind: own ? 'an overwritten independent' : 'a branch on the value',
    because: own
      ? 'is zero, because the value at entry is overwritten {line} before anything that is derived is computed from it'
      : 'is zero, because what was computed from the value is overwritten {line} before it reaches what is derived',
    instead: own
      ? 'Keep the input in a variable of its own, and write to another one.'
      : 'If it should count, do not overwrite it there.',
  };
}
