/** What a call's adjoint reads of its caller's state. */

import { BitSet } from '../../base/bitset';
import { shapeOf, variableOf } from '../../ir/names';
import type { Call } from '../../ir/types';
import { actualLocations } from './effects';
import type { RoutineModel } from './programModel';
import type { Port } from './summary';
import { globalOfPort } from './summary';

/** What C̄ reads: actuals of live ports, values passed, subscripts of what is passed. */
export function liveOfActuals(
  model: RoutineModel,
  s: Call,
  live: ReadonlySet<Port>,
  mode: 'joint' | 'split',
): BitSet {
  const { locations } = model;
  const set = new BitSet(locations.size);
  s.args.forEach((a, k) => {
    const { value, address } = actualLocations(a, locations);
    for (const l of address) set.add(l);
    // Both halves of a split call are passed the same values.
    if (live.has(k) || (mode === 'split' && a.kind === 'value')) for (const l of value) set.add(l);
  });
  if (s.result?.kind === 'element') {
    for (const e of s.result.subscripts) for (const l of locations.read(e)) set.add(l);
  }
  for (const port of live) {
    if (typeof port === 'string' && port !== 'result')
      for (const l of locations.ofVariable(globalOfPort(port))) set.add(l);
  }
  return set;
}

/** What the extents of arrays passed read: saving or clearing one needs its size. */
export function extentsOf(model: RoutineModel, s: Call): BitSet {
  const set = new BitSet(model.locations.size);
  for (const a of s.args) {
    if (a.kind !== 'array') continue;
    for (const d of shapeOf(variableOf(model.program, a.variable)).dimensions) {
      if (d.extent) for (const l of model.locations.read(d.extent)) set.add(l);
    }
  }
  return set;
}

/** Locations to save, in the order of their PUSHes: an address last, so that it is there when other POPs use it. */
export function inPushOrder(model: RoutineModel, s: Call, saved: BitSet): number[] {
  const addresses = addressesOf(model, s);
  const all = saved.toArray();
  return [...all.filter((l) => !addresses.has(l)), ...all.filter((l) => addresses.has(l))];
}

/** What the addresses of all that is passed read. */
export function addressesOf(model: RoutineModel, s: Call): BitSet {
  return BitSet.of(
    model.locations.size,
    s.args.flatMap((a) => actualLocations(a, model.locations).address),
  );
}

/**
 * What a call C in joint mode leaves changed for the backward sweep upstream. `written`: what C overwrites, if it stays, and what
 * C̄ leaves changed. `restored`: what the snapshot puts back and C̄ leaves alone; it need not be recorded (theory 6).
 */
export function changedByCall(
  model: RoutineModel,
  s: Call,
  call: {
    readonly out: BitSet;
    readonly stays: boolean;
    readonly live: BitSet;
    readonly leaves: ReadonlySet<Port>;
  },
): { readonly written: BitSet; readonly restored: BitSet } {
  const left = liveOfActuals(model, s, call.leaves, 'joint');
  left.intersectWith(call.out);
  if (!call.stays) return { written: left, restored: new BitSet(model.locations.size) };
  const restored = call.live.clone();
  restored.intersectWith(call.out);
  restored.subtract(left);
  return { written: call.out, restored };
}
