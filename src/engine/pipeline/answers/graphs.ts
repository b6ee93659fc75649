/** The three graphs as results: the text of each vertex in each sweep, and what is stored of its control. */

import type { Arrival, ControlPlan, DispatchCase, Line, LoopReversal } from '../../adjoint/graphs/draw';
import { drawGraphs, type VertexTexts } from '../../adjoint/graphs/draw';
import { arrivalsOf, LEAVE } from '../../adjoint/sweeps/dispatch';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { entryOf, itemAt } from '../../base/lookup';
import { negate } from '../../ir/build';
import { type FlowVertex, type Instruction, isLeaf, type Test, testExpressions } from '../../ir/graph/flow';
import { innerTest } from '../../ir/graph/innerTest';
import { routineNamed, statementName, statementNamed } from '../../ir/names';
import { bodies } from '../../ir/statements';
import { openedRange, readExpr, readRange, readStatement } from '../../ir/text/reading';
import type { For, Program, Statement, StatementId } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import { hasBackwardSweep } from '../optionTable';
import type { Differentiation, Graph, Recording } from '../results';

export function adjointGraphs(
  c: Compile,
  analysis: RoutineAnalysis | null,
  recordings: readonly Recording[],
): Differentiation['graphs'] {
  const empty: Graph = { vertices: [], edges: [] };
  if (!analysis) return { original: empty, forward: empty, adjoint: empty };
  const texts = vertexTexts(c, analysis);
  const graphs = drawGraphs(analysis.model.graph, texts, controlPlan(c, analysis, recordings, texts));
  return hasBackwardSweep(c.mode) ? graphs : { ...graphs, forward: empty, adjoint: empty };
}

// -------------------------------------------------------------------------------------------------------- texts

/** `bare`: the test of a counted loop is its condition alone, where the setting and the increment of its index are drawn too. */
export function vertexTexts(c: Compile, analysis: RoutineAnalysis, bare = false): VertexTexts {
  const { forward, backward } = generatedLines(c, analysis);
  const lineOf = (vertex: FlowVertex, i: Instruction): Line => ({
    text:
      i.kind === 'leaf' ? readStatement(c.program, i.statement) : testText(c.program, i.test, vertex, bare),
    statement: statementName(i.id),
    span: i.kind === 'leaf' ? i.statement.span : i.test.span,
    role: 'primal',
  });
  // In a loop whose test stands inside, `while (1)` decides nothing.
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

/** By vertex: the generated statements of its instructions in each sweep. */
function generatedLines({ adjoint }: Compile, analysis: RoutineAnalysis) {
  const forward = new Map<string, Line[]>();
  const backward = new Map<string, Line[]>();
  const preludes = preludeLoops(analysis);
  const { graph } = analysis.model;
  const numbers = new Set<number>();
  for (const { id, kind } of adjoint?.recordings ?? [])
    if (kind === 'statement' || kind === 'block') numbers.add(id);
  const add = (program: Program, s: Statement, around: readonly (StatementId | null)[]) => {
    const place = s.origin === null ? undefined : graph.place.get(s.origin);
    if (s.origin === null || !place || !isShown(s, numbers)) return;
    // The index of a loop is stored before the loop and restored after it, not inside.
    if ('recording' in s && graph.vertices[place[0]]?.kind === 'LOOP') return;
    const loop = preludes.get(place[0]);
    const isRepeated = s.sweep === 'backward' && loop !== undefined && around.includes(loop);
    entryMade(s.sweep === 'backward' ? backward : forward, textKey(place[0], isRepeated)).push({
      text: s.kind === 'pushControl' ? `push(${readExpr(program, s.value)})` : readStatement(program, s),
      statement: statementName(s.origin),
      span: s.span,
      role: s.role,
      ...('recording' in s ? { recording: `r${s.recording}` } : {}),
    });
  };
  const visit = (program: Program, list: readonly Statement[], around: readonly (StatementId | null)[]) => {
    for (const s of list) {
      for (const inner of bodies(s)) visit(program, inner, [...around, s.origin]);
      add(program, s, around);
    }
  };
  const entry = adjoint && routineNamed(adjoint.program, adjoint.entry);
  if (adjoint && entry) visit(adjoint.program, entry.body, []);
  return { forward, backward };
}

/** Control is drawn on the edges, except numbers of assignments and blocks, which stand with what they number. */
function isShown(s: Statement, numbers: ReadonlySet<number>): boolean {
  if (s.kind === 'pushControl') return numbers.has(s.recording);
  return isLeaf(s) && s.role !== 'control' && s.kind !== 'popControl';
}

function textKey(vertex: number, isRepeated: boolean): string {
  return isRepeated ? `${vertex} again` : `${vertex}`;
}

function entryMade<K, V>(map: Map<K, V[]>, key: K): V[] {
  const known = map.get(key) ?? [];
  map.set(key, known);
  return known;
}

/** By vertex of a prelude: the loop whose tests it precedes. */
function preludeLoops(analysis: RoutineAnalysis): Map<number, StatementId> {
  const found = new Map<number, StatementId>();
  for (const { index, prelude, construct } of analysis.model.graph.vertices)
    if (prelude !== null && construct && 'id' in construct)
      for (let v = prelude; v < index; v++) found.set(v, construct.id);
  return found;
}

function testText(program: Program, test: Test, vertex: FlowVertex | null = null, bare = false): string {
  const loop = vertex?.construct?.kind === 'while' ? vertex.construct : null;
  const inner = loop && innerTest(loop);
  if (inner) return readExpr(program, inner.condition);
  const range = loop && !bare && openedRange(program, loop);
  if (range) return readRange(program, range);
  if (test.kind === 'for') return readRange(program, test);
  return testExpressions(test)
    .map((e) => readExpr(program, e))
    .join(', ');
}

// --------------------------------------------------------------------------------------------------------- plan

/** The generator's decisions about control, by vertex. */
function controlPlan(
  c: Compile,
  analysis: RoutineAnalysis,
  recordings: readonly Recording[],
  texts: VertexTexts,
): ControlPlan {
  const { graph } = analysis.model;
  const style = c.options.reversal;
  if (style === 'statements' || style === 'blocks') return numberedPlan(style, analysis, recordings, texts);
  const byStatement = new Map<string | null, Recording[]>();
  for (const r of recordings) entryMade(byStatement, r.statement).push(r);
  const of: RecordingsOf = (id, kind) =>
    (byStatement.get(statementName(id)) ?? []).filter((r) => r.kind === kind);
  const active = reversedConstructs(analysis);
  const parts = constructVertices(analysis);
  const regions = regionArrivals(analysis, recordings);
  const arrivals = new Map<number, Arrival>();
  const loops = new Map<number, LoopReversal>();
  const skipped = new Set<number>();
  for (const v of graph.vertices) {
    const construct = constructOf(v);
    if ((v.kind === 'LOOP' || v.kind === 'POSTLOOP') && v.partner !== null && construct)
      loops.set(
        v.index,
        loopReversal(c, analysis, v, (kind) => of(construct.id, kind)),
      );
    if (construct && !active.has(construct.id)) {
      for (const inner of [...(parts.get(construct.id) ?? []), v.index]) skipped.add(inner);
      continue;
    }
    const arrival =
      itemAt(graph.predecessors, v.index).length > 1 && (regions.get(v) ?? arrivalAt(c, analysis, v, of));
    if (arrival) arrivals.set(v.index, arrival);
  }
  return { style, arrivals, loops, skipped, cases: [], end: null };
}

/** Recordings of a statement. */
type RecordingsOf = (id: StatementId, kind: Recording['kind']) => Recording[];

function constructOf({ construct }: FlowVertex) {
  return construct && ('label' in construct || construct.kind === 'if') ? construct : null;
}

function loopReversal(
  c: Compile,
  analysis: RoutineAnalysis,
  v: FlowVertex,
  of: (kind: Recording['kind']) => Recording[],
): LoopReversal {
  const [test] = v.instructions;
  const plan = test && analysis.tests.get(test.id);
  if (plan?.kind === 'counted' && test?.kind === 'test' && test.test.kind === 'for') {
    const bounds = of('bounds').map((r, k) => ({ name: itemAt(plan.storedBounds, k), recording: r.id }));
    const [index = null] = of('value').map((r) => ({ name: r.text, recording: r.id }));
    return { kind: 'counted', range: readRange(c.program, backwardRange(test.test)), bounds, index };
  }
  const [count] = of('count');
  return { kind: 'counter', recording: count?.id ?? null, ...(count ? {} : { lasts: true }) };
}

/** From the last index to the first. */
function backwardRange(f: For): Parameters<typeof readRange>[1] {
  const up = f.step.kind !== 'constant' || f.step.value > 0;
  return { index: f.index, first: f.last, last: f.first, step: negate(f.step), test: up ? 'ge' : 'le' };
}

function arrivalAt(c: Compile, analysis: RoutineAnalysis, v: FlowVertex, of: RecordingsOf): Arrival | null {
  const { construct } = v;
  if (v.kind === 'EXIT') return { kind: 'kept', variable: 'left' };
  if (v.kind !== 'ENDBRANCH' && (v.kind !== 'JOIN' || v.partner !== null)) return null;
  // Early returns arrive at the turn: the arrow stays in its variable.
  if (!construct) return { kind: 'kept', variable: 'left' };
  if (v.kind === 'ENDBRANCH') {
    if (!('id' in construct)) return null;
    const plan = analysis.tests.get(construct.id);
    const head = v.partner === null ? null : analysis.model.graph.vertices[v.partner];
    const test = head?.instructions.find((i) => i.kind === 'test');
    if (plan?.kind === 'branch' && plan.again && test?.kind === 'test')
      return { kind: 'again', test: testText(c.program, test.test) };
    const recording = of(construct.id, 'branch')[0];
    // The branch of a test that runs once stays in a variable.
    return recording ? { kind: 'stored', recording: recording.id } : { kind: 'kept', variable: 'branch' };
  }
  if (!('label' in construct) || construct.kind === 'dispatch') return null;
  // A loop may store two: at the end of its body, where `next` arrives, and then behind it, where `exit` does.
  const arrows = of(construct.id, 'arrow');
  const isInside = v.loops.includes(construct.id);
  const arrow = isInside ? arrows[0] : arrows[arrows.length - 1];
  if (!arrow) return null;
  return isInside
    ? { kind: 'stored', recording: arrow.id }
    : { kind: 'pushedAfter', variable: 'arrow', recording: arrow.id };
}

/** Where the blocks of regions with jumps meet. The recordings of a region are in the order in which its blocks are first reached. */
function regionArrivals(
  analysis: RoutineAnalysis,
  recordings: readonly Recording[],
): Map<FlowVertex, Arrival> {
  const found = new Map<FlowVertex, Arrival>();
  const { graph, routine } = analysis.model;
  const visit = (s: Statement): void => {
    for (const list of bodies(s)) for (const inner of list) visit(inner);
    if (s.kind !== 'dispatch') return;
    const arrows = recordings.filter((r) => r.kind === 'arrow' && r.statement === statementName(s.id));
    const joins = graph.vertices.filter((v) => v.kind === 'JOIN');
    const [first, ...past] = joins.filter((v) => v.construct === s);
    let next = 0;
    for (const [to, sources] of arrivalsOf(s)) {
      if (sources.length < 2) continue;
      const recording = arrows[next++]?.id;
      const head = () => (to === 0 ? first : joins.find((v) => v.construct === s.blocks[to]?.jump));
      const vertex = to === LEAVE ? past.shift() : head();
      if (vertex && recording) found.set(vertex, { kind: 'stored', recording });
    }
    const [left] = past;
    const arrow = arrows[next];
    if (left && arrow) found.set(left, { kind: 'pushedAfter', variable: 'arrow', recording: arrow.id });
  };
  for (const s of routine.body) visit(s);
  return found;
}

/** Constructs with any backward code inside. */
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

/** By construct: the vertices inside it. */
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
    if (r.statement === null) continue;
    const id = statementNamed(r.statement);
    const place = analysis.model.graph.place.get(id);
    if (!place) continue;
    const vertex = analysis.model.graph.vertices[place[0]] as FlowVertex;
    const lines = texts
      .backward(vertex)
      .filter((line) => style === 'blocks' || line.statement === r.statement);
    // The recording that was made last is that of the 0 at the bottom of the stack.
    if (r === recordings.filter((x) => x.kind === r.kind).at(-1)) end = r.id;
    else cases.push({ vertex: place[0], recording: r.id, lines });
  }
  return { style, arrivals: new Map(), loops: new Map(), skipped: new Set(), cases, end };
}
