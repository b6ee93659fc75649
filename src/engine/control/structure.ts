/**
 * Takes labels and gotos out of a routine. What comes out holds:
 *
 * - It visits the same statements and tests, in the same order.
 * - A list that no goto concerns is as it was.
 * - A goto forward is an `exit` of a block around what it jumps over, or of a loop that ends there, or the `next` of a
 *   loop whose body ends there. A goto backward repeats a loop: `do … while` and `while` where the test stands at the
 *   end or the start of what is repeated, else an endless loop that is left at its end. So is an endless loop of the
 *   source's own.
 * - Where a jump leads into a construct, the construct is opened to jumps. Where one leads into what another repeats,
 *   the pieces are laid in another order if that untangles them; what is irreducible becomes a dispatch region.
 */

import type { DiagnosticCode } from '../base/diagnosticCodes';
import { DiagnosticSink } from '../base/diagnostics';
import { itemAt } from '../base/lookup';
import { NOWHERE, type Span } from '../base/span';
import type { Counters } from '../ir/emit';
import { completes } from '../ir/graph/completes';
import { isCompound, kindsIn, mapBodies, walkStatements } from '../ir/statements';
import type { Exit, LabelId, Next, Statement, StatementId, VariableId } from '../ir/types';
import { findTangle, type JumpList, listJumps, nestScopes, type Scope } from './jumps';
import { type Maker, openEnteredConstructs, opposite } from './openConstructs';
import { endInside, type Goto, gotosIn, isStraight, type RawStatement } from './rawTree';
import { shapes } from './shape';
import { withShortestJumps } from './shortestJumps';
import { madeBase, makeLoop, withTests } from './testedLoops';
import { unstructure } from './unstructure';
import { untangle, withOwnEnds } from './untangle';

export type { RawStatement } from './rawTree';

export interface StructureContext {
  readonly counters: Counters;
  /** An i32 of role `control`. */
  newStateVariable(): VariableId;
  /** The routine's own label: a jump to its end is a return. */
  readonly routineLabel: LabelId;
  readonly diagnostics: DiagnosticSink;
}

export function structureJumps(
  body: readonly RawStatement[],
  context: StructureContext,
): readonly Statement[] {
  const make = makerOf(context);
  const labelled = checkLabels(body, context.diagnostics);
  const gotos = gotosIn(labelled);
  if (gotos.length === 0) return withTests(structured(labelled, context.routineLabel, make));
  if (hasTooMany(gotos, context.diagnostics)) return [];
  return withoutGotos(labelled, context.routineLabel, make);
}

/**
 * Structures generated code as if its printed text were read again: what labels and gotos say may have a plainer form than
 * the one it was generated in, and so may the test of a loop.
 */
export function restructured(body: readonly Statement[], context: StructureContext): readonly Statement[] {
  if (!hasRegions(body)) return withTests(body);
  const make = makerOf(context);
  const { body: said, states } = unstructure(body, make);
  // A `goto` to the end of a loop or a choice was an exit of it already; what followed it may be gone since.
  if (gotosIn(said).length === 0) return withTests(withShortestJumps(body, context.routineLabel));
  return withoutGotos(said, context.routineLabel, reusing(states, make));
}

/** Nothing else is said by labels and gotos. */
function hasRegions(body: readonly Statement[]): boolean {
  const kinds = kindsIn(body);
  return kinds.has('block') || kinds.has('dispatch');
}

function makerOf(context: StructureContext): Maker {
  let names = 0;
  return {
    counters: context.counters,
    newStateVariable: () => context.newStateVariable(),
    // See isMadeName.
    newName: () => `made ${names++}`,
    diagnostics: context.diagnostics,
  };
}

function reusing(states: readonly VariableId[], make: Maker): Maker {
  const free = [...states];
  return { ...make, newStateVariable: () => free.shift() ?? make.newStateVariable() };
}

function structured(list: readonly RawStatement[], routine: LabelId, make: Maker): Statement[] {
  const end: End = { kind: 'exit', target: routine, form: 'return' };
  return structureList(openEnteredConstructs(list, make), () => null, end, make);
}

function withoutGotos(
  labelled: readonly RawStatement[],
  routine: LabelId,
  make: Maker,
): readonly Statement[] {
  const shortest = (list: readonly RawStatement[], using: Maker) =>
    withShortestJumps(structured(list, routine, using), routine);
  const opened = openEnteredConstructs(labelled, make);
  // In a text that was read in part only, statements that control never reaches are not worth a message.
  const told = make.diagnostics.hasErrors ? new DiagnosticSink() : make.diagnostics;
  return withTests(settled(shortest(reachedOnly(opened, told), make), shortest, make, told));
}

/** More than anyone writes: taking them out takes more than linear time, and each label is a block around the next. */
const MOST_GOTOS = 2000;
const MOST_TARGETS = 300;

function hasTooMany(gotos: readonly Goto[], diagnostics: DiagnosticSink): boolean {
  const targets = new Set<string>();
  const last = gotos.find(({ label }, i) => targets.add(label).size > MOST_TARGETS || i === MOST_GOTOS);
  if (!last) return false;
  diagnostics.error(
    'too-many-jumps',
    `There are more than ${MOST_GOTOS} jumps here, or jumps to more than ${MOST_TARGETS} labels.`,
    last.span,
    'Split the routine, or use loops and branches.',
  );
  return true;
}

/**
 * Structures what came out as it would be printed, until that changes nothing: the text of a program then gives the
 * program again. What a first round leaves behind a jump, or lays apart without need, is gone after it.
 */
function settled(
  first: Statement[],
  shortest: (list: readonly RawStatement[], make: Maker) => Statement[],
  make: Maker,
  told: DiagnosticSink,
): Statement[] {
  let body = first;
  const shapeOf = shapes();
  let shape = shapeOf(first);
  // Regions inside regions may unfold for ever.
  const most = 1.25 * shape.length + 40;
  for (let round = 0; round < ROUNDS; round++) {
    const { body: again, states } = unstructure(body, make);
    if (gotosIn(again).length === 0) break;
    const silent = { ...reusing(states, make), diagnostics: new DiagnosticSink() };
    const next = shortest(reachedOnly(again, told), silent);
    const before = shape;
    shape = shapeOf(next);
    if (shape === before || shape.length > most) break;
    body = next;
  }
  return body;
}

/** Twice as many as texts of random jumps need. */
const ROUNDS = 6;

/** Without what stands between a jump and the next label that something jumps to. */
function reachedOnly(list: readonly RawStatement[], diagnostics: DiagnosticSink): RawStatement[] {
  for (let rest = [...list]; ; ) {
    const gotos = gotosIn(rest);
    const fewer = reachedFrom(rest, new Set(gotos.map((s) => s.label)), diagnostics);
    if (gotosIn(fewer).length === gotos.length) return fewer;
    rest = fewer;
  }
}

function reachedFrom(
  list: readonly RawStatement[],
  wanted: ReadonlySet<string>,
  diagnostics: DiagnosticSink,
): RawStatement[] {
  let reached = true;
  return list.flatMap((s): RawStatement[] => {
    if (s.kind === 'labelled') reached ||= wanted.has(s.label);
    if (!reached && s.kind !== 'comment') {
      if (s.kind !== 'goto' && s.kind !== 'exit' && s.kind !== 'next' && s.span !== NOWHERE)
        diagnostics.info('unreachable-code', 'Control never reaches these statements.', s.span);
      return [];
    }
    if (isStraight(s)) return [s];
    if (reached) reached = completes([s]);
    return isCompound(s) ? [mapBodies(s, (inner) => reachedFrom(inner, wanted, diagnostics))] : [s];
  });
}

/** Reports labels that are missing or there twice, and leaves out gotos and labels that are of no use then. */
function checkLabels(body: readonly RawStatement[], diagnostics: DiagnosticSink): RawStatement[] {
  const labels = new Map<string, StatementId>();
  let isGood = true;
  const complain = (code: DiagnosticCode, message: string, span: Span) => {
    isGood = false;
    diagnostics.error(code, message, span);
  };
  walkStatements(body, (s) => {
    if (s.kind !== 'labelled') return;
    if (labels.has(s.label))
      complain('duplicate-label', `The label ${s.label} stands here a second time.`, s.span);
    else labels.set(s.label, s.id);
  });
  walkStatements(body, (s) => {
    if (s.kind === 'goto' && !labels.has(s.label))
      complain('undefined-label', `No statement of this routine has the label ${s.label}.`, s.span);
  });
  if (isGood) return [...body];
  const kept = (list: readonly RawStatement[]): RawStatement[] =>
    list.flatMap((s): RawStatement[] => {
      if (s.kind === 'goto') return labels.has(s.label) ? [s] : [];
      if (s.kind === 'labelled') return labels.get(s.label) === s.id ? [s] : [];
      return isCompound(s) ? [mapBodies(s, kept)] : [s];
    });
  return kept(body);
}

/** What a jump to a label comes to: the statement that does it. */
interface End {
  readonly kind: 'exit' | 'next';
  readonly target: LabelId;
  readonly form: 'goto' | 'return';
}
type Resolve = (label: string) => End | null;

function structureList(
  raw: readonly RawStatement[],
  outer: Resolve,
  end: End | null,
  make: Maker,
): Statement[] {
  if (raw.every(isStraight)) return [...raw] as Statement[];
  const list = withoutTangles(raw, end, make);
  const shortcuts = directEnds(list, end);
  const targets = new Set(list.jumps.filter((j) => j.from < j.to && !shortcuts.has(j.to)).map((j) => j.to));
  const scopes = nestScopes(list.jumps, targets, make.counters);
  const resolveAt = (at: number): Resolve => {
    return (label) => {
      const to = list.position.get(label);
      if (to === undefined) return outer(label);
      if (to > at) return scopeEnd(scopes, at, to) ?? shortcuts.get(to) ?? null;
      const loop = scopes.find((s) => s.kind === 'loop' && s.start === to);
      return loop ? { kind: 'next', target: loop.label, form: 'goto' } : null;
    };
  };
  const last = list.statements.findLastIndex((s) => s.kind !== 'comment');
  const convert = (at: number): Statement[] => {
    const s = itemAt(list.statements, at);
    if (s.kind === 'goto' && goesOn(list, at, s.label)) return [];
    return structureOne(s, resolveAt(at), at >= last ? end : null, make);
  };
  return layScopes(0, list.statements.length, scopes, convert, make);
}

/** Whether a jump leads to where the list goes on anyway; the same jump may stand behind it again. */
function goesOn(list: JumpList, at: number, label: string): boolean {
  let next = at + 1;
  for (let s = list.statements[next]; s?.kind === 'goto' && s.label === label; s = list.statements[++next]);
  return list.position.get(label) === next;
}

function withoutTangles(raw: readonly RawStatement[], end: End | null, make: Maker): JumpList {
  const turned = turnTests(raw);
  let list = listJumps(turned);
  if (findTangle(list.jumps)) list = listJumps(withOwnEnds(turned, end !== null, make));
  for (;;) {
    const tangle = findTangle(list.jumps);
    if (!tangle) return list;
    list = listJumps(turnTests(untangle(list, tangle, make)));
  }
}

/** `if (c) goto L; goto M; L:` is `if (!c) goto M; L:`, and so it is with any other jump for `goto M`. */
function turnTests(list: readonly RawStatement[]): RawStatement[] {
  const out: RawStatement[] = [];
  for (let i = 0; i < list.length; i++) {
    const s = itemAt(list, i);
    const next = list[i + 1];
    const skipped = s.kind === 'if' && s.else.length === 0 && s.then.length === 1 ? s.then[0] : null;
    if (
      s.kind === 'if' &&
      skipped?.kind === 'goto' &&
      (next?.kind === 'goto' || next?.kind === 'exit' || next?.kind === 'next') &&
      isNextLabel(list, i + 2, skipped.label)
    ) {
      // Where both lead to the same place there is nothing to turn.
      const isSame = next.kind === 'goto' && next.label === skipped.label;
      out.push(isSame ? s : { ...s, condition: opposite(s.condition), then: [next] });
      i++;
    } else out.push(s);
  }
  return out;
}

function isNextLabel(list: readonly RawStatement[], from: number, label: string): boolean {
  for (let i = from; list[i]?.kind === 'labelled'; i++) {
    const s = list[i];
    if (s?.kind === 'labelled' && s.label === label) return true;
  }
  return false;
}

function structureOne(s: RawStatement, resolve: Resolve, end: End | null, make: Maker): Statement[] {
  if (s.kind === 'goto') {
    const to = resolve(s.label);
    return to ? [leave(s, to)] : [];
  }
  if (s.kind === 'labelled') return [];
  if (!isCompound(s) || isStraight(s)) return [s as Statement];
  return [mapBodies(s, (body, slot) => structureList(body, resolve, endInside(s, slot, end), make))];
}

function leave(s: Pick<Goto, 'id' | 'span'>, to: End): Exit | Next {
  const { id, span } = s;
  const base = { id, span, role: 'primal', origin: null, sweep: undefined, target: to.target } as const;
  return to.kind === 'exit'
    ? { kind: 'exit', ...base, form: to.form }
    : { kind: 'next', ...base, form: 'goto' };
}

/** Positions that need no block of their own, because a jump that is there already leads to them. */
function directEnds(list: JumpList, end: End | null): Map<number, End> {
  const found = new Map<number, End>();
  for (const to of new Set(list.jumps.map((j) => j.to))) {
    const rest = list.statements.slice(to).find((s) => s.kind !== 'comment');
    const before = list.statements[to - 1];
    if (!rest) {
      if (end) found.set(to, end);
    } else if (rest.kind === 'exit') {
      found.set(to, { kind: 'exit', target: rest.target, form: rest.form === 'return' ? 'return' : 'goto' });
    } else if (rest.kind === 'next') {
      found.set(to, { kind: 'next', target: rest.target, form: 'goto' });
    }
    if (!found.has(to) && before && isCompound(before) && before.kind !== 'if') {
      const sources = list.jumps.filter((j) => j.to === to && j.from < to);
      if (sources.every((j) => j.from === to - 1))
        found.set(to, { kind: 'exit', target: before.label, form: 'goto' });
    }
  }
  return found;
}

function scopeEnd(scopes: readonly Scope[], at: number, to: number): End | null {
  const around = scopes.find((s) => s.end === to && s.start <= at && at < s.end);
  return around ? { kind: 'exit', target: around.label, form: 'goto' } : null;
}

// ----------------------------------------------------------------------------------------------------------- laying

function layScopes(
  start: number,
  end: number,
  scopes: readonly Scope[],
  convert: (at: number) => Statement[],
  make: Maker,
): Statement[] {
  const laid: Statement[] = [];
  let rest = scopes;
  for (let at = start; at < end; ) {
    const scope = rest[0];
    if (scope?.start === at) {
      const inner = rest.slice(1).filter((s) => s.start < scope.end);
      rest = rest.slice(1 + inner.length);
      const body = layScopes(scope.start, scope.end, inner, convert, make);
      laid.push(
        scope.kind === 'loop' ? makeLoop(scope.label, body, make) : makeBlock(scope.label, body, make),
      );
      at = scope.end;
    } else {
      laid.push(...convert(at++));
    }
  }
  return laid;
}

function makeBlock(label: LabelId, body: Statement[], make: Maker): Statement {
  return { kind: 'block', ...madeBase(body, make), label, body };
}
