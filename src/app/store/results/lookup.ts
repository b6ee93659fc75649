import type {
  CalledStatement,
  Differentiation,
  Execution,
  Recording,
  StatementInfo,
} from '../../../engine/pipeline/results';

/** Where each statement stands, for lookups in one step. Made once per result. */
export interface Index {
  readonly statements: ReadonlyMap<string, StatementInfo>;
  readonly byKey: ReadonlyMap<string, Placed>;
  /** The statements of called routines. */
  readonly placed: ReadonlyMap<string, Placed>;
  /** The recordings of called routines. */
  readonly recordings: ReadonlyMap<string, Recording>;
  readonly recordingsByKey: ReadonlyMap<string, Recording>;
  /** Per graph: vertex ids by statement id. */
  readonly vertices: { readonly [G in GraphName]: ReadonlyMap<string, readonly string[]> };
}
/** A statement of the entry, or of a routine that it calls. */
export type Placed = StatementInfo | CalledStatement;

/** A record may have a name of the program as a key, such as `constructor`: nothing is inherited. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The check of derivatives that are all zero passes whatever is missing: it is no praise. */
export const verdictOf = ({ check: { verdict }, diagnostics }: Execution) =>
  diagnostics.some(({ code }) => code === 'zero-derivatives') ? 'zero' : verdict;

export type GraphName = 'original' | 'forward' | 'adjoint';
export const GRAPH_NAMES: readonly GraphName[] = ['original', 'forward', 'adjoint'];
export const GRAPH_TITLES: Readonly<Record<GraphName, string>> = {
  original: 'Flow graph',
  forward: 'Forward sweep',
  adjoint: 'Backward sweep',
};

const indexes = new WeakMap<Differentiation, Index>();

export function indexOf(result: Differentiation): Index {
  let index = indexes.get(result);
  if (index === undefined) {
    index = {
      statements: new Map(result.statements.map((each) => [each.id, each])),
      byKey: new Map(placed(result).map((each) => [each.key, each])),
      placed: new Map(placed(result).map((each) => [each.id, each])),
      recordings: new Map(recordings(result).map((each) => [each.id, each])),
      recordingsByKey: new Map(recordings(result).map((each) => [each.key, each])),
      vertices: {
        original: verticesByStatement(result, 'original'),
        forward: verticesByStatement(result, 'forward'),
        adjoint: verticesByStatement(result, 'adjoint'),
      },
    };
    indexes.set(result, index);
  }
  return index;
}

function verticesByStatement(result: Differentiation, graph: GraphName): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (statement: string, vertex: string) => {
    const list = found.get(statement);
    if (list === undefined) found.set(statement, [vertex]);
    else if (!list.includes(vertex)) list.push(vertex);
  };
  for (const vertex of result.graphs[graph].vertices) {
    for (const { statement } of vertex.statements) if (statement !== null) add(statement, vertex.id);
  }
  if (graph === 'original') {
    for (const each of result.statements) if (each.vertex !== null) add(each.id, each.vertex);
  }
  // A statement of a called routine lights the calls of it, unless it was put in their place.
  const shown = new Set(found.keys());
  const calls = callsInEntry(result);
  for (const { id, routine } of result.called)
    if (!shown.has(id))
      for (const call of calls.get(routine) ?? [])
        for (const vertex of found.get(call) ?? []) add(id, vertex);
  return found;
}

/** The statements of the entry that call a routine, directly or by way of others. */
function callsInEntry({ callGraph: { calls }, routine: entry }: Differentiation): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const reach = (routine: string, statement: string) => {
    const known = found.get(routine) ?? new Set();
    if (known.has(statement)) return;
    found.set(routine, known.add(statement));
    for (const { caller, callee } of calls) if (caller === routine) reach(callee, statement);
  };
  for (const { caller, callee, statement } of calls) if (caller === entry?.name) reach(callee, statement);
  return found;
}

/** All that is stored: by the entry, and by what it calls. */
export function recordings(result: Differentiation): readonly Recording[] {
  const { recordings, calledRecordings } = result;
  return calledRecordings.length === 0 ? recordings : [...recordings, ...calledRecordings];
}

/** The same in the order of the text. */
export const inOrder = (result: Differentiation): readonly Recording[] =>
  recordings(result).toSorted((a, b) => a.span.start - b.span.start);

const CONTROL: Partial<Record<Recording['kind'], string>> = {
  branch: 'branch',
  arrow: 'arrow',
  count: 'trips',
  bounds: 'bound',
  statement: 'number',
  block: 'number',
};

/** A recording by the name that it has in the generated code, on the tape and in every list. */
export const storedName = ({ kind, text }: Recording): string => CONTROL[kind] ?? text;

/** All statements that have cards: of the entry, and of what it calls. */
export function placed(result: Differentiation): readonly Placed[] {
  return result.called.length === 0 ? result.statements : [...result.statements, ...result.called];
}

/** The innermost statement whose source range holds the offset. */
export function statementAt(result: Differentiation, offset: number): Placed | null {
  return innermostAt(placed(result), offset);
}

/** The innermost whose range holds the offset: `i` in `a[i]`. */
export function innermostAt<T extends { readonly span: Placed['span'] }>(
  all: readonly T[],
  offset: number,
): T | null {
  let best: T | null = null;
  for (const each of all) {
    if (each.span.start > offset || each.span.end < offset) continue;
    if (best === null || each.span.end - each.span.start <= best.span.end - best.span.start) best = each;
  }
  return best;
}

/** The innermost statement that has a part on the line `[start, end]`, where the offset itself is in none. */
export function statementOnLine(result: Differentiation, start: number, end: number): Placed | null {
  let best: Placed | null = null;
  for (const each of placed(result)) {
    if (each.span.start < start || each.span.start > end) continue;
    if (best === null || each.span.end - each.span.start < best.span.end - best.span.start) best = each;
  }
  return best;
}

/** What is recorded at a statement, by its name. */
export function recordedAt(shown: Differentiation, statement: StatementInfo): string[] {
  const { recordings } = indexOf(shown);
  return statement.recordings.flatMap((id) => {
    const recording = recordings.get(id);
    return recording === undefined ? [] : [storedName(recording)];
  });
}

/** The subject of the first card of a program. */
export function firstStored(result: Differentiation): Recording | undefined {
  const all = recordings(result);
  return all.find(({ kind }) => kind === 'value') ?? all[0];
}
