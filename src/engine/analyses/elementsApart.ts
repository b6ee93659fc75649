/**
 * Recordings that whole-array sets ask for and single elements do not (theory 4.4). An assignment `a[s] = e` that TBR would
 * record because `a` is required is spared where no element that the backward sweep of anything upstream reads can be
 * the one overwritten. The set stays as it is: what is required of `a` is not lost, it is merely not touched here.
 */
import { BitSet } from '../base/bitset';
import type { Instruction } from '../ir/flow';
import type { Location } from '../ir/locations';
import { placesRead } from '../ir/partials';
import { compareElements } from '../ir/subscripts';
import type { Assign, Place, StatementId, VariableId } from '../ir/types';
import { inOneBody, nothingLost, type Occurrence } from './iterationSpace';
import { type Apart, commonLoops, isRepeating, neverMeet } from './meetingElements';
import type { TbrInstruction } from './tbr';
import type { TbrParts } from './tbrInstructions';

/** What is read, and where; `place` null: any element. */
interface Reader {
  readonly at: Instruction;
  readonly place: Place | null;
}

/** A reader whose elements are never the one overwritten, and how that is known. */
export interface ReaderApart {
  readonly reader: StatementId;
  readonly place: Place;
  readonly how: Apart;
}

/** By assignment: the readers it was held against. None of them meets what it overwrites. */
export type Spared = ReadonlyMap<StatementId, readonly ReaderApart[]>;

export function elementsApart(
  parts: TbrParts,
  tbrAt: (instruction: Instruction) => TbrInstruction | null,
  recorded: (instruction: Instruction) => BitSet,
  recomputed: readonly StatementId[],
  requiredAtEntry: BitSet,
): Spared {
  const { model } = parts.facts;
  const spared = new Map<StatementId, readonly ReaderApart[]>();
  const { record, elements } = parts.facts.options;
  if (record !== 'tbr' || !elements) return spared;
  const candidates = parts.facts.instructions.flatMap((i) => {
    if (i.kind !== 'leaf' || i.statement.kind !== 'assign') return [];
    const { target } = i.statement;
    const l = model.locations.of(target);
    const isOneArray = l >= 0 && (model.locations.all[l] as Location).variables.length === 1;
    if (target.kind !== 'element' || !isOneArray || requiredAtEntry.has(l)) return [];
    if (!recorded(i).has(l)) return [];
    return [{ i, s: i.statement, l }];
  });
  if (candidates.length === 0) return spared;
  const readers = readersOf(
    parts,
    tbrAt,
    recorded,
    recomputed,
    BitSet.of(
      model.locations.size,
      candidates.map((c) => c.l),
    ),
  );
  const order = new ExecutionOrder(parts);
  for (const { i, s, l } of candidates) {
    const held = heldAgainst(order, readers.get(l) ?? [], i, s);
    if (held) spared.set(i.id, held);
  }
  return spared;
}

/** Null where one of them may read what is overwritten, as it is then. */
function heldAgainst(
  order: ExecutionOrder,
  readers: readonly Reader[],
  i: Instruction,
  s: Assign,
): ReaderApart[] | null {
  const held: ReaderApart[] = [];
  const killers = order.killersOf(s.target.variable);
  const earlier: Occurrence[] = [];
  for (const { at, place } of readers) {
    if (at.id !== i.id && !order.comesBefore(at, i)) continue;
    if (!place || order.lostAtOnce({ at, place }, { i, s }, killers)) return null;
    earlier.push({ at, place, around: order.around(at) });
  }
  const before = killers.find((k) => order.killsBefore(k, { i, s }));
  const written = { at: i, place: s.target, around: order.around(i) };
  const undecided: Occurrence[] = [];
  for (const read of earlier) {
    const { at, place } = read;
    const isOwn = at.id === i.id;
    const pair = { read, written, isInvariant: order.invariantsBetween(at, i) };
    const since = before && (isOwn || (order.precedes(before.i, at) && order.precedes(at, i)));
    let how: Apart | null;
    if (before) how = since ? neverMeet({ ...pair, inOneIteration: 'together' }) : 'overwritten';
    else {
      const later = order.comesBefore(at, i);
      how = neverMeet({
        ...pair,
        inOneIteration: isOwn ? 'together' : order.precedes(at, i) ? 'earlier' : 'never',
      });
      if (how && isOwn && later) how = neverMeet({ ...pair, inOneIteration: 'never' });
    }
    if (how) held.push({ reader: at.id, place, how });
    else if (before) return null;
    else undecided.push(read);
  }
  // What stands near is the likeliest to lose something, and then nothing else need be asked.
  for (const read of undecided.reverse()) {
    const how = nothingLost({
      read,
      written,
      writes: killers
        .filter((k) => k.i.id === read.at.id || order.comesBefore(read.at, k.i))
        .filter((k) => order.comesBefore(k.i, i))
        .map((k) => ({ at: k.i, place: k.s.target, around: order.around(k.i) })),
      isInvariant: order.invariantsBetween(read.at, i),
      precedes: (a, b) => order.precedes(a, b),
    });
    if (!how) return null;
    held.push({ reader: read.at.id, place: read.place, how });
  }
  return held;
}

/** An assignment of the forward sweep to an element. */
interface Write {
  readonly i: Instruction;
  readonly s: Assign;
}

/** By location: all that makes it required. */
function readersOf(
  { facts, derivatives }: TbrParts,
  tbrAt: (instruction: Instruction) => TbrInstruction | null,
  recorded: (instruction: Instruction) => BitSet,
  recomputed: readonly StatementId[],
  wanted: BitSet,
): Map<number, Reader[]> {
  const { locations } = facts.model;
  const readers = new Map<number, Reader[]>();
  const add = (l: number, at: Instruction, place: Place | null) => {
    if (l < 0 || !wanted.has(l)) return;
    const list = readers.get(l);
    if (list) list.push({ at, place });
    else readers.set(l, [{ at, place }]);
  };
  const addPlaces = (at: Instruction, places: readonly Place[]) => {
    for (const p of places) add(locations.of(p), at, p);
  };
  const addAll = (at: Instruction, set: BitSet | null) => {
    for (const l of set ?? []) add(l, at, null);
  };
  for (const i of facts.instructions) {
    const t = tbrAt(i);
    if (!t) continue;
    const s = i.kind === 'leaf' && i.statement.kind === 'assign' ? i.statement : null;
    if (s) {
      addPlaces(i, derivatives.assignments.get(i.id)?.places ?? []);
      if (s.target.kind === 'element' && !recorded(i).isEmpty())
        addPlaces(i, s.target.subscripts.flatMap(placesRead));
    } else addAll(i, t.use);
    addAll(i, t.requiredAfter);
    addAll(i, t.call?.outReq(facts.empty) ?? null);
  }
  for (const id of recomputed) {
    const j = facts.nesting.statements.get(id);
    if (j?.kind === 'assign') addPlaces({ kind: 'leaf', id, statement: j }, placesRead(j.value));
  }
  return readers;
}

/** Which instruction can come before which, and what is written in between. */
class ExecutionOrder {
  private readonly reached = new Map<number, BitSet>();
  private readonly reaching = new Map<number, BitSet>();
  private readonly writtenIn = new Map<StatementId, BitSet>();

  constructor(private readonly parts: TbrParts) {}

  around(i: Instruction) {
    return this.parts.facts.nesting.parents.get(i.id) ?? [];
  }

  /** In the order in which the source lays them: in one iteration of all loops around both, control goes that way only. */
  precedes(a: Instruction, b: Instruction): boolean {
    const [v, p] = this.placeOf(a);
    const [w, q] = this.placeOf(b);
    return v === w ? p < q : v < w;
  }

  /** Control may come from a to b. */
  comesBefore(a: Instruction, b: Instruction): boolean {
    const [v, p] = this.placeOf(a);
    const [w, q] = this.placeOf(b);
    return (v === w && p < q) || this.from(v).has(w);
  }

  /** What nothing writes from a on to b, nor from the entry of a loop around one of them. */
  invariantsBetween(a: Instruction, b: Instruction): (id: VariableId) => boolean {
    const { locations } = this.parts.facts.model;
    const [outermost] = commonLoops({ around: this.around(a) }, { around: this.around(b) });
    let written: BitSet;
    if (outermost) written = this.writtenInside(outermost.id);
    else {
      written = this.writtenOnTheWay(a, b);
      for (const i of [a, b]) {
        const loop = this.around(i).find(isRepeating);
        if (loop) written.unionWith(this.writtenInside(loop.id));
      }
    }
    return (id) => locations.ofVariable(id).every((l) => !written.has(l));
  }

  /** Assignments of the forward sweep to elements of an array. */
  killersOf(variable: VariableId): Write[] {
    const { facts, sweep } = this.parts;
    return facts.instructions.flatMap((i) =>
      i.kind === 'leaf' &&
      i.statement.kind === 'assign' &&
      i.statement.target.kind === 'element' &&
      i.statement.target.variable === variable &&
      sweep.stays.has(i.id)
        ? [{ i, s: i.statement }]
        : [],
    );
  }

  /** Read and written in one iteration, with no write to the array between the two. */
  lostAtOnce(reader: { at: Instruction; place: Place }, { i, s }: Write, killers: readonly Write[]): boolean {
    const { at, place } = reader;
    if (compareElements(place, s.target) !== 'same') return false;
    if (at.id === i.id) return true;
    const [outside, inside] = [this.around(at), this.around(i)];
    return (
      outside.length === inside.length &&
      outside.every((p, n) => inside[n]?.id === p.id && inOneBody(p, [at.id, i.id])) &&
      this.precedes(at, i) &&
      !killers.some((k) => !this.precedes(k.i, at) && this.precedes(k.i, i))
    );
  }

  /** In every iteration of the loops around it, k overwrites the very element that `write` overwrites further down. */
  killsBefore(k: Write, write: Write): boolean {
    if (!this.precedes(k.i, write.i) || compareElements(k.s.target, write.s.target) !== 'same') return false;
    const [outside, inside] = [this.around(k.i), this.around(write.i)];
    // In the same arm of every branch: of two arms only one is taken.
    if (outside.some((s, n) => inside[n]?.id !== s.id || !inOneBody(s, [k.i.id, write.i.id]))) return false;
    // What stands deeper must not be repeated by itself, nor be jumped to past k.
    if (inside.slice(outside.length).some(isRepeating) || outside.some((s) => s.kind === 'dispatch'))
      return false;
    const isInvariant = this.invariantsBetween(k.i, write.i);
    const indices = this.parts.facts.nesting.indices.get(k.i.id) ?? [];
    const { target } = k.s;
    return (
      target.kind === 'element' &&
      target.subscripts
        .flatMap(placesRead)
        .every((p) => p.kind === 'variable' && (indices.includes(p.variable) || isInvariant(p.variable)))
    );
  }

  private placeOf(i: Instruction): readonly [number, number] {
    return this.parts.facts.model.graph.place.get(i.id) ?? [-1, -1];
  }

  private writtenInside(id: StatementId): BitSet {
    let written = this.writtenIn.get(id);
    if (written) return written;
    const { facts } = this.parts;
    written = new BitSet(facts.model.locations.size);
    for (const i of facts.instructions)
      if (i.id === id || this.around(i).some((s) => isRepeating(s) && s.id === id))
        written.unionWith(facts.model.effects(i).out);
    this.writtenIn.set(id, written);
    return written;
  }

  private writtenOnTheWay(a: Instruction, b: Instruction): BitSet {
    const { graph, effects, locations } = this.parts.facts.model;
    const [v, p] = this.placeOf(a);
    const [w, q] = this.placeOf(b);
    const written = new BitSet(locations.size);
    const add = (vertex: number, from: number, to: number) => {
      for (const i of graph.vertices[vertex]?.instructions.slice(from, to) ?? [])
        written.unionWith(effects(i).out);
    };
    if (v === w) add(v, p, q);
    else {
      add(v, p, Number.POSITIVE_INFINITY);
      add(w, 0, q);
    }
    const between = this.from(v).clone();
    between.intersectWith(this.to(w));
    between.forEach((vertex) => {
      add(vertex, 0, Number.POSITIVE_INFINITY);
    });
    return written;
  }

  /** Vertices that control reaches from v, by an edge at least. */
  private from(v: number): BitSet {
    return closure(this.reached, v, this.parts.facts.model.graph.successors);
  }

  private to(v: number): BitSet {
    return closure(this.reaching, v, this.parts.facts.model.graph.predecessors);
  }
}

function closure(cache: Map<number, BitSet>, v: number, next: readonly (readonly number[])[]): BitSet {
  let found = cache.get(v);
  if (found) return found;
  found = new BitSet(next.length);
  const work = [...(next[v] ?? [])];
  for (let w = work.pop(); w !== undefined; w = work.pop()) {
    if (found.has(w)) continue;
    found.add(w);
    work.push(...(next[w] ?? []));
  }
  cache.set(v, found);
  return found;
}
