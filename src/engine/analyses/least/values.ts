/**
 * The values of a window: straight-line code that runs as a unit (theory 15). A value is what a location held when the
 * window was entered, or the result of an operation on values; what is computed twice from the same values is one value.
 *
 *   h = x + d*k;     values: x, d, k, d*k, x + d*k
 *   k = h*(a - h);   a, a - h, h*(a - h)
 */
import { getOrMake } from '../../base/once';
import { children } from '../../ir/build';
import type { Locations } from '../../ir/locations';
import { compareElements } from '../../ir/subscripts';
import type { Expr, Place } from '../../ir/types';

export interface Value {
  readonly id: number;
  /** `given`: read from a place, or not looked into. */
  readonly kind: 'constant' | 'given' | 'computed';
  /** As it is written where it occurs first. */
  readonly expr: Expr;
  /** The values of its direct subexpressions; subscripts, if it is read from an array. */
  readonly operands: readonly number[];
  /** The statement of the window before which it can be computed, or read, first. */
  readonly at: number;
}

/** An element, or a scalar that shares storage, whose value is known while its subscripts have these values. */
interface Known {
  readonly place: Place;
  readonly location: number;
  readonly subscripts: readonly number[];
  readonly value: number;
}

export class ValueNumbers {
  readonly values: Value[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly scalars = new Map<number, { place: Place; value: number }>();
  private known: Known[] = [];
  /** Whose subscripts are being evaluated. */
  private readonly asked = new Set<Known>();
  private at = 0;
  /** What expressions come to in the state before the current statement. */
  private numbers = new Map<Expr, number>();

  constructor(private readonly locations: Locations) {}

  /** Goes on to the next statement; returns what the expressions of the last one came to. */
  next(): ReadonlyMap<Expr, number> {
    const { numbers } = this;
    this.numbers = new Map();
    this.at++;
    return numbers;
  }

  of(e: Expr): number {
    const known = this.numbers.get(e);
    if (known !== undefined) return known;
    const value = this.find(e);
    this.numbers.set(e, value);
    return value;
  }

  /** What the current statement writes; null for a value that is not known. */
  write(place: Place, value: number | null): void {
    const location = this.locations.of(place);
    if (this.isStrong(location)) {
      this.scalars.set(location, { place, value: value ?? this.add('given', place, [], this.at + 1) });
      return;
    }
    const subscripts = this.subscriptsOf(place);
    this.known = this.known.filter(
      (k) => k.location !== location || (this.isStill(k) && compareElements(k.place, place) === 'different'),
    );
    if (value !== null) this.known.push({ place, location, subscripts, value });
  }

  /** Places that hold a value now, by value. */
  holders(): ReadonlyMap<number, readonly Place[]> {
    const found = new Map<number, Place[]>();
    const add = (value: number, place: Place) => {
      getOrMake(found, value, () => []).push(place);
    };
    for (const { place, value } of this.scalars.values()) add(value, place);
    for (const k of this.known) if (this.isStill(k)) add(k.value, k.place);
    return found;
  }

  private find(e: Expr): number {
    switch (e.kind) {
      case 'constant': {
        const digits = Object.is(e.value, -0) ? '-0' : String(e.value);
        const text = e.type === 'i64' ? (e.text ?? '') : '';
        return this.keyed('constant', e, `c ${e.type} ${digits} ${text}`, []);
      }
      case 'variable':
      case 'element':
        return this.read(e);
      case 'select':
      case 'logical':
        // Evaluated in part: nothing inside may be computed elsewhere.
        return this.add('given', e, []);
      default: {
        const operands = children(e).map((part) => this.of(part));
        const name = e.kind === 'intrinsic' ? e.fn : 'op' in e ? e.op : '';
        return this.keyed('computed', e, `${e.kind} ${name} ${e.type} ${operands.join(' ')}`, operands);
      }
    }
  }

  private read(place: Place): number {
    const location = this.locations.of(place);
    if (this.isStrong(location)) {
      const known = this.scalars.get(location);
      if (known) return known.value;
      const value = this.add('given', place, []);
      this.scalars.set(location, { place, value });
      return value;
    }
    const subscripts = this.subscriptsOf(place);
    const known = this.known.find(
      (k) => k.place.variable === place.variable && isSameList(k.subscripts, subscripts) && this.isStill(k),
    );
    if (known) return known.value;
    const value = this.add('given', place, subscripts);
    this.known.push({ place, location, subscripts, value });
    return value;
  }

  private isStrong(location: number): boolean {
    return location >= 0 && this.locations.at(location).strong;
  }

  private subscriptsOf(place: Place): number[] {
    return place.kind === 'element' ? place.subscripts.map((e) => this.of(e)) : [];
  }

  /** Its subscripts, evaluated now, are what they were. Those of `b[b[i]]` are not known by that element itself. */
  private isStill(k: Known): boolean {
    if (this.asked.has(k)) return false;
    this.asked.add(k);
    const still = isSameList(this.subscriptsOf(k.place), k.subscripts);
    this.asked.delete(k);
    return still;
  }

  private keyed(kind: Value['kind'], e: Expr, key: string, operands: readonly number[]): number {
    return getOrMake(this.byKey, key, () => this.add(kind, e, operands));
  }

  private add(kind: Value['kind'], expr: Expr, operands: readonly number[], at = this.at): number {
    const id = this.values.length;
    this.values.push({ id, kind, expr, operands, at });
    return id;
  }
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((v, i) => v === b[i]);
}
