import type { AnalysisVisit, Vertex } from '../../../engine/pipeline/results';

/** Where a stepper halts; empty texts stand for "nowhere". */
export interface Breakpoint {
  readonly vertex: string;
  readonly location: string;
}

export function halts(visit: AnalysisVisit | undefined, { vertex, location }: Breakpoint): boolean {
  if (visit === undefined) return false;
  return visit.vertex === vertex || changes(visit, location);
}

export function changes({ added, removed }: AnalysisVisit, location: string): boolean {
  return added.includes(location) || removed.includes(location);
}

/** The next visit after `at` that halts, or the last one. */
export function nextHalt(visits: readonly AnalysisVisit[], at: number, breakpoint: Breakpoint): number {
  const next = visits.findIndex((visit, i) => i > at && halts(visit, breakpoint));
  return next < 0 ? visits.length - 1 : next;
}

/** The first visit that adds or takes away the location; -1 where none does. */
export function firstChange(visits: readonly AnalysisVisit[], location: string): number {
  return visits.findIndex((visit) => changes(visit, location));
}

/** A vertex in a few characters: its number, and what stands in it. */
export function vertexName(vertex: Vertex | undefined, most = 22): string {
  if (vertex === undefined) return '';
  const text = (vertex.statements[0]?.text ?? vertex.kind).replace(/\s+/g, ' ').trim();
  const more = vertex.statements.length > 1 || text.length > most;
  return `${vertex.number} ${text.slice(0, most)}${more ? '…' : ''}`;
}
