/** A graph as text for Graphviz. Kinds by shape, as on the page; control vertices dashed. */
import type { Graph, Vertex, VertexKind } from '../../pipeline/results';

const SHAPES: Record<VertexKind, string> = {
  ENTRY: 'invhouse',
  EXIT: 'house',
  BASICBLOCK: 'box',
  LOOP: 'hexagon',
  ENDLOOP: 'hexagon',
  FORLOOP: 'hexagon',
  POSTLOOP: 'hexagon',
  BRANCH: 'diamond',
  ENDBRANCH: 'diamond',
  JOIN: 'circle',
  DISPATCH: 'octagon',
};

export function toDot(graph: Graph, name: string): string {
  const lines = [
    `digraph ${quoted(name)} {`,
    '  node [fontname="monospace"];',
    '  edge [fontname="monospace"];',
  ];
  for (const v of graph.vertices) {
    const style = v.control ? ', style=dashed' : '';
    lines.push(`  ${quoted(v.id)} [shape=${SHAPES[v.kind]}, label=${label(v)}${style}];`);
  }
  for (const { from, to, label: text } of graph.edges)
    lines.push(`  ${quoted(from)} -> ${quoted(to)}${text === '' ? '' : ` [label=${quoted(text)}]`};`);
  return `${[...lines, '}'].join('\n')}\n`;
}

/** The number and kind, then the statements, each to the left on a line of its own. */
function label(v: Vertex): string {
  const head = v.control || v.kind === 'BASICBLOCK' ? `${v.number}` : `${v.number} ${v.kind}`;
  if (v.statements.length === 0) return quoted(head);
  const body = v.statements.map((s) => `${escaped(s.text)}\\l`).join('');
  return `"${escaped(head)}\\n${body}"`;
}

function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

/** A backslash would start one of Graphviz's escapes. */
function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
