import type { Vertex } from '../../../engine/pipeline/results';

/** A step, as one may stop there: at a vertex or a statement, where locations come or go. */
export interface Stop {
  readonly place: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Where a stepper halts; empty texts stand for "nowhere". */
export interface Breakpoint {
  readonly place: string;
  readonly location: string;
}

export const NOWHERE: Breakpoint = { place: '', location: '' };

export function halts(stop: Stop | undefined, { place, location }: Breakpoint): boolean {
  return stop !== undefined && (stop.place === place || changes(stop, location));
}

export function changes({ added, removed }: Stop, location: string): boolean {
  return added.includes(location) || removed.includes(location);
}

/** The next stop after `at` that halts, or the last one. */
export function nextHalt(stops: readonly Stop[], at: number, breakpoint: Breakpoint): number {
  const next = stops.findIndex((stop, i) => i > at && halts(stop, breakpoint));
  return next < 0 ? stops.length - 1 : next;
}

/** The first stop that adds or takes away the location; -1 where none does. */
export function firstChange(stops: readonly Stop[], location: string): number {
  return stops.findIndex((stop) => changes(stop, location));
}

/** A vertex in a few characters: its number, and what stands in it. */
export function vertexName(vertex: Vertex | undefined, most = 22): string {
  if (vertex === undefined) return '';
  const text = (vertex.statements[0]?.text ?? vertex.kind).replace(/\s+/g, ' ').trim();
  const more = vertex.statements.length > 1 || text.length > most;
  return `${vertex.number} ${text.slice(0, most)}${more ? '…' : ''}`;
}
