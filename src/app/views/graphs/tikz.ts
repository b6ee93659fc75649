import type { Graph, Vertex } from '../../../engine/pipeline/results';
import { curvesOf } from '../../layout/labels';
import { charactersIn, isDot, LINE, linesOf } from '../../layout/measure';
import type { PlacedGraph, PlacedVertex, Point } from '../../layout/types';
import type { GraphName } from '../../store/results/lookup';
import { cornersOf } from './shapes';

const COLOURS: Record<GraphName, string> = { original: '5C6570', forward: '0B62A0', adjoint: 'B0440B' };
const TAPE = '8A6300';

/**
 * A graph for a paper: a picture of TikZ alone, without libraries, with everything where it stands on the page. Lengths are
 * the page's pixels, of three quarters of a point; y grows downwards.
 */
export function tikzOf(graph: Graph, placed: PlacedGraph, name: GraphName): string {
  const vertices = new Map(graph.vertices.map((each) => [each.id, each]));
  return [
    `\\definecolor{sweep}{HTML}{${COLOURS[name]}}`,
    `\\definecolor{tape}{HTML}{${TAPE}}`,
    '\\begin{tikzpicture}[x=0.75pt, y=-0.75pt, line width=0.5pt,',
    '  vertex/.style={draw=sweep, fill=sweep!8}, stored/.style={draw=tape, fill=tape!10, dashed},',
    '  text line/.style={font=\\ttfamily\\fontsize{8.5}{10}\\selectfont, inner sep=0pt},',
    '  vertex number/.style={font=\\sffamily\\fontsize{7}{8}\\selectfont, text=black!60, inner sep=0pt}]',
    ...placed.edges.flatMap(({ path, tip, label, labelAt }) => [
      `  \\draw[-stealth, black!55] ${curve(path, tip)};`,
      ...(labelAt === null ? [] : [`  \\node[vertex number] at ${at(labelAt)} {${escaped(label)}};`]),
    ]),
    ...placed.vertices.flatMap((place) => {
      const vertex = vertices.get(place.id);
      return vertex === undefined ? [] : drawn(vertex, place);
    }),
    '\\end{tikzpicture}',
    '',
  ].join('\n');
}

const at = ({ x, y }: Point) => `(${x.toFixed(1)},${y.toFixed(1)})`;

/** The page draws the tip by itself; here the last piece of the curve ends in it. */
function curve(path: string, tip: Point): string {
  const curves = curvesOf(path);
  const pieces = curves.map(([, a, b, c]) => ` .. controls ${at(a)} and ${at(b)} .. ${at(c)}`);
  return at(curves[0]?.[0] ?? tip) + pieces.join('');
}

function drawn(vertex: Vertex, place: PlacedVertex): string[] {
  const style = vertex.control ? 'stored' : 'vertex';
  const lines = isDot(vertex)
    ? []
    : linesOf(vertex, {
        characters: charactersIn(vertex.kind, place.width),
        lines: Math.max(1, Math.floor((place.height - 4) / LINE)),
      });
  const left = vertex.kind === 'BASICBLOCK' && lines.length > 1;
  const number = { x: place.x + place.numberAt.x, y: place.y + place.numberAt.y };
  return [
    `  \\draw[${style}] ${outline(vertex, place)};`,
    `  \\node[vertex number, anchor=base west] at ${at(number)} {$${vertex.number}$};`,
    ...lines.map((line, i) => {
      const role = vertex.statements[i]?.role;
      const options = [
        'text line',
        ...(left ? ['anchor=west'] : []),
        ...(role === 'push' || role === 'pop' ? ['text=tape'] : []),
      ];
      const y = place.y + (i - (lines.length - 1) / 2) * LINE;
      const x = left ? place.x - place.width / 2 + 9 : place.x;
      return `  \\node[${options.join(', ')}] at ${at({ x, y })} {${escaped(line)}};`;
    }),
  ];
}

function outline(vertex: Vertex, place: PlacedVertex): string {
  const { x, y, width, height } = place;
  const [w, h] = [width / 2, height / 2];
  if (isDot(vertex)) return `${at(place)} circle [radius=${w.toFixed(1)}]`;
  const corners = cornersOf(vertex.kind, place)?.map(([dx, dy]) => at({ x: x + dx, y: y + dy }));
  if (corners) return `${corners.join(' -- ')} -- cycle`;
  return `[rounded corners=3pt] ${at({ x: x - w, y: y - h })} rectangle ${at({ x: x + w, y: y + h })}`;
}

const NAMES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '…': '\\ldots{}',
  '−': '-',
};
/** Text as TeX sets it letter by letter. */
const escaped = (text: string): string =>
  text.replace(/[\\~^…−{}$&#_%]/g, (character) => NAMES[character] ?? `\\${character}`);
