/** A graph from outside: its errors, and its vertices by their place in topological order. */
import type { DiagnosticCode } from '../../base/diagnosticCodes';
import type { DiagnosticSink } from '../../base/diagnostics';
import { entryOf } from '../../base/lookup';
import { NOWHERE } from '../../base/span';
import { type LinearGraph, VARIABLE } from '../../elimination/graph';
import type { GivenGraph, LinearisedEdge, LinearisedVertex } from '../results';

/** A graph in both forms: as the door shows it, and by positions. Vertices are in topological order. */
export interface NumberedGraph {
  readonly vertices: readonly LinearisedVertex[];
  readonly edges: readonly LinearisedEdge[];
  readonly linear: LinearGraph;
  readonly positionOf: ReadonlyMap<number, number>;
}

export function checkGraph(graph: GivenGraph, sink: DiagnosticSink): void {
  const error: Complain = (code, message, note) => sink.error(code, message, NOWHERE, note);
  if (!Array.isArray(graph?.vertices) || !Array.isArray(graph.edges)) {
    error(
      'graph-shape',
      'A graph has lists of vertices and of edges.',
      'Give { vertices: [...], edges: [...] }.',
    );
    return;
  }
  const isObject = (each: unknown) => typeof each === 'object' && each !== null;
  if (![...graph.vertices, ...graph.edges].every(isObject)) {
    error(
      'graph-shape',
      'The lists of a graph hold something other than vertices and edges.',
      'A vertex is { id, role }, an edge { from, to }.',
    );
    return;
  }
  checkEdges(graph, checkVertices(graph, error), error);
}

type Complain = (code: DiagnosticCode, message: string, note: string) => void;

/** The roles of the vertices. */
function checkVertices({ vertices }: GivenGraph, error: Complain): ReadonlyMap<number, string> {
  const roles = new Map<number, string>();
  for (const { id, role } of vertices) {
    if (!Number.isFinite(id))
      error('graph-vertex', `A vertex has the id ${String(id)}.`, 'Give every vertex a number.');
    else if (roles.has(id))
      error('graph-vertex', `Two vertices have the id ${id}.`, 'Give each vertex a number of its own.');
    if (role !== 'input' && role !== 'intermediate' && role !== 'output')
      error(
        'graph-role',
        `Vertex ${String(id)} has the role ${String(role)}.`,
        'A role is `input`, `intermediate` or `output`.',
      );
    roles.set(id, role);
  }
  return roles;
}

function checkEdges({ edges }: GivenGraph, roles: ReadonlyMap<number, string>, error: Complain): void {
  const seen = new Set<string>();
  for (const { from, to, partial, value } of edges) {
    const name = `${String(from)}>${String(to)}`;
    if (value !== undefined && !Number.isFinite(value))
      error(
        'graph-edge',
        `The edge ${name} has the value ${String(value)}.`,
        'Give a finite number, or leave the value out.',
      );
    if (partial !== undefined && typeof partial !== 'string')
      error('graph-edge', `The partial of the edge ${name} is no text.`, 'Write it as a formula in quotes.');
    for (const end of [from, to])
      if (!roles.has(end))
        error(
          'graph-edge',
          `The edge ${name} names vertex ${String(end)}, which is not in the graph.`,
          'Add it to the vertices with its role.',
        );
    if (from === to)
      error(
        'graph-edge',
        `The edge ${name} is a loop.`,
        'A value has no derivative by itself: leave the edge out.',
      );
    else if (roles.get(to) === 'input')
      error(
        'graph-edge',
        `The edge ${name} leads into an input.`,
        'An input depends on nothing: make it an intermediate, or turn the edge round.',
      );
    if (seen.has(name))
      error(
        'graph-edge',
        `The edge ${name} stands there twice.`,
        'Write it once, with the sum of both partials.',
      );
    seen.add(name);
  }
}

/** The given order, changed as little as needed to be topological; null, and an error, for a graph with a cycle. */
export function numberGraph(graph: GivenGraph, sink: DiagnosticSink): NumberedGraph | null {
  const given = new Map(graph.vertices.map(({ id }, at) => [id, at]));
  const order = topological(
    graph.vertices.length,
    graph.edges.map(({ from, to }) => [entryOf(given, from), entryOf(given, to)]),
  );
  if (order.length < graph.vertices.length) {
    const placed = new Set(order);
    const stuck = graph.vertices.filter((_, at) => !placed.has(at)).map(({ id }) => id);
    return sink.error(
      'graph-cycle',
      `Edges run in a circle among the vertices ${stuck.slice(0, 8).join(', ')}${stuck.length > 8 ? ', …' : ''}.`,
      NOWHERE,
      'A computation has no circle: give each new value a vertex of its own.',
    );
  }
  const vertices = order.map((at) => {
    const { id, role, label, span } = graph.vertices[at] as GivenGraph['vertices'][number];
    return { id, role, label: String(label ?? id), span: span ?? NOWHERE };
  });
  const positionOf = new Map(vertices.map(({ id }, position) => [id, position]));
  const edges = graph.edges.map(completed);
  const linear: LinearGraph = {
    roles: vertices.map(({ role }) => role),
    edges: edges.map(({ from, to, value, constant }) => ({
      from: entryOf(positionOf, from),
      to: entryOf(positionOf, to),
      constant: constant ? (value as number) : VARIABLE,
    })),
  };
  return { vertices, edges, linear, positionOf };
}

/** c_ji of the paper, as an identifier of every language. */
export function labelName(from: number, to: number): string {
  return `c_${to}_${from}`.replace(/\W/g, '_');
}

/** An edge that is called constant but has no value is treated as variable. */
function completed({ from, to, partial, value, constant }: GivenGraph['edges'][number]): LinearisedEdge {
  const text = partial ?? labelName(from, to);
  const written = partial === undefined || partial.trim() === '' ? Number.NaN : Number(partial);
  const known = value ?? (constant && Number.isFinite(written) ? written : undefined);
  const edge = { from, to, partial: text, constant: constant === true && known !== undefined };
  return known === undefined ? edge : { ...edge, value: known };
}

/** Always takes the first of the vertices that can come next: an order that is topological stays as it is. */
function topological(n: number, edges: readonly (readonly [number, number])[]): number[] {
  const waiting = new Int32Array(n);
  const next: number[][] = Array.from({ length: n }, () => []);
  for (const [from, to] of edges) {
    waiting[to] = (waiting[to] as number) + 1;
    next[from]?.push(to);
  }
  const ready = [...waiting.keys()].filter((at) => waiting[at] === 0);
  const order: number[] = [];
  for (let at = ready.shift(); at !== undefined; at = ready.shift()) {
    order.push(at);
    for (const to of next[at] as number[]) {
      const left = (waiting[to] as number) - 1;
      waiting[to] = left;
      if (left > 0) continue;
      const place = ready.findIndex((other) => other > to);
      ready.splice(place < 0 ? ready.length : place, 0, to);
    }
  }
  return order;
}
