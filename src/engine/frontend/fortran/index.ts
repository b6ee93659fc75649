/**
 * The Fortran front end: source text to IR and diagnostics, in one pass over characters, one over statements, one over
 * names. It never throws for what a user wrote, and takes time linear in the text.
 *
 *   characters → logical statements (source, fixed, free) → syntax (statements, declarations, expressions)
 *   → codes for CHARACTER (characters), arguments for what is read (input) → units with nested constructs (nest), routines in place of what is bound to types (dispatch), copies for routines as arguments (specialise), copies without arguments that are left out (optional), numbers for what procedure pointers lead to (procedures), components of structures (derived), arrays for what pointers lead to (pointers), arrays that callers allocate (lentAllocations), lower bounds of arguments (broughtBounds), arguments for arrays of modules (moduleArrays), pairs for COMPLEX (complex), copies for routines as arguments that had no name (specialise) → symbols (declare) → IR (actions, values, arrays, calls, …) → jumps taken out → routines for what uses arrays whose size is found on the way (outlining)
 */
import type { Diagnostic } from '../../base/diagnostics';
import type { Program } from '../../ir/types';
import { withLateSizes } from '../../outlining/lateSizes';
import { LimitedSink } from '../limitedSink';
import { asWritten, withoutEntities } from '../pasted';
import { withoutConsequences } from './consequences';
import { tellOpenOrder } from './lower/evaluationOrder';
import { lowerProgram } from './lower/program';
import { nestUnits } from './parse/nest';
import { parseStatement } from './parse/statements';
import { scanFixed } from './read/fixed';
import { detectForm } from './read/form';
import { scanFree } from './read/free';
import { withBlas } from './resolve/absent/blas';
import { withAbsentModules, withAbsentNamed } from './resolve/absent/modules';
import { withoutAbsentRoutines } from './resolve/absent/routines';
import { withoutBlocks } from './resolve/blocks';
import { withCodes } from './resolve/characters';
import { withoutComplex } from './resolve/complex';
import { withEnumerators } from './resolve/constants/enumerators';
import { withDistinctRoutines } from './resolve/declarations/distinct';
import { withMainValues } from './resolve/declarations/mainValues';
import { withoutDerivedTypes } from './resolve/derived';
import { withoutDispatch } from './resolve/derived/dispatch';
import { withInput } from './resolve/input';
import { withoutEntries, withoutOldJumps } from './resolve/oldJumps';
import { withoutOptional } from './resolve/optional';
import { withOwnNames } from './resolve/ownNames';
import { withoutPointers } from './resolve/pointers';
import { withBroughtBounds } from './resolve/pointers/broughtBounds';
import { withoutLentAllocations } from './resolve/pointers/lentAllocations';
import { withoutModuleArrays } from './resolve/pointers/moduleArrays';
import { withoutProcedurePointers } from './resolve/procedures';
import { specialised } from './resolve/specialise';

export function parseFortran(pasted: string): { program: Program; diagnostics: Diagnostic[] } {
  const sink = new LimitedSink();
  const source = withoutEntities(asWritten(pasted), sink);
  const names = new Set<string>();
  const form = detectForm(source);
  const scanned = form === 'fixed' ? scanFixed(source, sink) : scanFree(source, sink);
  const read = scanned.statements.map((statement) => parseStatement(statement, sink, names));
  const whole = withBlas(withEnumerators(read), source, names, sink);
  const known = withAbsentModules(withoutAbsentRoutines(whole, sink), names, sink);
  const statements = withInput(withCodes(known, sink), names, sink);
  const hasComponents = scanned.statements.some(({ text }) => text.includes('%'));
  const distinct = withOwnNames(withDistinctRoutines(withMainValues(nestUnits(statements, sink)), names));
  const written = withoutDispatch(withoutOldJumps(withoutEntries(distinct), names), names, sink);
  const first = specialised(written, names, sink, { copied: null, isLast: false });
  const present = withoutOptional(first.units, names, sink);
  const { units: called, copied } = withoutProcedurePointers({ ...first, units: present }, names, sink);
  const nested = withoutDerivedTypes(called, names, sink, hasComponents);
  const isComplex = hasComponents || scanned.statements.some(({ text }) => /complex|cmplx/i.test(text));
  const isPointer = scanned.statements.some(({ text }) => /pointer|=>|nullify|alloc/i.test(text));
  const pointed = withoutPointers(withoutBlocks(nested, names), names, sink, isPointer);
  const placed = withoutModuleArrays(withBroughtBounds(withoutLentAllocations(pointed)));
  const plain = withoutComplex(placed, names, sink, isComplex);
  const { units } = specialised(plain, names, sink, { copied, isLast: true });
  const program = withLateSizes(lowerProgram(source, scanned, units, names, sink), sink);
  tellOpenOrder(program, sink);
  const routines = program.routines.map(({ span }) => span);
  const found = withoutConsequences(sink.found(), units, source, scanned.statements, routines);
  return { program, diagnostics: withAbsentNamed(found, read, units, source) };
}
