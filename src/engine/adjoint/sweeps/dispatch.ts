/**
 * Reversal of a region whose control is not nested (theory 7, `joins` on any graph): where several edges meet, the
 * forward sweep pushes which one arrived; the backward sweep is a region again, with every edge turned round.
 */

import { entryOf, itemAt } from '../../base/lookup';
import { compare, constant } from '../../ir/build';
import { newStatement, type OnTape } from '../../ir/emit';
import { completes } from '../../ir/graph/completes';
import { targetsOf } from '../../ir/statements';
import type {
  ControlWidth,
  Dispatch,
  DispatchBlock,
  DispatchJump,
  Expr,
  Statement,
  VariableId,
} from '../../ir/types';
import type { TargetKey } from '../jumps';
import { closeTarget } from './arrows';
import { jumpedFrom, nonePending, type Pending, type SweepContext, type Sweeps, withTarget } from './context';

const ENTRY = -1;
/** Where the blocks of a region go that leave it. */
export const LEAVE = -1;

/** A region that is reversed, and what is recorded of it. */
interface Region {
  readonly c: SweepContext;
  readonly s: Dispatch;
  readonly swept: readonly Sweeps[];
  readonly arrivals: ReadonlyMap<number, readonly number[]>;
  /** By block where several edges meet: which of them arrived. */
  readonly onTape: ReadonlyMap<number, OnTape>;
}

export function reverseDispatch(c: SweepContext, s: Dispatch): Sweeps {
  const { b } = c;
  const at = b.at(s);
  const exitKey: TargetKey = `exit ${s.label}`;
  const sites = c.jumps.sites.get(exitKey) ?? [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? b.slot('arrow', 'i32', c.depth) : null;
  const deeper: SweepContext = { ...c, depth: c.depth + 1 };
  const inner = arrow === null ? deeper : withTarget(deeper, exitKey, arrow);
  const swept = s.blocks.map((block) => c.sweepList(inner, block.body));
  if (!isReversed) return { forward: runAgain(c, s, swept), backward: [] };
  const arrivals = arrivalsOf(s);
  const onTape = new Map<number, OnTape>();
  for (const [to, sources] of arrivals) {
    if (sources.length < 2) continue;
    const width: ControlWidth =
      sources.length === 2 ? { kind: 'bit' } : { kind: 'small', states: sources.length };
    onTape.set(to, at.recordControl('arrow', width));
  }
  const region: Region = { c, s, swept, arrivals, onTape };
  const blocks = forwardBlocks(region);
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(at.forward.set(arrow, 0));
  forward.push(...pushOf(region, ENTRY, 0), { ...s, ...at.forward.stamp('primal'), blocks });
  const pending = [...c.arrows].filter(([key]) => (c.jumps.inside.get(s.id)?.get(key)?.length ?? 0) > 0);
  if (arrow !== null) closeTarget(c, s, { arrow, sites: sites.length }, { forward, backward }, pending);
  backward.push(turnedRound(region, arrow === null ? pending : [...pending, [exitKey, arrow] as const]));
  return { forward, backward };
}

/** Of a region that nothing is reversed of: what the rest needs. */
function runAgain(c: SweepContext, s: Dispatch, swept: readonly Sweeps[]): Statement[] {
  const branches = s.blocks.flatMap((block) => (block.jump.kind === 'go' ? [] : [block.jump.id]));
  const runs = branches.some((id) => c.analysis.tests.get(id)?.runs ?? false);
  if (branches.length > 0 ? !runs : swept.every((x) => x.forward.length === 0)) return [];
  const blocks = s.blocks.map((block, k) => ({ ...block, body: itemAt(swept, k).forward }));
  return [{ ...s, ...c.b.at(s).forward.stamp('primal'), blocks }];
}

function pushOf({ c, s, arrivals, onTape }: Region, source: number, to: number): Statement[] {
  const recorded = onTape.get(to);
  if (!recorded) return [];
  const number = constant(entryOf(arrivals, to).indexOf(source), 'i32');
  return [c.b.at(s).forward.pushNumber(number, recorded)];
}

/** Every edge to where several meet leads through a block that says which it is. */
function forwardBlocks(region: Region): DispatchBlock[] {
  const { s, swept } = region;
  const blocks: DispatchBlock[] = s.blocks.map((block, k) => ({ ...block, body: itemAt(swept, k).forward }));
  const through = (source: number, to: number): number => {
    const push = pushOf(region, source, to);
    if (push.length === 0) return to;
    blocks.push({ body: push, jump: { kind: 'go', to }, span: s.span, name: null });
    return blocks.length - 1;
  };
  s.blocks.forEach(({ body, jump }, k) => {
    const here = itemAt(blocks, k);
    if (!completes(body)) return;
    if (jump.kind === 'go') blocks[k] = { ...here, body: [...here.body, ...pushOf(region, k, jump.to)] };
    else if (jump.kind === 'branch')
      blocks[k] = { ...here, jump: { ...jump, then: through(k, jump.then), else: through(k, jump.else) } };
    else {
      const cases = jump.cases.map((x) => ({ ...x, to: through(k, x.to) }));
      blocks[k] = { ...here, jump: { ...jump, cases, default: through(k, jump.default) } };
    }
  });
  return blocks;
}

/** Block k of the region is block k + 1 backward; block 0 finds where to start. */
const position = (source: number): number => (source === ENTRY ? LEAVE : source + 1);

function turnedRound(region: Region, pending: Pending): Statement {
  const { c, s, swept, arrivals, onTape } = region;
  const { b } = c;
  const back = b.at(s).backward;
  const came = b.slot('came', 'i32', c.depth);
  const popCame = (to: number): Statement[] => {
    const recorded = onTape.get(to);
    return recorded ? [back.popNumber(came, recorded)] : [];
  };
  const goBack = (to: number, others: readonly number[]): DispatchJump =>
    jumpTo(c, came, (arrivals.get(to) ?? others).map(position), s);
  const blocks: DispatchBlock[] = s.blocks.map((block, k) => ({
    body: [...itemAt(swept, k).backward, ...popCame(k)],
    jump: goBack(k, [ENTRY]),
    span: block.span,
    name: null,
  }));
  const { body, jump } =
    pending.length === 0
      ? { body: popCame(LEAVE), jump: goBack(LEAVE, []) }
      : startAtJump(region, pending, came, popCame(LEAVE));
  const start: DispatchBlock = { body, jump, span: s.span, name: null };
  const state = b.slot('state', 'i32', c.depth);
  const label = back.label();
  return { kind: 'dispatch', ...back.stamp('control'), label, state, blocks: [start, ...blocks] };
}

/** Where jumps may have left the region: a pending one tells in which block to begin, the edge that left it else. */
function startAtJump(
  { c, s, arrivals }: Region,
  pending: Pending,
  came: VariableId,
  take: readonly Statement[],
): Pick<DispatchBlock, 'body' | 'jump'> {
  const { b } = c;
  const back = b.at(s).backward;
  const begin = b.slot('begin', 'i32', c.depth);
  const set = (source: number) => back.set(begin, position(source));
  const found = s.blocks.flatMap((block, k) => {
    const jumped = jumpedFrom(c, block.body, pending);
    return jumped ? [back.if('control', jumped, [set(k)])] : [];
  });
  const leaving = arrivals.get(LEAVE) ?? [];
  const cameBy = (k: number): Expr => compare('eq', b.ref(came), constant(k, 'i32'));
  const normal: Statement[] =
    leaving.length > 1
      ? [...take, ...leaving.map((source, k) => back.if('control', cameBy(k), [set(source)]))]
      : leaving.map(set);
  return {
    body: normal.length > 0 ? [back.if('control', nonePending(c, pending), normal, found)] : found,
    jump: {
      kind: 'select',
      id: newStatement(b.state),
      selector: b.ref(begin),
      cases: s.blocks.map((_, k) => ({ values: [{ from: k + 1, to: k + 1 }], to: k + 1 })),
      default: LEAVE,
      span: s.span,
    },
  };
}

/** Distinct sources of every block (and of the way out), in order; -1 is the entry of the region. */
export function arrivalsOf(s: Dispatch): Map<number, number[]> {
  const arrivals = new Map<number, number[]>([[0, [ENTRY]]]);
  s.blocks.forEach((block, k) => {
    if (!completes(block.body)) return;
    for (const to of targetsOf(block.jump)) {
      const list = arrivals.get(to) ?? [];
      if (!list.includes(k)) list.push(k);
      arrivals.set(to, list);
    }
  });
  return arrivals;
}

function jumpTo(c: SweepContext, came: VariableId, places: readonly number[], s: Dispatch): DispatchJump {
  const id = () => newStatement(c.b.state);
  if (places.length <= 1) return { kind: 'go', to: itemAt(places, 0) };
  if (places.length === 2) {
    const condition = compare('eq', c.b.ref(came), constant(0, 'i32'));
    return {
      kind: 'branch',
      id: id(),
      condition,
      then: places[0] as number,
      else: places[1] as number,
      span: s.span,
    };
  }
  return {
    kind: 'select',
    id: id(),
    selector: c.b.ref(came),
    cases: places.slice(0, -1).map((to, k) => ({ values: [{ from: k, to: k }], to })),
    default: places[places.length - 1] as number,
    span: s.span,
  };
}
