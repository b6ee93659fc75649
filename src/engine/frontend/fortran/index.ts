/**
 * The Fortran front end: source text to IR and diagnostics, in one pass over characters, one over statements, one over
 * names. It never throws for what a user wrote, and takes time linear in the text.
 *
 *   characters → logical statements (source, fixed, free) → syntax (statements, declarations, expressions)
 *   → codes for CHARACTER (characters), arguments for what is read (input) → units with nested constructs (nest), copies without arguments that are left out (optional), components of structures (derived), copies for routines as arguments (specialise) → symbols (declare) → IR (actions, values, arrays, calls, …) → jumps taken out
 */
import type { Diagnostic } from '../../base/diagnostics';
import type { Program } from '../../ir/types';
import { LimitedSink } from '../limitedSink';
import { lowerProgram } from './lower/program';
import { nestUnits } from './parse/nest';
import { parseStatement } from './parse/statements';
import { scanFixed } from './read/fixed';
import { detectForm } from './read/form';
import { scanFree } from './read/free';
import { withoutBlocks } from './resolve/blocks';
import { withCodes } from './resolve/characters';
import { withoutDerivedTypes } from './resolve/derived';
import { withInput } from './resolve/input';
import { withoutOldJumps } from './resolve/oldJumps';
import { withoutOptional } from './resolve/optional';
import { specialised } from './resolve/specialise';

export function parseFortran(source: string): { program: Program; diagnostics: Diagnostic[] } {
  const sink = new LimitedSink();
  const names = new Set<string>();
  const form = detectForm(source);
  const scanned = form === 'fixed' ? scanFixed(source, sink) : scanFree(source, sink);
  const read = scanned.statements.map((statement) => parseStatement(statement, sink, names));
  const statements = withInput(withCodes(read, sink), names, sink);
  const hasComponents = scanned.statements.some(({ text }) => text.includes('%'));
  const nested = withoutDerivedTypes(
    withoutOptional(withoutOldJumps(nestUnits(statements, sink), names), names, sink),
    names,
    sink,
    hasComponents,
  );
  const units = specialised(withoutBlocks(nested, names), names, sink);
  const program = lowerProgram(source, scanned, units, names, sink);
  return { program, diagnostics: sink.found() };
}
