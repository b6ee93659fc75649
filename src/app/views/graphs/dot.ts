import type { Graph, Vertex } from '../../../engine/pipeline/results';

const SHAPES: Partial<Record<Vertex['kind'], string>> = {
  ENTRY: 'circle',
  EXIT: 'doublecircle',
  BRANCH: 'diamond',
  LOOP: 'hexagon',
  FORLOOP: 'hexagon',
  POSTLOOP: 'hexagon',
  DISPATCH: 'octagon',
  ENDBRANCH: 'point',
  ENDLOOP: 'point',
  JOIN: 'point',
};

/** A graph in Graphviz's own language, for papers and slides. */
export function dotOf(graph: Graph, title: string): string {
  const names = new Map(graph.vertices.map((each, i) => [each.id, `n${i}`]));
  return [
    `digraph ${quoted(title)} {`,
    '  node [fontname="monospace", fontsize=11, shape=box, style=rounded];',
    '  edge [fontname="monospace", fontsize=10];',
    ...graph.vertices.map((each) => {
      const shape = SHAPES[each.kind];
      const text = each.statements.map((statement) => statement.text).join('\n');
      return `  ${names.get(each.id)} [label=${quoted(text)}, xlabel=${quoted(String(each.number))}${
        shape === undefined ? '' : `, shape=${shape}, style=""`
      }];`;
    }),
    ...graph.edges.map(
      ({ from, to, label }) =>
        `  ${names.get(from)} -> ${names.get(to)}${label === '' ? '' : ` [label=${quoted(label)}]`};`,
    ),
    '}',
    '',
  ].join('\n');
}

/** A name or label, whatever is in it. */
export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
