/**
 * An analysis at work, for the stepper: the worklist algorithm visit by visit, in an order of choice, and the structured
 * form as an evaluation over the tree (theory 2). Both run the very objects that the transformer used.
 */

import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { type ShownAnalysis, shownAnalyses } from '../../analyses/shown';
import { BitSet } from '../../base/bitset';
import { entryOf, itemAt } from '../../base/lookup';
import type { Analysis, Visit } from '../../dataflow/analysis';
import { solve } from '../../dataflow/solve';
import { type StructuredEvent, solveStructured } from '../../dataflow/structured';
import { statementName } from '../../ir/names';
import type { StatementId } from '../../ir/types';
import type {
  AnalysisSteps,
  AnalysisVisit,
  DifferentiateRequest,
  EvaluationStep,
  VisitOrder,
} from '../results';
import { compileAgain } from './explain';

export function stepsOf(request: DifferentiateRequest, name: string, order: VisitOrder): AnalysisSteps {
  const c = compileAgain(request);
  const analysis = c.routine ? c.analysis?.routines.get(c.routine.name) : undefined;
  if (!analysis) return refused(name, order, 'The program could not be analysed.');
  const shown = shownAnalyses(analysis).find((s) => s.name === name);
  if (!shown)
    return refused(
      name,
      order,
      name === 'active'
        ? 'Active is what is varied and useful at once: step through these two.'
        : `There is no analysis ${name} here.`,
    );
  return steps(analysis, shown, order);
}

export function refused(name: string, order: VisitOrder, reason: string): AnalysisSteps {
  return {
    ok: false,
    reason,
    name,
    title: name,
    direction: 'forward',
    join: 'union',
    order,
    visitCounts: { reversePostorder: 0, postorder: 0, index: 0 },
    locations: [],
    bottom: [],
    boundary: { vertex: '', set: [] },
    visits: [],
    evaluation: null,
  };
}

function steps(a: RoutineAnalysis, shown: ShownAnalysis, order: VisitOrder): AnalysisSteps {
  const { graph, locations } = a.model;
  const { analysis } = shown.solution;
  const print = (set: BitSet) => locations.print(set);
  const bottom = analysis.bottom();
  const start = analysis.direction === 'forward' ? graph.entry : graph.exit;
  const count = (o: VisitOrder) => solve(graph, analysis, { trace: true, order: o }).trace.length;
  const { trace } = solve(graph, analysis, { trace: true, order });
  return {
    ok: true,
    reason: '',
    name: shown.name,
    title: shown.title,
    direction: analysis.direction,
    join: bottom.isEmpty() ? 'union' : 'intersection',
    order,
    visitCounts: {
      reversePostorder: count('reversePostorder'),
      postorder: count('postorder'),
      index: count('index'),
    },
    locations: print(BitSet.full(locations.size)),
    bottom: print(bottom),
    boundary: { vertex: `v${start}`, set: print(analysis.boundary()) },
    visits: visitsOf(a, analysis, trace),
    evaluation: evaluationOf(a, analysis),
  };
}

function visitsOf(
  a: RoutineAnalysis,
  analysis: Analysis<BitSet>,
  trace: readonly Visit<BitSet>[],
): AnalysisVisit[] {
  const print = (set: BitSet) => a.model.locations.print(set);
  const rounds = new Map<number, number>();
  const last = new Map<number, BitSet>();
  const blocks = new Map<number, Pick<AnalysisVisit, 'gen' | 'kill' | 'calls'>>();
  return trace.map((visit) => {
    const { vertex, incoming, outgoing } = visit;
    const round = (rounds.get(vertex) ?? 0) + 1;
    rounds.set(vertex, round);
    const before = last.get(vertex) ?? analysis.bottom();
    last.set(vertex, outgoing);
    const block = blocks.get(vertex) ?? blockOf(a, analysis, vertex);
    blocks.set(vertex, block);
    return {
      vertex: `v${vertex}`,
      round,
      in: print(incoming),
      ...block,
      out: print(outgoing),
      added: print(without(outgoing, before)),
      removed: print(without(before, outgoing)),
      changed: visit.changed,
      waiting: visit.waiting.map((v) => `v${v}`),
    };
  });
}

function without(x: BitSet, y: BitSet): BitSet {
  const rest = x.clone();
  rest.subtract(y);
  return rest;
}

/** Gen: what comes out of the block when nothing goes in. Kill: what goes in, alone, and does not come out. */
function blockOf(
  a: RoutineAnalysis,
  analysis: Analysis<BitSet>,
  vertex: number,
): Pick<AnalysisVisit, 'gen' | 'kill' | 'calls'> {
  const { graph, locations } = a.model;
  const instructions = itemAt(graph.vertices, vertex).instructions;
  const ordered = analysis.direction === 'forward' ? instructions : [...instructions].reverse();
  const through = (from: BitSet) => ordered.reduce((state, i) => analysis.transfer(i, state), from);
  const kill = new BitSet(locations.size);
  for (let l = 0; l < locations.size; l++) if (!through(BitSet.of(locations.size, [l])).has(l)) kill.add(l);
  const calls = instructions.flatMap((i) =>
    i.kind === 'leaf' && i.statement.kind === 'call' ? [i.statement.callee] : [],
  );
  return {
    gen: locations.print(through(new BitSet(locations.size))),
    kill: locations.print(kill),
    calls: [...new Set(calls)],
  };
}

function evaluationOf(a: RoutineAnalysis, analysis: Analysis<BitSet>): EvaluationStep[] | null {
  const { routine, locations } = a.model;
  const found: EvaluationStep[] = [];
  const print = (set: BitSet) => locations.print(set);
  const solved = solveStructured(routine, analysis, (event) => {
    found.push(stepOf(a, event, print));
  });
  return solved ? found : null;
}

function stepOf(
  a: RoutineAnalysis,
  event: StructuredEvent<BitSet>,
  print: (set: BitSet) => string[],
): EvaluationStep {
  const id = event.id as StatementId;
  const common = {
    statement: statementName(id),
    out: print(event.to),
    inside: entryOf(a.nesting.parents, id).map((s) => statementName(s.id)),
  };
  switch (event.kind) {
    case 'instruction':
      return { ...common, kind: 'statement', in: [print(event.from)], round: 0, stable: false };
    case 'join':
      return { ...common, kind: 'join', in: event.parts.map(print), round: 0, stable: false };
    case 'loop':
      return { ...common, kind: 'loop', in: [print(event.from)], round: event.round, stable: event.stable };
  }
}
