/**
 * What stands on the edges: for every edge of G the statements that store control on its counterpart in the forward
 * graph, and those that restore it on its counterpart in the adjoint graph ([CFR] Algorithm 5, and its like for jumps).
 *
 * When both ends of an edge ask for a statement, the one that its source asks for comes first; the backward sweep goes
 * through them the other way round. Counters count the iterations that came to their end: one that a jump leaves is
 * reversed from the jump on, before the FORLOOP takes over.
 */
import type { Role } from '../../ir/types';
import { type ControlPlan, isHeader, type LoopReversal, type Picture, vertexAt } from './picture';

/** A vertex in the making that stores or restores control. */
export interface ControlStep {
  /** Picture index of the vertex on whose account it is there. */
  readonly owner: number;
  /** Tells it among those of its owner; a push and its pop have the same. */
  readonly key: string;
  readonly text: string;
  readonly role: Role;
  readonly recording: string | null;
  /** The line of Algorithm 5 that makes it, as printed: with a LOOP as source, and otherwise. */
  readonly reason: 'leave' | 'enter' | 'count' | 'merge' | 'kept';
}

export interface ControlContext {
  readonly picture: Picture;
  readonly plan: ControlPlan;
  readonly numbers: readonly number[];
  /** Counters are then named by their loops. */
  readonly severalLoops: boolean;
}

/** The FORLOOP of a loop is the counterpart of this vertex: its ENDLOOP or POSTLOOP; null if the loop never repeats. */
export function turningPoint(picture: Picture, header: number): number | null {
  return vertexAt(picture, header).partner;
}

function reversalOf(c: ControlContext, header: number): LoopReversal | null {
  const vertex = vertexAt(c.picture, header);
  const test =
    vertex.kind === 'LOOP' ? vertex : vertex.partner === null ? null : vertexAt(c.picture, vertex.partner);
  return test?.flow ? (c.plan.loops.get(test.flow.index) ?? null) : null;
}

export function reversalAtTurn(c: ControlContext, turn: number): LoopReversal | null {
  const { partner } = vertexAt(c.picture, turn);
  return partner === null ? null : reversalOf(c, partner);
}

/** `ctr`, or `ctr(4)` where there are several loops. */
export function loopName(c: ControlContext, header: number, name: string): string {
  return c.severalLoops ? `${name}(${c.numbers[header]})` : name;
}

/** Loops that an edge leaves, innermost first. */
export function loopsLeft(picture: Picture, e: number): number[] {
  const { from, to } = edgeAt(picture, e);
  const kept = vertexAt(picture, to).loops;
  return vertexAt(picture, from)
    .loops.filter((header) => !kept.includes(header))
    .reverse();
}

/** The header, if the edge comes to it from outside of its loop. */
export function loopEntered(picture: Picture, e: number): number | null {
  const { from, to } = edgeAt(picture, e);
  const target = vertexAt(picture, to);
  return isHeader(target) && !vertexAt(picture, from).loops.includes(to) ? to : null;
}

export function edgeAt(picture: Picture, e: number): Picture['edges'][number] {
  return picture.edges[e] as Picture['edges'][number];
}

export function stepsForward(c: ControlContext, e: number): ControlStep[] {
  const { picture } = c;
  const { to, marker, key } = edgeAt(picture, e);
  const steps: ControlStep[] = [];
  for (const header of loopsLeft(picture, e)) steps.push(...storeLoop(c, header, key));
  const entered = loopEntered(picture, e);
  if (entered !== null && reversalOf(c, entered)?.kind === 'counter')
    steps.push({
      owner: entered,
      key: 'start',
      text: `${loopName(c, entered, 'ctr')} := 0`,
      role: 'control',
      recording: null,
      reason: 'enter',
    });
  const target = vertexAt(picture, to);
  if ((target.kind === 'ENDLOOP' || target.kind === 'POSTLOOP') && target.partner !== null) {
    steps.push(...countTrip(c, target.partner));
  }
  const arrival = target.flow ? c.plan.arrivals.get(target.flow.index) : undefined;
  if (arrival?.kind === 'stored')
    steps.push({
      owner: to,
      key: `marker ${key}`,
      text: `push(${marker})`,
      role: 'push',
      recording: arrival.recording,
      reason: 'merge',
    });
  if (arrival?.kind === 'kept')
    steps.push({
      owner: to,
      key: `marker ${key}`,
      text: `${arrival.variable} := ${marker}`,
      role: 'control',
      recording: null,
      reason: 'kept',
    });
  return steps;
}

function countTrip(c: ControlContext, header: number): ControlStep[] {
  if (reversalOf(c, header)?.kind !== 'counter') return [];
  const text = `${loopName(c, header, 'ctr')} += 1`;
  return [{ owner: header, key: 'count', text, role: 'control', recording: null, reason: 'count' }];
}

function storeLoop(c: ControlContext, header: number, key: number): ControlStep[] {
  const reversal = reversalOf(c, header);
  const common = { owner: header, role: 'push', reason: 'leave' } as const;
  if (reversal?.kind === 'counter') {
    const text = `push(${loopName(c, header, 'ctr')})`;
    return [{ ...common, key: `leave ${key}`, text, recording: reversal.recording }];
  }
  if (reversal?.kind !== 'counted') return [];
  return reversal.bounds.map(({ name, recording }) => ({
    ...common,
    key: `leave ${key} ${name}`,
    text: `push(${name})`,
    recording,
  }));
}

/** In the order in which the backward sweep comes to them. */
export function stepsBackward(c: ControlContext, e: number): ControlStep[] {
  const { from, key } = edgeAt(c.picture, e);
  const steps: ControlStep[] = [];
  for (const header of loopsLeft(c.picture, e).reverse()) {
    const reversal = reversalOf(c, header);
    for (const stored of storeLoop(c, header, key).reverse()) {
      const name = reversal?.kind === 'counter' ? loopName(c, header, 'rBound') : stored.text.slice(5, -1);
      steps.push({ ...stored, text: `${name} := pop`, role: 'pop' });
    }
  }
  const source = vertexAt(c.picture, from);
  const arrival = source.flow ? c.plan.arrivals.get(source.flow.index) : undefined;
  if (arrival?.kind === 'stored')
    steps.push({
      owner: from,
      key: 'restore',
      text: `${source.kind === 'ENDBRANCH' ? 'branchId' : 'arrow'} := pop`,
      role: 'pop',
      recording: arrival.recording,
      reason: 'merge',
    });
  return steps;
}
