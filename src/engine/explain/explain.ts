/**
 * Why is this here? One answer for every subject that a reader can point at, in plain words, from what the analyses and
 * the generator themselves decided: nothing is worked out a second time by other rules.
 *
 * What always holds: equal questions have equal answers; every sentence is complete; every fact names its rule; a
 * witness is a path of the original graph, in the order of execution.
 */

import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { notAnalysed } from '../base/diagnostics';
import { getOrMake } from '../base/once';
import { lineStarts } from '../base/span';
import { isReal } from '../ir/build';
import type { StatementId } from '../ir/types';
import type { Differentiation, Explanation, Subject } from '../pipeline/results';
import { activityAt, activityClause } from './activity';
import { COMMENT, explainCodeLine, originAt, tangentLine } from './code';
import {
  type Context,
  type ExplainInput,
  instructionAt,
  isForward,
  locationsNamed,
  statementIdOf,
} from './context';
import { explainControlRecording } from './control/control';
import { memberAt, type Point, pointOf } from './control/paths';
import { NEEDS_NOT } from './dependence';
import { firstValueCard, labelCard } from './frame';
import { explainNotRecorded } from './notRecordedCards';
import { explainValueRecording, whyRecorded } from './recordings';
import { explainMember } from './sets/members';
import { shownProgram } from './shownNames';
import { explainStatement } from './statements';
import { explainVariable, hasVariable } from './variables';
import {
  brief,
  capital,
  fact,
  named,
  namedPoint,
  namedStatement,
  paragraph,
  quote,
  quoted,
  RULE,
  wordsOf,
} from './words';

export function explainSubject(input: ExplainInput, d: Differentiation, subject: Subject): Explanation {
  const e = answer(input, d, subject);
  return { ...e, title: capital(e.title), short: capital(e.short), long: capital(e.long) };
}

function answer(input: ExplainInput, d: Differentiation, subject: Subject): Explanation {
  switch (subject?.kind) {
    case 'recording':
      return explainRecording(input, d, subject.id);
    case 'statement':
      return atStatement(input, d, subject.id, explainStatement);
    case 'location':
      return atStatement(input, d, subject.statement, (c, id) => explainLocation(c, id, subject));
    case 'variable':
      return explainVariableOf(input, d, subject);
    case 'code':
      return explainCode(input, d, subject.start, subject.end);
    default:
      // Subjects come from outside: a link, a page of another version.
      return unknownKind(subject);
  }
}

// ------------------------------------------------------------------------------------------------- which routine

export function contextOf(input: ExplainInput, d: Differentiation, analysis: RoutineAnalysis): Context {
  const main = analysis.model.routine.name === input.routine;
  return { input, d, analysis, ...textOf(input, d), main };
}

type Texts = Pick<Context, 'lines' | 'shown' | 'written' | 'generated'>;
const texts = new WeakMap<ExplainInput, Texts>();

function textOf(input: ExplainInput, d: Differentiation): Texts {
  return getOrMake(texts, input, () => ({
    lines: lineStarts(input.source),
    shown: shownProgram(input, d.code.text),
    written: wordsOf(input.source),
    generated: wordsOf(d.code.text),
  }));
}

function inRoutine(input: ExplainInput, d: Differentiation, tell: (c: Context) => Explanation): Explanation {
  const analysis = input.routine === null ? undefined : input.analyses.get(input.routine);
  return analysis ? tell(contextOf(input, d, analysis)) : nothingToExplain(d);
}

/** In the routine that the key names; else in the entry; else in the first routine with a variable of this key. */
function explainVariableOf(
  input: ExplainInput,
  d: Differentiation,
  { key, routine }: Extract<Subject, { kind: 'variable' }>,
): Explanation {
  const named = routine === undefined ? undefined : input.analyses.get(routine);
  if (named) return explainVariable(contextOf(input, d, named), key);
  return inRoutine(input, d, (c) => {
    if (hasVariable(c, key)) return explainVariable(c, key);
    const others = [...input.analyses.values()].map((a) => contextOf(input, d, a));
    return explainVariable(others.find((other) => hasVariable(other, key)) ?? c, key);
  });
}

function atStatement(
  input: ExplainInput,
  d: Differentiation,
  name: string,
  tell: (c: Context, id: StatementId) => Explanation,
): Explanation {
  if (input.analyses.size === 0) return nothingToExplain(d);
  const id = statementIdOf(name);
  const analysis = id === null ? null : ownerOf(input, id);
  if (id === null || !analysis) return unknown('statement', name);
  return tell(contextOf(input, d, analysis), id);
}

/** The routine that a statement stands in; branches of a dispatch are statements of its graph only. */
function ownerOf(input: ExplainInput, id: StatementId): RoutineAnalysis | null {
  for (const a of input.analyses.values())
    if (a.nesting.statements.has(id) || a.model.graph.place.has(id)) return a;
  return null;
}

function nothingToExplain(d: Differentiation): Explanation {
  return brief('Nothing to explain yet', notAnalysed(d.diagnostics));
}

function unknownKind(subject: never): Explanation {
  const { kind } = (subject ?? {}) as { kind?: unknown };
  return brief(
    typeof kind === 'string'
      ? `Nothing is known of the kind ${quote(kind)}`
      : 'This names nothing to explain',
    'What can be explained is a recording, a statement, a location at a statement, a variable, or a piece of the generated code.',
  );
}

function unknown(what: string, name: string): Explanation {
  return brief(
    `There is no ${what} ${quote(name)}`,
    `The program has changed since this ${what} was named, or it belongs to another one.`,
  );
}

// ------------------------------------------------------------------------------------------------------ subjects

function explainRecording(input: ExplainInput, d: Differentiation, id: string): Explanation {
  const draft = input.recordings.find((r) => `r${r.id}` === id);
  const analysis = draft && input.analyses.get(draft.routine);
  if (!draft || !analysis) return input.analyses.size === 0 ? nothingToExplain(d) : unknown('recording', id);
  const c = contextOf(input, d, analysis);
  return draft.kind === 'value' || draft.kind === 'snapshot'
    ? explainValueRecording(c, draft)
    : explainControlRecording(c, draft);
}

function explainLocation(
  c: Context,
  id: StatementId,
  subject: Extract<Subject, { kind: 'location' }>,
): Explanation {
  const i = instructionAt(c, id);
  const ls = locationsNamed(c, subject.location);
  const [first] = ls;
  if (!i)
    return brief(
      `What about ${quote(subject.location)} at ${namedStatement(c, id)}?`,
      'Control never gets there.',
    );
  if (subject.analysis !== undefined)
    return (
      explainMember(c, subject.analysis, i, subject.point, subject.location) ??
      unknown('location', subject.location)
    );
  if (first === undefined) return unknown('location', subject.location);
  const { out } = c.analysis.model.effects(i);
  const written = ls.find((x) => out.has(x));
  if (written !== undefined && !isForward(c)) return explainStoring(c, i, written);
  return overview(c, i, subject.point, first);
}

/** Why a value is recorded there, or why not. */
function explainStoring(
  c: Context,
  i: NonNullable<ReturnType<typeof instructionAt>>,
  l: number,
): Explanation {
  const plan = c.analysis.calls.get(i.id);
  const recorded = c.analysis.recorded.get(i.id)?.includes(l) || plan?.sbk.has(l) || plan?.snp.has(l);
  if (!recorded) return explainNotRecorded(c, i, l);
  const key = c.analysis.model.locations.all[l]?.key;
  const draft = c.input.recordings.find((r) => r.statement === i.id && r.location === key);
  if (draft) return explainValueRecording(c, draft);
  const reason = whyRecorded(c, i, l);
  return brief(
    `Why is ${quoted(c, l)} stored at ${named(c, i)}?`,
    reason.need
      ? `The backward sweep still reads the old value, because ${reason.need.clause}.`
      : 'The chosen options say so.',
  );
}

/** A location at a statement that does nothing to it: one sentence for each analysis. */
function overview(
  c: Context,
  i: NonNullable<ReturnType<typeof instructionAt>>,
  side: 'before' | 'after',
  l: number,
): Explanation {
  const { graph, locations } = c.analysis.model;
  const point = pointOf(graph, i.id, side) as Point;
  const what = quoted(c, l);
  const has = (solution: typeof c.analysis.varied) => memberAt(graph, solution, point, l);
  const real = isReal(locations.at(l).type);
  const sentences: [text: string, rule: string][] = [];
  if (real) {
    const activity = activityAt(c, point, l);
    const active = activity.varied && activity.useful;
    sentences.push([
      `${what} is ${active ? '' : 'not '}active there: it ${activityClause(activity)}.`,
      RULE.activity,
    ]);
  }
  sentences.push([
    has(c.analysis.required)
      ? `As far as the analysis can tell, the backward sweep of what ran before may still read this value of ${what}, so it must be stored if it is overwritten.`
      : `The backward sweep of what ran before does not read this value of ${what}.`,
    RULE.record,
  ]);
  sentences.push([
    has(c.analysis.live)
      ? 'What follows in the generated code may still read it.'
      : `${capital(NEEDS_NOT)} it.`,
    RULE.liveness,
  ]);
  return {
    title: `What about ${what} ${namedPoint(c, i, side)}?`,
    short: sentences[0]?.[0] ?? '',
    long: paragraph(...sentences.slice(1).map(([text]) => text)),
    facts: sentences.map(([text, rule]) => fact(c, text, rule, { about: i })),
  };
}

function explainCode(input: ExplainInput, d: Differentiation, start: number, end: number): Explanation {
  const origin = originAt(d.code.origins, start, end);
  if (input.analyses.size === 0) return nothingToExplain(d);
  const runtime = d.code.runtime;
  if (runtime && start >= runtime.start && end <= runtime.end)
    return brief(
      'What is this part of the text?',
      'It is what the generated code calls: the stack that it pushes on and pops from, and functions that the language lacks. It is the same for every program.',
    );
  if (!origin && isInComment(d, start)) return COMMENT;
  const frame = origin ? null : (labelCard(input, d, start) ?? firstValueCard(d, start));
  if (frame) return frame;
  if (!origin)
    return brief(
      'What is this part of the text?',
      'It belongs to the frame of the generated code: its head, its declarations, its layout.',
    );
  const id = origin.statement === null ? null : statementIdOf(origin.statement);
  const owner = id === null ? null : ownerOf(input, id);
  const tell = (c: Context) =>
    tangentLine(c, origin) ??
    (origin.recording === null
      ? explainCodeLine(c, origin, owner && id)
      : explainRecording(input, d, origin.recording));
  return owner ? tell(contextOf(input, d, owner)) : inRoutine(input, d, tell);
}

/** Is the whole range from here to there inside a comment, from its first line to its last? */
function isInComment({ code: { text, language } }: Differentiation, start: number): boolean {
  if (/^\s*(!|\/\/|\/\*)/.test(text.slice(start))) return true;
  if (language === 'fortran') return false;
  const opened = text.lastIndexOf('/*', start);
  return opened >= 0 && text.indexOf('*/', opened) + 1 >= start;
}
