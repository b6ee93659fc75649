/**
 * What stands on the edges: for every edge of G the statements that store control on its counterpart in the forward
 * graph, and those that restore it on its counterpart in the adjoint graph ([CFR] Algorithm 5, and its like for jumps).
 *
 * When both ends of an edge ask for a statement, the one that its source asks for comes first; the backward sweep goes
 * through them the other way round. Counters count the iterations that came to their end: one that a jump leaves is
 * reversed from the jump on, before the FORLOOP takes over.
 */
import type { Role } from '../../ir/types';
import { type ControlVariable, PAPER_NAMES } from '../paperNames';
import {
  type Arrival,
  type ControlPlan,
  isHeader,
  type LoopReversal,
  type Picture,
  vertexAt,
} from './picture';

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

/**
 * The name that the generated code has for a variable of control, as [CFR] has it under `structured`; of a loop's, with the
 * loop's number where there are several: `ctr`, `ctr(4)`.
 */
export function controlName(c: ControlContext, name: ControlVariable): string {
  if (c.plan.style === 'structured') return PAPER_NAMES[name] ?? name;
  return name === 'bound' ? 'trips' : name;
}

export function loopName(c: ControlContext, header: number, name: ControlVariable): string {
  const plain = controlName(c, name);
  return c.severalLoops ? `${plain}(${c.numbers[header]})` : plain;
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

type Reason = ControlStep['reason'];

/** Something is pushed on the tape. */
export function pushed(
  owner: number,
  key: string,
  name: string,
  recording: string | null,
  reason: Reason,
): ControlStep {
  return { owner, key, text: `push(${name})`, role: 'push', recording, reason };
}

function counted(owner: number, key: string, text: string, reason: Reason): ControlStep {
  return { owner, key, text, role: 'control', recording: null, reason };
}

export function stepsForward(c: ControlContext, e: number): ControlStep[] {
  const { picture } = c;
  const { from, to, marker, key } = edgeAt(picture, e);
  const left = loopsLeft(picture, e).filter((header) => !isPutOff(c, header, to));
  const steps: ControlStep[] = [...storedPast(c, from, key)];
  for (const header of left) steps.push(...storeLoop(c, header, key));
  const entered = loopEntered(picture, e);
  if (entered !== null) steps.push(...enterLoop(c, entered));
  const target = vertexAt(picture, to);
  if ((target.kind === 'ENDLOOP' || target.kind === 'POSTLOOP') && target.partner !== null) {
    steps.push(...countTrip(c, target.partner));
  }
  const arrival = arrivalAt(c, to);
  if (arrival?.kind === 'stored')
    steps.push(pushed(to, `marker ${key}`, `${marker}`, arrival.recording, 'merge'));
  if (arrival?.kind === 'kept' || arrival?.kind === 'pushedAfter')
    steps.push(counted(to, `marker ${key}`, `${arrival.variable} := ${marker}`, 'kept'));
  return steps;
}

function arrivalAt(c: ControlContext, v: number): Arrival | undefined {
  const { flow } = vertexAt(c.picture, v);
  return flow ? c.plan.arrivals.get(flow.index) : undefined;
}

/** A loop's own jumps and its test meet at this vertex: what is stored of the loop is stored past it, once. */
function isPutOff(c: ControlContext, header: number, at: number): boolean {
  const loop = vertexAt(c.picture, header).flow?.construct;
  return arrivalAt(c, at)?.kind === 'pushedAfter' && vertexAt(c.picture, at).flow?.construct === loop;
}

/** What is stored on the way out of a vertex where jumps have met: the loop that they left, and which of them it was. */
function storedPast(c: ControlContext, from: number, key: number): ControlStep[] {
  const arrival = arrivalAt(c, from);
  if (arrival?.kind !== 'pushedAfter') return [];
  const loop = c.picture.vertices.findIndex((v, header) => isHeader(v) && isPutOff(c, header, from));
  return [
    ...(loop < 0 ? [] : storeLoop(c, loop, key)),
    pushed(from, 'past', arrival.variable, arrival.recording, 'merge'),
  ];
}

function enterLoop(c: ControlContext, header: number): ControlStep[] {
  const reversal = reversalOf(c, header);
  if (reversal?.kind === 'counter')
    return [counted(header, 'start', `${loopName(c, header, 'trips')} := 0`, 'enter')];
  const index = reversal?.index;
  return index ? [pushed(header, 'index', index.name, index.recording, 'enter')] : [];
}

function countTrip(c: ControlContext, header: number): ControlStep[] {
  if (reversalOf(c, header)?.kind !== 'counter') return [];
  return [counted(header, 'count', `${loopName(c, header, 'trips')} += 1`, 'count')];
}

function storeLoop(c: ControlContext, header: number, key: number): ControlStep[] {
  const reversal = reversalOf(c, header);
  if (reversal?.kind === 'counter') {
    if (reversal.lasts) return [];
    return [pushed(header, `leave ${key}`, loopName(c, header, 'trips'), reversal.recording, 'leave')];
  }
  if (reversal?.kind !== 'counted') return [];
  return reversal.bounds.map(({ name, recording }) =>
    pushed(header, `leave ${key} ${name}`, name, recording, 'leave'),
  );
}

/** In the order in which the backward sweep comes to them: every push of the forward edge is taken again. */
export function stepsBackward(c: ControlContext, e: number): ControlStep[] {
  const { from } = edgeAt(c.picture, e);
  const source = vertexAt(c.picture, from);
  const steps = stepsForward(c, e)
    .filter((step) => (step.role === 'push' && step.reason !== 'merge') || step.key === 'past')
    .reverse()
    .map((step) => ({ ...step, text: `${takenAs(c, step)} := pop`, role: 'pop' as const }));
  const arrival = arrivalAt(c, from);
  if (arrival?.kind === 'stored')
    steps.push({
      owner: from,
      key: 'restore',
      text: `${source.kind === 'ENDBRANCH' ? controlName(c, 'branch') : 'arrow'} := pop`,
      role: 'pop',
      recording: arrival.recording,
      reason: 'merge',
    });
  return steps;
}

/** Of a loop that has no counterpart itself, the backward sweep still takes the index that it overwrote. */
export function indexTaken(c: ControlContext, edge: Picture['edges'][number]): ControlStep[] {
  return stepsBackward(c, c.picture.edges.indexOf(edge)).filter((step) => step.key === 'index');
}

/** The name that the backward sweep gives to what was pushed. */
function takenAs(c: ControlContext, step: ControlStep): string {
  const isCount = step.reason === 'leave' && reversalOf(c, step.owner)?.kind === 'counter';
  return isCount ? loopName(c, step.owner, 'bound') : step.text.slice('push('.length, -1);
}
