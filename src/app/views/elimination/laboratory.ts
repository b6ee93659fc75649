import type {
  BlockOutputs,
  EliminateRequest,
  EliminationKind,
  EliminationTarget,
  ExecuteRequest,
  Linearised,
} from '../../../engine/pipeline/results';
import { GRAPHS } from '../../../examples/graphs';

/** The state of the bench: which graph, which elimination, and the steps taken; the stand's place is the number of steps that count. */
export interface Bench {
  /** A block of the kernel by its number, a graph by its name, or one that was pasted. */
  readonly graph: number | string | { readonly text: string };
  readonly kind: EliminationKind;
  readonly outputs: BlockOutputs;
  readonly steps: readonly EliminationTarget[];
}

export const FIRST_BENCH: Bench = { graph: 0, kind: 'edge', outputs: 'all', steps: [] };

/** The first block with something to eliminate, if there is one. */
export function benchFor(blocks: Linearised | null): Bench {
  const first = blocks?.blocks.find(({ vertices }) => vertices.some(({ role }) => role === 'intermediate'));
  return { ...FIRST_BENCH, graph: first?.block ?? 0 };
}

/** As a link holds it. */
export function benchText({ graph, kind, outputs, steps }: Bench): string {
  return JSON.stringify({ graph, kind, outputs, steps: steps.map(stepText).join(' ') });
}

/** A link may be anything: what is not a bench is taken for the first one. */
export function benchOf(text: string | undefined): Bench {
  try {
    const given: unknown = JSON.parse(text ?? '');
    if (typeof given !== 'object' || given === null) return FIRST_BENCH;
    const { graph, kind, outputs, steps } = given as Record<string, unknown>;
    return {
      graph: graphOf(graph) ?? 0,
      kind: kind === 'vertex' || kind === 'face' ? kind : 'edge',
      outputs: outputs === 'needed' ? 'needed' : 'all',
      steps: typeof steps === 'string' ? steps.split(' ').flatMap(stepOf) : [],
    };
  } catch {
    return FIRST_BENCH;
  }
}

function graphOf(graph: unknown): Bench['graph'] | null {
  if (typeof graph === 'number' || typeof graph === 'string') return graph;
  const text = typeof graph === 'object' && graph !== null && 'text' in graph ? graph.text : null;
  return typeof text === 'string' ? { text } : null;
}

function stepText({ source, target, vertex, direction, occurrence }: EliminationTarget): string {
  const place = [source, vertex, target].map((id) => id ?? '').join('>');
  return `${place}${direction?.[0] ?? ''}${occurrence ? `#${occurrence}` : ''}`;
}

function stepOf(text: string): EliminationTarget[] {
  const found = /^(-?[\d.]*)>(-?[\d.]*)>(-?[\d.]*)([fb]?)(?:#(\d+))?$/.exec(text);
  if (found === null) return [];
  const [, source, vertex, target, direction, occurrence] = found;
  const step: EliminationTarget = {};
  if (source) step.source = Number(source);
  if (vertex) step.vertex = Number(vertex);
  if (target) step.target = Number(target);
  if (direction) step.direction = direction === 'f' ? 'front' : 'back';
  if (occurrence) step.occurrence = Number(occurrence);
  return [step];
}

/** The question to the engine. */
export function requestOf({ graph, outputs }: Bench, request: ExecuteRequest): EliminateRequest {
  if (typeof graph === 'number') return { request, block: graph, outputs };
  if (typeof graph === 'string') return { graph: GRAPHS.find(({ name }) => name === graph)?.text ?? '' };
  return { graph: graph.text };
}

export const sameStep = (a: EliminationTarget, b: EliminationTarget) => stepText(a) === stepText(b);
