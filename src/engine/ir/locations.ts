/**
 * The locations of a routine: what the members of analysis sets stand for (theory 1).
 *
 * A location is a scalar, a whole array, or, for an array that the routine only ever touches with constant subscripts,
 * one element. Variables whose storage overlaps share a location. A location is `strong` when an assignment to it
 * overwrites it completely; only strong locations are killed.
 */
import { BitSet } from '../base/bitset';
import { itemAt } from '../base/lookup';
import { getOrMake } from '../base/once';
import { countOf } from './bounds';
import { memoryBytes, walkPlaces } from './build';
import { locationKey, variableOf } from './names';
import { usesTape } from './tape';
import type { Expr, Place, Program, Routine, ScalarType, Variable, VariableId } from './types';
import { visitPlaces } from './uses';

export interface Location {
  readonly index: number;
  /** How sets print it: `x`, `a`, `blk.c`, `a[3]`. */
  readonly key: string;
  /** The variables that live there; several where storage overlaps. */
  readonly variables: readonly [VariableId, ...VariableId[]];
  readonly type: ScalarType;
  readonly strong: boolean;
  /** Constant subscripts, where the location is one element. */
  readonly element: readonly number[] | null;
}

export interface Locations {
  readonly all: readonly Location[];
  readonly size: number;
  /** The tape's, where the routine pushes or pops reals, or calls one that does; else -1. */
  readonly tape: number;
  /** Sets of one location and of none, which many share and nobody changes. */
  only(location: number): BitSet;
  readonly none: BitSet;
  /** The location with that number. */
  at(location: number): Location;
  /** The location of a place; -1 for variables that the routine does not know. */
  of(place: Place): number;
  /** Every location of a variable (elements of a split array; one otherwise). */
  ofVariable(id: VariableId): readonly number[];
  /** Locations of every place that an expression reads: Vars(e). */
  read(e: Expr): number[];
  print(set: { forEach(visit: (location: number) => void): void }): string[];
  explain(location: number): { readonly location: number };
}

/**
 * `called`: globals that the routines called touch, so that effects of calls have a name here; their arrays are whole, for
 * what is touched there may be elements that this routine does not name. `elementsApart`: constant subscripts split an array.
 */
export function locationsOf(
  program: Program,
  routine: Routine,
  called: readonly VariableId[] = [],
  elementsApart = true,
): Locations {
  const { order, split } = mentioned(program, routine, called, elementsApart);
  return numbered(program, order, split);
}

/** Locations of some scalars only, for who asks about no others. */
export function locationsOfScalars(program: Program, scalars: readonly VariableId[]): Locations {
  return numbered(program, scalars, new Map());
}

function numbered(program: Program, order: readonly VariableId[], split: Split): Locations {
  const parent = new Map<VariableId, VariableId>(order.map((id) => [id, id]));
  const overlapping = new Set<VariableId>();
  uniteStorage(program, order, parent, overlapping);

  const all: Location[] = [];
  const whole = new Map<VariableId, number>();
  const elements = new Map<VariableId, Map<string, number>>();
  for (const id of order) {
    const root = find(parent, id);
    const variable = variableOf(program, id);
    const constants = overlapping.has(id) ? undefined : split.get(id);
    if (constants) {
      const byText = new Map<string, number>();
      for (const [text, subscripts] of constants) {
        byText.set(text, all.length);
        all.push({
          index: all.length,
          key: `${locationKey(program, id)}[${text}]`,
          variables: [id],
          type: variable.type,
          strong: true,
          element: subscripts,
        });
      }
      elements.set(id, byText);
      continue;
    }
    const known = whole.get(root);
    if (known !== undefined) {
      whole.set(id, known);
      const location = itemAt(all, known);
      all[known] = { ...location, variables: [...location.variables, id] };
      continue;
    }
    whole.set(root, all.length);
    whole.set(id, all.length);
    all.push({
      index: all.length,
      key: locationKey(program, id),
      variables: [id],
      type: variable.type,
      strong: variable.shape === null && !overlapping.has(id) && id !== program.tape,
      element: null,
    });
  }

  const of = (place: Place): number => {
    const byText = elements.get(place.variable);
    if (byText && place.kind === 'element') return byText.get(constantText(place.subscripts) ?? '') ?? -1;
    return whole.get(place.variable) ?? -1;
  };
  const lists = new Map<VariableId, readonly number[]>();
  const single: BitSet[] = [];
  return {
    all,
    size: all.length,
    tape: program.tape === undefined ? -1 : (whole.get(program.tape) ?? -1),
    none: new BitSet(all.length),
    only: (l) => {
      single[l] ??= BitSet.of(all.length, [l]);
      return single[l];
    },
    at: (l) => itemAt(all, l),
    of,
    ofVariable: (id) => {
      return getOrMake(lists, id, () => {
        const byText = elements.get(id);
        const index = whole.get(id);
        return byText ? [...byText.values()] : index === undefined ? [] : [index];
      });
    },
    read: (e) => {
      const found: number[] = [];
      visitExpr(e, (_, place) => {
        const l = of(place);
        if (l >= 0) found.push(l);
      });
      return found;
    },
    print: (set) => {
      const keys: string[] = [];
      set.forEach((i) => {
        keys.push(itemAt(all, i).key);
      });
      return keys;
    },
    explain: (location) => ({ location }),
  };
}

/** By array, the constant subscripts that occur, by their text. */
type Split = Map<VariableId, Map<string, readonly number[]>>;

/**
 * `order`: parameters, result, locals, then globals in order of mention. `split`: of arrays touched with constant subscripts
 * only, the subscripts that occur.
 */
function mentioned(
  program: Program,
  routine: Routine,
  called: readonly VariableId[],
  elementsApart: boolean,
): { order: VariableId[]; split: Split } {
  const seen = new Set<VariableId>([...routine.parameters, ...routine.locals]);
  if (routine.result !== null) seen.add(routine.result);
  const split: Split = new Map();
  const whole = new Set<VariableId>(called);
  visitPlaces(routine.body, (id, place) => {
    seen.add(id);
    if (!elementsApart || whole.has(id) || !variableOf(program, id).shape) return;
    const text = place?.kind === 'element' ? constantText(place.subscripts) : null;
    if (text === null || place?.kind !== 'element') {
      whole.add(id);
      return;
    }
    const texts = getOrMake(split, id, () => new Map());
    texts.set(
      text,
      place.subscripts.map((s) => (s.kind === 'constant' ? s.value : 0)),
    );
  });
  for (const id of [...seen]) {
    const shape = variableOf(program, id).shape;
    for (const d of shape?.dimensions ?? []) {
      for (const e of [d.lower, d.extent]) if (e) visitExpr(e, (x) => seen.add(x));
    }
  }
  for (const id of called) seen.add(id);
  if (program.tape !== undefined && usesTape(program, routine)) seen.add(program.tape);
  for (const id of whole) split.delete(id);
  return { order: [...seen], split };
}

function visitExpr(e: Expr, visit: (id: VariableId, place: Place) => void): void {
  walkPlaces(e, (x) => visit(x.variable, x));
}

function constantText(subscripts: readonly Expr[]): string | null {
  let text = '';
  for (let i = 0; i < subscripts.length; i++) {
    const s = subscripts[i] as Expr;
    if (s.kind !== 'constant') return null;
    text += i === 0 ? s.value : `,${s.value}`;
  }
  return text;
}

/** Joins variables of one storage root whose byte ranges meet; those that don't match exactly are weak. */
function uniteStorage(
  program: Program,
  order: readonly VariableId[],
  parent: Map<VariableId, VariableId>,
  overlapping: Set<VariableId>,
): void {
  const stored = order
    .map((id) => variableOf(program, id))
    .filter((v) => v.storage !== null)
    .map((v) => ({
      v,
      root: v.storage?.root ?? '',
      start: v.storage?.offset ?? 0,
      end: (v.storage?.offset ?? 0) + byteSize(v),
    }))
    .sort((a, b) => (a.root < b.root ? -1 : a.root > b.root ? 1 : a.start - b.start));
  let reach = stored[0];
  for (let i = 1; i < stored.length; i++) {
    const here = stored[i] as (typeof stored)[number];
    if (reach && reach.root === here.root && here.start < reach.end) {
      const same =
        here.start === reach.start &&
        here.end === reach.end &&
        here.v.type === reach.v.type &&
        !here.v.shape === !reach.v.shape;
      parent.set(find(parent, here.v.id), find(parent, reach.v.id));
      // Split arrays must not share elements under two names, so any sharing of arrays is whole.
      if (!same || here.v.shape) {
        overlapping.add(here.v.id);
        overlapping.add(reach.v.id);
      }
      if (here.end > reach.end) reach = here;
    } else reach = here;
  }
}

/** The size of a variable in storage, whose extents are constant. */
export function byteSize(v: Variable): number {
  return (countOf(v) ?? 1) * memoryBytes(v.type);
}

function find(parent: Map<VariableId, VariableId>, id: VariableId): VariableId {
  let root = id;
  for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
  return root;
}
