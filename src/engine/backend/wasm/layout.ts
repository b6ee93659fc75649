/** Where globals live: storage roots and other globals at fixed addresses from `STATIC_START` on, each 16-aligned. */

import { countOf } from '../../ir/bounds';
import { memoryBytes } from '../../ir/build';
import type { Program, Variable, VariableId } from '../../ir/types';

/** Address 0 is no object's, so that a pointer is never 0. */
const STATIC_START = 64;

export interface StaticLayout {
  readonly addresses: ReadonlyMap<VariableId, number>;
  /** One past the last static byte. */
  readonly end: number;
}

export function isStatic(v: Variable): boolean {
  return v.storage !== null || v.role === 'global';
}

export function staticLayout(program: Program): StaticLayout {
  let end = STATIC_START;
  const roots = new Map<string, number>();
  const addresses = new Map<VariableId, number>();
  const reserve = (bytes: number): number => {
    const address = end;
    end = align16(end + bytes);
    return address;
  };
  for (const root of program.roots) roots.set(root.name, reserve(root.bytes));
  for (const v of program.variables) {
    if (!isStatic(v)) continue;
    const bytes = elementCount(v) * memoryBytes(v.type);
    const root = v.storage ? roots.get(v.storage.root) : undefined;
    addresses.set(v.id, root === undefined || !v.storage ? reserve(bytes) : root + v.storage.offset);
  }
  return { addresses, end };
}

/** Elements of a variable whose extents are constants; 0 where one is not. */
export function elementCount(v: Variable): number {
  return Math.max(0, countOf(v) ?? 0);
}

export function align16(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
