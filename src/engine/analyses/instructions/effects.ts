/**
 * What one instruction does to the locations of its routine: use, out, kill, Dep, DiffDep (theory 1, 3).
 * Every analysis reads effects only, so that an assignment, a call and an external routine are one case to it.
 */
import { BitSet } from '../../base/bitset';
import { itemAt } from '../../base/lookup';
import { onceEach } from '../../base/once';
import { isReal, walkPlaces } from '../../ir/build';
import type { Instruction, Leaf, Test } from '../../ir/graph/flow';
import { testExpressions } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import { differentiablePlaces } from '../../ir/partials';
import type { Argument, Assign, Call, Expr, Place, Push, VariableId } from '../../ir/types';
import type { Access, Effect, Port, Summary } from './summary';
import { globalOfPort } from './summary';

export const NO_EFFECT_SUMMARY: Summary = {
  use: new Set(),
  entry: new Set(),
  out: new Set(),
  kill: new Set(),
  dep: new Map(),
  diffDep: new Map(),
};

export type SummaryOf = (callee: string) => Summary;

export function effectOf(instruction: Instruction, locations: Locations, summaryOf: SummaryOf): Effect {
  if (instruction.kind === 'test') return testEffect(instruction.test, locations);
  const { statement } = instruction;
  if (statement.kind === 'assign') return assignEffect(statement, locations);
  if (statement.kind === 'call') return callEffect(statement, locations, summaryOf(statement.callee));
  const access = leafAccess(statement, locations);
  return statement.kind === 'push' ? pushEffect(access, statement, locations) : popEffect(access, locations);
}

/** The same without what depends on what; merging asks no more. */
export function accessOf(instruction: Instruction, locations: Locations, summaryOf: SummaryOf): Access {
  if (instruction.kind === 'test') return testAccess(instruction.test, locations);
  const { statement } = instruction;
  if (statement.kind === 'assign') return assignAccess(statement, locations);
  if (statement.kind === 'call') return callEffect(statement, locations, summaryOf(statement.callee));
  return leafAccess(statement, locations);
}

function assignAccess(s: Assign, locations: Locations): Access {
  const { none } = locations;
  if (s.again) return { use: none, out: none, kill: none };
  const { value, target } = s;
  const use = readBy(target.kind === 'element' ? [value, ...target.subscripts] : [value], locations);
  return writing(use, target, locations);
}

function writing(use: BitSet, place: Place, locations: Locations): Access {
  const { none } = locations;
  const target = locations.of(place);
  const out = target < 0 ? none : locations.only(target);
  return { use, out, kill: target >= 0 && locations.at(target).strong ? out : none };
}

function assignEffect(s: Assign, locations: Locations): Effect {
  const access = assignAccess(s, locations);
  const target = locations.of(s.target);
  if (target < 0 || s.again) return effect(access, NOTHING, NOTHING);
  const differentiable = new BitSet(locations.size);
  if (isReal(s.target.type)) {
    const operands =
      s.jacobian === undefined ? differentiablePlaces(s.value) : (s.jacobian ?? []).map((term) => term.place);
    for (const place of operands) {
      const l = locations.of(place);
      if (l >= 0) differentiable.add(l);
    }
  }
  let dep = access.use;
  if (access.kill !== access.out) {
    dep = dep.clone();
    dep.add(target);
    differentiable.add(target);
  }
  return effect(access, new Map([[target, dep]]), new Map([[target, differentiable]]));
}

function writingAll(id: VariableId, locations: Locations): Access {
  const out = BitSet.of(locations.size, locations.ofVariable(id));
  return { use: locations.none, out, kill: out };
}

/** A statement other than an assignment and a call. */
function leafAccess(s: Exclude<Leaf, Assign | Call>, locations: Locations): Access {
  switch (s.kind) {
    case 'io':
      return readsOnly(s.items, locations);
    case 'push':
      return readsOnly(s.what.kind === 'scalar' ? [s.what.place] : [s.what.count], locations);
    case 'pop': {
      if (s.what.kind === 'array') return writingAll(s.what.variable, locations);
      const { place } = s.what;
      return writing(readBy(place.kind === 'element' ? place.subscripts : [], locations), place, locations);
    }
    case 'pushControl':
      return readsOnly([s.value], locations);
    case 'popControl':
      return writingAll(s.target, locations);
    default:
      return readsOnly([], locations);
  }
}

/** A PUSH adds its value to the tape, in programs that have one for a location. */
function pushEffect(access: Access, { what }: Push, locations: Locations): Effect {
  const { tape, size } = locations;
  if (tape < 0) return effect(access, NOTHING, NOTHING);
  const pushed = what.kind === 'scalar' ? [locations.of(what.place)] : locations.ofVariable(what.variable);
  const reals = pushed.filter((l) => l >= 0 && isReal(locations.at(l).type));
  const use = access.use.clone();
  for (const l of pushed) if (l >= 0) use.add(l);
  const from = use.clone();
  from.add(tape);
  return {
    use,
    out: locations.only(tape),
    kill: access.kill,
    dep: new Map([[tape, from]]),
    diffDep: new Map([[tape, BitSet.of(size, [...reals, tape])]]),
  };
}

/**
 * A value after a POP depends on the subscripts of its place, and on the value before where another element may have been
 * popped. What was pushed comes from the tape, in programs that have one for a location.
 */
function popEffect(access: Access, { tape, all }: Locations): Effect {
  const { out, kill } = access;
  if (out.isEmpty()) return effect(access, NOTHING, NOTHING);
  const use = access.use.clone();
  if (tape >= 0) use.add(tape);
  const diffDep = sameFor(out, kill, new BitSet(out.size));
  for (const [l, from] of diffDep) if (tape >= 0 && isReal(itemAt(all, l).type)) from.add(tape);
  return { use, out, kill, dep: sameFor(out, kill, use), diffDep };
}

function sameFor(out: BitSet, kill: BitSet, from: BitSet): Map<number, BitSet> {
  const map = new Map<number, BitSet>();
  out.forEach((l) => {
    const set = from.clone();
    if (!kill.has(l)) set.add(l);
    map.set(l, set);
  });
  return map;
}

const NOTHING: ReadonlyMap<number, BitSet> = new Map();

/** Spelled out, as JavaScript engines give every object that a spread extends a layout of its own, and reading it is slow. */
function effect({ use, out, kill }: Access, dep: Effect['dep'], diffDep: Effect['diffDep']): Effect {
  return { use, out, kill, dep, diffDep };
}

function readBy(list: readonly Expr[], locations: Locations): BitSet {
  const { none } = locations;
  let use = none;
  const see = (place: Place) => {
    const l = locations.of(place);
    if (l < 0) return;
    if (use === none) use = new BitSet(locations.size);
    use.add(l);
  };
  for (const e of list) walkPlaces(e, see);
  return use;
}

function readsOnly(list: readonly Expr[], locations: Locations): Access {
  const { none } = locations;
  return { use: readBy(list, locations), out: none, kill: none };
}

/** A counted loop writes its index, whenever its test decides (zero trips included). */
function testAccess(test: Test, locations: Locations): Access {
  const reads = readsOnly(testExpressions(test), locations);
  if (test.kind !== 'for') return reads;
  const index = BitSet.of(locations.size, locations.ofVariable(test.index));
  return { use: reads.use, out: index, kill: index };
}

function testEffect(test: Test, locations: Locations): Effect {
  const access = testAccess(test, locations);
  const dep = new Map<number, BitSet>();
  access.out.forEach((l) => {
    const from = access.use.clone();
    from.add(l);
    dep.set(l, from);
  });
  return effect(access, dep, NOTHING);
}

/** Locations of an actual argument, and what else its evaluation reads (subscripts). */
export function actualLocations(
  a: Argument,
  locations: Locations,
): { value: number[]; address: number[]; exact: boolean } {
  switch (a.kind) {
    case 'value':
      // The adjoint of an element passed by value is passed by its address.
      return {
        value: locations.read(a.value),
        address: a.value.kind === 'element' ? a.value.subscripts.flatMap((e) => locations.read(e)) : [],
        exact: false,
      };
    case 'reference': {
      const l = locations.of(a.place);
      const address = a.place.kind === 'element' ? a.place.subscripts.flatMap((e) => locations.read(e)) : [];
      return { value: l < 0 ? [] : [l], address, exact: l >= 0 && locations.at(l).strong };
    }
    case 'array':
      return {
        value: [...locations.ofVariable(a.variable)],
        address: (a.start ?? []).flatMap((e) => locations.read(e)),
        // A summary that kills an array kills what the callee sees of it; only `whole` says that this is all of it.
        exact: false,
      };
  }
}

const NO_PORTS: ReadonlySet<Port> = new Set();

/** Maps a summary's ports to the caller's locations. */
function callEffect(s: Call, locations: Locations, summary: Summary): Effect {
  const n = locations.size;
  const out = new BitSet(n);
  const kill = new BitSet(n);
  const dep = new Map<number, BitSet>();
  const diffDep = new Map<number, BitSet>();
  const sources = sourcesOf(s, locations);
  const evaluated = evaluatedBy(s, locations, summary);
  const use = evaluated.clone();
  for (const port of summary.use) for (const l of atPort(s, locations, port).value) use.add(l);
  for (const port of summary.out) {
    // By value: what the callee writes is its own copy.
    if (typeof port === 'number' && s.args[port]?.kind === 'value') continue;
    const { value, exact } = atPort(s, locations, port);
    const certain = (exact || summary.whole?.has(port) === true) && summary.kill.has(port);
    for (const l of value) {
      out.add(l);
      const from = dep.get(l) ?? new BitSet(n);
      const differentiable = diffDep.get(l) ?? new BitSet(n);
      if (certain) kill.add(l);
      else {
        from.add(l);
        differentiable.add(l);
      }
      from.unionWith(evaluated);
      from.unionWith(sources.all(summary.dep.get(port) ?? NO_PORTS));
      differentiable.unionWith(sources.differentiable(summary.diffDep.get(port) ?? NO_PORTS));
      dep.set(l, from);
      if (isReal(locations.at(l).type)) diffDep.set(l, differentiable);
    }
  }
  return { use, out, kill, dep, diffDep };
}

/** What a port of the callee stands for at a call. */
function atPort(s: Call, locations: Locations, port: Port): { value: number[]; exact: boolean } {
  if (port === 'result') {
    const l = s.result ? locations.of(s.result) : -1;
    return { value: l < 0 ? [] : [l], exact: l >= 0 && locations.at(l).strong };
  }
  if (typeof port === 'string') {
    const value = [...locations.ofVariable(globalOfPort(port))];
    return { value, exact: value.length === 1 && locations.at(itemAt(value, 0)).strong };
  }
  const actual = s.args[port];
  return actual ? actualLocations(actual, locations) : { value: [], exact: false };
}

/** What sets of ports stand for, all of it or what is differentiable; once for each set, as rows of a summary share them. */
function sourcesOf(s: Call, locations: Locations) {
  const setOf = (ports: ReadonlySet<Port>, read: (port: Port) => readonly number[]): BitSet =>
    BitSet.of(locations.size, [...ports].flatMap(read));
  const real = (l: number): boolean => l >= 0 && isReal(locations.at(l).type);
  const readDifferentiably = (port: Port): number[] => {
    const actual = typeof port === 'number' ? s.args[port] : undefined;
    if (actual?.kind !== 'value') return atPort(s, locations, port).value.filter(real);
    return differentiablePlaces(actual.value)
      .map((p) => locations.of(p))
      .filter(real);
  };
  return {
    all: onceEach((ports: ReadonlySet<Port>) => setOf(ports, (port) => atPort(s, locations, port).value)),
    differentiable: onceEach((ports: ReadonlySet<Port>) => setOf(ports, readDifferentiably)),
  };
}

/** What the call itself evaluates, whatever the routine makes of it: subscripts, every argument passed by value, extents. */
function evaluatedBy(s: Call, locations: Locations, summary: Summary): BitSet {
  const evaluated = new BitSet(locations.size);
  const add = (list: readonly number[]): void => {
    for (const l of list) evaluated.add(l);
  };
  for (const a of s.args) {
    const actual = actualLocations(a, locations);
    add(actual.address);
    if (a.kind === 'value') add(actual.value);
  }
  if (s.result?.kind === 'element') for (const e of s.result.subscripts) add([...locations.read(e)]);
  for (const port of summary.entry) add(atPort(s, locations, port).value);
  return evaluated;
}
