/** Blocks that jumps leave, and the arrows: which jump arrived at a target (theory 7). */
import { entryOf } from '../../base/lookup';
import { constant } from '../../ir/build';
import { completes } from '../../ir/graph/completes';
import { isEndless } from '../../ir/graph/innerTest';
import { bodies, withBodies } from '../../ir/statements';
import type { Block, ControlWidth, DoWhile, For, Statement, VariableId, While } from '../../ir/types';
import { base, type From, makeIf, type RecordingDraft, ref, setInt, slot } from '../builder';
import { type TargetKey, targetOf } from '../jumps';
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

export function sweepBlock(c: SweepContext, s: Block): Sweeps {
  const { b } = c;
  const key: TargetKey = `exit ${s.label}`;
  const sites = c.jumps.sites.get(key) ?? [];
  const isReversed = c.reversed.has(s.id);
  const arrow = sites.length > 0 && isReversed ? slot(b, 'arrow', 'i32', 'control', c.depth) : null;
  const inner: SweepContext = arrow === null ? c : withTarget({ ...c, depth: c.depth + 1 }, key, arrow);
  const body = c.sweepList(inner, s.body);
  if (body.forward.length === 0 && !isReversed) return { forward: [], backward: [] };
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== null) forward.push(setInt(b, forwardOf(s), arrow, 0));
  forward.push({ ...s, ...base(b, forwardOf(s), 'primal'), body: body.forward });
  const pending = arrowsFrom(c, [s]);
  if (arrow !== null) closeTarget(c, s, arrow, sites.length, forward, backward, pending);
  backward.push(...body.backward);
  return { forward, backward };
}

export function sweepJump(c: SweepContext, s: Extract<Statement, { kind: 'exit' | 'next' }>): Sweeps {
  const { b } = c;
  const key = targetOf(s);
  const arrow = c.arrows.get(key);
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  if (arrow !== undefined) {
    const number = entryOf(c.jumps.sites, key).indexOf(s.id) + 1;
    if (s.kind === 'exit') forward.push(setInt(b, forwardOf(s), arrow, number));
    // Loops that the jump leaves store their trip counts, as their normal end would; innermost first.
    for (const loop of c.loops.slice(entryOf(c.loopsAround, key)).reverse()) {
      const width: ControlWidth = { kind: 'count' };
      forward.push({
        kind: 'pushControl',
        ...base(b, forwardOf(s), 'push'),
        value: ref(b, loop.trips),
        width,
        recording: loop.recording,
      });
    }
    backward.push(setInt(b, backwardOf(s), arrow, 0));
  }
  forward.push({ ...s, ...base(b, forwardOf(s), 'primal') });
  return { forward, backward };
}

/** Stores the arrow after its target; backward, takes it again unless control left past this target. */
export function closeTarget(
  c: SweepContext,
  s: Statement,
  arrow: VariableId,
  sites: number,
  forward: Statement[],
  backward: Statement[],
  pending: readonly (readonly [TargetKey, VariableId])[],
): void {
  const { b } = c;
  const found = takeArrow(c, s, 'exit', arrow, sites, endsWithoutJump(s));
  if (found.recording !== null) {
    const { width, recording } = found;
    const store = {
      kind: 'pushControl' as const,
      ...base(b, forwardOf(s), 'push'),
      value: ref(b, arrow),
      width,
      recording,
    };
    forward.push(store);
  }
  if (pending.length === 0) backward.push(found.take);
  else {
    const none = nonePending(c, pending);
    backward.push(
      makeIf(b, backwardOf(s), 'control', none, [found.take], [setInt(b, backwardOf(s), arrow, 0)]),
    );
  }
}

/** The end of a loop body where `next` arrives: each jump stores its own number before it goes. */
export function closeBody(
  c: SweepContext,
  s: For | While | DoWhile,
  cont: VariableId,
  sites: number,
  body: readonly Statement[],
  forwardBody: Statement[],
  backwardBody: Statement[],
): void {
  const { b } = c;
  const straight = completes(body);
  const { width, recording, take } = takeArrow(c, s, 'next', cont, sites, straight);
  if (recording !== null) {
    if (straight) {
      const store = {
        kind: 'pushControl' as const,
        ...base(b, forwardOf(s), 'push'),
        value: constant(0, 'i32'),
        width,
        recording,
      };
      forwardBody.push(store);
    }
    const patched = forwardBody.flatMap((x) => storeAtJumps(c, x, s.label, width, recording));
    forwardBody.splice(0, forwardBody.length, ...patched);
  }
  const pending = arrowsFrom(c, s.body);
  if (pending.length === 0) backwardBody.push(take);
  else {
    const none = nonePending(c, pending);
    backwardBody.push(makeIf(b, backwardOf(s), 'control', none, [take], [setInt(b, backwardOf(s), cont, 0)]));
  }
}

/** Where only one arrow can arrive nothing is stored: the backward sweep knows which. */
function takeArrow(
  c: SweepContext,
  s: Statement,
  jumps: 'exit' | 'next',
  arrow: VariableId,
  sites: number,
  straight: boolean,
): { width: ControlWidth; recording: RecordingDraft['id'] | null; take: Statement } {
  const { b } = c;
  const width: ControlWidth = sites === 1 ? { kind: 'bit' } : { kind: 'small', states: sites + 1 };
  if (!straight && sites === 1) return { width, recording: null, take: setInt(b, backwardOf(s), arrow, 1) };
  const recording = controlRecording(c, s, 'arrow', width, 'i32', jumps);
  const take: Statement = {
    kind: 'popControl',
    ...base(b, backwardOf(s), 'pop'),
    target: arrow,
    width,
    recording,
  };
  return { width, recording, take };
}

/** May control leave the construct at its own end, not by a jump? */
function endsWithoutJump(s: Statement): boolean {
  switch (s.kind) {
    case 'block':
      return completes(s.body);
    case 'switch':
      return s.cases.some((k) => completes(k.body)) || completes(s.default);
    case 'while':
      return !isEndless(s);
    default:
      return true;
  }
}

/** Puts a push of the site's number before each `next` of the loop. */
function storeAtJumps(
  c: SweepContext,
  s: Statement,
  label: number,
  width: ControlWidth,
  id: RecordingDraft['id'],
): Statement[] {
  if (s.kind === 'next' && s.target === label && s.origin !== null) {
    const number = entryOf(c.jumps.sites, targetOf(s)).indexOf(s.origin) + 1;
    const from: From = { span: s.span, origin: s.origin, sweep: 'forward' };
    return [
      {
        kind: 'pushControl',
        ...base(c.b, from, 'push'),
        value: constant(number, 'i32'),
        width,
        recording: id,
      },
      s,
    ];
  }
  const inside = bodies(s).map((list) => list.flatMap((x) => storeAtJumps(c, x, label, width, id)));
  return [withBodies(s, inside)];
}
