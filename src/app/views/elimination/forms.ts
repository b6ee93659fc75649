import type { Eliminated } from '../../../engine/pipeline/results';
import { shortNumber } from '../../ui/numbers';
import type { Sheet } from '../../ui/sheets';
import type { PlacedGraph } from './placeGraph';

/** The steps as the paper lists them, and the Jacobian. */
export function eliminationSheets(now: Eliminated, exact: boolean): Sheet[] {
  const label = labels(now);
  let sum = 0;
  return [
    {
      title: 'Steps',
      head: [
        'source',
        'vertex',
        'target',
        'end',
        'fill-in',
        'absorptions',
        'multiplications',
        'additions',
        'sum',
      ],
      rows: now.steps.map((step) => {
        sum += step.multiplications;
        const ends = [step.source, step.vertex, step.target].map((id) => (id === undefined ? '' : label(id)));
        const counts = [step.fillIn, step.absorptions, step.multiplications, step.additions, sum];
        return [...ends, step.direction ?? '', ...counts.map(String)];
      }),
    },
    {
      title: 'Jacobian',
      head: ['output', 'input', 'formula', 'value'],
      rows: now.jacobian.map(({ row, column, expression, value }) => [
        label(row),
        label(column),
        expression,
        value === undefined ? '' : exact ? String(value) : shortNumber(value),
      ]),
    },
  ];
}

/** For Graphviz: edges that are left, results on top. */
export function eliminationDot(now: Eliminated): string {
  const names = new Map(now.graph.vertices.map(({ id }, n) => [id, `n${n}`]));
  return [
    'digraph elimination {',
    '  rankdir=BT;',
    ...now.graph.vertices.map(
      ({ id, label, role }) =>
        `  ${names.get(id)} [label=${quoted(label)}${role === 'output' ? ', shape=doublecircle' : ', shape=circle'}];`,
    ),
    ...now.remaining.map(
      ({ from, to, partial }) => `  ${names.get(from)} -> ${names.get(to)} [label=${quoted(partial)}];`,
    ),
    '}',
    '',
  ].join('\n');
}

/** For LaTeX, with vertices where the page has them. */
export function eliminationTikz(now: Eliminated, placed: PlacedGraph): string {
  const names = new Map(now.graph.vertices.map(({ id }, n) => [id, `n${n}`]));
  const at = (id: number) => {
    const { x, y } = placed.vertices.get(id) ?? { x: 0, y: 0 };
    return `(${(x / 50).toFixed(2)},${((placed.height - y) / 50).toFixed(2)})`;
  };
  return [
    '\\begin{tikzpicture}[>=stealth, every node/.style={font=\\small}]',
    ...now.graph.vertices.map(
      ({ id, label, role }) =>
        `  \\node[draw, circle${role === 'output' ? ', double' : ''}] (${names.get(id)}) at ${at(id)} {\\texttt{${escaped(label)}}};`,
    ),
    ...now.remaining.map(
      ({ from, to, partial }) =>
        `  \\draw[->] (${names.get(from)}) to node[fill=white, inner sep=1pt] {\\texttt{${escaped(partial)}}} (${names.get(to)});`,
    ),
    '\\end{tikzpicture}',
    '',
  ].join('\n');
}

const labels = (now: Eliminated) => {
  const known = new Map(now.graph.vertices.map(({ id, label }) => [id, label]));
  return (id: number) => known.get(id) ?? String(id);
};
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')}"`;
const escaped = (text: string) =>
  text.replace(/[\\{}$&#^_%~]/g, (c) =>
    c === '\\' ? '\\textbackslash{}' : c === '^' || c === '~' ? `\\${c}{}` : `\\${c}`,
  );
