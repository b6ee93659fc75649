/** Elementary functions that Fortran lacks: where they come from in printed text. */
import { entryOf } from '../../base/lookup';
import { ELEMENTARY, type Elementary, inC } from '../../ir/elementary';
import { libraryFunction, MATH_MODULE } from '../../ir/runtime';
import type { ScalarType } from '../../ir/types';
import type { FContext, LibraryFunction } from './context';

function cName(fn: Elementary, type: ScalarType): string {
  const name = inC(fn, type);
  return typeof name === 'string' ? name : name.name(type);
}

/** What printed Fortran calls a function that the language lacks. */
export function libraryName(fn: Elementary, type: ScalarType): string {
  const { fortran } = ELEMENTARY[fn];
  return fortran !== 'c' && fortran.helper ? fortran.helper.name(type) : libraryFunction(cName(fn, type));
}

/** Whether it is a function of our module rather than of the C library. */
export function isWrittenOut(f: FContext, name: string): boolean {
  return ELEMENTARY[entryOf(f.allLibrary, name).fn].fortran !== 'c';
}

/** Interfaces to functions of the C library. */
export function interfaceModule(functions: ReadonlyMap<string, LibraryFunction>): string[] {
  const fromC = sorted(functions).filter(({ fn }) => ELEMENTARY[fn].fortran === 'c');
  if (fromC.length === 0) return [];
  return [
    `module ${MATH_MODULE}`,
    '  implicit none',
    '  interface',
    ...fromC.flatMap(interfaceOf),
    '  end interface',
    `end module ${MATH_MODULE}`,
  ];
}

/** Functions that are written out. */
export function functionsModule(f: FContext): string[] {
  const lines = sorted(f.allLibrary).flatMap(({ fn, type }) => {
    const { fortran } = ELEMENTARY[fn];
    return fortran !== 'c' && fortran.helper ? fortran.helper.text(type).split('\n') : [];
  });
  if (lines.length === 0) return [];
  return [
    `module ${f.functionsModule}`,
    '  implicit none',
    'contains',
    ...lines.map((line) => `  ${line}`),
    `end module ${f.functionsModule}`,
  ];
}

function sorted(functions: ReadonlyMap<string, LibraryFunction>): LibraryFunction[] {
  return [...functions.keys()].sort().map((name) => entryOf(functions, name));
}

function interfaceOf({ fn, type }: LibraryFunction): string[] {
  const name = cName(fn, type);
  const kind = type === 'f32' ? 'c_float' : 'c_double';
  const args = ['x', 'y', 'z'].slice(0, ELEMENTARY[fn].arity).join(', ');
  return [
    `    pure function ${libraryFunction(name)}(${args}) bind(c, name='${name}') result(r)`,
    `      use iso_c_binding, only: ${kind}`,
    `      real(${kind}), value :: ${args}`,
    `      real(${kind}) :: r`,
    '    end function',
  ];
}
