/** Views as their author drew them, from the data that travelled: elements and text nodes. */
import { highlight, type Piece } from '../ui/highlight';
import { arrowTip, outline } from '../views/graphs/shapes';
import { el, svg } from './dom';
import type {
  Bar,
  DrawnEdge,
  DrawnGraph,
  DrawnRows,
  DrawnSets,
  DrawnText,
  DrawnVertex,
  DrawnView,
} from './embed';

const LINE = 15;
const BARS: Readonly<Record<string, Bar>> = { f: 'forward', b: 'backward', t: 'tape' };
const SPOKEN: Readonly<Record<Bar, string>> = {
  forward: 'forward sweep: ',
  backward: 'backward sweep: ',
  tape: 'tape: ',
  none: '',
};

export function drawn(view: DrawnView): HTMLElement {
  return el(
    'figure',
    { class: 'drawn', 'data-kind': view.kind },
    el('figcaption', {}, view.title),
    body(view),
  );
}

function body(view: DrawnView): HTMLElement {
  switch (view.kind) {
    case 'text':
      return text(view);
    case 'rows':
      return rows(view);
    case 'graph':
      return graph(view);
    case 'sets':
      return sets(view);
  }
}

const scroller = (label: string, ...children: Node[]) =>
  el('div', { class: 'drawn-body', tabindex: 0, role: 'region', 'aria-label': label }, ...children);

const pieces = (line: readonly Piece[]): (Node | string)[] =>
  line.map(({ text: part, kind }) => (kind === null ? part : el('span', { class: `t-${kind}` }, part)));

function text({ title, grammar, text: given, bars }: DrawnText): HTMLElement {
  const lines = highlight(given, grammar).map((line, k) => {
    const bar = BARS[bars[k] ?? 'n'] ?? 'none';
    return el(
      'li',
      { class: 'line', 'data-bar': bar },
      el('span', { class: 'line-number', 'aria-hidden': 'true' }, String(k + 1)),
      el('i', { class: 'line-bar', 'aria-hidden': 'true' }),
      el('span', { class: 'unseen' }, SPOKEN[bar]),
      el('code', { class: 'line-text' }, ...pieces(line)),
    );
  });
  return scroller(title, el('ol', { class: 'listing' }, ...lines));
}

function rows({ title, grammar, code, rows: given }: DrawnRows): HTMLElement {
  const source = highlight(given.map((row) => row.source.replaceAll('\n', ' ')).join('\n'), grammar);
  const cell = (content: string, column: string) =>
    el('td', { class: 'drawn-cell', 'data-column': column }, ...joined(content, code));
  const body = given.map((row, k) =>
    el(
      'tr',
      {},
      el(
        'th',
        { scope: 'row' },
        el('span', { class: 'line-number' }, String(k + 1)),
        el('code', {}, ...pieces(source[k] ?? [])),
      ),
      cell(row.forward, 'forward'),
      el(
        'td',
        { class: 'drawn-cell', 'data-column': 'tape' },
        ...row.tape.split('\n').flatMap((each, i) => (i === 0 ? [each] : [el('br'), each])),
      ),
      cell(row.backward, 'backward'),
    ),
  );
  return table(title, 'drawn-rows', ['kernel', 'forward sweep ↓', 'tape', 'backward sweep ↑'], body);
}

function table(
  title: string,
  look: string,
  columns: readonly string[],
  rows: readonly HTMLElement[],
): HTMLElement {
  const heads = columns.map((column) => el('th', { scope: 'col' }, column));
  const head = el('thead', {}, el('tr', {}, ...heads));
  return scroller(title, el('table', { class: look }, head, el('tbody', {}, ...rows)));
}

const joined = (content: string, grammar: DrawnRows['code']): Node[] =>
  content === '' ? [] : highlight(content, grammar).map((line) => el('code', {}, ...pieces(line)));

function sets({ title, columns, rows: given }: DrawnSets): HTMLElement {
  const body = given.map((row) =>
    el(
      'tr',
      {},
      ...row.map((cell, k) =>
        k === 0 ? el('th', { scope: 'row' }, el('code', {}, cell)) : el('td', {}, el('code', {}, cell)),
      ),
    ),
  );
  return table(title, 'table', columns, body);
}

function graph({ title, sweep, width, height, vertices, edges }: DrawnGraph): HTMLElement {
  const [w, h] = [Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height))];
  const said = vertices
    .map(({ number, lines }) => `${number}: ${lines.join('; ') || 'no statement'}`)
    .join('. ');
  const picture = svg(
    'svg',
    {
      class: 'canvas',
      'data-sweep': sweep,
      viewBox: `-16 -16 ${w + 32} ${h + 32}`,
      width: w + 32,
      height: h + 32,
      role: 'img',
      'aria-label': `${title}. ${said}`,
    },
    ...edges.map(edge),
    ...vertices.map(vertex),
  );
  return scroller(title, picture);
}

function edge({ label, curve, tip }: DrawnEdge): SVGElement {
  const at = (k: number) => `${curve[k] ?? 0} ${curve[k + 1] ?? 0}`;
  let path = `M${at(0)}`;
  for (let k = 2; k + 5 < curve.length; k += 6) path += `C${at(k)} ${at(k + 2)} ${at(k + 4)}`;
  const [x = 0, y = 0, angle = 0, labelX, labelY] = tip;
  return svg(
    'g',
    { class: 'edge' },
    svg('path', { d: path }),
    svg('path', { class: 'tip', d: arrowTip({ x, y, angle }) }),
    ...(label === '' || labelX === undefined || labelY === undefined
      ? []
      : [svg('text', { class: 'edge-label', x: labelX, y: labelY + 4, 'text-anchor': 'middle' }, label)]),
  );
}

function vertex({ shape, number, stored, lines, bars, at }: DrawnVertex): SVGElement {
  const [x = 0, y = 0, width = 0, height = 0, numberX = 0, numberY = 0] = at;
  const left = shape === 'BASICBLOCK' && lines.length > 1;
  const top = y - ((lines.length - 1) * LINE) / 2 + 4;
  return svg(
    'g',
    { class: 'vertex', 'data-control': stored },
    svg('path', { class: 'outline', d: outline(shape, { x, y, width, height }) }),
    svg('text', { class: 'vertex-number', x: x + numberX, y: y + numberY }, number),
    ...lines.map((line, k) =>
      svg(
        'text',
        {
          class: 'vertex-text',
          'data-role': bars[k] === 't' ? 'push' : undefined,
          x: left ? x - width / 2 + 9 : x,
          y: top + k * LINE,
          'text-anchor': left ? 'start' : 'middle',
        },
        line,
      ),
    ),
  );
}
