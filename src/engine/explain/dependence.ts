/** Chains of dependence in words: what set a value, what still reads it, and why nothing does. */

import { entryOf } from '../base/lookup';
import { type Instruction, testExpressions } from '../ir/graph/flow';
import { variableOf } from '../ir/names';
import type { ExplanationFact } from '../pipeline/results';
import { type Context, instructionAt, isCoarse, isOutput } from './context';
import { type Found, type Point, pointOf, search, type Why, whyMember } from './control/paths';
import { elementsIn, needsOf, partialsOf, whyNotNeeded } from './reads';
import { fact, listed, named, quote, quoted } from './words';

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

/** The instructions next to a point that touch l, on each path up to one that surely overwrites it. */
function nearest(
  c: Context,
  point: Point,
  direction: 'upstream' | 'downstream',
  effect: 'out' | 'use' | 'kill',
  l: number,
) {
  const { graph, effects } = c.analysis.model;
  return search(
    graph,
    point,
    direction,
    (i) => effects(i)[effect].has(l),
    (i) => effects(i).kill.has(l),
  );
}

/** What l was last set by, as seen from a point; `entry` where its value at entry may still be there. */
export function lastWrites(c: Context, point: Point, l: number): { writes: Found[]; entry: boolean } {
  const { hits: writes, reachesEnd: entry } = nearest(c, point, 'upstream', 'out', l);
  return { writes, entry };
}

/** What may read the value that l has at a point; `exit` where it may still be there at the end. */
export function nextReads(c: Context, point: Point, l: number): { reads: Found[]; exit: boolean } {
  const { hits: reads, reachesEnd: exit } = nearest(c, point, 'downstream', 'use', l);
  return { reads, exit };
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
  /** Whether the analysis merely cannot rule it out, though the program may never do it. */
  readonly unsure?: boolean;
  /** The reader, as a clause after "because". */
  readonly brief?: string;
}

/** Puts what was told into the form of facts with one rule. */
export function toldFacts(
  c: Context,
  told: readonly Told[],
  rule: string,
  part: ExplanationFact['part'],
): ExplanationFact[] {
  return told.map(({ sentence, about, vertices }) =>
    fact(c, sentence, rule, { about, part, ...(vertices.length > 0 ? { vertices } : {}) }),
  );
}

/** What adjoint liveness is about: the rest of the run, not what ran before, nor what is stored for that. */
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
    // In an array whose elements count as one, the element that is read may differ from the one that is set.
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

/** A counted loop uses its index without a statement that reads it. */
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

/** Is this the first value of a local: does no path lead from an instruction that set it before? */
export function isFirstValue(c: Context, i: Instruction, l: number): boolean {
  const point = pointOf(c.analysis.model.graph, i.id, 'before');
  const isLocal = c.analysis.model.locations.at(l).variables.every((id) => {
    const { role, initial, storage } = variableOf(c.input.program, id);
    return role !== 'parameter' && role !== 'global' && initial === null && storage === null;
  });
  return isLocal && point !== null && lastWrites(c, point, l).writes.length === 0;
}

/** Does the reader read single elements of the array, rather than the whole of it? */
function isElementRead(c: Context, { origin }: Why, l: number): boolean {
  return origin !== null && readElements(c, origin, l).length > 0;
}

function severalRead(c: Context, origin: Instruction | null, l: number): boolean {
  if (!origin) return false;
  const [need] = needsOf(c, origin, l).filter((n) => n.kind !== 'restore');
  return (need && need.names.length > 0 ? need.names : readElements(c, origin, l)).length > 1;
}

/** The counted loop with index l, if the reader of l stands inside of it and the point outside. */
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
