/** Views of the page as data for an embed: what is drawn now, for the program as it is. */
import type { Differentiation } from '../../engine/pipeline/results';
import type { ShownVertex } from '../layout/collapse';
import { curvesOf } from '../layout/labels';
import { charactersIn, isDot, LINE, linesOf } from '../layout/measure';
import type { PlacedGraph } from '../layout/types';
import { looksFixedForm } from '../store/document/language';
import { GRAPH_TITLES, type GraphName, storedName } from '../store/results/lookup';
import { isPlacing, isStale, type State } from '../store/state';
import { codeLines, runtimeLines } from '../views/code/lines';
import { shapeOf } from '../views/graphs/shapes';
import { type AlignedRow, alignmentOf } from '../views/read/align';
import { rowsOf } from '../views/sets/rows';
import { setsSheet } from '../views/sets/sheet';
import type { Bar, DrawnGraph, DrawnText, DrawnView } from './embed';

/** The views that can be embedded, each with the view of the page that shows it live. */
export const EMBEDDABLE = {
  kernel: { title: 'Kernel', live: 'source' },
  code: { title: 'Generated code', live: 'code' },
  rows: { title: 'Line by line', live: 'read' },
  original: { title: 'Flow graph', live: 'graphs' },
  forward: { title: 'Graph of the forward sweep', live: 'graphs' },
  adjoint: { title: 'Graph of the backward sweep', live: 'graphs' },
  sets: { title: 'Sets', live: 'sets' },
} as const;
export type Embeddable = keyof typeof EMBEDDABLE;

type Page = Pick<State, 'shown' | 'placed'>;

/** A view as it is on the page, or a message why there is none. */
export function drawnFrom(what: Embeddable, state: State): DrawnView | string {
  const { shown } = state;
  if (shown === null || !shown.ok || isStale(state))
    return 'The kernel has no result that could be drawn yet.';
  switch (what) {
    case 'kernel':
      return kernel(shown);
    case 'code':
      return code(shown);
    case 'rows':
      return rows(shown);
    case 'sets':
      return sets(shown);
    default:
      return isPlacing(state) ? 'The graphs are still being placed.' : graph(what, state);
  }
}

const FOR_MANY = ['adjointUse', 'kill', 'required'];

const grammarOf = (text: string, language: 'c' | 'fortran' | 'javascript'): DrawnText['grammar'] =>
  language === 'fortran' ? (looksFixedForm(text) ? 'fortran-fixed' : 'fortran') : language;

function kernel({ request: { source, language }, routine }: Differentiation): DrawnView {
  const text = source.replace(/\n$/, '');
  const bars = text.replace(/[^\n]*\n?/g, 'n').slice(0, text.split('\n').length);
  return {
    kind: 'text',
    title: routine === null ? 'Kernel' : `Kernel ${routine.name}`,
    grammar: grammarOf(source, language),
    text,
    bars,
  };
}

const LETTER: Readonly<Record<Bar, string>> = { forward: 'f', backward: 'b', tape: 't', none: 'n' };

function code(shown: Differentiation): DrawnView {
  const from = runtimeLines(shown);
  const lines = codeLines(shown).slice(from);
  const bars = lines.map(({ origin }) => {
    if (origin === null || origin.role === 'declaration' || origin.role === 'comment') return 'n';
    const tape =
      origin.role === 'push' ||
      origin.role === 'pop' ||
      (origin.role === 'control' && origin.recording !== null);
    return LETTER[tape ? 'tape' : (origin.sweep ?? 'none')];
  });
  const { text, language } = shown.code;
  return {
    kind: 'text',
    title: shown.request.mode === 'adjoint' ? 'Its adjoint' : 'Its derivative',
    grammar: grammarOf(text, language),
    text: lines.map(({ start, end }) => text.slice(start, end)).join('\n'),
    bars: bars.join(''),
  };
}

function rows(shown: Differentiation): DrawnView | string {
  const alignment = alignmentOf(shown);
  if (alignment.kind === 'listing') return `${alignment.why} The code can be drawn instead.`;
  const { text, language } = shown.code;
  const lines = codeLines(shown);
  const at = (line: number) => text.slice(lines[line]?.start ?? 0, lines[line]?.end ?? 0);
  const { source } = shown.request;
  const sources = source.split('\n');
  const last = alignment.rows.findLastIndex((row, k) => sources[k]?.trim() !== '' || isFull(row));
  return {
    kind: 'rows',
    title: 'Line by line: the backward sweep is read from the bottom up',
    grammar: grammarOf(source, shown.request.language),
    code: grammarOf(text, language),
    rows: alignment.rows.slice(0, last + 1).map(({ forward, backward, stored }, k) => ({
      source: sources[k] ?? '',
      forward: forward.map(at).join('\n'),
      tape: stored.map(({ recording }) => storedName(recording)).join('\n'),
      backward: backward.map(at).join('\n'),
    })),
  };
}
const isFull = ({ forward, backward }: AlignedRow) => forward.length + backward.length > 0;

function sets(shown: Differentiation): DrawnView | string {
  const chosen = shown.analyses.filter(({ name }) => FOR_MANY.includes(name));
  const analyses = chosen.length > 0 ? chosen : shown.analyses.slice(0, 4);
  if (analyses.length === 0) return 'There are no sets in this mode.';
  const statements = rowsOf(shown).filter(({ kind }) => kind === 'statement');
  const { title, head, rows: lines } = setsSheet(shown, shown.request.source, statements, analyses);
  return {
    kind: 'sets',
    title,
    columns: ['statement', ...head.slice(2)],
    rows: lines.map(([line = '', text = '', ...others]) => [`${line}  ${text}`, ...others]),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

function graph(name: GraphName, { placed }: Page): DrawnGraph | string {
  if (placed === null) return 'The graphs are still being placed.';
  const { vertices, edges } = placed.drawn.graphs[name];
  const places = placed.layout.graphs[name];
  if (edges.length === 0 && vertices.length === 0) return 'This graph has no vertices.';
  return {
    kind: 'graph',
    title: GRAPH_TITLES[name],
    sweep: name === 'adjoint' ? 'backward' : name,
    width: round(places.width),
    height: round(places.height),
    vertices: drawnVertices(vertices, places),
    edges: places.edges.map(({ label, path, tip, labelAt }) => {
      const curves = curvesOf(path);
      const points = [curves[0]?.[0], ...curves.flatMap(([, a, b, c]) => [a, b, c])];
      return {
        label,
        curve: points.flatMap((point) => (point === undefined ? [] : [round(point.x), round(point.y)])),
        tip: [tip.x, tip.y, tip.angle, ...(labelAt === null ? [] : [labelAt.x, labelAt.y])].map(round),
      };
    }),
  };
}

function drawnVertices(vertices: readonly ShownVertex[], places: PlacedGraph): DrawnGraph['vertices'] {
  const byId = new Map(vertices.map((each) => [each.id, each]));
  return places.vertices.flatMap((place) => {
    const vertex = byId.get(place.id);
    if (vertex === undefined) return [];
    const most = Math.max(1, Math.floor((place.height - 4) / LINE));
    const lines = isDot(vertex)
      ? []
      : linesOf(vertex, { characters: charactersIn(vertex.kind, place.width), lines: most });
    const bars = lines.map((_, k) => {
      const role = vertex.statements[k]?.role;
      return role === 'push' || role === 'pop' ? 't' : 'n';
    });
    const { x, y, width, height, numberAt } = place;
    return {
      shape: shapeOf(vertex),
      number: String(vertex.number).replace('-', '−'),
      stored: vertex.control,
      lines,
      bars: bars.join(''),
      at: [x, y, width, height, numberAt.x, numberAt.y].map(round),
    };
  });
}
