/** Blocks that jumps leave, and the arrows: which jump arrived at a target (theory 7). */
import { entryOf } from '../../base/lookup';
import { constant } from '../../ir/build';
import type { OnTape } from '../../ir/emit';
import { completes, endsWithoutJump } from '../../ir/graph/completes';
import { bodies, withBodies } from '../../ir/statements';
import type { Block, ControlWidth, DoWhile, For, Statement, VariableId, While } from '../../ir/types';
import { type TargetKey, targetOf } from '../jumps';
import { arrowsFrom, nonePending, type Pending, type SweepContext, type Sweeps, withTarget } from './context';

export function sweepBlock(c: SweepContext, s: Block): Sweeps {
  const { b } = c;
  const at = b.at(s);
  const key: TargetKey = `exit ${s.label}`;
  const sites = c.jumps.sites.get(key) ?? [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? b.slot('arrow', 'i32', c.depth) : null;
  const inner: SweepContext = arrow === null ? c : withTarget({ ...c, depth: c.depth + 1 }, key, arrow);
  const body = c.sweepList(inner, s.body);
  if (body.forward.length === 0 && !isReversed) return { forward: [], backward: [] };
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(at.forward.set(arrow, 0));
  forward.push({ ...s, ...at.forward.stamp('primal'), body: body.forward });
  const pending = arrowsFrom(c, [s]);
  if (arrow !== null) closeTarget(c, s, { arrow, sites: sites.length }, { forward, backward }, pending);
  backward.push(...body.backward);
  return { forward, backward };
}

export function sweepJump(c: SweepContext, s: Extract<Statement, { kind: 'exit' | 'next' }>): Sweeps {
  const at = c.b.at(s);
  const key = targetOf(s);
  const arrow = c.arrows.get(key);
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== undefined) {
    const number = entryOf(c.jumps.sites, key).indexOf(s.id) + 1;
    if (s.kind === 'exit') forward.push(at.forward.set(arrow, number));
    // Loops that the jump leaves store their trip counts, as their normal end would; innermost first.
    for (const loop of c.loops.slice(entryOf(c.loopsAround, key)).reverse()) {
      const { recording } = loop;
      forward.push(at.forward.pushNumber(c.b.ref(loop.trips), { width: { kind: 'count' }, recording }));
    }
    backward.push(at.backward.set(arrow, 0));
  }
  forward.push({ ...s, ...at.forward.stamp('primal') });
  return { forward, backward };
}

/** Where jumps arrive: the variable that holds which of them it was, and how many there are. */
interface Arrivals {
  readonly arrow: VariableId;
  readonly sites: number;
}

/** Stores the arrow after its target; backward, takes it again unless control left past this target. */
export function closeTarget(
  c: SweepContext,
  s: Statement,
  to: Arrivals,
  out: Sweeps,
  pending: Pending,
): void {
  const { onTape, take } = takeArrow(c, s, 'exit', to, endsWithoutJump(s));
  if (onTape) out.forward.push(c.b.at(s).forward.pushNumber(c.b.ref(to.arrow), onTape));
  out.backward.push(unlessPending(c, s, take, to.arrow, pending));
}

/** The end of a loop body where `next` arrives: each jump stores its own number before it goes. */
export function closeBody(
  c: SweepContext,
  s: For | While | DoWhile,
  to: Arrivals,
  body: readonly Statement[],
  out: Sweeps,
): void {
  const { forward, backward } = out;
  const straight = completes(body);
  const { onTape, take } = takeArrow(c, s, 'next', to, straight);
  if (onTape) {
    if (straight) forward.push(c.b.at(s).forward.pushNumber(constant(0, 'i32'), onTape));
    const patched = forward.flatMap((x) => storeAtJumps(c, x, s.label, onTape));
    forward.splice(0, forward.length, ...patched);
  }
  backward.push(unlessPending(c, s, take, to.arrow, arrowsFrom(c, s.body)));
}

/** No arrow is taken where a jump went further. */
function unlessPending(
  c: SweepContext,
  s: Statement,
  take: Statement,
  arrow: VariableId,
  pending: Pending,
): Statement {
  if (pending.length === 0) return take;
  const { backward } = c.b.at(s);
  return backward.if('control', nonePending(c, pending), [take], [backward.set(arrow, 0)]);
}

/** Where only one arrow can arrive nothing is stored: the backward sweep knows which. */
function takeArrow(
  c: SweepContext,
  s: Statement,
  jumps: 'exit' | 'next',
  { arrow, sites }: Arrivals,
  straight: boolean,
): { onTape: OnTape | null; take: Statement } {
  const at = c.b.at(s);
  if (!straight && sites === 1) return { onTape: null, take: at.backward.set(arrow, 1) };
  const width: ControlWidth = sites === 1 ? { kind: 'bit' } : { kind: 'small', states: sites + 1 };
  const onTape = at.recordControl('arrow', width, { jumps });
  return { onTape, take: at.backward.popNumber(arrow, onTape) };
}

/** Puts a push of the site's number before each `next` of the loop. */
function storeAtJumps(c: SweepContext, s: Statement, label: number, onTape: OnTape): Statement[] {
  if (s.kind === 'next' && s.target === label && s.origin !== null) {
    const number = entryOf(c.jumps.sites, targetOf(s)).indexOf(s.origin) + 1;
    const { forward } = c.b.at({ span: s.span, id: s.origin });
    return [forward.pushNumber(constant(number, 'i32'), onTape), s];
  }
  const inside = bodies(s).map((list) => list.flatMap((x) => storeAtJumps(c, x, label, onTape)));
  return [withBodies(s, inside)];
}
