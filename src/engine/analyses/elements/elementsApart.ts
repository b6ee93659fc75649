/**
 * Recordings that whole-array sets ask for and single elements do not (theory 4.4). An assignment `a[s] = e` that TBR would
 * record because `a` is required is spared where no element that the backward sweep of anything upstream reads can be
 * the one overwritten. The set stays as it is: what is required of `a` is not lost, it is merely not touched here.
 */

import { BitSet } from '../../base/bitset';
import { entryOf, itemAt } from '../../base/lookup';
import { groupedBy } from '../../base/once';
import type { Instruction } from '../../ir/graph/flow';
import { placesRead } from '../../ir/partials';
import { isRepeating } from '../../ir/statements';
import { affineOf } from '../../ir/subscripts';
import type { Assign, Place, Statement, StatementId, VariableId } from '../../ir/types';
import type { TbrParts } from '../plans/tbrParts';
import type { TbrInstruction } from '../problems/tbr';
import type { AccessShapes, Shape } from './accessShapes';
import { ExecutionOrder, inOneBody, type Range } from './executionOrder';
import { isOverwrittenBefore } from './iterationSpace';
import { KnownAnswers } from './knownAnswers';
import type { Access, Apart, Pair } from './meetingElements';
import { type Reader, readersOf } from './readers';

/** A reader whose elements are never the one overwritten, and how that is known. */
export interface ReaderApart {
  readonly reader: StatementId;
  readonly place: Place;
  readonly how: Apart;
}

/** By assignment: the readers it was held against. None of them meets what it overwrites. */
export type Spared = ReadonlyMap<StatementId, () => readonly ReaderApart[]>;

/** An element that is read or written, and where. */
interface Occurrence extends Access {
  readonly at: Instruction;
  readonly vertex: number;
  readonly ordinal: number;
  /** Equal numbers: one element, evaluated in one state. */
  readonly element: number;
}

/** Assignments of the forward sweep to elements of one array, in order; all of them, and by body and element. */
interface Writes {
  readonly all: readonly Occurrence[];
  readonly inBody: ReadonlyMap<readonly Statement[], ReadonlyMap<number, readonly Occurrence[]>>;
}

/** All that makes one location required. */
interface Readers {
  /** Those of which it is not known which element they read. */
  readonly ofAny: readonly Instruction[];
  /** In order. */
  readonly ofOne: readonly Occurrence[];
  /** Made when it is first asked for: mostly the readers near by decide. */
  readonly alike: () => Groups;
}

/** All of them, and by reader. */
interface Groups {
  readonly all: readonly Alike[];
  readonly of: ReadonlyMap<Occurrence, Alike>;
}

/** Readers about which every question has one answer: of one shape, in one block, with no write between to what shapes mention. In order. */
interface Alike {
  readonly vertex: number;
  readonly readers: readonly Occurrence[];
}

/** Some neighbours among them, from one ordinal on up to another. */
interface Held extends Range {
  readonly alike: Alike;
  readonly how: Apart;
}

/** Compares what TBR would record with all that is read. What it finds out about a routine serves all questions about it. */
export class ElementsApart {
  private known: ExecutionOrder | null = null;
  private readonly answers: KnownAnswers;
  private readonly shapes: AccessShapes;
  private readonly occurrences = new Map<StatementId, Map<Place, Occurrence>>();
  private readonly shapesOf = new Map<Occurrence, Shape>();
  private readonly writes = new Map<VariableId, Writes>();

  constructor(private readonly parts: TbrParts) {
    this.answers = parts.facts.options.answers ?? new KnownAnswers();
    this.shapes = this.answers.shapes;
  }

  /** Made when it is first asked for: most routines record no element. */
  private get order(): ExecutionOrder {
    this.known ??= new ExecutionOrder(this.parts.facts);
    return this.known;
  }

  /** Assignments among those recorded that overwrite no element that is read. */
  spared(
    tbrAt: (instruction: Instruction) => TbrInstruction | null,
    recorded: (instruction: Instruction) => BitSet,
    recomputed: readonly StatementId[],
    requiredAtEntry: BitSet,
  ): Spared {
    const { facts } = this.parts;
    const { locations } = facts.model;
    const spared = new Map<StatementId, () => readonly ReaderApart[]>();
    if (facts.options.record !== 'tbr' || !facts.options.elements) return spared;
    const candidates = facts.instructions.flatMap((i) => {
      if (i.kind !== 'leaf' || i.statement.kind !== 'assign') return [];
      const { target } = i.statement;
      const l = locations.of(target);
      const isOneArray = l >= 0 && locations.at(l).variables.length === 1;
      if (target.kind !== 'element' || !isOneArray || requiredAtEntry.has(l)) return [];
      if (!recorded(i).has(l)) return [];
      return [{ i, s: i.statement, l }];
    });
    if (candidates.length === 0) return spared;
    const wanted = BitSet.of(
      locations.size,
      candidates.map((c) => c.l),
    );
    const readers = readersOf(this.parts, tbrAt, recorded, recomputed, wanted);
    const byLocation = new Map<number, Readers>();
    for (const { i, s, l } of candidates) {
      let known = byLocation.get(l);
      if (!known) {
        known = this.sorted(readers.get(l) ?? [], s.target.variable);
        byLocation.set(l, known);
      }
      const all = known;
      const held = this.heldAgainst(all, i, s, (written) => this.inQuestion(all, written));
      if (!held) continue;
      // How it is known of all of them is found when somebody asks.
      spared.set(i.id, () =>
        (this.heldAgainst(all, i, s, () => all.alike().all) ?? held).flatMap(readersApart),
      );
    }
    return spared;
  }

  /** The readers from which a write may take anything at all. */
  private inQuestion({ ofOne, alike }: Readers, written: Occurrence): readonly Alike[] {
    const { all, of } = alike();
    const range = ofOne.length > MANY ? this.sinceOverwritten(written) : null;
    const near = range
      ? new Set(
          ofOne
            .slice(firstFrom(ofOne, range.from), firstFrom(ofOne, range.to))
            .map((read) => entryOf(of, read)),
        )
      : all;
    if (!isFixed(written)) return [...near];
    return [...near].filter(({ readers: [one] }) => !one || one.element === written.element || !isFixed(one));
  }

  /**
   * Where an earlier statement of the same body overwrites all that this write does, it has recorded whatever is read before it,
   * or behind the construct around the write. The range of the readers left to ask about; null where there is no such statement.
   */
  private sinceOverwritten(written: Occurrence): Range | null {
    const { order } = this;
    const { all } = this.writesOf(written.place.variable);
    const at = firstFrom(all, written.ordinal);
    for (let n = at - 1; n >= 0 && n >= at - MOST_TRIES; n--) {
      const k = all[n] as Occurrence;
      const isCovered = isOverwrittenBefore({ written }, k, {
        isInvariant: order.invariantsBetween(k.at, written.at),
        precedes: (a, b) => order.precedes(a, b),
        inOneBody: (depth, ids) => inOneBody(written.around[depth], ids),
      });
      if (isCovered) return order.fromOneToOther(k.at, written.at);
    }
    return null;
  }

  /** Null where one of the readers asked about may need the value that is overwritten. */
  private heldAgainst(
    readers: Readers,
    i: Instruction,
    s: Assign,
    asked: (written: Occurrence) => readonly Alike[],
  ): Held[] | null {
    const { order } = this;
    const written = this.occurrenceOf(i, s.target);
    if (readers.ofAny.some((at) => at.id === i.id || order.comesBefore(at, i))) return null;
    const writes = this.writesOf(s.target.variable);
    if (this.isLostAtOnce(readers, written, writes)) return null;
    const before = this.overwrittenAbove(written, writes);
    const held: Held[] = [];
    const undecided: Occurrence[] = [];
    const own = written.ordinal;
    for (const alike of asked(written)) {
      const again = order.leadsTo(alike.vertex, written.vertex);
      if (!again && alike.vertex !== written.vertex) continue;
      const ask = (from: number, to: number, ...modes: Pair['inOneIteration'][]): boolean => {
        const some = between(alike, from, to);
        const [read] = some;
        if (!read) return true;
        const how = this.neverMeet(read, written, modes);
        if (how) held.push({ alike, from, to, how });
        else undecided.push(...some);
        return how !== null;
      };
      if (before) {
        const since = before.ordinal + 1;
        if (!ask(since, own, 'together') || !ask(own, own + 1, 'together')) return null;
        held.push({ alike, from: 0, to: since, how: 'overwritten' });
        if (again) held.push({ alike, from: own + 1, to: END, how: 'overwritten' });
      } else {
        ask(0, own, 'earlier');
        ask(own, own + 1, ...(again ? (['together', 'never'] as const) : (['together'] as const)));
        if (again) ask(own + 1, END, 'never');
      }
    }
    // A reader near by is the likeliest to lose something, and then no other need be asked about.
    undecided.sort((a, b) => b.ordinal - a.ordinal);
    for (const read of undecided) {
      const how = this.answers.nothingLost({
        read,
        written,
        writes: writes.all.filter(order.onTheWay(read.at, i)),
        isInvariant: order.invariantsBetween(read.at, i),
        precedes: (a, b) => order.precedes(a, b),
        inOneBody: (depth, ids) => inOneBody(read.around[depth], ids),
      });
      if (!how) return null;
      held.push({ alike: { vertex: read.vertex, readers: [read] }, from: 0, to: END, how });
    }
    return held;
  }

  /** Null unless it holds in all of these modes; how it is known in the last of them. */
  private neverMeet(
    read: Occurrence,
    written: Occurrence,
    modes: readonly Pair['inOneIteration'][],
  ): Apart | null {
    const isInvariant = this.order.invariantsBetween(read.at, written.at);
    let how: Apart | null = null;
    for (const inOneIteration of modes) {
      const pair = { read, written, inOneIteration, isInvariant };
      how = this.shapes.neverMeet(pair, this.shapeOf(read), this.shapeOf(written));
      if (!how) return null;
    }
    return how;
  }

  /** Read and written in one iteration, with no write to the array between the two. */
  private isLostAtOnce({ ofOne }: Readers, written: Occurrence, { all }: Writes): boolean {
    const last = all[firstFrom(all, written.ordinal) - 1]?.ordinal ?? -1;
    for (let n = firstFrom(ofOne, last + 1); n < ofOne.length; n++) {
      const read = ofOne[n] as Occurrence;
      if (read.ordinal > written.ordinal) return false;
      if (read.element !== written.element) continue;
      if (read.ordinal === written.ordinal) return true;
      if (read.around === written.around && this.order.comesBefore(read.at, written.at)) return true;
    }
    return false;
  }

  /** The first write that, in every iteration of the loops around it, overwrites the element that `write` does further down. */
  private overwrittenAbove(write: Occurrence, { inBody }: Writes): Occurrence | null {
    let first: Occurrence | null = null;
    // In the same arm of every branch: of two arms only one is taken.
    for (const body of this.order.bodiesAround(write.at)) {
      for (const k of inBody.get(body)?.get(write.element) ?? []) {
        if (k.ordinal >= (first ?? write).ordinal) break;
        if (this.killsBefore(k, write)) first = k;
      }
    }
    return first;
  }

  /** Does k overwrite it in every iteration? The body of k is around `write`. */
  private killsBefore(k: Occurrence, write: Occurrence): boolean {
    // No loop further in may repeat the write by itself, and no jump may lead to it past k.
    if (write.around.slice(k.around.length).some(isRepeating)) return false;
    if (k.around.some((s) => s.kind === 'dispatch')) return false;
    const isInvariant = this.order.invariantsBetween(k.at, write.at);
    const indices = (this.parts.facts.nesting.fors.get(k.at.id) ?? []).map(({ index }) => index);
    return (
      k.place.kind === 'element' &&
      k.place.subscripts
        .flatMap(placesRead)
        .every((p) => p.kind === 'variable' && (indices.includes(p.variable) || isInvariant(p.variable)))
    );
  }

  private occurrenceOf(at: Instruction, place: Place): Occurrence {
    let known = this.occurrences.get(at.id);
    if (!known) {
      known = new Map();
      this.occurrences.set(at.id, known);
    }
    let occurrence = known.get(place);
    if (!occurrence) {
      const { vertex, ordinal } = this.order.positionOf(at);
      const around = this.order.around(at);
      const element = this.shapes.elementOf(place);
      occurrence = { at, place, around, vertex, ordinal, element };
      known.set(place, occurrence);
    }
    return occurrence;
  }

  private shapeOf(occurrence: Occurrence): Shape {
    let shape = this.shapesOf.get(occurrence);
    if (!shape) {
      shape = this.shapes.shapeOf(occurrence);
      this.shapesOf.set(occurrence, shape);
    }
    return shape;
  }

  private writesOf(variable: VariableId): Writes {
    let writes = this.writes.get(variable);
    if (!writes) {
      const { facts, sweep } = this.parts;
      const all = facts.instructions.flatMap((i) => {
        if (i.kind !== 'leaf' || i.statement.kind !== 'assign' || !sweep.stays.has(i.id)) return [];
        const { target } = i.statement;
        return target.kind === 'element' && target.variable === variable
          ? [this.occurrenceOf(i, target)]
          : [];
      });
      const inBody = groupedBy(all, (k) => k.around);
      writes = {
        all,
        inBody: new Map([...inBody].map(([b, list]) => [b, groupedBy(list, (k) => k.element)])),
      };
      this.writes.set(variable, writes);
    }
    return writes;
  }

  /** `variable`: what is to be overwritten. */
  private sorted(readers: readonly Reader[], variable: VariableId): Readers {
    const ofOne = readers
      .flatMap(({ at, place }) => (place ? [this.occurrenceOf(at, place)] : []))
      .sort((a, b) => a.ordinal - b.ordinal);
    let alike: Groups | null = null;
    return {
      ofAny: readers.flatMap(({ at, place }) => (place ? [] : [at])),
      ofOne,
      alike: () => {
        alike ??= this.alike(ofOne, this.writesOf(variable).all);
        return alike;
      },
    };
  }

  private alike(readers: readonly Occurrence[], writes: readonly Occurrence[]): Groups {
    const mentioned = new Set([...readers, ...writes].flatMap((o) => this.shapeOf(o).mentioned));
    const groups = groupedBy(
      readers,
      (o) => `${this.shapeOf(o).id} ${o.vertex} ${this.order.writesAbove(o.at, mentioned)}`,
    );
    const all = [...groups.values()].map(
      (list): Alike => ({ vertex: itemAt(list, 0).vertex, readers: list }),
    );
    return { all, of: new Map(all.flatMap((one) => one.readers.map((read) => [read, one]))) };
  }
}

/** Up to so many readers are asked about one by one. */
const MANY = 48;
/** How many writes are tried, from the nearest up, to find one that overwrites the same. */
const MOST_TRIES = 8;

/** It has no subscripts but constants. */
function isFixed({ place }: Occurrence): boolean {
  return place.kind === 'element' && place.subscripts.every((e) => affineOf(e)?.terms.size === 0);
}

const END = Number.POSITIVE_INFINITY;

/** The index from which items of an ordered list have this ordinal or a later one. */
function firstFrom(list: readonly { readonly ordinal: number }[], ordinal: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as { ordinal: number }).ordinal < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

function between({ readers }: Alike, from: number, to: number): readonly Occurrence[] {
  return readers.slice(firstFrom(readers, from), firstFrom(readers, to));
}

function readersApart({ alike, from, to, how }: Held): ReaderApart[] {
  return between(alike, from, to).map(({ at, place }) => ({ reader: at.id, place, how }));
}
