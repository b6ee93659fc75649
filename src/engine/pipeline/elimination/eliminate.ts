/** The door's `eliminate`: a given graph, or the block of a kernel, eliminated as asked. */
import { DiagnosticSink } from '../../base/diagnostics';
import { NOWHERE } from '../../base/span';
import type { Target } from '../../elimination/graph';
import type { Rule } from '../../elimination/heuristics';
import { annealed, byRules, eliminationOf, inOrder, optimal, type Solution } from '../../elimination/search';
import type { Host } from '../../execute/host';
import { given } from '../given';
import type {
  Diagnostic,
  Eliminated,
  EliminateOptions,
  EliminateRequest,
  EliminationTarget,
  GivenGraph,
  LinearisedRole,
} from '../results';
import { checkGraph, type NumberedGraph, numberGraph } from './givenGraph';
import { linearisedBlocks } from './linearised';
import { objectionText, report } from './report';

export function eliminateRequest(
  request: EliminateRequest,
  options: EliminateOptions,
  host: Host,
): Eliminated {
  const sink = new DiagnosticSink();
  checkHow(options, sink);
  const graph = sink.hasErrors ? null : graphOf(request, sink, host);
  const targets = graph && stepsOf(graph, options, sink);
  if (!graph || sink.hasErrors) return noElimination(sink.list);
  const solution = solve(graph, options, targets, host);
  return { ...report(graph, options.kind, solution), diagnostics: sink.list };
}

export function noElimination(diagnostics: Diagnostic[]): Eliminated {
  return {
    ok: false,
    diagnostics,
    graph: { vertices: [], edges: [] },
    steps: [],
    products: [],
    complete: false,
    multiplications: 0,
    additions: 0,
    proven: false,
    lowerBound: 0,
    jacobian: [],
    remaining: [],
    choices: [],
  };
}

function graphOf(request: EliminateRequest, sink: DiagnosticSink, host: Host): NumberedGraph | null {
  const given = givenGraph(request, sink, host);
  if (given && !sink.hasErrors) checkGraph(given, sink);
  return !given || sink.hasErrors ? null : numberGraph(given, sink);
}

function givenGraph(asked: EliminateRequest, sink: DiagnosticSink, host: Host): GivenGraph | null {
  const request = typeof asked === 'object' ? asked : null;
  if (request && 'graph' in request && request.graph)
    return typeof request.graph === 'string' ? readEdgeList(request.graph, sink) : request.graph;
  if (!request || !('request' in request))
    return sink.error(
      'graph-missing',
      'There is no graph to eliminate.',
      NOWHERE,
      'Give `graph`, or `request` and `block`.',
    );
  const { ok, diagnostics, blocks } = linearisedBlocks(given(request.request), request.outputs, host);
  sink.list.push(...diagnostics);
  const found = blocks.find(({ block }) => block === request.block);
  if (ok && !found)
    sink.error(
      'no-such-block',
      `There is no block ${String(request.block)}.`,
      NOWHERE,
      blocks.length === 0
        ? 'Nothing in this routine is differentiated: choose other independents or dependents.'
        : `Blocks are counted from 0 to ${blocks.length - 1}.`,
    );
  return found ?? null;
}

const KINDS: readonly string[] = ['edge', 'vertex', 'face'];
const RULES: readonly unknown[] = ['HS', 'LM', 'forward', 'reverse'];

function checkHow(options: EliminateOptions, sink: DiagnosticSink): void {
  const { kind, order } = options ?? {};
  if (!KINDS.includes(kind))
    sink.error(
      'not-available',
      `Nothing is eliminated by \`${String(kind)}\`.`,
      NOWHERE,
      `Available: ${KINDS.join(', ')}.`,
    );
  if (order === 'optimal' || order === 'annealed') return;
  if (!Array.isArray(order)) {
    sink.error(
      'not-available',
      `There is no order \`${String(order)}\`.`,
      NOWHERE,
      'Give `optimal`, `annealed`, a list of rules or a list of steps.',
    );
    return;
  }
  const isMixed =
    order.some((each) => typeof each === 'string') && !order.every((each) => typeof each === 'string');
  if (isMixed)
    sink.error(
      'not-available',
      'The order mixes rules and steps.',
      NOWHERE,
      'Give a list of one or of the other.',
    );
  for (const each of order) {
    if (typeof each !== 'string') continue;
    if (!RULES.includes(each))
      sink.error(
        'not-available',
        `There is no rule \`${each}\`.`,
        NOWHERE,
        `Available: ${RULES.join(', ')}.`,
      );
    else if (each === 'HS' && kind === 'vertex')
      sink.error(
        'not-combinable',
        'The rule `HS` compares edges, and whole vertices are eliminated here.',
        NOWHERE,
        'Start with `LM`, or eliminate edges.',
      );
  }
}

/** The steps of a list as targets by position; null for any other order. The first illegal step is an error. */
function stepsOf(graph: NumberedGraph, options: EliminateOptions, sink: DiagnosticSink): Target[] | null {
  const { order, kind } = options;
  if (!isSteps(order)) return null;
  const elimination = eliminationOf(graph.linear, kind);
  const targets: Target[] = [];
  for (const [at, step] of order.entries()) {
    const target = positioned(step, graph);
    const objection = target ? elimination.objection(target) : 'no-such-vertex';
    if (!target || objection) {
      sink.error(
        'illegal-step',
        `Step ${at + 1} (${spelt(step)}) can't be taken: ${objectionText(objection ?? 'no-such-vertex')}`,
        NOWHERE,
        'Leave it out, or take another; `choices` of the steps before it lists what is legal.',
      );
      return targets;
    }
    elimination.eliminate(target);
    targets.push(target);
  }
  return targets;
}

/** Whether an order is a list of steps; the empty list has none. */
function isSteps(order: EliminateOptions['order']): order is readonly EliminationTarget[] {
  return typeof order !== 'string' && order.every((each) => typeof each !== 'string');
}

function positioned(step: EliminationTarget, { positionOf }: NumberedGraph): Target | null {
  if (!step || typeof step !== 'object') return null;
  const made: { source?: number; target?: number; vertex?: number } = {};
  for (const end of ['source', 'vertex', 'target'] as const) {
    const id = step[end];
    if (id === undefined) continue;
    const position = positionOf.get(id);
    if (position === undefined) return null;
    made[end] = position;
  }
  return {
    ...made,
    ...(step.direction ? { direction: step.direction } : {}),
    ...(step.occurrence ? { occurrence: step.occurrence } : {}),
  };
}

function spelt(step: EliminationTarget): string {
  if (!step || typeof step !== 'object') return String(step);
  const ends = [step.source, step.vertex, step.target].filter((end) => end !== undefined);
  return `${ends.join(' > ')}${step.direction ? `, ${step.direction}` : ''}`;
}

function solve(
  { linear }: NumberedGraph,
  { kind, order, seed, milliseconds }: EliminateOptions,
  targets: readonly Target[] | null,
  host: Host,
): Solution {
  const isTime = Number.isFinite(milliseconds);
  const budget = {
    seed: Number.isFinite(seed) ? Number(seed) : 1,
    milliseconds: isTime ? Math.max(1, Number(milliseconds)) : null,
    now: host.now,
  };
  if (order === 'optimal') return optimal(linear, kind, budget);
  if (order === 'annealed') return annealed(linear, kind, budget);
  if (targets) return inOrder(linear, kind, targets);
  return byRules(linear, kind, order as readonly Rule[]);
}

const PIECES = /(\d+)\s*-?>\s*(\d+)|(\d+)\s*\.\.\s*(\d+)|(\d+)|(inputs?|outputs?)\b|([:;])|[a-z_][\w-]*/gi;
/** A longer range is a slip, not a graph. */
const MOST = 100_000;

/**
 * The text format of graphs: `inputs 0 1, outputs 4 5: 0>2 1>2 2>3 3>4 2>4 3>5`. A range of numbers is `0..3`, an arrow `>`
 * or `->`; other words, such as a name, are ignored. Vertices are in the order of their numbers.
 */
function readEdgeList(text: string, sink: DiagnosticSink): GivenGraph {
  const roles = new Map<number, LinearisedRole>();
  const edges: { from: number; to: number }[] = [];
  let role: LinearisedRole | null = null;
  for (const piece of text.matchAll(PIECES)) {
    const [all, from, to, first, last, single, word] = piece;
    const span = { start: piece.index, end: piece.index + all.length };
    if (to !== undefined) {
      edges.push({ from: Number(from), to: Number(to) });
      role = null;
      continue;
    }
    const [low, high] = [Number(first ?? single), Number(last ?? single)];
    if (word) role = word.toLowerCase().startsWith('input') ? 'input' : 'output';
    else if (Number.isNaN(low)) role = ':;'.includes(all) ? null : role;
    else if (high - low > MOST)
      sink.error(
        'graph-size',
        `The range ${all} has more vertices than can be shown.`,
        span,
        'Check its end.',
      );
    else if (role) for (let id = low; id <= high; id++) roles.set(id, role);
  }
  if (edges.length === 0) {
    const span = { start: 0, end: text.length };
    sink.error('graph-edges', 'There is no edge in this text.', span, 'Write an edge as `0>2`.');
  }
  for (const id of edges.flatMap(({ from, to }) => [from, to]))
    roles.set(id, roles.get(id) ?? 'intermediate');
  const vertices = [...roles].sort(([a], [b]) => a - b).map(([id, each]) => ({ id, role: each }));
  return { vertices, edges };
}
