/**
 * Activity in words (theory 3): whether a value depends on an independent, whether it influences a dependent, whether its
 * adjoint may be nonzero; and through which statements, or what prevents it.
 */

import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { isReal } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import { variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import type { Context } from './context';
import { memberAt, type Point, pointOf, whyMember } from './control/paths';
import { chainText, lastWrites, nextReads, plain, type Told } from './dependence';
import { listed, named, quote, quoted } from './words';

/** The two halves of activity, at a point. */
export interface Activity {
  readonly varied: boolean;
  readonly useful: boolean;
}

export function activityAt(c: Context, point: Point, l: number): Activity {
  const { graph } = c.analysis.model;
  return {
    varied: memberAt(graph, c.analysis.varied, point, l),
    useful: memberAt(graph, c.analysis.useful, point, l),
  };
}

/** Both halves as the verb of a sentence. */
export function activityClause({ varied, useful }: Activity): string {
  if (varied && useful) return 'depends on an independent and influences a dependent';
  if (varied) return 'passes no derivative on to a dependent';
  return useful
    ? 'depends on no independent'
    : 'neither depends on an independent nor passes a derivative on to a dependent';
}

/** Activity after a statement: a value's dependence is told in the present, its influence in the future. */
export function activityAfter(activity: Activity): string {
  return `${activityClause(activity)} ${activity.varied ? 'after this' : 'here'}`;
}

const SWITCHED_OFF = plain('Activity analysis is switched off, so every real variable counts as active.');

/** Why a location is not active at a point: which half fails, or both. */
export function tellInactive(c: Context, point: Point, l: number): Told[] {
  const { varied, useful } = activityAt(c, point, l);
  return [...(varied ? [] : tellVaried(c, point, l)), ...(useful ? [] : tellUseful(c, point, l))];
}

export function tellVaried(c: Context, point: Point, l: number): Told[] {
  const { graph } = c.analysis.model;
  const what = quoted(c, l);
  if (!c.analysis.options.activity) return [SWITCHED_OFF];
  const why = whyMember(graph, c.analysis.varied, point, l);
  if (why) {
    const chain = chainText(c, why, 'as found');
    const from = quoted(c, why.location);
    const called = `${from} depends on an independent where ${quote(c.analysis.model.routine.name)} is called`;
    const sentence = c.main
      ? chain === ''
        ? `${what} is itself an independent.`
        : `${what} depends on the independent ${from} ${chain}.`
      : chain === ''
        ? `${called}.`
        : `${what} depends on ${from} ${chain}, and ${called}.`;
    return [{ sentence, about: why.changes[why.changes.length - 1]?.at ?? null, vertices: why.vertices }];
  }
  const { writes, entry } = lastWrites(c, point, l);
  const told = writes.slice(0, 3).map((w) => ({
    sentence: `${named(c, w.instruction)} sets ${what} ${passiveSources(c, w.instruction, l)}.`,
    about: w.instruction,
    vertices: w.vertices,
  }));
  const atEntry = entry ? [plain(entrySentence(c, l, writes.length > 0))] : [];
  return [...told, ...atEntry];
}

function entrySentence(c: Context, l: number, also: boolean): string {
  const start = also ? 'Where none of these ran, ' : '';
  const isOutside = c.analysis.model.locations.all[l]?.variables.some((v) =>
    ['parameter', 'global'].includes(variableOf(c.input.program, v).role),
  );
  return isOutside
    ? `${start}${quoted(c, l)} still has its value from entry, and ${c.main ? 'it was not chosen as an independent' : 'no caller hands in one that depends on an independent'}.`
    : `${start}${quoted(c, l)} has not been set.`;
}

function passiveSources(c: Context, i: Instruction, l: number): string {
  const from = c.analysis.model.effects(i).diffDep.get(l);
  const real = [...(from ?? [])].filter((x) => x !== l);
  if (i.kind === 'test') return 'as the index of its loop';
  if (real.length > 0) {
    const names = real.slice(0, 4).map((x) => quoted(c, x));
    return `from ${listed(names)}, which ${real.length === 1 ? 'does' : 'do'} not depend on an independent there`;
  }
  if (i.statement.kind !== 'assign') return 'from nothing that has a derivative';
  const read = placesRead(i.statement.value);
  if (read.length === 0) return 'to a constant';
  return read.some((p) => c.analysis.model.locations.of(p) === l && isReal(p.type))
    ? 'from nothing else with a derivative than its own old value'
    : 'from nothing that has a derivative';
}

/** Tells every statement that sets a location which never depends on an independent. */
export function tellPassiveWrites(c: Context, l: number): Told[] {
  const { graph, effects } = c.analysis.model;
  return graph.vertices.flatMap(({ index, instructions }) =>
    instructions
      .filter((i) => effects(i).out.has(l))
      .map((i) => ({
        sentence: `${named(c, i)} sets ${quoted(c, l)} ${passiveSources(c, i, l)}.`,
        about: i,
        vertices: [index],
      })),
  );
}

export function tellUseful(c: Context, point: Point, l: number): Told[] {
  const { graph } = c.analysis.model;
  const what = quoted(c, l);
  const { useful } = c.analysis;
  if (!c.analysis.options.activity) return [SWITCHED_OFF];
  const chain = tellChainTo(c, useful, point, l);
  if (chain) return [chain];
  const reads = nextReads(c, point, l);
  const told = tellReads(
    c,
    reads,
    l,
    (i, targets) =>
      `${named(c, i)} reads ${what} for ${listed(targets.map((t) => quoted(c, t)))}, which ${targets.length === 1 ? 'passes' : 'pass'} no derivative on to a dependent after that.`,
  );
  const isDependent = memberAt(graph, useful, { vertex: graph.exit, at: 0 }, l);
  if (reads.reads.length === 0 || !reads.exit || isDependent) return told;
  return [...told, plain(c.main ? `At the end ${what} is not a dependent.` : notNeededByCaller(c, what))];
}

/** Which statements read a location next, and why no derivative results; or that none do. */
function tellReads(
  c: Context,
  { reads, exit }: ReturnType<typeof nextReads>,
  l: number,
  sentenceOf: (reader: Instruction, targets: readonly number[]) => string,
): Told[] {
  const { effects } = c.analysis.model;
  const what = quoted(c, l);
  if (reads.length === 0) return [plain(neverRead(c, what, exit))];
  return reads.slice(0, 3).map(({ instruction: i, vertices }) => {
    const targets = [...effects(i).out].filter((t) => effects(i).diffDep.get(t)?.has(l));
    return { sentence: noTransfer(c, i, targets, what) ?? sentenceOf(i, targets), about: i, vertices };
  });
}

/** How an adjoint may become nonzero at a point, or why it cannot. */
export function tellReached(c: Context, point: Point, l: number): Told[] {
  const { graph } = c.analysis.model;
  const what = quoted(c, l);
  const { reached, varied } = c.analysis;
  if (!c.analysis.options.activity) return [SWITCHED_OFF];
  const chain = tellChainTo(c, reached, point, l);
  if (chain) return [chain];
  return tellReads(c, nextReads(c, point, l), l, (i, targets) => {
    const before = pointOf(graph, i.id, 'before');
    const passive = before !== null && !memberAt(graph, varied, before, l);
    return passive
      ? `${named(c, i)} reads ${what}, which depends on no independent there, so nothing is added to its adjoint.`
      : `${named(c, i)} reads ${what} for ${listed(targets.map((t) => quoted(c, t)))}, whose adjoint is zero after that.`;
  });
}

function tellChainTo(c: Context, solution: RoutineAnalysis['useful'], point: Point, l: number): Told | null {
  const why = whyMember(c.analysis.model.graph, solution, point, l);
  if (!why) return null;
  const chain = chainText(c, why, 'reversed');
  const what = quoted(c, l);
  const to = quoted(c, why.location);
  const sentence = c.main
    ? chain === ''
      ? `${what} is itself a dependent.`
      : `${what} influences the dependent ${to} ${chain}.`
    : chain === ''
      ? `${what} is handed back, and what calls ${quote(c.analysis.model.routine.name)} computes a dependent from it.`
      : `${what} influences ${to} ${chain}, and what calls ${quote(c.analysis.model.routine.name)} computes a dependent from ${to}.`;
  return { sentence, about: why.changes[why.changes.length - 1]?.at ?? null, vertices: why.vertices };
}

function noTransfer(c: Context, i: Instruction, targets: readonly number[], what: string): string | null {
  if (i.kind === 'test') return `${named(c, i)} reads ${what}, but a test has no derivative.`;
  return targets.length === 0
    ? `${named(c, i)} reads ${what}, but no derivative passes from it to what is set there.`
    : null;
}

function neverRead(c: Context, what: string, exit: boolean): string {
  if (!exit) return `${what} is overwritten before anything reads it again.`;
  return c.main
    ? `Nothing reads ${what} after this, and it was not chosen as a dependent.`
    : `Nothing reads ${what} after this, and ${notNeededByCaller(c, what)}`;
}

function notNeededByCaller(c: Context, what: string): string {
  return `what calls ${quote(c.analysis.model.routine.name)} computes no dependent from ${what}.`;
}
