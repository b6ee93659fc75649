import type { ParseVertex, PassEvent, Production, SinglePass } from '../../../engine/pipeline/results';
import type { Point } from '../../layout/types';

/** Events of one kind at one vertex, right after each other: a token, what it inherits, or a reduction. */
export interface PassStep {
  readonly kind: PassEvent['kind'];
  readonly vertex: number;
  readonly events: readonly PassEvent[];
}

export function stepsOf(events: readonly PassEvent[]): PassStep[] {
  const steps: { kind: PassEvent['kind']; vertex: number; events: PassEvent[] }[] = [];
  for (const event of events) {
    const last = steps.at(-1);
    if (last && event.kind !== 'shift' && last.kind === event.kind && last.vertex === event.vertex)
      last.events.push(event);
    else steps.push({ kind: event.kind, vertex: event.vertex, events: [event] });
  }
  return steps;
}

export interface PassState {
  /** How far the text is read. */
  readonly read: number;
  readonly opened: ReadonlySet<number>;
  readonly reduced: ReadonlySet<number>;
  /** `vertex attribute` to its values: two of a k that is handed on. */
  readonly attributes: ReadonlyMap<string, readonly (number | string)[]>;
}

/** What is known once a step is done. */
export function stateAt(steps: readonly PassStep[], at: number): PassState {
  const opened = new Set([0]);
  const reduced = new Set<number>();
  const attributes = new Map<string, (number | string)[]>();
  let read = 0;
  for (const { kind, vertex, events } of steps.slice(0, at + 1)) {
    opened.add(vertex);
    if (kind === 'reduce') reduced.add(vertex);
    for (const { at: from, attribute, value } of events) {
      read = Math.max(read, kind === 'shift' ? from + String(value).length : from);
      if (attribute === undefined) continue;
      const key = `${vertex} ${attribute}`;
      attributes.set(key, [...(attributes.get(key) ?? []), typeof value === 'number' ? value : '✓']);
    }
  }
  return { read, opened, reduced, attributes };
}

/** The production at work, its rules that fire in this step, with what they come to. */
export interface Firing {
  readonly production: Production;
  readonly values: ReadonlyMap<number, PassEvent['value']>;
  /** Vertices whose attributes the rules read. */
  readonly from: readonly number[];
  /** The vertex whose attributes they set. */
  readonly to: number;
}

export function firingOf(pass: SinglePass, step: PassStep): Firing | null {
  const vertex = pass.tree[step.vertex];
  if (!vertex || step.kind === 'shift') return null;
  const parent = pass.tree.find(({ children }) => children.includes(step.vertex));
  const at = step.kind === 'inherit' && parent && !isCounted(pass, step) ? parent : vertex;
  const id = at.symbol === 's' && at !== vertex ? sequenceProduction(at, vertex) : at.production;
  const production = pass.productions.find((each) => each.id === id);
  if (!production) return null;
  const names = symbolsOf(at, vertex, production);
  const values = new Map<number, PassEvent['value']>();
  const from = new Set<number>();
  production.rules.forEach((rule, i) => {
    const event = step.events.find(({ attribute }) => attribute === rule.attribute);
    if (!event || !names.get(rule.of)?.includes(step.vertex)) return;
    values.set(i, event.value);
    for (const [, name = ''] of rule.text.matchAll(/\b(\w+)\.(?:j|n|k|cf|cb)\b/g))
      for (const read of names.get(name) ?? []) if (read !== step.vertex) from.add(read);
  });
  return { production, values, from: [...from], to: step.vertex };
}

/** The global counter sets j as the vertex is reduced. */
function isCounted(pass: SinglePass, { vertex, events }: PassStep): boolean {
  const production = pass.productions.find(({ id }) => id === pass.tree[vertex]?.production);
  const counts = production?.rules.some(({ text }) => text === 'j++') === true;
  return counts && events.some(({ attribute }) => attribute === 'j');
}

/** The last statement of a sequence comes by P1, P1a or P1b, the others by P2, P2a or P2b. */
function sequenceProduction(s: ParseVertex, statement: ParseVertex): string {
  const letter = { a: '', b: 'a', l: 'b' }[String(statement.symbol)] ?? '';
  return `${s.children.at(-1) === statement.id ? 'P1' : 'P2'}${letter}`;
}

/** Which vertices the symbols of a production stand for. A sequence is one vertex, whose k goes from statement to statement. */
function symbolsOf(at: ParseVertex, vertex: ParseVertex, { text }: Production) {
  const names = new Map<string, readonly number[]>([[at.symbol, [at.id]]]);
  if (at.symbol === 's') {
    const before = at.children[at.children.indexOf(vertex.id) - 1];
    if (vertex === at) for (const name of ['a', 'b', 'l', 's1']) names.set(name, at.children);
    else names.set('s', [before ?? at.id]).set(vertex.symbol, [vertex.id]);
    return names;
  }
  const right = text.split(' : ')[1]?.split(' ') ?? [];
  right
    .filter((name) => /^(e[12]?|[sablr])$/.test(name))
    .forEach((name, i) => {
      names.set(name, at.children.slice(i, i + 1));
    });
  return names;
}

// ------------------------------------------------------------------------------------------------------------ texts

/** A piece of the source: a token and the vertex that shifted it, or what stands between tokens. */
export interface SourcePiece {
  readonly start: number;
  readonly end: number;
  readonly vertex: number | null;
}

export function sourcePieces(source: string, events: readonly PassEvent[]): SourcePiece[] {
  const pieces: SourcePiece[] = [];
  let end = 0;
  const upTo = (start: number) => {
    if (start > end) pieces.push({ start: end, end: start, vertex: null });
  };
  for (const { at, kind, vertex, value } of events) {
    if (kind !== 'shift') continue;
    upTo(at);
    end = at + String(value).length;
    pieces.push({ start: at, end, vertex });
  }
  upTo(source.length);
  return pieces;
}

/** A piece of the code, and the vertex whose reduction wrote it. */
export interface Piece {
  readonly text: string;
  readonly vertex: number;
}

/** The code of a vertex, taken apart into what it and the vertices below wrote. */
export function piecesOf(tree: readonly ParseVertex[], id: number, attribute: 'cf' | 'cb'): Piece[] {
  const v = tree[id];
  const text = v?.attributes[attribute];
  if (!v || typeof text !== 'string') return [];
  const pieces: Piece[] = [];
  let at = 0;
  const order = attribute === 'cf' ? v.children : [...v.children].reverse();
  for (const child of order) {
    const inner = tree[child]?.attributes[attribute];
    const found = typeof inner === 'string' ? text.indexOf(inner, at) : -1;
    if (typeof inner !== 'string' || found < 0) continue;
    if (found > at) pieces.push({ text: text.slice(at, found), vertex: id });
    pieces.push(...piecesOf(tree, child, attribute));
    at = found + inner.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), vertex: id });
  return pieces;
}

/** A line for each value that is saved or restored, with what follows from it; indented by the braces. */
export function linesOf(pieces: readonly Piece[]): { readonly indent: number; readonly pieces: Piece[] }[] {
  const lines: { indent: number; pieces: Piece[] }[] = [];
  let indent = 0;
  let before = '{';
  for (const { text, vertex } of pieces)
    for (const part of text.match(/[^;{}]*[;{}]|[^;{}]+/g) ?? []) {
      if (part.startsWith('}')) indent--;
      const begins = /^(push_|pop_|if\(|while\(|})/.test(part) || /[{}]$/.test(before);
      if (begins && /[;{}]$/.test(before)) lines.push({ indent, pieces: [] });
      lines.at(-1)?.pieces.push({ text: part, vertex });
      if (part.endsWith('{')) indent++;
      before = part;
    }
  return lines;
}

// ------------------------------------------------------------------------------------------------------------- tree

export interface Box extends Point {
  readonly id: number;
  readonly width: number;
}

/** The attributes that a symbol has. */
export const ATTRIBUTES: Readonly<Record<ParseVertex['symbol'], readonly ('j' | 'n' | 'k' | 'cf' | 'cb')[]>> =
  {
    code: ['cf'],
    s: ['k', 'cf', 'cb'],
    b: ['k', 'cf', 'cb'],
    l: ['k', 'cf', 'cb'],
    a: ['k', 'cf', 'cb'],
    e: ['j', 'n', 'k', 'cf', 'cb'],
    r: ['cf'],
  };

const CHIP = 38;
export const ROW = 84;
export const HEIGHT = 52;
const GAP = 14;

/** What tells it from others of its symbol. */
export function labelOf({ symbol, production, span }: ParseVertex, source: string): string {
  const text = source.slice(span.start, span.end).replaceAll(/\s+/g, ' ');
  if (symbol === 'a') return `${/^\s*(\*?\s*\w+)/.exec(text)?.[1] ?? ''} =`;
  if (symbol === 'b') return 'if';
  if (symbol === 'l') return 'while';
  if (symbol === 'e' && production === 'P6') return `${/^\w+/.exec(text)?.[0] ?? ''}( )`;
  if (symbol === 'e' && production === 'P6a') return '−';
  if (symbol !== 'e' && symbol !== 'r') return '';
  return text.length > 20 ? `${text.slice(0, 19)}…` : text;
}

/** Leaves side by side, each vertex in the middle over those below. Every vertex has its place from the start. */
export function layoutOf(
  tree: readonly ParseVertex[],
  source: string,
): { boxes: Box[]; width: number; height: number } {
  const boxes: Box[] = [];
  let right = 0;
  let depth = 0;
  const place = (v: ParseVertex, level: number): Box => {
    depth = Math.max(depth, level);
    const width = Math.max(ATTRIBUTES[v.symbol].length * CHIP, 8 * labelOf(v, source).length + 16) + 16;
    const below = v.children.flatMap((id) => {
      const child = tree[id];
      return child ? [place(child, level + 1)] : [];
    });
    const [first, last] = [below[0], below.at(-1)];
    const x = first && last ? (first.x + last.x) / 2 : right + width / 2;
    right = Math.max(right, x + width / 2 + GAP);
    const box = { id: v.id, x: Math.max(x, width / 2), y: level * ROW, width };
    boxes[v.id] = box;
    return box;
  };
  if (tree[0]) place(tree[0], 0);
  return { boxes, width: right, height: depth * ROW + HEIGHT };
}
