/** What a routine or an instruction does to memory. */
import type { BitSet } from '../../base/bitset';
import type { VariableId } from '../../ir/types';

/** What an instruction touches. The sets belong to it: whoever wants others makes a copy. */
export interface Access {
  /** Locations read. */
  readonly use: BitSet;
  /** Locations that it may overwrite. */
  readonly out: BitSet;
  /** Those overwritten for certain and completely. */
  readonly kill: BitSet;
}

export interface Effect extends Access {
  /** By location written: what its value afterwards may depend on, as it was before (Dep). */
  readonly dep: ReadonlyMap<number, BitSet>;
  /** The same, differentiable dependence only (DiffDep). */
  readonly diffDep: ReadonlyMap<number, BitSet>;
}

/**
 * What a routine does to what its caller sees, by port.
 * Bottom-up over the call graph; grows monotonically where routines call each other in circles.
 */
export interface Summary {
  readonly use: ReadonlySet<Port>;
  /** What entering it evaluates, whatever it computes: the extents of its arrays. */
  readonly entry: ReadonlySet<Port>;
  readonly out: ReadonlySet<Port>;
  readonly kill: ReadonlySet<Port>;
  /** Arrays among `kill` that are overwritten from end to end. */
  readonly whole?: ReadonlySet<Port>;
  readonly dep: ReadonlyMap<Port, ReadonlySet<Port>>;
  readonly diffDep: ReadonlyMap<Port, ReadonlySet<Port>>;
}

/** A parameter position, `result`, or a global. */
export type Port = number | 'result' | `g${number}`;

export function globalPort(id: VariableId): Port {
  return `g${id}`;
}

export function globalOfPort(port: Exclude<Port, number | 'result'>): VariableId {
  return Number(port.slice(1)) as VariableId;
}
