/**
 * Names of what generated text calls but no user wrote: the tape, and small functions that a language lacks.
 *
 * The printers of every language use these names, and the front ends know them, so that printed code can be read
 * back. The functions stand in a section of the text between two comment lines, which front ends skip; names of the section
 * are then names of its functions, and what else only such a text says is known for what it is.
 */
import { assertNever } from '../base/assert';
import type { ControlWidth, ScalarType } from './types';

/** Text of the comment lines around the section. */
export const RUNTIME_BEGIN = 'backsweep runtime begin';
export const RUNTIME_END = 'backsweep runtime end';
/** Says of a text without a section that it was printed, where it would be read as another program if it were not. */
export const RUNTIME_NONE = 'backsweep runtime none';

/**
 * C and JavaScript: `push_double(x);`, `x = pop_double();`, and for whole arrays `push_doubles(a, n);`,
 * `pop_doubles(a, n);`. Fortran: `call` of the same names, `call pop_double(x)`.
 */
export const TYPE_WORD: Record<ScalarType, string> = {
  f64: 'double',
  f32: 'float',
  i32: 'int',
  i64: 'long',
  bool: 'bool',
};

export function tapeFunction(action: 'push' | 'pop', type: ScalarType, array: boolean): string {
  return `${action}_${TYPE_WORD[type]}${array ? 's' : ''}`;
}

/** What one entry of the control tape is called: a bit; a byte, short or word by the number of states; a count. */
export type ControlWord = 'bit' | 'byte' | 'short' | 'word' | 'count';
export const CONTROL_WORDS: readonly ControlWord[] = ['bit', 'byte', 'short', 'word', 'count'];

export function controlWord(width: ControlWidth): ControlWord {
  switch (width.kind) {
    case 'bit':
    case 'count':
      return width.kind;
    case 'small':
      return width.states <= 256 ? 'byte' : width.states <= 65_536 ? 'short' : 'word';
    default:
      return assertNever(width);
  }
}
export function controlFunction(action: 'push' | 'pop', width: ControlWidth): string {
  return `${action}_${controlWord(width)}`;
}

/** What Fortran takes from the C library, under these names: `c_expm1(x)`, `c_fmaf(x, y, z)`. */
export function libraryFunction(cName: string): string {
  return `c_${cName}`;
}
/** Module of their interfaces. */
export const MATH_MODULE = 'backsweep_math';
/** Start of the name of a module of functions that are written out: each text has one of its own, so that several link. */
export const FUNCTIONS_MODULE = 'backsweep_functions';
export const TAPE_MODULE = 'backsweep_tape';
