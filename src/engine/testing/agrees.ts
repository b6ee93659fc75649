/** Named tests of programs that once failed: the text goes through the door, and its parsed tree to the reference. */
import { expect } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Language } from '../ir/types';
import type { Options } from '../pipeline/options';
import { caseOfSource, checkAdjoint, checkTangent, type Verdict } from './oracles';
import type { Values } from './reference';

export interface NamedProgram {
  readonly language: Language;
  readonly routine: string;
  readonly source: string;
  readonly inputs: Values;
  readonly options?: Partial<Options>;
}

/** Adjoint, in WebAssembly and in the interpreter, and tangent agree with dual numbers. */
export function agrees({ language, routine, source, inputs, options = {} }: NamedProgram): void {
  const { program, diagnostics } = language === 'c' ? parseC(source) : parseFortran(source);
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  const c = caseOfSource({ program, entry: routine, inputs, source, seed: 1 });
  const passed: Verdict = { kind: 'passed' };
  expect(checkAdjoint(c, options)).toEqual(passed);
  expect(checkAdjoint(c, options, true)).toEqual(passed);
  expect(checkTangent(c, options)).toEqual(passed);
}
