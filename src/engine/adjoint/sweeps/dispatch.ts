/**
 * Reversal of a region whose control is not nested (theory 7, `joins` on any graph): where several edges meet, the
 * forward sweep pushes which one arrived; the backward sweep is a region again, with every edge turned round.
 */
import { itemAt } from '../../base/lookup';
import { compare, constant, logical } from '../../ir/build';
import { completes } from '../../ir/graph/completes';
import type {
  ControlWidth,
  Dispatch,
  DispatchBlock,
  DispatchJump,
  Expr,
  RecordingId,
  Statement,
  StatementId,
  VariableId,
} from '../../ir/types';
import { base, makeIf, newLabel, ref, setInt, slot } from '../builder';
import type { TargetKey } from '../jumps';
import { closeTarget } from './arrows';
import {
  backwardOf,
  controlRecording,
  forwardOf,
  isOneOf,
  type SweepContext,
  type Sweeps,
  withTarget,
} from './context';

const ENTRY = -1;
/** Where the blocks of a region go that leave it. */
export const LEAVE = -1;

export function reverseDispatch(c: SweepContext, s: Dispatch): Sweeps {
  const { b } = c;
  const exitKey: TargetKey = `exit ${s.label}`;
  const sites = c.jumps.sites.get(exitKey) ?? [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? slot(b, 'arrow', 'i32', 'control', c.depth) : null;
  const deeper: SweepContext = { ...c, depth: c.depth + 1 };
  const inner = arrow === null ? deeper : withTarget(deeper, exitKey, arrow);
  const swept = s.blocks.map((block) => c.sweepList(inner, block.body));
  const from = forwardOf(s);
  const back = backwardOf(s);
  if (!isReversed) {
    const branches = s.blocks.flatMap((block) => (block.jump.kind === 'go' ? [] : [block.jump.id]));
    const runs = branches.some((id) => c.analysis.tests.get(id)?.runs ?? false);
    if (branches.length > 0 ? !runs : swept.every((x) => x.forward.length === 0))
      return { forward: [], backward: [] };
    const blocks = s.blocks.map((block, k) => ({ ...block, body: (swept[k] as Sweeps).forward }));
    return { forward: [{ ...s, ...base(b, from, 'primal'), blocks }], backward: [] };
  }
  const arrivals = arrivalsOf(s);
  const recordings = new Map<number, { id: RecordingId; width: ControlWidth }>();
  for (const [to, sources] of arrivals) {
    if (sources.length < 2) continue;
    const width: ControlWidth =
      sources.length === 2 ? { kind: 'bit' } : { kind: 'small', states: sources.length };
    recordings.set(to, { id: controlRecording(c, s, 'arrow', width), width });
  }
  const pushOf = (source: number, to: number): Statement[] => {
    const r = recordings.get(to);
    if (!r) return [];
    const value = constant((arrivals.get(to) as number[]).indexOf(source), 'i32');
    return [{ kind: 'pushControl', ...base(b, from, 'push'), value, width: r.width, recording: r.id }];
  };

  // ------------------------------------------------------------------------------------------------- forward
  const blocks: DispatchBlock[] = s.blocks.map((block, k) => ({
    ...block,
    body: (swept[k] as Sweeps).forward,
  }));
  const through = (source: number, to: number): number => {
    const push = pushOf(source, to);
    if (push.length === 0) return to;
    blocks.push({ body: push, jump: { kind: 'go', to }, span: s.span, name: null });
    return blocks.length - 1;
  };
  s.blocks.forEach((block, k) => {
    const here = blocks[k] as DispatchBlock;
    if (!completes(block.body)) return;
    const jump = block.jump;
    if (jump.kind === 'go') blocks[k] = { ...here, body: [...here.body, ...pushOf(k, jump.to)] };
    else if (jump.kind === 'branch') {
      blocks[k] = { ...here, jump: { ...jump, then: through(k, jump.then), else: through(k, jump.else) } };
    } else {
      blocks[k] = {
        ...here,
        jump: {
          ...jump,
          cases: jump.cases.map((x) => ({ ...x, to: through(k, x.to) })),
          default: through(k, jump.default),
        },
      };
    }
  });
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(setInt(b, from, arrow, 0));
  forward.push(...pushOf(ENTRY, 0), { ...s, ...base(b, from, 'primal'), blocks });
  const pending = [...c.arrows].filter(([key]) => (c.jumps.inside.get(s.id)?.get(key)?.length ?? 0) > 0);
  if (arrow !== null) closeTarget(c, s, arrow, sites.length, forward, backward, pending);

  // ------------------------------------------------------------------------------------------------ backward
  const all = arrow === null ? pending : [...pending, [exitKey, arrow] as const];
  const came = slot(b, 'came', 'i32', 'control', c.depth);
  const popCame = (to: number): Statement[] => {
    const r = recordings.get(to);
    return r
      ? [{ kind: 'popControl', ...base(b, back, 'pop'), target: came, width: r.width, recording: r.id }]
      : [];
  };
  // Block k of the region is block k + 1 backward; block 0 finds where to start.
  const position = (source: number) => (source === ENTRY ? LEAVE : source + 1);
  const goBack = (to: number): DispatchJump =>
    jumpTo(c, came, (arrivals.get(to) ?? [ENTRY]).map(position), s);
  const reversedBlocks: DispatchBlock[] = s.blocks.map((block, k) => ({
    body: [...(swept[k] as Sweeps).backward, ...popCame(k)],
    jump: goBack(k),
    span: block.span,
    name: null,
  }));
  let start: DispatchBlock;
  const leaving = arrivals.get(LEAVE) ?? [];
  if (all.length === 0)
    start = {
      body: popCame(LEAVE),
      jump: jumpTo(c, came, leaving.map(position), s),
      span: s.span,
      name: null,
    };
  else {
    const begin = slot(b, 'begin', 'i32', 'control', c.depth);
    const none = all
      .map(([, v]) => compare('eq', ref(b, v), constant(0, 'i32')) as Expr)
      .reduce((x, y) => logical('and', x, y));
    const found = s.blocks.flatMap((block, k) => {
      const hits = all.flatMap(([key, v]) => {
        const numbers = block.body.flatMap((x) => c.jumps.inside.get(x.id)?.get(key) ?? []);
        return numbers.length > 0 ? [isOneOf(c, v, numbers)] : [];
      });
      return hits.length === 0
        ? []
        : [
            makeIf(
              b,
              back,
              'control',
              hits.reduce((x, y) => logical('or', x, y)),
              [setInt(b, back, begin, k + 1)],
            ),
          ];
    });
    const normal: Statement[] =
      leaving.length > 1
        ? [
            ...popCame(LEAVE),
            ...leaving.map((source, k) =>
              makeIf(b, back, 'control', compare('eq', ref(b, came), constant(k, 'i32')), [
                setInt(b, back, begin, position(source)),
              ]),
            ),
          ]
        : leaving.map((source) => setInt(b, back, begin, position(source)));
    start = {
      body: normal.length > 0 ? [makeIf(b, back, 'control', none, normal, found)] : found,
      jump: {
        kind: 'select',
        id: b.state.nextStatement++ as StatementId,
        selector: ref(b, begin),
        cases: s.blocks.map((_, k) => ({ values: [{ from: k + 1, to: k + 1 }], to: k + 1 })),
        default: LEAVE,
        span: s.span,
      },
      span: s.span,
      name: null,
    };
  }
  const state = slot(b, 'state', 'i32', 'control', c.depth);
  backward.push({
    kind: 'dispatch',
    ...base(b, back, 'control'),
    label: newLabel(b),
    state,
    blocks: [start, ...reversedBlocks],
  });
  return { forward, backward };
}

/** Distinct sources of every block (and of the way out), in order; -1 is the entry of the region. */
export function arrivalsOf(s: Dispatch): Map<number, number[]> {
  const arrivals = new Map<number, number[]>([[0, [ENTRY]]]);
  s.blocks.forEach((block, k) => {
    if (!completes(block.body)) return;
    for (const to of targets(block.jump)) {
      const list = arrivals.get(to) ?? [];
      if (!list.includes(k)) list.push(k);
      arrivals.set(to, list);
    }
  });
  return arrivals;
}

function targets(jump: DispatchJump): number[] {
  switch (jump.kind) {
    case 'go':
      return [jump.to];
    case 'branch':
      return [jump.then, jump.else];
    case 'select':
      return [...jump.cases.map((x) => x.to), jump.default];
  }
}

function jumpTo(c: SweepContext, came: VariableId, places: readonly number[], s: Dispatch): DispatchJump {
  const id = () => c.b.state.nextStatement++ as StatementId;
  if (places.length <= 1) return { kind: 'go', to: itemAt(places, 0) };
  if (places.length === 2) {
    const condition = compare('eq', ref(c.b, came), constant(0, 'i32'));
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
    selector: ref(c.b, came),
    cases: places.slice(0, -1).map((to, k) => ({ values: [{ from: k, to: k }], to })),
    default: places[places.length - 1] as number,
    span: s.span,
  };
}
