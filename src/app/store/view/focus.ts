import type { Differentiation, Span, Subject } from '../../../engine/pipeline/results';
import { GRAPH_NAMES, type GraphName, indexOf } from '../results/lookup';

/**
 * The one cursor that all views share. Hovering or focusing anything makes a `Focus`; every view lights what `Lit` says.
 * Ids live as long as one result, so a focus names the result it was made on, and is matched again by keys on the next.
 */
export interface Focus {
  readonly result: Differentiation;
  /** The view that it came from, which need not scroll to it. */
  readonly from: string;
  readonly statements: readonly string[];
  readonly recording: string | null;
  readonly vertex: { readonly graph: GraphName; readonly id: string } | null;
  /** What the why panel explains. */
  readonly subject: Subject | null;
  /** For a stepper: where exactly the run is, in the generated text and in the source. */
  readonly now?: { readonly code: Span | null; readonly source: Span };
}

export interface Lit {
  readonly statements: ReadonlySet<string>;
  readonly recording: string | null;
  /** Key of the location or variable in focus, which is lit wherever it is named. */
  readonly location: string | null;
  readonly vertices: { readonly [G in GraphName]: ReadonlySet<string> };
  /** The current position of a run in the generated text. */
  readonly now: Span | null;
}

const NO_IDS: ReadonlySet<string> = new Set();
export const NOTHING_LIT: Lit = {
  statements: NO_IDS,
  recording: null,
  location: null,
  vertices: { original: NO_IDS, forward: NO_IDS, adjoint: NO_IDS },
  now: null,
};

const none = { recording: null, vertex: null };

export function focusOnStatement(result: Differentiation, id: string, from: string): Focus {
  return { ...none, result, from, statements: [id], subject: { kind: 'statement', id } };
}

export function focusOnRecording(result: Differentiation, id: string, from: string): Focus {
  const statement = indexOf(result).recordings.get(id)?.statement ?? null;
  return {
    ...none,
    result,
    from,
    statements: statement === null ? [] : [statement],
    recording: id,
    subject: { kind: 'recording', id },
  };
}

export function focusOnCode(
  result: Differentiation,
  place: { start: number; end: number; statement: string | null; recording: string | null },
  from: string,
): Focus {
  const { start, end, statement, recording } = place;
  return {
    ...none,
    result,
    from,
    statements: statement === null ? [] : [statement],
    recording,
    subject: recording !== null ? { kind: 'recording', id: recording } : { kind: 'code', start, end },
  };
}

export function focusOnVertex(result: Differentiation, graph: GraphName, id: string, from: string): Focus {
  const vertex = result.graphs[graph].vertices.find((each) => each.id === id);
  const ids = new Set((vertex?.statements ?? []).flatMap(({ statement }) => statement ?? []));
  if (graph === 'original' && ids.size === 0) {
    for (const each of result.statements) if (each.vertex === id) ids.add(each.id);
  }
  const statements = [...ids];
  const stored = vertex?.statements.find((each) => each.recording !== undefined)?.recording ?? null;
  const subject: Subject | null =
    vertex?.control && stored !== null
      ? { kind: 'recording', id: stored }
      : statements[0] === undefined
        ? null
        : { kind: 'statement', id: statements[0] };
  return {
    result,
    from,
    statements,
    recording: vertex?.control ? stored : null,
    vertex: { graph, id },
    subject,
  };
}

export function focusOnLocation(
  result: Differentiation,
  place: { location: string; statement: string; point: 'before' | 'after'; analysis?: string },
  from: string,
): Focus {
  return { ...none, result, from, statements: [place.statement], subject: { kind: 'location', ...place } };
}

/** Several statements at once: those that a dependence goes through. */
export function focusOnStatements(
  result: Differentiation,
  statements: readonly string[],
  from: string,
): Focus {
  return { ...none, result, from, statements, subject: null };
}

export function focusOnVariable(result: Differentiation, key: string, from: string): Focus {
  return { ...none, result, from, statements: [], subject: { kind: 'variable', key } };
}

const litOf = new WeakMap<Focus, Lit>();

/** What all views light for a focus. */
export function litBy(focus: Focus | null, shown: Differentiation | null): Lit {
  if (focus === null || focus.result !== shown) return NOTHING_LIT;
  const known = litOf.get(focus) ?? found(focus, shown);
  litOf.set(focus, known);
  return known;
}

function found(focus: Focus, shown: Differentiation): Lit {
  const index = indexOf(shown);
  const [original, forward, adjoint] = GRAPH_NAMES.map((graph) => {
    const ids = new Set(focus.statements.flatMap((id) => index.vertices[graph].get(id) ?? []));
    // Counterparts share their id in the three graphs; those that only store control have none.
    const { vertex } = focus;
    if (vertex !== null && (vertex.graph === graph || !vertex.id.includes('.'))) ids.add(vertex.id);
    return ids;
  });
  return {
    statements: new Set(focus.statements),
    recording: focus.recording,
    location: locationOf(focus),
    vertices: { original: original ?? NO_IDS, forward: forward ?? NO_IDS, adjoint: adjoint ?? NO_IDS },
    now: focus.now?.code ?? null,
  };
}

function locationOf({ subject, recording, result }: Focus): string | null {
  if (subject?.kind === 'location') return subject.location;
  if (subject?.kind === 'variable') return subject.key;
  const stored = recording === null ? undefined : indexOf(result).recordings.get(recording);
  return stored === undefined || stored.location === '' ? null : stored.location;
}

/** The stable key of the focus, for links and for finding it again after an edit. */
export function cursorOf(focus: Focus | null): string | null {
  if (focus === null) return null;
  const index = indexOf(focus.result);
  if (focus.recording !== null) {
    const key = index.recordings.get(focus.recording)?.key;
    if (key !== undefined) return `r:${key}`;
  }
  const key = focus.statements[0] === undefined ? undefined : index.placed.get(focus.statements[0])?.key;
  return key === undefined ? null : `s:${key}`;
}

/** The focus that a key means in another result; null if nothing there has this key. */
export function focusByCursor(result: Differentiation, cursor: string, from: string): Focus | null {
  const index = indexOf(result);
  const key = cursor.slice(2);
  if (cursor.startsWith('r:')) {
    // Old links name a snapshot by the key of a value.
    const recording = index.recordingsByKey.get(key) ?? index.recordingsByKey.get(`${key}:snapshot`);
    return recording === undefined ? null : focusOnRecording(result, recording.id, from);
  }
  const statement = index.byKey.get(key);
  return statement === undefined ? null : focusOnStatement(result, statement.id, from);
}
