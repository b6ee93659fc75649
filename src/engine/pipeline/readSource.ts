import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Program } from '../ir/types';
import type { DifferentiateRequest } from './results';

const isError = ({ severity }: Diagnostic) => severity === 'error';

interface Read {
  readonly program: Program;
  readonly diagnostics: Diagnostic[];
}

/** Reads the text. One that has errors, and none in the other language, is in that: only this is said of it. */
export function readSource({ source, language }: Pick<DifferentiateRequest, 'source' | 'language'>): Read {
  const isC = language !== 'fortran';
  const read = isC ? parseC(source) : parseFortran(source);
  const mayBeOther = isC ? /^\s*end\b/im.test(source) : source.includes('}');
  if (!mayBeOther || !read.diagnostics.some(isError)) return read;
  const { program, diagnostics } = isC ? parseFortran(source) : parseC(source);
  const hasRoutine = program.routines.some(({ kind }) => kind === 'function' || kind === 'subroutine');
  if (!hasRoutine || diagnostics.some(isError)) return read;
  const [own, other] = isC ? ['C', 'Fortran'] : ['Fortran', 'C'];
  const [line = ''] = source.split('\n', 1);
  const told: Diagnostic = diagnostic(
    'error',
    'other-language',
    `This text is ${other}, and it is read as ${own}.`,
    { start: 0, end: line.length },
    `Choose ${other} as its language.`,
  );
  return { ...read, diagnostics: [told] };
}
