/** Loops with a test: the forward sweep counts their trips, the backward sweep runs as many (theory 7). */
import { compare, constant, logical } from '../../ir/build';
import { type Counters, type Emitter, newLabel, newStatement, type OnTape } from '../../ir/emit';
import { completes } from '../../ir/graph/completes';
import { innerTest } from '../../ir/graph/innerTest';
import { rewriteStatements, walkStatements } from '../../ir/statements';
import type {
  ControlWidth,
  DoWhile,
  Expr,
  LabelId,
  RecordingId,
  Statement,
  VariableId,
  While,
} from '../../ir/types';
import { countedLoop } from '../extents';
import type { TargetKey } from '../jumps';
import { closeBody, closeTarget } from './arrows';
import { arrowsFrom, nonePending, type Pending, type SweepContext, type Sweeps, withTarget } from './context';

/** A loop in the parts that run in this order: the prelude of its test with the test, if they stand inside; body; increment. */
interface Parts {
  readonly tested: readonly Statement[];
  readonly body: readonly Statement[];
  readonly increments: readonly Statement[];
}

function partsOf(s: While | DoWhile): Parts {
  const increments = s.kind === 'while' ? (s.increment ?? []) : [];
  const inner = s.kind === 'while' ? innerTest(s) : null;
  if (!inner) return { tested: [], body: s.body, increments };
  return { tested: [...inner.prelude, inner.test], body: inner.body, increments };
}

/** What the sweeps of a loop share. */
interface Reversal {
  /** Null where no iteration comes to its end: what a jump broke off is all that there is, and nothing is counted. */
  readonly trips: VariableId | null;
  /** Null where the counter keeps its value up to the backward sweep. */
  readonly recording: RecordingId | null;
  /** Set by jumps that leave the loop, and by `next`; null where there are none. */
  readonly arrow: VariableId | null;
  readonly skip: VariableId | null;
}

export function sweepTrips(c: SweepContext, s: While | DoWhile): Sweeps {
  const { b } = c;
  const at = b.at(s);
  const plan = c.analysis.tests.get(s.id);
  const parts = partsOf(s);
  const exitKey: TargetKey = `exit ${s.label}`;
  const nextKey: TargetKey = `next ${s.label}`;
  const has = (key: TargetKey) => (c.jumps.sites.get(key) ?? []).length > 0;
  const type = counterType(s);
  const width: ControlWidth = { kind: 'count' };
  const isOnce = !c.repeating.has(s);
  const own = c.runsOnce(s) && (c.jumps.inside.get(s.id)?.size ?? 0) === 0;
  const counter = () => (own ? b.ownControl('trips', type) : b.slot('trips', type, c.depth));
  const reversal: Reversal | null = c.reversed.has(s.id)
    ? {
        arrow: has(exitKey) && parts.tested.length === 0 ? b.slot('arrow', 'i32', c.depth) : null,
        skip: has(nextKey) ? b.slot('skip', 'i32', c.depth) : null,
        trips: isOnce ? null : counter(),
        recording: own || isOnce ? null : at.recordControl('count', width, { type }).recording,
      }
    : null;
  let inner: SweepContext = { ...c, depth: c.depth + 1 };
  if (reversal && reversal.recording !== null && reversal.trips !== null) {
    const { trips, recording } = reversal;
    inner = { ...inner, loops: [...inner.loops, { trips, recording }] };
  }
  if (reversal && reversal.arrow !== null) inner = withTarget(inner, exitKey, reversal.arrow);
  // `next` has been resolved before the increment runs.
  const outer = inner;
  if (reversal && reversal.skip !== null) inner = withTarget(inner, nextKey, reversal.skip);
  const swept = {
    tested: c.sweepList(outer, parts.tested),
    body: c.sweepList(inner, parts.body),
    tail: c.sweepList(outer, parts.increments),
  };
  if (!reversal) {
    if (plan && !plan.runs) return { forward: [], backward: [] };
    const body = [...swept.tested.forward, ...swept.body.forward];
    return { forward: [rebuildLoop(c, s, body, swept.tail.forward)], backward: [] };
  }
  const jumpsOut = arrowsFrom(outer, parts.body);
  return joined(c, s, reversal, { parts, swept, jumpsOut });
}

/** Puts the sweeps of the parts together, with the counter around them. */
function joined(
  c: SweepContext,
  s: While | DoWhile,
  { trips, recording, arrow, skip }: Reversal,
  {
    parts,
    swept: { tested, body, tail },
    jumpsOut,
  }: {
    readonly parts: Parts;
    readonly swept: Readonly<Record<'tested' | 'body' | 'tail', Sweeps>>;
    readonly jumpsOut: Pending;
  },
): Sweeps {
  const { b } = c;
  const at = b.at(s);
  const unlessPending = (list: readonly Statement[]): readonly Statement[] =>
    list.length > 0 && jumpsOut.length > 0
      ? [at.backward.if('control', nonePending(c, jumpsOut), list)]
      : list;
  const forwardBody = [...body.forward];
  const backwardBody: Statement[] = [...unlessPending([...tested.backward, ...tail.backward])];
  if (skip !== null) {
    const sites = c.jumps.sites.get(`next ${s.label}`) ?? [];
    const to = { arrow: skip, sites: sites.length };
    const out = { forward: forwardBody, backward: backwardBody };
    closeBody({ ...c, arrows: new Map(jumpsOut) }, s, to, parts.body, out);
  }
  backwardBody.push(...body.backward);
  const tailForward = [...tail.forward];
  // Where `next` goes straight to the test, there is no increment to count in: iterations are counted as they begin.
  const countsBegun = trips !== null && skip !== null && tailForward.length === 0;
  if (trips !== null) {
    // Else those are counted that came to their end (theory 7).
    const count = countOne(at.forward, trips);
    if (countsBegun) forwardBody.unshift(count);
    else (tailForward.length > 0 ? tailForward : forwardBody).push(count);
  }

  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(at.forward.set(arrow, 0));
  if (trips !== null) forward.push(at.forward.set(trips, 0));
  forward.push(rebuildLoop(c, s, [...tested.forward, ...forwardBody], tailForward));
  const store = trips === null ? null : storeCount(c, s, trips, recording);
  if (store) forward.push(...store.forward);
  if (arrow !== null) {
    const exits = c.jumps.sites.get(`exit ${s.label}`) ?? [];
    closeTarget(c, s, { arrow, sites: exits.length }, { forward, backward }, arrowsFrom(c, [s]));
  }
  const broken = jumpsOut.map(([, jump]): Expr => compare('ne', b.ref(jump), constant(0, 'i32')));
  const isBroken = broken.length > 0 ? broken.reduce((x, y) => logical('or', x, y)) : null;
  if (store) {
    const { bound } = store;
    const last = b.ref(bound);
    const { type } = last;
    backward.push(...store.backward);
    // The iteration that a jump broke off comes on top.
    if (isBroken && !countsBegun)
      backward.push(at.backward.if('control', isBroken, [countOne(at.backward, bound)]));
    const index = b.slot('trip', type, c.depth);
    const range = { index, first: constant(1, type), last };
    backward.push(countedLoop(at.backward, 'control', range, backwardBody));
  } else if (isBroken) backward.push(at.backward.if('control', isBroken, backwardBody));
  // The prelude ran before the first test, too.
  backward.push(...copyOf(b.state, tested.backward));
  return { forward, backward };
}

function countOne(emit: Emitter, id: VariableId): Statement {
  const counter = emit.ref(id);
  return emit.increment('control', counter, constant(1, counter.type));
}

/** The push of the count after the loop, its pop, and the variable that the backward sweep finds it in. */
function storeCount(
  c: SweepContext,
  s: While | DoWhile,
  trips: VariableId,
  recording: RecordingId | null,
): Sweeps & { readonly bound: VariableId } {
  const { b } = c;
  if (recording === null) return { forward: [], backward: [], bound: trips };
  const at = b.at(s);
  const onTape: OnTape = { width: { kind: 'count' }, recording };
  // In [CFR] what is popped has a name of its own.
  const bound = b.state.paperNames ? b.slot('bound', b.ref(trips).type, c.depth) : trips;
  const push = at.forward.pushNumber(b.ref(trips), onTape);
  const pop = at.backward.popNumber(bound, onTape);
  // A loop that only jumps leave past its end has its count stored at those.
  return { forward: completes([s]) ? [push] : [], backward: [pop], bound };
}

/** As wide as the index that the increment steps (theory 14). */
function counterType(s: While | DoWhile): 'i32' | 'i64' {
  const increments = s.kind === 'while' ? (s.increment ?? []) : [];
  return increments.some((step) => step.kind === 'assign' && step.target.type === 'i64') ? 'i64' : 'i32';
}

function rebuildLoop(
  c: SweepContext,
  s: While | DoWhile,
  body: readonly Statement[],
  tail: readonly Statement[],
): Statement {
  const head = c.b.at(s).forward.stamp('primal');
  if (s.kind === 'doWhile') return { ...s, ...head, body };
  return {
    kind: 'while',
    ...head,
    label: s.label,
    condition: s.condition,
    body,
    ...(tail.length > 0 ? { increment: tail } : {}),
  };
}

/** Backward code that stands in two places: the second time with ids and labels of its own. */
function copyOf(counters: Counters, list: readonly Statement[]): readonly Statement[] {
  const labels = new Map<LabelId, LabelId>();
  walkStatements(list, (s) => {
    if ('label' in s) labels.set(s.label, newLabel(counters));
  });
  const own = (label: LabelId) => labels.get(label) ?? label;
  return rewriteStatements(list, (s) => {
    const copy = { ...s, id: newStatement(counters) };
    if ('label' in copy) return { ...copy, label: own(copy.label) };
    if (copy.kind === 'exit' || copy.kind === 'next') return { ...copy, target: own(copy.target) };
    return copy;
  });
}
