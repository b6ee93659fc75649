/**
 * A graph as a TikZ picture: one rank a row, each vertex below those that lead to it other than by an edge back, as a
 * start that a hand can move. Needs the libraries shapes.geometric and shapes.misc.
 */
import { reversePostorder } from '../../base/dominators';
import { entryOf, itemAt } from '../../base/lookup';
import type { Graph, VertexKind } from '../../pipeline/results';

const STYLES: Record<VertexKind, string> = {
  ENTRY: 'terminal',
  EXIT: 'terminal',
  BASICBLOCK: 'block',
  LOOP: 'loop',
  ENDLOOP: 'loop',
  FORLOOP: 'loop',
  POSTLOOP: 'loop',
  BRANCH: 'branch',
  ENDBRANCH: 'branch',
  JOIN: 'join',
  DISPATCH: 'branch',
};

export function toTikz(graph: Graph): string {
  const places = placed(graph);
  const names = new Map(graph.vertices.map((v, i) => [v.id, `n${i}`]));
  const nodes = graph.vertices.map((v) => {
    const { x, y } = entryOf(places, v.id);
    const rows = [`${v.number}`, ...v.statements.map((s) => `\\texttt{${escaped(s.text)}}`)];
    const style = v.control ? `${STYLES[v.kind]}, stored` : STYLES[v.kind];
    return `  \\node[${style}] (${names.get(v.id)}) at (${round(x * 3)}, ${round(-y * 1.4)}) {${rows.join('\\\\')}};`;
  });
  const edges = graph.edges.map(({ from, to, label }) => {
    const text = label === '' ? '' : ` node[midway, right] {${escaped(label)}}`;
    const back = entryOf(places, to).y <= entryOf(places, from).y;
    return `  \\draw[->] (${names.get(from)}) to${back ? '[bend right=50]' : ''}${text} (${names.get(to)});`;
  });
  return `${[...HEAD, ...nodes, ...edges, '\\end{tikzpicture}'].join('\n')}\n`;
}

const HEAD = [
  '% \\usetikzlibrary{shapes.geometric, shapes.misc}',
  '\\begin{tikzpicture}[',
  '  every node/.style={align=center, font=\\small},',
  '  terminal/.style={draw, trapezium}, block/.style={draw}, loop/.style={draw, chamfered rectangle},',
  '  branch/.style={draw, diamond, aspect=2}, join/.style={draw, circle}, stored/.style={dashed}]',
];

/** Rows by longest way from the entry without edges back; columns centred. */
function placed(graph: Graph): Map<string, { x: number; y: number }> {
  const ids = graph.vertices.map(({ id }) => id);
  const next = ids.map((id) => graph.edges.flatMap(({ from, to }) => (from === id ? [ids.indexOf(to)] : [])));
  const entry = graph.vertices.findIndex(({ kind }) => kind === 'ENTRY');
  const order = reversePostorder(next, [entry]).map((v) => itemAt(ids, v));
  const rank = new Map(order.map((id, i) => [id, i]));
  const rows = new Map<string, number>();
  for (const id of order) {
    const above = graph.edges.filter((e) => e.to === id && entryOf(rank, e.from) < entryOf(rank, id));
    rows.set(id, Math.max(0, ...above.map((e) => entryOf(rows, e.from) + 1)));
  }
  const places = new Map<string, { x: number; y: number }>();
  const width = new Map<number, number>();
  for (const y of rows.values()) width.set(y, (width.get(y) ?? 0) + 1);
  const used = new Map<number, number>();
  for (const [id, y] of rows) {
    const k = used.get(y) ?? 0;
    used.set(y, k + 1);
    places.set(id, { x: k - (entryOf(width, y) - 1) / 2, y });
  }
  return places;
}

function round(value: number): string {
  return `${Math.round(value * 100) / 100}`;
}

const SPECIAL: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '"': '\\textquotedbl{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

function escaped(text: string): string {
  return text.replace(/[\\~^"<>]|[&%$#_{}]/g, (c) => SPECIAL[c] ?? `\\${c}`);
}
