/** Places: their addresses, and storing to them. */
import { copiesMember } from '../../ir/names';
import type { Expr, Place, VariableId } from '../../ir/types';
import { compileAddress, compileBig, compileNumber } from './expressions';
import { markDefined, storeBig, storeNumber } from './memory';
import type { Run, Scope } from './scope';
import type { ArrayView, Frame, Interpreter, Pointer } from './state';

/** Compiles a store to a place, for assignments, loops and POPs: the address is evaluated first, then the value. */
export function compileStore(c: Scope, place: Place, value: Expr): Run {
  const locate = compilePlace(c, place);
  const forget = (f: Frame): void => {
    const { pointer, at } = locate(f);
    markDefined(pointer.block, place.type, at, 0);
  };
  return copying(
    c.m,
    copiesMember(c.m.program, place.variable, value),
    compileStoreOf(c, place, value),
    forget,
  );
}

/** Where what is copied has no value, its copy has none, and only who uses that is told. */
export function copying<T>(
  m: Interpreter,
  isCopy: boolean,
  copy: (f: Frame) => T,
  forget: (f: Frame, made: T) => void,
): (f: Frame) => T {
  if (!isCopy) return copy;
  return (f) => {
    const copied: Interpreter['copied'] = { isUnset: false };
    m.copied = copied;
    const made = copy(f);
    m.copied = null;
    if (copied.isUnset) forget(f, made);
    return made;
  };
}

function compileStoreOf(c: Scope, place: Place, value: Expr): Run {
  const { m } = c;
  const id = place.variable;
  const locate = compilePlace(c, place);
  if (place.type === 'i64') {
    const big = compileBig(c, value);
    return (f) => {
      const { pointer, at } = locate(f);
      storeBig(m, pointer, at, big(f));
      return 0;
    };
  }
  const number = compileNumber(c, value);
  // What is infinite from the start, as the first value of a minimum is, has become so nowhere.
  const isMade = value.kind !== 'constant' && value.kind !== 'variable' && value.kind !== 'element';
  return (f) => {
    const { pointer, at } = locate(f);
    const { notFinite } = m;
    storeNumber(m, pointer, place.type, at, number(f), id);
    if (!isMade) m.notFinite = notFinite;
    return 0;
  };
}

export type Located = { readonly pointer: Pointer; readonly at: number };

export function compilePlace(c: Scope, place: Place): (f: Frame) => Located {
  if (place.kind === 'variable') {
    const k = c.scalars.get(place.variable) as number;
    return (f) => {
      const pointer = f.pointers[k] as Pointer;
      return { pointer, at: pointer.offset };
    };
  }
  const address = compileAddress(c, place);
  const k = c.arrays.get(place.variable) as number;
  return (f) => {
    const at = address(f);
    return { pointer: (f.arrays[k] as ArrayView).pointer, at };
  };
}

/** Sets an integer scalar. */
export function compileSetInteger(c: Scope, id: VariableId): (f: Frame, value: number) => void {
  const { m } = c;
  const k = c.scalars.get(id) as number;
  const { type } = m.program.variables[id] as { type: Expr['type'] };
  return (f, value) => {
    if (m.history) m.dot = 0;
    const p = f.pointers[k] as Pointer;
    if (type === 'i64') storeBig(m, p, p.offset, BigInt.asIntN(64, BigInt(value)));
    else storeNumber(m, p, type, p.offset, value | 0, id);
  };
}
