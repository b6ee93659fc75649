/** Turns a compile into the plain data that crosses the door. */

import type { RecordingDraft } from '../../adjoint/builder';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { reachable } from '../../backend/reachable';
import { controlBytes } from '../../backend/wasm';
import { entryOf } from '../../base/lookup';
import { getOrMake, madeWhenRead, once } from '../../base/once';
import { isBrought } from '../../base/span';
import { furtherAnalyses } from '../../explain/sets/registry';
import { tapeBytes } from '../../ir/build';
import { instructionOf, isLeaf } from '../../ir/graph/flow';
import { locationKey, routineNamed, statementName, variableOf } from '../../ir/names';
import { isHidden } from '../../ir/rewrites/keptValues';
import { allStatements, isLoop, walkStatements } from '../../ir/statements';
import { readExpr, readStatement } from '../../ir/text/reading';
import type { Routine, Statement, StatementId, VariableId } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import { printTarget } from '../compile/printTarget';
import { explainedAnalyses } from '../investigation/replay';
import { hasBackwardSweep } from '../optionTable';
import type {
  CalledStatement,
  Diagnostic,
  Differentiation,
  GeneratedCode,
  PassTiming,
  Recording,
  RoutineInfo,
  Span,
  StatementInfo,
} from '../results';
import { analysisResults } from './analysisResults';
import { callGraphOf } from './callGraph';
import { adjointGraphs } from './graphs';
import { variableInfos } from './variables';

/** `started` is the time, by `now`, at which the compile began. */
export function toDifferentiation(c: Compile, now: () => number = () => 0, started = 0): Differentiation {
  const compiled = now();
  const diagnostics: Diagnostic[] = [...c.diagnostics];
  const routines = c.source.routines.filter((r) => !r.external && !isBrought(r)).map(routineInfo);
  const analysis = c.routine ? (c.analysis?.routines.get(c.routine.name) ?? null) : null;
  const printing = now();
  const written = printTarget(c, diagnostics);
  const printed = now();
  const code: GeneratedCode = written ?? {
    language: c.target,
    text: '',
    entry: '',
    origins: [],
    runtime: null,
  };
  // If there is an adjoint but no tangent of it, nothing is written, and so nothing is recorded.
  const drafts = c.routine && written ? (c.adjoint?.recordings ?? []) : [];
  const isOwn = (r: RecordingDraft) => r.routine === c.routine?.name;
  const spans = once(() => tapeSpans(code));
  const recordings = once(() => drafts.filter(isOwn).map((r) => recordingOf(c, r, spans())));
  const key = (id: VariableId) => locationKey(c.program, id);
  // Everything beside the code is made when it is first read; copying or printing the answer reads all of it.
  return madeWhenRead({
    ok: written !== null && !diagnostics.some((d) => d.severity === 'error'),
    diagnostics: diagnostics.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
    routine: c.routine ? routineInfo(c.routine) : null,
    routines,
    variables: once(() => (c.routine && c.model ? variableInfos(c, c.routine) : [])),
    statements: once(() =>
      c.routine && analysis ? statementInfos(c, c.routine, analysis, recordings()) : [],
    ),
    called: once(() => calledStatements(c)),
    graphs: once(() => adjointGraphs(c, analysis, recordings())),
    analyses: once(() => (analysis ? analysisResults(analysis, c.mode) : [])),
    furtherAnalyses: analysis ? furtherAnalyses() : [],
    recordings,
    calledRecordings: once(() =>
      drafts
        .filter((r) => !isOwn(r) && spans().has(`r${r.id}`))
        .map((r) => ({ ...recordingOf(c, r, spans()), routine: r.routine })),
    ),
    sites: once(() => recordingSites(c)),
    code,
    request: {
      source: c.request.source,
      language: c.request.language,
      routine: c.request.routine ?? null,
      mode: c.mode,
      target: c.target,
      options: c.options,
      independents: (c.interface?.independents ?? []).map(key),
      dependents: (c.interface?.dependents ?? []).map(key),
      tamper: { without: [...(c.request.tamper?.without ?? [])], with: [...(c.request.tamper?.with ?? [])] },
    },
    callGraph: once(() => callGraphOf(c)),
    // Last, after everything that it measures.
    timings: timingsOf(c.timings, { started, compiled, printing, printed, ended: now() }),
  });
}

function recordingSites({ adjoint }: Compile): number {
  const routines = adjoint ? reachable(adjoint.program, adjoint.entry) : [];
  const all = routines.flatMap(({ body }) => allStatements(body));
  return new Set(all.flatMap((s) => (s.kind === 'push' || s.kind === 'pushControl' ? [s.recording] : [])))
    .size;
}

function routineInfo(r: Routine): RoutineInfo {
  return { name: r.name, kind: r.kind, span: r.span, nameSpan: r.nameSpan };
}

/** Where each recording is pushed and popped in the generated text. */
function tapeSpans(code: GeneratedCode): Map<string, { push: Span[]; pop: Span[] }> {
  const found = new Map<string, { push: Span[]; pop: Span[] }>();
  for (const o of code.origins) {
    if (o.recording === null || !o.whole || (o.role !== 'push' && o.role !== 'pop')) continue;
    const spans = getOrMake(found, o.recording, () => ({ push: [], pop: [] }));
    spans[o.role].push({ start: o.start, end: o.end });
  }
  return found;
}

function recordingOf(
  c: Compile,
  r: RecordingDraft,
  spans: ReadonlyMap<string, { push: Span[]; pop: Span[] }>,
): Recording {
  const id = `r${r.id}`;
  // A variable that only a called routine declares goes by the name of its storage here.
  const v = r.place && c.program.variables[r.place.variable];
  const isElsewhere = v && isHidden(c.program, v) && !v.storage?.key.startsWith(`${r.routine}.`);
  const isOwn = v && !isElsewhere;
  const text = r.place && isOwn ? readExpr(c.program, r.place) : r.location;
  return {
    id,
    key: recordingKey(r),
    kind: r.kind,
    location: r.location,
    text: text || r.kind,
    statement: statementName(r.statement),
    span: r.span,
    type: r.type,
    bytes: r.width ? controlBytes(r.width, r.type) : tapeBytes(r.type),
    push: entryOf(spans, id).push,
    pop: entryOf(spans, id).pop,
    reason: REASONS[r.kind].replace('{text}', () => `\`${text}\``),
    forced: c.request.tamper?.with?.includes(`${statementName(r.statement)}:${r.location}`) ?? false,
  };
}

const REASONS: Record<RecordingDraft['kind'], string> = {
  value: 'The forward sweep overwrites {text} here, and the backward sweep still reads the old value.',
  snapshot: 'The call overwrites {text}, and its adjoint starts from the old value.',
  branch: 'The backward sweep has to take the branch that the forward sweep took.',
  arrow:
    'Control arrives here from more than one place, and the backward sweep has to go back to the right one.',
  count: 'The backward sweep has to run the loop as often as the forward sweep did.',
  bounds: 'The bound of the loop changes later, and the reversed loop starts from it.',
  statement: 'The number of the assignment tells the backward sweep what to reverse next.',
  block: 'The number of the basic block tells the backward sweep what to reverse next.',
};

// --------------------------------------------------------------------------------------------------- statements

function statementInfos(
  c: Compile,
  routine: Routine,
  analysis: RoutineAnalysis,
  recordings: readonly Recording[],
): StatementInfo[] {
  const infos: StatementInfo[] = [];
  const byStatement = new Map<string, string[]>();
  for (const r of recordings) {
    if (!r.statement) continue;
    byStatement.set(r.statement, [...(byStatement.get(r.statement) ?? []), r.id]);
  }
  let counter = 0;
  const visit = (s: Statement) => {
    const position = counter++;
    if (s.kind === 'block' || s.kind === 'exit' || s.kind === 'next' || s.kind === 'comment') return;
    const id = statementName(s.id);
    const place = analysis.model.graph.place.get(s.id);
    const plan = analysis.tests.get(s.id);
    const calls = analysis.calls.get(s.id);
    infos.push({
      id,
      key: `${routine.name}/${position}`,
      kind: kindOf(s),
      text: headOf(c, s),
      span: s.span,
      vertex: place ? `v${place[0]}` : null,
      kept: !hasBackwardSweep(c.mode) || (isLeaf(s) ? analysis.stays.has(s.id) : (plan?.runs ?? true)),
      active: analysis.derivatives.has(s.id) || (calls?.adjoint ?? false),
      reachable: place !== undefined || s.kind === 'dispatch',
      recordings: byStatement.get(id) ?? [],
      overwrites: overwrittenBy(analysis, s.id),
      nesting: entryOf(analysis.nesting.parents, s.id).length,
    });
  };
  walkStatements(routine.body, visit);
  return infos.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

const headOf = (c: Compile, s: Statement): string => readStatement(c.program, s).split('\n')[0] as string;

/** The statements of every routine that was analysed, except the entry, in the order of the text. */
function calledStatements(c: Compile): CalledStatement[] {
  const found: CalledStatement[] = [];
  for (const name of explainedAnalyses(c).keys()) {
    const routine = routineNamed(c.program, name);
    if (!routine || name === c.routine?.name) continue;
    let position = 0;
    walkStatements(routine.body, (s) => {
      const key = `${name}/${position++}`;
      if (s.kind === 'block' || s.kind === 'exit' || s.kind === 'next' || s.kind === 'comment') return;
      const id = statementName(s.id);
      found.push({ id, key, kind: kindOf(s), text: headOf(c, s), span: s.span, routine: name });
    });
  }
  return found.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

function overwrittenBy(analysis: RoutineAnalysis, id: StatementId): string[] {
  const { graph, effects, locations, program } = analysis.model;
  const instruction = instructionOf(graph, id);
  if (instruction?.kind !== 'leaf') return [];
  const keys: string[] = [];
  effects(instruction).out.forEach((l) => {
    const { variables, key } = locations.at(l);
    if (!variables.every((id) => variableOf(program, id).role === 'temporary')) keys.push(key);
  });
  return keys;
}

function kindOf(s: Statement): StatementInfo['kind'] {
  switch (s.kind) {
    case 'assign':
    case 'call':
    case 'io':
    case 'stop':
      return s.kind;
    case 'if':
    case 'switch':
      return 'test';
    default:
      return isLoop(s) ? 'loop' : 'other';
  }
}

/** Moments, in order. */
interface Moments {
  readonly started: number;
  readonly compiled: number;
  readonly printing: number;
  readonly printed: number;
  readonly ended: number;
}

/** The time of each part of an answer. Work between the passes, printing and results are included, so that the parts add up to the whole. */
function timingsOf(passes: readonly PassTiming[], moments: Moments): PassTiming[] {
  const { started, compiled, printing, printed, ended } = moments;
  const inPasses = passes.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return [
    ...passes,
    {
      id: 'choose',
      title: 'Choose the routine, find its interface, look at its flow',
      milliseconds: compiled - started - inPasses,
    },
    { id: 'print', title: 'Print the code', milliseconds: printed - printing },
    {
      id: 'results',
      title: 'Put the results together',
      milliseconds: ended - compiled - (printed - printing),
    },
  ];
}

/**
 * The name of a recording in links and in `breakIt`: its statement and what it stores. A call may store a value that it
 * overwrites and, separately, a snapshot of the same value to run again from.
 */
export function recordingKey({ statement, location, kind }: RecordingDraft): string {
  const key = `${statementName(statement)}:${location || kind}`;
  return kind === 'snapshot' ? `${key}:snapshot` : key;
}
