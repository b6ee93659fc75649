/**
 * Forward and backward sweep of nested statements, in the styles `joins` and `structured` (theory 7).
 *
 * One recursion writes both sweeps. Where jumps arrive, the forward sweep stores which one did (the arrow), and the
 * backward sweep pops it and then looks for that jump: until it is found the arrow is *pending*, and what stands after the
 * jump in source order is skipped. So the backward sweep is nested wherever the source is, whatever jumps out of loops.
 */
import { itemAt } from '../../base/lookup';
import { logical } from '../../ir/build';
import { isRepeating } from '../../ir/statements';
import type { Expr, If, Statement } from '../../ir/types';
import { reverseCall } from '../calls';
import type { TargetKey } from '../jumps';
import { sweepBlock, sweepJump } from './arrows';
import { recomputeBefore, sweepAssign } from './assignments';
import { sweepBranch } from './branches';
import { isOneOf, type SweepContext, type Sweeps } from './context';
import { sweepCounted } from './counted';
import { reverseDispatch } from './dispatch';
import { sweepTrips } from './trips';

/** Both sweeps of a list; the backward one in the order in which it runs. */
export function sweepList(c: SweepContext, list: readonly Statement[]): Sweeps {
  const forward: Statement[] = [];
  const pieces = list.map((s) => {
    const piece = sweepStatement(c, s);
    forward.push(...piece.forward);
    piece.backward.unshift(...recomputeBefore(c, s));
    return piece.backward.length > 0 ? piece.backward : findJumpIn(c, s);
  });
  const jumpsTo = (target: TargetKey) => list.findIndex((s) => c.jumps.inside.get(s.id)?.has(target));
  const firsts = new Map([...c.arrows.keys()].map((target) => [target, jumpsTo(target)]));
  const backward: Statement[] = [];
  for (let i = list.length - 1; i >= 0; i--) {
    const code = itemAt(pieces, i);
    if (code.length === 0) continue;
    const guard = guardFor(c, firsts, itemAt(list, i), i);
    if (!guard) {
      backward.push(...code);
      continue;
    }
    const last = backward[backward.length - 1];
    // Neighbours behind one guard share it.
    if (last?.kind === 'if' && last.else.length === 0 && guards.get(last) === guard.key) {
      const joined: If = { ...last, then: [...last.then, ...code] };
      guards.set(joined, guard.key);
      backward[backward.length - 1] = joined;
    } else {
      const made = c.b.at(itemAt(list, i)).backward.if('control', guard.condition, code);
      guards.set(made, guard.key);
      backward.push(made);
    }
  }
  return { forward, backward };
}

/** A statement without backward code of its own may still hold the jump that is looked for. */
function findJumpIn(c: SweepContext, s: Statement): Statement[] {
  return [...c.arrows].flatMap(([target, arrow]) => {
    const numbers = c.jumps.inside.get(s.id)?.get(target) ?? [];
    if (numbers.length === 0) return [];
    const { backward } = c.b.at(s);
    return [backward.if('control', isOneOf(c, arrow, numbers), [backward.set(arrow, 0)])];
  });
}

const guards = new WeakMap<Statement, string>();

/** The i-th statement runs backward unless an arrow is pending whose first jump stands further up in the list. */
function guardFor(
  c: SweepContext,
  firsts: ReadonlyMap<TargetKey, number>,
  s: Statement,
  i: number,
): { condition: Expr; key: string } | null {
  const terms: Expr[] = [];
  const keys: string[] = [];
  for (const [target, arrow] of c.arrows) {
    const first = firsts.get(target) ?? -1;
    if (first < 0 || first >= i) continue;
    const inside = c.jumps.inside.get(s.id)?.get(target) ?? [];
    terms.push(isOneOf(c, arrow, [0, ...inside]));
    keys.push(`${target}:${inside.join(',')}`);
  }
  if (terms.length === 0) return null;
  return { condition: terms.reduce((x, y) => logical('and', x, y)), key: keys.join(' ') };
}

function sweepStatement(c: SweepContext, s: Statement): Sweeps {
  // A loop that control never reaches is left out: it could be reached once what stands before it has been dropped as useless.
  if (isRepeating(s) && !c.reached.has(s)) return { forward: [], backward: [] };
  switch (s.kind) {
    case 'assign':
      return sweepAssign(c, s);
    case 'call':
      return reverseCall(c, s);
    case 'if':
    case 'switch':
      return sweepBranch(c, s);
    case 'for':
      return sweepCounted(c, s);
    case 'while':
    case 'doWhile':
      return sweepTrips(c, s);
    case 'block':
      return sweepBlock(c, s);
    case 'exit':
    case 'next':
      return sweepJump(c, s);
    case 'dispatch':
      return reverseDispatch(c, s);
    case 'stop':
      return { forward: [{ ...s, ...c.b.at(s).forward.stamp('primal') }], backward: [] };
    default:
      return { forward: [], backward: [] };
  }
}
