/** Loops with a test: the forward sweep counts their trips, the backward sweep runs as many (theory 7). */
import { add, constant } from '../../ir/build';
import type { ControlWidth, DoWhile, Statement, While } from '../../ir/types';
import { assign, base, countedLoop, makeIf, ref, setInt, slot } from '../builder';
import type { TargetKey } from '../jumps';
import { closeBody, closeTarget } from './arrows';
import {
  arrowsFrom,
  backwardOf,
  controlRecording,
  forwardOf,
  nonePending,
  type SweepContext,
  type Sweeps,
  withTarget,
} from './context';

export function sweepTrips(c: SweepContext, s: While | DoWhile): Sweeps {
  const { b } = c;
  const plan = c.analysis.tests.get(s.id);
  const isReversed = c.reversed.has(s.id);
  const from = forwardOf(s);
  const back = backwardOf(s);
  const exitKey: TargetKey = `exit ${s.label}`;
  const nextKey: TargetKey = `next ${s.label}`;
  const exits = c.jumps.sites.get(exitKey) ?? [];
  const nexts = c.jumps.sites.get(nextKey) ?? [];
  const arrow = exits.length > 0 && isReversed ? slot(b, 'arrow', 'i32', 'control', c.depth) : null;
  const cont = nexts.length > 0 && isReversed ? slot(b, 'skip', 'i32', 'control', c.depth) : null;
  let inner: SweepContext = { ...c, depth: c.depth + 1 };
  const width: ControlWidth = { kind: 'count' };
  const type = counterType(s);
  const trips = isReversed ? slot(b, 'trips', type, 'control', c.depth) : null;
  const id = isReversed ? controlRecording(c, s, 'count', width, type) : null;
  if (trips !== null && id !== null)
    inner = { ...inner, loops: [...inner.loops, { trips, recording: id, statement: s }] };
  if (arrow !== null) inner = withTarget(inner, exitKey, arrow);
  if (cont !== null) inner = withTarget(inner, nextKey, cont);
  const arrows = inner.arrows;

  const increments = s.kind === 'while' ? (s.increment ?? []) : [];
  const body = c.sweepList(inner, s.body);
  // `next` has been resolved before the increment runs.
  const bodyArrows = new Map(arrows);
  bodyArrows.delete(nextKey);
  const tail = c.sweepList({ ...inner, arrows: bodyArrows }, increments);
  if (trips === null || id === null) {
    if (plan && !plan.runs) return { forward: [], backward: [] };
    return { forward: [rebuildLoop(c, s, body.forward, tail.forward)], backward: [] };
  }
  const forwardBody = [...body.forward];
  const backwardBody: Statement[] = [];
  const jumpsOut = [...arrows].filter(
    ([key]) => key !== nextKey && s.body.some((x) => (c.jumps.inside.get(x.id)?.get(key)?.length ?? 0) > 0),
  );
  if (tail.backward.length > 0) {
    if (jumpsOut.length > 0) {
      const none = nonePending(c, jumpsOut);
      backwardBody.push(makeIf(b, back, 'control', none, tail.backward));
    } else backwardBody.push(...tail.backward);
  }
  if (cont !== null)
    closeBody({ ...c, arrows: new Map(jumpsOut) }, s, cont, nexts.length, s.body, forwardBody, backwardBody);
  backwardBody.push(...body.backward);
  // Counted at the start where a jump may leave the body: an iteration begun is an iteration to reverse.
  const count = assign(b, from, 'control', ref(b, trips), add(ref(b, trips), constant(1, type)), 'increment');
  const early = jumpsOut.length > 0 || cont !== null;
  const counted = early
    ? [count, ...forwardBody]
    : tail.forward.length > 0
      ? forwardBody
      : [...forwardBody, count];
  const countedTail = !early && tail.forward.length > 0 ? [...tail.forward, count] : tail.forward;

  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(setInt(b, from, arrow, 0));
  forward.push(
    assign(b, from, 'control', ref(b, trips), constant(0, type)),
    rebuildLoop(c, s, counted, countedTail),
  );
  forward.push({ kind: 'pushControl', ...base(b, from, 'push'), value: ref(b, trips), width, recording: id });
  const pending = arrowsFrom(c, [s]);
  if (arrow !== null) closeTarget(c, s, arrow, exits.length, forward, backward, pending);
  backward.push({ kind: 'popControl', ...base(b, back, 'pop'), target: trips, width, recording: id });
  const k = slot(b, 'trip', type, 'control', c.depth);
  backward.push(countedLoop(b, back, 'control', k, constant(1, type), ref(b, trips), 1, backwardBody));
  return { forward, backward };
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
  const head = base(c.b, forwardOf(s), 'primal');
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
