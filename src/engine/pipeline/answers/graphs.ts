/** The three graphs as results: what each vertex says in each sweep, and what is stored of its control. */

import type { Arrival, ControlPlan, DispatchCase, Line, LoopReversal } from '../../adjoint/graphs/draw';
import { drawGraphs, storeEverything, type VertexTexts } from '../../adjoint/graphs/draw';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { entryOf, itemAt } from '../../base/lookup';
import { negate } from '../../ir/build';
import { type FlowVertex, type Instruction, isLeaf, type Test, testExpressions } from '../../ir/graph/flow';
import { innerTest } from '../../ir/graph/innerTest';
import { statementName } from '../../ir/names';
import { readExpr, readRange, readStatement } from '../../ir/reading';
import { bodies } from '../../ir/statements';
import type { For, Program, Statement, StatementId } from '../../ir/types';
import type { Compile } from '../compile/compile';
import type { Differentiation, Graph, Recording } from '../results';

export function adjointGraphs(
  c: Compile,
  analysis: RoutineAnalysis | null,
  recordings: readonly Recording[],
): Differentiation['graphs'] {
  const empty: Graph = { vertices: [], edges: [] };
  if (!analysis) return { original: empty, forward: empty, adjoint: empty };
  const texts = vertexTexts(c, analysis);
  const plan =
    c.options.reversal === 'structured'
      ? withRecordings(storeEverything(analysis.model.graph), analysis, recordings)
      : controlPlan(c, analysis, recordings, texts);
  return drawGraphs(analysis.model.graph, texts, plan);
}

// -------------------------------------------------------------------------------------------------------- texts

export function vertexTexts(c: Compile, analysis: RoutineAnalysis): VertexTexts {
  const forward = new Map<string, Line[]>();
  const backward = new Map<string, Line[]>();
  const preludes = preludeLoops(analysis);
  const generated = c.adjoint;
  const entry = generated?.program.routines.find((r) => r.name === generated.entry);
  if (generated && entry) {
    const visit = (list: readonly Statement[], around: readonly (StatementId | null)[]) => {
      for (const s of list) {
        for (const inner of bodies(s)) visit(inner, [...around, s.origin]);
        const place = s.origin === null ? undefined : analysis.model.graph.place.get(s.origin);
        if (s.origin === null || !place || !isShown(s)) continue;
        const loop = preludes.get(place[0]);
        const isRepeated = s.sweep === 'backward' && loop !== undefined && around.includes(loop);
        entryMade(s.sweep === 'backward' ? backward : forward, textKey(place[0], isRepeated)).push({
          text: readStatement(generated.program, s),
          statement: statementName(s.origin),
          span: s.span,
          role: s.role,
          ...('recording' in s ? { recording: `r${s.recording}` } : {}),
        });
      }
    };
    visit(entry.body, []);
  }
  const lineOf = (vertex: FlowVertex, i: Instruction): Line => ({
    text: i.kind === 'leaf' ? readStatement(c.program, i.statement) : testText(c.program, i.test, vertex),
    statement: statementName(i.id),
    span: i.kind === 'leaf' ? i.statement.span : i.test.span,
    role: 'primal',
  });
  // Of a loop whose test stands inside, `while (1)` decides nothing.
  const deciding = ({ instructions, prelude }: FlowVertex) =>
    prelude === null ? instructions : instructions.slice(1);
  return {
    original: (vertex) => deciding(vertex).map((i) => lineOf(vertex, i)),
    forward: (vertex) => [
      ...(forward.get(textKey(vertex.index, false)) ?? []),
      ...deciding(vertex)
        .filter((i) => i.kind === 'test')
        .map((i) => lineOf(vertex, i)),
    ],
    backward: (vertex, isRepeated = false) => backward.get(textKey(vertex.index, isRepeated)) ?? [],
  };
}

function isShown(s: Statement): boolean {
  return isLeaf(s) && s.role !== 'control' && s.kind !== 'pushControl' && s.kind !== 'popControl';
}

function textKey(vertex: number, isRepeated: boolean): string {
  return isRepeated ? `${vertex} again` : `${vertex}`;
}

function entryMade<K, V>(map: Map<K, V[]>, key: K): V[] {
  const known = map.get(key) ?? [];
  map.set(key, known);
  return known;
}

/** By vertex of a prelude: the loop before whose tests it runs. */
function preludeLoops(analysis: RoutineAnalysis): Map<number, StatementId> {
  const found = new Map<number, StatementId>();
  for (const { index, prelude, construct } of analysis.model.graph.vertices)
    if (prelude !== null && construct && 'id' in construct)
      for (let v = prelude; v < index; v++) found.set(v, construct.id);
  return found;
}

function testText(program: Program, test: Test, vertex: FlowVertex | null = null): string {
  const inner = vertex?.construct?.kind === 'while' ? innerTest(vertex.construct) : null;
  if (inner) return readExpr(program, inner.condition);
  if (test.kind === 'for') return readRange(program, test);
  return testExpressions(test)
    .map((e) => readExpr(program, e))
    .join(', ');
}

// --------------------------------------------------------------------------------------------------------- plan

/** What the generator has decided, by vertex. */
function controlPlan(
  c: Compile,
  analysis: RoutineAnalysis,
  recordings: readonly Recording[],
  texts: VertexTexts,
): ControlPlan {
  const { graph } = analysis.model;
  const style = c.options.reversal;
  if (style === 'statements' || style === 'blocks') return numberedPlan(style, analysis, recordings, texts);
  const active = reversedConstructs(analysis);
  const byStatement = new Map<string | null, Recording[]>();
  for (const r of recordings) {
    const known = byStatement.get(r.statement);
    if (known) known.push(r);
    else byStatement.set(r.statement, [r]);
  }
  const of = (id: StatementId, kind: Recording['kind']) =>
    (byStatement.get(statementName(id)) ?? []).filter((r) => r.kind === kind);
  const arrivals = new Map<number, Arrival>();
  const loops = new Map<number, LoopReversal>();
  const skipped = new Set<number>();
  const parts = constructVertices(analysis);
  for (const v of graph.vertices) {
    const construct =
      v.construct && 'label' in v.construct ? v.construct : v.construct?.kind === 'if' ? v.construct : null;
    if (construct && !active.has(construct.id)) {
      for (const inner of parts.get(construct.id) ?? []) skipped.add(inner);
      skipped.add(v.index);
      continue;
    }
    if (
      itemAt(graph.predecessors, v.index).length > 1 &&
      (v.kind === 'ENDBRANCH' || (v.kind === 'JOIN' && v.partner === null))
    ) {
      arrivals.set(v.index, arrivalAt(c, analysis, v, of));
    }
    if (v.kind === 'EXIT' && itemAt(graph.predecessors, v.index).length > 1)
      arrivals.set(v.index, { kind: 'kept', variable: 'left' });
    if ((v.kind === 'LOOP' || v.kind === 'POSTLOOP') && v.partner !== null && construct) {
      const plan = analysis.tests.get(construct.id);
      const test = v.instructions[0];
      if (plan?.kind === 'counted' && test?.kind === 'test' && test.test.kind === 'for') {
        const bounds = of(construct.id, 'bounds').map((r, k) => ({
          name: itemAt(['first', 'last', 'step'], k),
          recording: r.id,
        }));
        const f = test.test;
        const range = readRange(c.program, backwardRange(f));
        loops.set(v.index, { kind: 'counted', range, bounds });
      } else loops.set(v.index, { kind: 'counter', recording: of(construct.id, 'count')[0]?.id ?? null });
    }
  }
  return { style: 'joins', arrivals, loops, skipped, cases: [], end: null };
}

/** From the last index to the first. */
function backwardRange(f: For): Parameters<typeof readRange>[1] {
  const up = f.step.kind !== 'constant' || f.step.value > 0;
  return { index: f.index, first: f.last, last: f.first, step: negate(f.step), test: up ? 'ge' : 'le' };
}

function arrivalAt(
  c: Compile,
  analysis: RoutineAnalysis,
  v: FlowVertex,
  of: (id: StatementId, kind: Recording['kind']) => Recording[],
): Arrival {
  const construct = v.construct;
  // Where early returns arrive, the turn is next: the arrow stays in its variable.
  if (!construct) return { kind: 'kept', variable: 'left' };
  if (construct.kind === 'go') return { kind: 'stored', recording: null };
  if (v.kind === 'ENDBRANCH') {
    const plan = analysis.tests.get(construct.id);
    const head = v.partner === null ? null : analysis.model.graph.vertices[v.partner];
    const test = head?.instructions.find((i) => i.kind === 'test');
    if (plan?.kind === 'branch' && plan.again && test?.kind === 'test')
      return { kind: 'again', test: testText(c.program, test.test) };
    return { kind: 'stored', recording: of(construct.id, 'branch')[0]?.id ?? null };
  }
  const arrows = of(construct.id, 'arrow');
  // A loop may store two: at its end, where `next` arrives, and then past it, where `exit` does.
  const arrow = v.loops.includes(construct.id) ? arrows[0] : arrows[arrows.length - 1];
  return { kind: 'stored', recording: arrow?.id ?? null };
}

/** Constructs that hold anything that runs backward. */
function reversedConstructs(analysis: RoutineAnalysis): Set<StatementId> {
  const active = new Set<StatementId>();
  const own = (id: StatementId) =>
    analysis.derivatives.has(id) ||
    (analysis.recorded.get(id)?.length ?? 0) > 0 ||
    analysis.calls.get(id)?.adjoint === true;
  const visit = (s: Statement): boolean => {
    let any = isLeaf(s) && own(s.id);
    for (const list of bodies(s)) for (const inner of list) any = visit(inner) || any;
    if (any) active.add(s.id);
    return any;
  };
  for (const s of analysis.model.routine.body) visit(s);
  return active;
}

/** By construct: the vertices of everything inside it. */
function constructVertices(analysis: RoutineAnalysis): Map<StatementId, Set<number>> {
  const parts = new Map<StatementId, Set<number>>();
  for (const [id, place] of analysis.model.graph.place) {
    for (const parent of entryOf(analysis.nesting.parents, id)) {
      const set = parts.get(parent.id) ?? new Set<number>();
      set.add(place[0]);
      parts.set(parent.id, set);
    }
  }
  for (const v of analysis.model.graph.vertices) {
    const construct = v.construct;
    if (!construct || construct.kind === 'go') continue;
    for (const parent of entryOf(analysis.nesting.parents, construct.id)) parts.get(parent.id)?.add(v.index);
  }
  return parts;
}

function numberedPlan(
  style: 'statements' | 'blocks',
  analysis: RoutineAnalysis,
  recordings: readonly Recording[],
  texts: VertexTexts,
): ControlPlan {
  const cases: DispatchCase[] = [];
  let end: string | null = null;
  for (const r of recordings) {
    if (r.kind !== 'statement' && r.kind !== 'block') continue;
    const id = Number(r.statement?.slice(1)) as StatementId;
    const place = analysis.model.graph.place.get(id);
    if (!place) continue;
    const vertex = analysis.model.graph.vertices[place[0]] as FlowVertex;
    const lines = texts
      .backward(vertex)
      .filter((line) => style === 'blocks' || line.statement === r.statement);
    // The recording made last is that of the 0 at the bottom of the stack.
    if (r === recordings.filter((x) => x.kind === r.kind).at(-1)) end = r.id;
    else cases.push({ vertex: place[0], recording: r.id, lines });
  }
  return { style, arrivals: new Map(), loops: new Map(), skipped: new Set(), cases, end };
}

/** [CFR] stores everything; where the generator did too, the graph names the recording. */
function withRecordings(
  plan: ControlPlan,
  analysis: RoutineAnalysis,
  recordings: readonly Recording[],
): ControlPlan {
  const { graph } = analysis.model;
  const named = (index: number, kind: Recording['kind']) => {
    const construct = graph.vertices[index]?.construct;
    if (!construct || construct.kind === 'go') return null;
    return recordings.find((r) => r.statement === statementName(construct.id) && r.kind === kind)?.id ?? null;
  };
  return {
    ...plan,
    arrivals: new Map(
      [...plan.arrivals].map(([v, a]) => [
        v,
        a.kind === 'stored' ? { ...a, recording: named(v, 'branch') } : a,
      ]),
    ),
    loops: new Map(
      [...plan.loops].map(([v, l]) => [v, l.kind === 'counter' ? { ...l, recording: named(v, 'count') } : l]),
    ),
  };
}
