/**
 * What sentences of cards claim, held against the analyses themselves, against the generated program, and against runs of
 * it. A sentence is found by its words, so that no template can say one of these things without being held to it.
 */
import type { RecordingDraft } from '../adjoint/builder';
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { activityAt } from '../explain/activity';
import { memberAt, pointOf } from '../explain/control/paths';
import { contextOf } from '../explain/explain';
import { whyRecordedInRun } from '../explain/recordings';
import { listedAnalyses } from '../explain/sets/registry';
import { locationText, quoted } from '../explain/words';
import { explain } from '../index';
import type { Instruction } from '../ir/graph/flow';
import { variableOf } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { Assign, StatementId } from '../ir/types';
import { explainInput } from '../pipeline/answers/explain';
import type { Compile } from '../pipeline/compile/compiled';
import { isCertain, meeting, replayOf } from '../pipeline/investigation/replay';
import type { Differentiation, Explanation, Input } from '../pipeline/results';
import { sameGradient, spoiltAfter, testedAgain } from './altered';
import { mangled, wordsOf } from './cards';

export type CardContext = ReturnType<typeof contextOf>;

/** A card with the statement that it is about. */
interface Told {
  readonly c: CardContext;
  readonly i: Instruction;
  readonly card: Explanation;
}

export interface ClaimCount {
  /** By claim: how often one was met. */
  readonly met: Map<string, number>;
}

/** Every claim of a program's cards that does not hold. */
export function falseClaims(
  compiled: Compile,
  d: Differentiation,
  inputs: Record<string, Input>,
  count: ClaimCount,
): string[] {
  const input = explainInput(compiled, inputs);
  const wrong: string[] = [];
  const note = (claim: string, at: string, holds: boolean) => {
    count.met.set(claim, (count.met.get(claim) ?? 0) + 1);
    if (!holds) wrong.push(`${claim}: ${at}`);
  };
  for (const [name, analysis] of input.analyses) {
    const c = contextOf(input, d, analysis);
    for (const i of analysis.model.graph.vertices.flatMap((v) => v.instructions)) {
      const card = explain(d, { kind: 'statement', id: `s${i.id}` }, inputs);
      const at = (text: string) => `${name} s${i.id} ${text}`;
      const told = { c, i, card };
      if (i.kind === 'leaf' && i.statement.kind === 'assign') {
        claimsOfActivity(told, i.statement, (claim, holds) => note(claim, at(card.short), holds));
        claimsOfReset(compiled, told, i.statement, inputs, (holds) => note('no reset', at(card.long), holds));
      }
      if (i.kind === 'leaf' && i.statement.kind === 'call')
        claimsOfCall(compiled, told, i.statement.callee, (holds) =>
          note('runs again', at(card.short), holds),
        );
      claimsOfLines(d, told, (text, holds) => note('grows by', at(text), holds));
      claimsOfReads(told, (text, holds) => note('passes nothing on', at(text), holds));
      claimsOfSets(d, told, (text, holds) => note('sets', at(text), holds));
      const stays = i.kind === 'leaf' ? analysis.stays.has(i.id) : null;
      if (stays !== null && /missing from the forward sweep/.test(card.title))
        note('forward sweep', at(card.title), !stays);
    }
    for (const r of input.recordings.filter(({ routine }) => routine === name)) {
      const card = explain(d, { kind: 'recording', id: `r${r.id}` }, inputs);
      const test = graphInstruction(analysis, r.statement);
      claimsOfTests(compiled, test, r, card, inputs, (holds) =>
        note('test again', `${name} ${card.title}`, holds),
      );
      if (test && /the next iteration’s/.test(card.long) && name === compiled.routine?.name) {
        const crossed = crossesLoop(compiled, c, test, r, inputs);
        if (crossed !== null) note('next iteration', `${name} ${card.title}`, crossed);
      }
      for (const { text } of card.facts)
        for (const [, formula = '', read = ''] of text.matchAll(/`([^`]* = [^`]*)` contains `([^`]*)`/g))
          if (d.request.language === 'c')
            note('contains', `${name} r${r.id} ${text}`, isInFormula(formula.replace(/^.*? = /, ''), read));
    }
  }
  return wrong;
}

function graphInstruction({ model }: RoutineAnalysis, id: StatementId): Instruction | null {
  const place = model.graph.place.get(id);
  return place ? (model.graph.vertices[place[0]]?.instructions[place[1]] ?? null) : null;
}

// ------------------------------------------------------------------------------------------------------- activity

/** `It has no derivative, because x depends on no independent here` */
function claimsOfActivity(
  { c, i, card }: Told,
  s: Assign,
  note: (claim: string, holds: boolean) => void,
): void {
  const why =
    /It has no derivative, because `[^`]*` (neither depends|depends on no|passes no|is used only)/.exec(
      card.short,
    )?.[1];
  const l = c.analysis.model.locations.of(s.target);
  const point = pointOf(c.analysis.model.graph, i.id, 'after');
  if (!why || !point || l < 0) return;
  const { varied, useful } = activityAt(c, point, l);
  const holds = {
    'neither depends': !varied && !useful,
    'depends on no': !varied && useful,
    'passes no': varied && !useful,
    'is used only': varied && !useful,
  }[why];
  note(why, holds ?? false);
}

/** `In the backward sweep xb grows by y times tb`: a line of the statement names that adjoint. */
function claimsOfLines(
  { code }: Differentiation,
  { i, card }: Told,
  note: (text: string, holds: boolean) => void,
): void {
  const [, told = ''] = card.short.split('In the backward sweep ');
  const own = code.origins.filter(
    ({ role, statement, also }) =>
      role === 'derivative' && (statement === `s${i.id}` || also?.includes(`s${i.id}`)),
  );
  const named = new Set(own.flatMap(({ start, end }) => wordsOf(code.text.slice(start, end))));
  for (const [text, adjoint = ''] of told.matchAll(/`([^`]*)` (?:grows|shrinks|becomes|changes|is set)/g))
    note(text, named.has(wordsOf(adjoint)[0] ?? ''));
}

/** `X (line 3) reads a for b, which passes no derivative on to a dependent after that`, and what is said of constants and adjoints alike. */
function claimsOfReads({ c, card }: Told, note: (text: string, holds: boolean) => void): void {
  const { graph, locations } = c.analysis.model;
  const named = (text: string) =>
    locations.all.filter(
      (l) => text.includes(quoted(c, l.index)) || text.includes(`\`${locationText(c, l.index)}\``),
    );
  for (const { text, statement } of card.facts) {
    const id = Number(statement?.slice(1) ?? -1) as StatementId;
    const [before, after] = [pointOf(graph, id, 'before'), pointOf(graph, id, 'after')];
    if (!before || !after) continue;
    const useless =
      / for ([^,]*(?:,[^,]*)*), which pass(?:es)? no derivative on to a dependent after that\.$/.exec(
        text,
      )?.[1];
    if (useless)
      note(
        text,
        named(useless).every((l) => !activityAt(c, after, l.index).useful),
      );
    const passive = / reads (`[^`]*`), which depends on no independent there/.exec(text)?.[1];
    if (passive)
      note(
        text,
        named(passive).some((l) => !activityAt(c, before, l.index).varied),
      );
  }
}

/** Members of sets, in called routines as in the entry: whether a card says that they are there, and that it can be read. */
function claimsOfSets(
  d: Differentiation,
  { c, i }: Told,
  note: (text: string, holds: boolean) => void,
): void {
  const { graph, locations } = c.analysis.model;
  const point = pointOf(graph, i.id, 'before');
  if (!point || i.id % 5 !== 0) return;
  for (const { entry, solution } of listedAnalyses(c.analysis))
    for (const l of locations.all.slice(0, 5)) {
      const card = explain(d, {
        kind: 'location',
        location: l.key,
        statement: `s${i.id}`,
        point: 'before',
        analysis: entry.name,
      });
      const isIn = / not in the set /.test(card.title) ? false : / in the set /.test(card.title);
      const ofArray = locations.all.filter(({ key }) => key === l.key).length === 1;
      if (ofArray)
        note(card.title, isIn === memberAt(graph, solution, point, l.index) && mangled(card).length === 0);
    }
}

/** Of every variable: what is said of it as a whole holds at every point. */
export function falseOfVariables(compiled: Compile, d: Differentiation): string[] {
  const input = explainInput(compiled, {});
  return [...input.analyses].flatMap(([name, analysis]) => {
    const c = contextOf(input, d, analysis);
    const { graph, locations, program } = analysis.model;
    const points = graph.vertices.flatMap((v) =>
      Array.from({ length: v.instructions.length + 1 }, (_, at) => ({ vertex: v.index, at })),
    );
    const ids = new Set(locations.all.flatMap((l) => l.variables));
    return [...ids].flatMap((id) => {
      const { short } = explain(d, { kind: 'variable', key: variableOf(program, id).name, routine: name });
      const activity = points.flatMap((point) =>
        [...locations.ofVariable(id)].map((l) => activityAt(c, point, l)),
      );
      const isWrong =
        (/never depends on an independent/.test(short) && activity.some(({ varied }) => varied)) ||
        (/never passes a derivative on to a dependent|passes no derivative on to a dependent either/.test(
          short,
        ) &&
          activity.some(({ useful }) => useful)) ||
        (/` depends on an independent and influences/.test(short) &&
          !activity.some(({ varied, useful }) => varied && useful));
      return isWrong ? [`${name}: ${short}`] : [];
    });
  });
}

// ---------------------------------------------------------------------------------------------------------- calls

/** How much of a routine the code of its adjoint runs forward. */
function claimsOfCall(
  compiled: Compile,
  { c, card }: Told,
  callee: string,
  note: (holds: boolean) => void,
): void {
  const all = /runs the call(?: again)? and then/.test(card.short);
  const part = /(?:repeats|runs) the part of the call/.test(card.short);
  if (!all && !part) return;
  const analysis = c.input.analyses.get(callee);
  const leaves = (analysis?.model.graph.vertices ?? [])
    .flatMap(({ instructions }) => instructions)
    .filter((k) => k.kind === 'leaf' && ['assign', 'call'].includes(k.statement.kind));
  const run = new Set<StatementId | null>();
  for (const { body } of compiled.adjoint?.program.routines ?? [])
    walkStatements(body, (s) => {
      if (s.sweep === 'forward' && s.role === 'primal') run.add(s.origin ?? s.id);
    });
  const count = leaves.filter(({ id }) => run.has(id)).length;
  note(all ? count === leaves.length : count < leaves.length && count > 0);
}

// ----------------------------------------------------------------------------------------------------- other code

/** `No line sets xb to zero, because …`: whatever stands there instead must do no harm. */
function claimsOfReset(
  compiled: Compile,
  { card }: Told,
  s: Assign,
  inputs: Record<string, Input>,
  note: (holds: boolean) => void,
): void {
  if (!/No line sets `[^`]*` to zero/.test(card.long)) return;
  const same = compiled.adjoint && sameGradient(compiled, inputs, spoiltAfter(compiled.adjoint.program, s));
  if (same !== null) note(same);
}

/** `The old value is back`: evaluated again in place of what is popped, the test decides the same. */
function claimsOfTests(
  compiled: Compile,
  i: Instruction | null,
  r: RecordingDraft,
  card: Explanation,
  inputs: Record<string, Input>,
  note: (holds: boolean) => void,
): void {
  if (!/In fact the old value is back/.test(card.long) || i?.kind !== 'test' || i.test.kind !== 'if') return;
  const { condition } = i.test;
  const again = compiled.adjoint && testedAgain(compiled.adjoint.program, r.id, condition);
  const same = again ? sameGradient(compiled, inputs, again) : null;
  if (same !== null) note(same);
}

/** Between what is read and the overwrite a run comes to the head of a loop around the overwrite; null where no run tells. */
function crossesLoop(
  compiled: Compile,
  c: CardContext,
  overwrite: Instruction,
  { location }: RecordingDraft,
  inputs: Record<string, Input>,
): boolean | null {
  const l = c.analysis.model.locations.all.findIndex(({ key }) => key === location);
  const { read } = whyRecordedInRun(c, overwrite, l);
  const run = replayOf(compiled, inputs);
  const met = read && run && meeting(run, [read], overwrite, l);
  if (!met || !run || !isCertain(run, met, l)) return null;
  const around = c.analysis.nesting.parents.get(overwrite.id) ?? [];
  const loops = around.filter(({ kind }) => ['for', 'while', 'doWhile'].includes(kind)).map(({ id }) => id);
  const between = run.columns.statement.slice(met.readAt, met.overwrittenAt);
  return between.some((id) => loops.includes(id as StatementId));
}

// ---------------------------------------------------------------------------------------------------------- formulas

/** Does it stand in a formula of C otherwise than in a subscript? */
function isInFormula(formula: string, read: string): boolean {
  const [name = '', outside] = [read.replace(/\[.*$/, '').replace(/^\*/, ''), withoutSubscripts(formula)];
  return new RegExp(`(?<!\\w)${name.replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(outside);
}

function withoutSubscripts(formula: string): string {
  const inner = formula.replace(/\[[^[\]]*\]/g, '');
  return inner === formula ? formula : withoutSubscripts(inner);
}
