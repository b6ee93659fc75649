import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import type { Language, Program } from '../ir/types';

/** The whole program as text; what the language can't say is an error here. */
export function printed(program: Program, language: Language): string {
  const { text, diagnostics } =
    language === 'c' ? printC(program, null) : printFortran(program, null, { form: program.form });
  const errors = diagnostics.filter((d) => d.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((d) => d.message).join('; '));
  return text;
}
