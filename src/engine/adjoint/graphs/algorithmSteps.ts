/**
 * [CFR] Algorithms 1 to 5 line by line, for the stepper. A step is one line that does something: it names the vertex or
 * the edge of G at hand and what the line makes. Together the steps of 2 and 5 make every vertex and edge of G⃗ and G⃖
 * exactly once; so do those of 2 and 3, or 2 and 4, where those apply.
 */
import { entryOf, present } from '../../base/lookup';
import type { Span } from '../../base/span';
import type { FlowGraph } from '../../ir/graph/flow';
import type { AlgorithmDemonstration, AlgorithmRun, AlgorithmStep, VertexKind } from '../../pipeline/results';
import { counterpartKind } from './adjointGraph';
import { ALGORITHM_TEXT } from './algorithmText';
import { type Canvas, drawn } from './canvas';
import { type ControlStep, edgeAt, loopEntered, stepsBackward, stepsForward } from './control';
import { controlContext, drawCanvases } from './draw';
import { inNumberOrder } from './forwardGraph';
import { edgeOrder, numberVertices } from './number';
import { isStructuredPicture, type Picture, storeEverything, type VertexTexts, vertexAt } from './picture';

/** What [CFR] 4.5 is about. */
const USE_5 = ': use 5, which covers any nesting.';

type Algorithm = AlgorithmRun['algorithm'];
type Makes = AlgorithmStep['makes'];

interface Drawing {
  readonly picture: Picture;
  readonly numbers: readonly number[];
  readonly canvases: { readonly original: Canvas; readonly forward: Canvas; readonly adjoint: Canvas };
}

/** `jumps`: where statements jump. */
export function demonstrateAlgorithms(
  graph: FlowGraph,
  texts: VertexTexts,
  jumps: readonly Span[],
): AlgorithmDemonstration {
  const c = controlContext(graph, texts, storeEverything(graph));
  const canvases = drawCanvases(c);
  const { original, forward, adjoint } = canvases;
  const graphs = { original: drawn(original), forward: drawn(forward), adjoint: drawn(adjoint) };
  if (!isStructuredPicture(c.picture))
    return {
      graphs,
      runs: [],
      notHere: [],
      refused:
        'The algorithms of the paper are for structured graphs only, and here control jumps out of a construct.',
      jumps: [...jumps],
    };
  const d: Drawing = { picture: c.picture, numbers: c.numbers, canvases };
  const runs: AlgorithmRun[] = [run(1, numbering(d)), run(2, vertexSteps(d))];
  const kinds = new Set(c.picture.vertices.map((v) => v.kind));
  const hasLoops = kinds.has('LOOP') || kinds.has('POSTLOOP');
  const chained = c.picture.edges.some((_, e) => stepsForward(c, e).length > 1);
  const hasBranches = kinds.has('BRANCH');
  const notHere: AlgorithmDemonstration['notHere'] = [];
  if (hasLoops)
    notHere.push({ algorithm: 3, reason: `Algorithm 3 is for branches alone, and here are loops${USE_5}` });
  else runs.push(run(3, edgeSteps(d, SIMPLE_BRANCH)));
  if (hasBranches || chained) {
    const what = hasBranches ? 'branches' : 'loops that nest or follow one another';
    notHere.push({ algorithm: 4, reason: `Algorithm 4 is for simple loops, and here are ${what}${USE_5}` });
  } else runs.push(run(4, edgeSteps(d, SIMPLE_LOOP)));
  runs.push(run(5, edgeSteps(d, GENERAL)));
  return { graphs, runs, notHere, refused: null, jumps: [] };
}

function run(algorithm: Algorithm, steps: AlgorithmStep[]): AlgorithmRun {
  const { title, lines } = ALGORITHM_TEXT[algorithm];
  return { algorithm, title, lines: [...lines], steps };
}

// ------------------------------------------------------------------------------------------------------ vertices

const NUMBERING_NOTES: Record<number, (name: string) => string> = {
  1: (name) => `${name} has been visited already.`,
  2: (name) => `${name} is visited for the first time.`,
  4: (name) => `${name} waits until every branch that it closes is done.`,
  8: (name) => `Into the body of the loop, to ${name}.`,
  9: (name) => `The body is done: past the loop, to ${name}.`,
  11: (name) => `On to ${name}.`,
  14: (name) => `All branches are done: ${name} comes off the stack.`,
  16: (name) => `On from the end of the branch, to ${name}.`,
};

function numbering(d: Drawing): AlgorithmStep[] {
  const steps: AlgorithmStep[] = [];
  const place = originalEdges(d);
  numberVertices(d.picture, ({ line, vertex, edge, number, stack }) => {
    const { id, kind } = vertexAt(d.picture, vertex);
    const isNamed = kind === 'BASICBLOCK' ? 'the block' : `the ${kind}`;
    const note =
      number === null
        ? present(NUMBERING_NOTES[line], `a note on line ${line}`)(isNamed)
        : `It gets number ${number}.`;
    steps.push({
      line,
      note: note.charAt(0).toUpperCase() + note.slice(1),
      vertex: id,
      edge: edge === null ? null : entryOf(place, edge),
      stack: stack.map((v) => vertexAt(d.picture, v).id),
      makes: number === null ? [] : [{ graph: 'original', vertices: [id], edges: [] }],
    });
  });
  return steps;
}

/** Picture edges to the indices under which the drawn original has them. */
function originalEdges(d: Drawing): Map<number, number> {
  return new Map(edgeOrder(d.picture, d.numbers).map((e, i) => [e, i]));
}

/** Lines of Algorithm 2 that make the counterparts in G⃗ and in G⃖. */
const COUNTERPART_LINES: Record<string, readonly [forward: number, adjoint: number]> = {
  ENTRY: [3, 3],
  EXIT: [5, 5],
  BASICBLOCK: [7, 8],
  BRANCH: [10, 11],
  ENDBRANCH: [13, 14],
  LOOP: [17, 18],
  ENDLOOP: [20, 21],
  // A loop with its test at the end: it turns at the test, and its head is where the reversed body ends.
  POSTLOOP: [20, 21],
  JOIN: [17, 18],
};

function vertexSteps(d: Drawing): AlgorithmStep[] {
  return inNumberOrder(d.picture, d.numbers).flatMap((v) => {
    const { id, kind } = vertexAt(d.picture, v);
    const [forward, adjoint] = COUNTERPART_LINES[kind] ?? [1, 1];
    const number = d.numbers[v] as number;
    const back: VertexKind = counterpartKind(d.picture, v);
    const step = (line: number, note: string, makes: Makes): AlgorithmStep => ({
      line,
      note,
      vertex: id,
      edge: null,
      stack: [],
      makes,
    });
    const inForward = { graph: 'forward', vertices: [id], edges: [] } as const;
    const inAdjoint = { graph: 'adjoint', vertices: [id], edges: [] } as const;
    return [
      step(forward, `${number} stays ${kind} in the forward graph.`, [copy(inForward)]),
      step(adjoint, `In the adjoint graph ${number} becomes ${-number}, ${back}.`, [copy(inAdjoint)]),
    ];
  });
}

function copy(makes: {
  graph: Makes[number]['graph'];
  vertices: readonly string[];
  edges: readonly number[];
}): Makes[number] {
  return { graph: makes.graph, vertices: [...makes.vertices], edges: [...makes.edges] };
}

// --------------------------------------------------------------------------------------------------------- edges

type Reason = ControlStep['reason'];
/** The lines of an algorithm for one edge: where a vertex is made, and where the edges around it are. */
interface EdgeLines {
  /** By what asks for the only vertex in G⃗. */
  readonly one: Partial<Record<Reason, readonly [vertex: number, edges: number]>>;
  /** After a LOOP is left: the push and the edge to it, then by what else is asked for. */
  readonly left: {
    readonly first: readonly [number, number];
    readonly then: Partial<Record<Reason, readonly [number, number]>>;
    readonly alone: number;
  } | null;
  readonly plain: number;
  readonly adjoint: {
    /** By what asks for the vertex in G⃖: making it, the edge out of it, the edge into it from a loop or elsewhere. */
    readonly one: Partial<
      Record<Reason, readonly [vertex: number, out: number, fromLoop: number, from: number]>
    >;
    readonly fromLoop: number;
    readonly plain: number;
  };
}

const SIMPLE_BRANCH: EdgeLines = {
  one: { merge: [2, 3] },
  left: null,
  plain: 5,
  adjoint: { one: { merge: [8, 9, 9, 9] }, fromLoop: 11, plain: 11 },
};
const SIMPLE_LOOP: EdgeLines = {
  one: { enter: [2, 3], count: [5, 6], leave: [8, 9] },
  left: null,
  plain: 11,
  adjoint: { one: { leave: [16, 17, 17, 17] }, fromLoop: 14, plain: 19 },
};
const GENERAL: EdgeLines = {
  one: { enter: [17, 18], count: [20, 21], merge: [23, 24] },
  left: { first: [2, 3], then: { enter: [5, 6], count: [8, 9], merge: [11, 12] }, alone: 14 },
  plain: 26,
  adjoint: { one: { leave: [29, 30, 32, 34], merge: [37, 38, 40, 42] }, fromLoop: 45, plain: 47 },
};

function edgeSteps(d: Drawing, lines: EdgeLines): AlgorithmStep[] {
  const place = originalEdges(d);
  return edgeOrder(d.picture, d.numbers).flatMap((e) => {
    const edge = entryOf(place, e);
    const makes = [...forwardLines(d, lines, e), ...adjointLines(d, lines, e)];
    const vertex = vertexAt(d.picture, edgeAt(d.picture, e).from).id;
    return makes.map(({ line, note, made }) => ({ line, note, vertex, edge, stack: [], makes: [made] }));
  });
}

interface LineMakes {
  readonly line: number;
  readonly note: string;
  readonly made: Makes[number];
}

function forwardLines(d: Drawing, lines: EdgeLines, e: number): LineMakes[] {
  const canvas = d.canvases.forward;
  const made = canvas.made.get(e);
  const asked = stepsForward(canvas.c, e);
  if (!made) return [];
  const vertex = (line: number, k: number): LineMakes => ({
    line,
    note: `${asked[k]?.text} is put on the edge.`,
    made: { graph: 'forward', vertices: made.vertices.slice(k, k + 1), edges: [] },
  });
  const edges = (line: number, from: number, to: number, note: string): LineMakes => ({
    line,
    note,
    made: { graph: 'forward', vertices: [], edges: made.edges.slice(from, to) },
  });
  const [first, second] = asked;
  if (!first) return [edges(lines.plain, 0, 1, 'The edge is as it was.')];
  if (first.reason === 'leave' && lines.left) {
    const [makeLine, edgeLine] = lines.left.first;
    const begin = [vertex(makeLine, 0), edges(edgeLine, 0, 1, 'The loop is left by way of it.')];
    const next = second && lines.left.then[second.reason];
    if (!next) return [...begin, edges(lines.left.alone, 1, 2, 'From there on as before.')];
    return [...begin, vertex(next[0], 1), edges(next[1], 1, 3, 'The edge goes through both.')];
  }
  const [makeLine, edgeLine] = present(lines.one[first.reason], `the lines of ${first.reason}`);
  return [vertex(makeLine, 0), edges(edgeLine, 0, 2, 'The edge goes through it.')];
}

function adjointLines(d: Drawing, lines: EdgeLines, e: number): LineMakes[] {
  const canvas = d.canvases.adjoint;
  const made = canvas.made.get(e);
  const [asked] = stepsBackward(canvas.c, e);
  if (!made) return [];
  const entered = loopEntered(d.picture, e) !== null;
  const edges = (line: number, from: number, to: number, note: string): LineMakes => ({
    line,
    note,
    made: { graph: 'adjoint', vertices: [], edges: made.edges.slice(from, to) },
  });
  const where = entered
    ? 'It leaves from the FORLOOP of the loop that the edge came to.'
    : 'The edge is turned round.';
  const table = asked && lines.adjoint.one[asked.reason];
  if (!asked || !table) return [edges(entered ? lines.adjoint.fromLoop : lines.adjoint.plain, 0, 1, where)];
  const [makeLine, out, fromLoop, from] = table;
  const target = asked.reason === 'leave' ? 'the FORLOOP' : 'the BRANCH';
  return [
    {
      line: makeLine,
      note: `${asked.text} restores what was stored.`,
      made: { graph: 'adjoint', vertices: made.vertices.slice(0, 1), edges: [] },
    },
    edges(out, 1, 2, `It comes right before ${target}.`),
    edges(entered ? fromLoop : from, 0, 1, where),
  ];
}
