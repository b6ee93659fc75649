/**
 * An analysis at work, for the stepper: the worklist algorithm visit by visit in a chosen order, and the structured form as
 * an evaluation over the tree (theory 2). Both run the same objects as the transformer.
 */

import { additive } from '../../analyses/problems/additive';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { BitSet } from '../../base/bitset';
import { notAnalysed } from '../../base/diagnostics';
import { entryOf, itemAt, present } from '../../base/lookup';
import { lineStarts, positionAt } from '../../base/span';
import type { Analysis, Visit } from '../../dataflow/analysis';
import { solve } from '../../dataflow/solve';
import { type StructuredEvent, solveStructured } from '../../dataflow/structured';
import type { Shown } from '../../explain/sets/entry';
import { shownAnalysis } from '../../explain/sets/registry';
import { instructionOf, spanOfInstruction } from '../../ir/graph/flow';
import { statementName } from '../../ir/names';
import type { StatementId } from '../../ir/types';
import { compileAgain } from '../compile/again';
import { givenBeside, oneOf, TEXT } from '../given';
import type {
  AnalysisSteps,
  AnalysisVisit,
  DifferentiateRequest,
  EvaluationStep,
  VisitOrder,
} from '../results';

export function stepsOf(
  request: DifferentiateRequest,
  name: string,
  order: VisitOrder = 'reversePostorder',
): AnalysisSteps {
  givenBeside({ name, order }, 'analysis', {
    name: TEXT,
    order: oneOf(['reversePostorder', 'postorder', 'index']),
  });
  const c = compileAgain(request, false);
  const analysis = c.routine ? c.analysis?.routines.get(c.routine.name) : undefined;
  if (!analysis) return refused(name, order, notAnalysed(c.diagnostics));
  const shown = shownAnalysis(analysis, name);
  if (!shown)
    return refused(
      name,
      order,
      name === 'active'
        ? 'Active is what is varied and useful at once: step through these two.'
        : `There is no analysis ${name} here: no such name, left out by the options, or too large to be read.`,
    );
  return steps(analysis, shown, order, namesOfMembers(analysis, shown, request.source));
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

type Print = (set: BitSet) => string[];

function steps(a: RoutineAnalysis, shown: Shown, order: VisitOrder, print: Print): AnalysisSteps {
  const { graph } = a.model;
  const { analysis } = shown.solution;
  const bottom = analysis.bottom();
  const start = analysis.direction === 'forward' ? graph.entry : graph.exit;
  const count = (o: VisitOrder) => solve(graph, analysis, { trace: true, order: o }).trace.length;
  const { trace } = solve(graph, analysis, { trace: true, order });
  return {
    ok: true,
    reason: '',
    name: shown.entry.name,
    title: shown.entry.title,
    direction: analysis.direction,
    join: bottom.isEmpty() ? 'union' : 'intersection',
    order,
    visitCounts: {
      reversePostorder: count('reversePostorder'),
      postorder: count('postorder'),
      index: count('index'),
    },
    locations: print(BitSet.full(analysis.universe.size)),
    bottom: print(bottom),
    boundary: { vertex: `v${start}`, set: print(analysis.boundary()) },
    visits: visitsOf(a, analysis, trace, print),
    evaluation: evaluationOf(a, analysis, print),
  };
}

/** Locations by their keys; definitions by location and line, and by column if a line has two. */
function namesOfMembers(a: RoutineAnalysis, { solution }: Shown, source: string): Print {
  const { universe } = solution.analysis;
  const { locations, graph } = a.model;
  if (universe === locations) return (set) => locations.print(set);
  const starts = lineStarts(source);
  const named = Array.from({ length: universe.size }, (_, member) => {
    const { location, setBy, from } = universe.explain(member);
    const { key } = locations.at(location);
    if (from !== undefined) {
      const pair = `${key}<${locations.at(from).key}`;
      return { short: pair, long: pair };
    }
    if (setBy === undefined) return { short: key, long: key };
    if (setBy === 'entry') return { short: `${key}:entry`, long: `${key}:entry` };
    const setter = present(instructionOf(graph, setBy), 'the instruction of a definition');
    const { line, column } = positionAt(starts, spanOfInstruction(setter).start);
    return { short: `${key}:${line}`, long: `${key}:${line}:${column}` };
  });
  const uses = new Map<string, number>();
  for (const { short } of named) uses.set(short, (uses.get(short) ?? 0) + 1);
  const names = named.map(({ short, long }) => (uses.get(short) === 1 ? short : long));
  return (set) => set.toArray().map((member) => itemAt(names, member));
}

function visitsOf(
  a: RoutineAnalysis,
  analysis: Analysis<BitSet>,
  trace: readonly Visit<BitSet>[],
  print: Print,
): AnalysisVisit[] {
  const rounds = new Map<number, number>();
  const last = new Map<number, BitSet>();
  const blocks = new Map<number, Pick<AnalysisVisit, 'gen' | 'kill' | 'calls'>>();
  return trace.map((visit) => {
    const { vertex, incoming, outgoing } = visit;
    const round = (rounds.get(vertex) ?? 0) + 1;
    rounds.set(vertex, round);
    const before = last.get(vertex) ?? analysis.bottom();
    last.set(vertex, outgoing);
    const block = blocks.get(vertex) ?? blockOf(a, analysis, vertex, print);
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

/** Gen: what comes out of the block when nothing goes in. Kill: single members that go in and do not come out. */
function blockOf(
  a: RoutineAnalysis,
  analysis: Analysis<BitSet>,
  vertex: number,
  print: Print,
): Pick<AnalysisVisit, 'gen' | 'kill' | 'calls'> {
  const { graph } = a.model;
  const { size } = analysis.universe;
  const instructions = itemAt(graph.vertices, vertex).instructions;
  const ordered = analysis.direction === 'forward' ? instructions : [...instructions].reverse();
  const through = (from: BitSet) => ordered.reduce((state, i) => analysis.transfer(i, state), from);
  const kill = new BitSet(size);
  for (let l = 0; l < size; l++) if (!through(BitSet.of(size, [l])).has(l)) kill.add(l);
  const calls = instructions.flatMap((i) =>
    i.kind === 'leaf' && i.statement.kind === 'call' ? [i.statement.callee] : [],
  );
  return {
    gen: print(through(new BitSet(size))),
    kill: print(kill),
    calls: [...new Set(calls)],
  };
}

function evaluationOf(a: RoutineAnalysis, analysis: Analysis<BitSet>, print: Print): EvaluationStep[] | null {
  const { routine } = a.model;
  const found: EvaluationStep[] = [];
  const solved = solveStructured(routine, analysis, additive(analysis), (event) => {
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
      return { ...common, kind: 'statement', in: [print(event.from)] };
    case 'join':
      return { ...common, kind: 'join', in: event.parts.map(print) };
    case 'loop':
      return { ...common, kind: 'loop', in: [print(event.from)] };
  }
}
