/**
 * Chains of dependence in words: how a value comes from an independent, how it gets to a dependent, what still reads it;
 * and, where there is no such chain, what stands in its way.
 */
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { entryOf, itemAt } from '../base/lookup';
import { isReal } from '../ir/build';
import { type Instruction, testExpressions } from '../ir/flow';
import { placesRead } from '../ir/partials';
import { type Context, instructionAt, isCoarse, isOutput } from './context';
import { type Found, memberAt, type Point, pointOf, search, type Why, whyMember } from './paths';
import { elementsIn, needsOf, partialsOf, whyNotNeeded } from './reads';
import { listed, named, quote, quoted } from './words';

/** `through x = a*b (line 2) and t = x (line 3)`; empty where the member kept its name all the way. */
export function chainText(c: Context, why: Why, executionOrder: 'as found' | 'reversed'): string {
  const steps = why.changes.map((k) => named(c, k.at));
  if (executionOrder === 'reversed') steps.reverse();
  const shown =
    steps.length > 3
      ? [
          ...steps.slice(0, 1),
          `${steps.length - 2} other ${steps.length - 2 === 1 ? 'statement' : 'statements'}`,
          ...steps.slice(-1),
        ]
      : steps;
  return shown.length === 0 ? '' : `through ${listed(shown)}`;
}

/** What l was last set by, as seen from a point; `entry` where its value at entry may still be there. */
export function lastWrites(c: Context, point: Point, l: number): { writes: Found[]; entry: boolean } {
  const { graph, effects } = c.analysis.model;
  const { hits, reachesEnd } = search(
    graph,
    point,
    'upstream',
    (i) => effects(i).out.has(l),
    (i) => effects(i).kill.has(l),
  );
  return { writes: hits, entry: reachesEnd };
}

/** What may read the value that l has at a point; `exit` where it may still be there at the end. */
export function nextReads(c: Context, point: Point, l: number): { reads: Found[]; exit: boolean } {
  const { graph, effects } = c.analysis.model;
  const { hits, reachesEnd } = search(
    graph,
    point,
    'downstream',
    (i) => effects(i).use.has(l),
    (i) => effects(i).kill.has(l),
  );
  return { reads: hits, exit: reachesEnd };
}

/** The nearest thing downstream that may overwrite l in the forward sweep. */
export function laterWrite(c: Context, i: Instruction, l: number): Found | null {
  const { graph, effects } = c.analysis.model;
  const point = pointOf(graph, i.id, 'after');
  const runs = (k: Instruction) =>
    k.kind === 'test' ? entryOf(c.analysis.tests, k.id).runs : c.analysis.stays.has(k.id);
  const writes = (k: Instruction) => effects(k).out.has(l) && runs(k);
  return point ? (search(graph, point, 'downstream', writes, () => false).hits[0] ?? null) : null;
}

export interface Told {
  readonly sentence: string;
  readonly about: Instruction | null;
  readonly vertices: readonly number[];
  /** The analysis cannot rule it out, though the program may never do it. */
  readonly unsure?: boolean;
  /** Who reads it, as a clause that follows "because". */
  readonly brief?: string;
}

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

/** What both come to, as the verb of a sentence. */
export function activityClause({ varied, useful }: Activity): string {
  if (varied && useful) return 'depends on an independent and influences a dependent';
  if (varied) return 'influences no dependent';
  return useful
    ? 'depends on no independent'
    : 'neither depends on an independent nor influences a dependent';
}

/** The same after a statement: what a value depends on is told of now, what it influences of later. */
export function activityAfter(activity: Activity): string {
  return `${activityClause(activity)} ${activity.varied ? 'after this' : 'here'}`;
}

/** Why a location is not active at a point: a half that fails, or both. */
export function tellInactive(c: Context, point: Point, l: number): Told[] {
  const { varied, useful } = activityAt(c, point, l);
  return [...(varied ? [] : tellVaried(c, point, l)), ...(useful ? [] : tellUseful(c, point, l))];
}

export function tellVaried(c: Context, point: Point, l: number): Told[] {
  const { graph } = c.analysis.model;
  const what = quoted(c, l);
  if (!c.analysis.options.activity)
    return [plain('Activity analysis is switched off, so every real variable counts as active.')];
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
    ['parameter', 'global'].includes(itemAt(c.input.program.variables, v).role),
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

/** Every statement that sets a location which never depends on an independent. */
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
  const { graph, effects } = c.analysis.model;
  const what = quoted(c, l);
  const { useful } = c.analysis;
  if (!c.analysis.options.activity)
    return [plain('Activity analysis is switched off, so every real variable counts as active.')];
  const chain = tellChainTo(c, useful, point, l);
  if (chain) return [chain];
  const { reads, exit } = nextReads(c, point, l);
  const told = reads.slice(0, 3).map((r): Told => {
    const i = r.instruction;
    const targets = [...effects(i).out].filter((t) => effects(i).diffDep.get(t)?.has(l));
    const sentence =
      noTransfer(c, i, targets, what) ??
      `${named(c, i)} reads ${what} for ${listed(targets.map((t) => quoted(c, t)))}, which ${targets.length === 1 ? 'influences' : 'influence'} no dependent after that.`;
    return { sentence, about: i, vertices: r.vertices };
  });
  if (told.length === 0) told.push(plain(neverRead(c, what, exit)));
  else if (exit && !memberAt(graph, useful, { vertex: graph.exit, at: 0 }, l))
    told.push(plain(c.main ? `At the end ${what} is not a dependent.` : notNeededByCaller(c, what)));
  return told;
}

/** How an adjoint may come to be other than zero at a point, or why it cannot. */
export function tellReached(c: Context, point: Point, l: number): Told[] {
  const { graph, effects } = c.analysis.model;
  const what = quoted(c, l);
  const { reached, varied } = c.analysis;
  if (!c.analysis.options.activity)
    return [plain('Activity analysis is switched off, so every real variable counts as active.')];
  const chain = tellChainTo(c, reached, point, l);
  if (chain) return [chain];
  const { reads, exit } = nextReads(c, point, l);
  const told = reads.slice(0, 3).map((r): Told => {
    const i = r.instruction;
    const targets = [...effects(i).out].filter((t) => effects(i).diffDep.get(t)?.has(l));
    const before = pointOf(graph, i.id, 'before');
    const passive = before !== null && !memberAt(graph, varied, before, l);
    const sentence =
      noTransfer(c, i, targets, what) ??
      (passive
        ? `${named(c, i)} reads ${what}, which depends on no independent there, so nothing is added to its adjoint.`
        : `${named(c, i)} reads ${what} for ${listed(targets.map((t) => quoted(c, t)))}, whose adjoint is zero after that.`);
    return { sentence, about: i, vertices: r.vertices };
  });
  if (told.length === 0) told.push(plain(neverRead(c, what, exit)));
  return told;
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

/** What adjoint liveness says: it speaks of the rest, not of what ran before, nor of what is stored for that. */
export const NEEDS_NOT =
  'neither the rest of the forward sweep, storing aside, nor the backward sweep of that rest needs';

/** What keeps l alive at a point, or why nothing does (theory 5); `own` is the statement that the card is about. */
export function tellLive(c: Context, point: Point, l: number, own?: Instruction): Told[] {
  const { graph } = c.analysis.model;
  const what = quoted(c, l);
  const why = whyMember(graph, c.analysis.live, point, l);
  if (why) {
    const chain = chainText(c, why, 'reversed');
    const reader = quoted(c, why.location);
    const carried = chain === '' ? '' : `${what} goes into ${reader} ${chain}, and `;
    const it = chain === '' ? what : reader;
    const loop = setByLoop(c, point, why, l);
    if (loop)
      return [
        {
          sentence: `${named(c, loop)} sets ${what} before anything reads it, but the analysis does not tell the start of the loop from its next trip, which reads ${what}. So ${what} counts as read there.`,
          about: loop,
          vertices: why.vertices,
          unsure: true,
        },
      ];
    const { clause, detail } = liveClause(c, why.origin, why.location, it, own);
    // Of an array whose elements count as one, the element that is read may be another than the one that is set.
    const may =
      isCoarse(c, l) && isElementRead(c, why, l)
        ? `, ${severalRead(c, why.origin, why.location) ? 'one of which' : 'which'} may be the element that is set here, as far as the analysis can tell`
        : '';
    return [
      {
        sentence: `${carried}${clause}${detail}.`,
        about: why.origin,
        vertices: why.vertices,
        ...(chain === '' && own ? { brief: `${clause}${may}` } : {}),
      },
    ];
  }
  const { reads, exit } = nextReads(c, point, l);
  const isReturned = exit && isOutput(c, l);
  if (reads.length === 0)
    return [
      plain(
        isReturned
          ? `That value of ${what} is only returned, and no derivative needs it.`
          : noReader(c, point, l),
      ),
    ];
  const told = reads.slice(0, 3).map((r) => ({
    sentence: isOnlyReader(c, reads, own)
      ? `later runs of this statement read ${what}, but none of their partial derivatives contains it.`
      : notLiveSentence(c, r.instruction, l),
    about: r.instruction,
    vertices: r.vertices,
  }));
  return isReturned
    ? [...told, plain(`At the end ${what} is only returned, and no derivative needs it.`)]
    : told;
}

/** A counted loop goes on with its index by itself, which is no read of a statement. */
function noReader(c: Context, { vertex }: Point, l: number): string {
  const { graph, locations } = c.analysis.model;
  const what = quoted(c, l);
  const head = graph.vertices[vertex]?.loops
    .map((id) => instructionAt(c, id))
    .find(
      (i) => i?.kind === 'test' && i.test.kind === 'for' && locations.ofVariable(i.test.index).includes(l),
    );
  return head
    ? `After this only the head of ${named(c, head)} reads that value of ${what}, to count on.`
    : `No statement after this reads that value of ${what}.`;
}

/** Does no path lead to an instruction on which a local scalar or array was set before? */
export function isFirstValue(c: Context, i: Instruction, l: number): boolean {
  const point = pointOf(c.analysis.model.graph, i.id, 'before');
  const isLocal = itemAt(c.analysis.model.locations.all, l).variables.every((id) => {
    const { role, initial, storage } = itemAt(c.input.program.variables, id);
    return role !== 'parameter' && role !== 'global' && initial === null && storage === null;
  });
  return isLocal && point !== null && lastWrites(c, point, l).writes.length === 0;
}

/** Does the reader read single elements of the array, rather than take all of it? */
function isElementRead(c: Context, { origin }: Why, l: number): boolean {
  return origin !== null && readElements(c, origin, l).length > 0;
}

function severalRead(c: Context, origin: Instruction | null, l: number): boolean {
  if (!origin) return false;
  const [need] = needsOf(c, origin, l).filter((n) => n.kind !== 'restore');
  return (need && need.names.length > 0 ? need.names : readElements(c, origin, l)).length > 1;
}

/** The counted loop of which l is the index, if what reads l stands inside and the point outside. */
function setByLoop(c: Context, point: Point, why: Why, l: number): Instruction | null {
  const { graph, locations } = c.analysis.model;
  const around = graph.vertices[point.vertex]?.loops ?? [];
  const renamed = why.changes.map(({ at }) => why.vertices.indexOf(graph.place.get(at.id)?.[0] ?? -1));
  for (const [k, v] of why.vertices.entries()) {
    if (renamed.some((at) => at < k)) return null;
    const [head] = graph.vertices[v]?.instructions ?? [];
    if (head?.kind !== 'test' || head.test.kind !== 'for' || around.includes(head.id)) continue;
    if (locations.ofVariable(head.test.index).includes(l)) return head;
  }
  return null;
}

/** Who reads l, and why. */
function liveClause(
  c: Context,
  origin: Instruction | null,
  l: number,
  it: string,
  own: Instruction | undefined,
): { clause: string; detail: string } {
  const { name } = c.analysis.model.routine;
  const only = (clause: string) => ({ clause, detail: '' });
  if (!origin)
    return only(
      name === c.input.routine
        ? `${it} is an output whose value you asked to keep`
        : `what runs after a call of ${quote(name)} may read ${it}`,
    );
  const reader = origin.id === own?.id ? 'a later run of the same statement' : named(c, origin);
  const [need] = needsOf(c, origin, l).filter((n) => n.kind !== 'restore');
  if (need) {
    const read = need.names.length > 0 ? listed(need.names) : it;
    return { clause: `the backward sweep of ${reader} reads ${read}`, detail: `, because ${need.clause}` };
  }
  if (origin.kind === 'test')
    return only(
      c.analysis.tests.get(origin.id)?.runs
        ? `${reader} has to run in the forward sweep, and reads ${asRead(c, origin, l, it)}`
        : `the reversed loop of ${named(c, origin)} takes its bounds from ${it}`,
    );
  return only(`${reader} reads ${asRead(c, origin, l, it)}`);
}

function isOnlyReader(c: Context, reads: readonly Found[], own: Instruction | undefined): boolean {
  const s = own?.kind === 'leaf' && own.statement.kind === 'assign' ? own.statement : null;
  return s !== null && reads.every((r) => r.instruction.id === s.id) && partialsOf(c, s).length > 0;
}

/** A location as an instruction reads it: `u[i + 1]` rather than `u`. */
function asRead(c: Context, i: Instruction, l: number, it: string): string {
  const names = readElements(c, i, l);
  return names.length > 0 ? listed(names) : it;
}

function readElements(c: Context, i: Instruction, l: number): string[] {
  const expressions =
    i.kind === 'test' ? testExpressions(i.test) : i.statement.kind === 'assign' ? [i.statement.value] : [];
  return [...new Set(expressions.flatMap((e) => elementsIn(c, e, l)))];
}

function notLiveSentence(c: Context, i: Instruction, l: number): string {
  const stays = i.kind === 'leaf' ? c.analysis.stays.has(i.id) : entryOf(c.analysis.tests, i.id).runs;
  const clause = whyNotNeeded(c, i, l);
  return stays ? `${clause}.` : `${clause}, and the forward sweep leaves that statement out, too.`;
}

export function plain(sentence: string): Told {
  return { sentence, about: null, vertices: [] };
}
