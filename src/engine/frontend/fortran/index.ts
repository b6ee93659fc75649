/**
 * The Fortran front end: source text to IR and diagnostics, in one pass over characters, one over statements, one over
 * names. It never throws for what a user wrote, and takes time linear in the text.
 *
 *   characters → logical statements (source, fixed, free) → syntax (statements, declarations, expressions)
 *   → codes for CHARACTER (characters), arguments for what is read (input) → units with nested constructs (nest), copies for routines as arguments (specialise), copies without arguments that are left out (optional), components of structures (derived), arrays for what pointers lead to (pointers), arrays that callers allocate (lentAllocations), lower bounds of arguments (broughtBounds), arguments for arrays of modules (moduleArrays), pairs for COMPLEX (complex), copies for routines as arguments that had no name (specialise) → symbols (declare) → IR (actions, values, arrays, calls, …) → jumps taken out
 */
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import type { Program } from '../../ir/types';
import { LimitedSink } from '../limitedSink';
import { asWritten } from '../pasted';
import { tellOpenOrder } from './lower/evaluationOrder';
import { lowerProgram } from './lower/program';
import { nestUnits } from './parse/nest';
import { parseStatement } from './parse/statements';
import type { Unit } from './parse/syntax';
import { scanFixed } from './read/fixed';
import { detectForm } from './read/form';
import { scanFree } from './read/free';
import type { LogicalStatement } from './read/source';
import { withAbsentModules, withAbsentNamed } from './resolve/absent/modules';
import { withoutAbsentRoutines } from './resolve/absent/routines';
import { withoutBlocks } from './resolve/blocks';
import { withCodes } from './resolve/characters';
import { withoutComplex } from './resolve/complex';
import { withEnumerators } from './resolve/constants/enumerators';
import { withDistinctRoutines } from './resolve/declarations/distinct';
import { withoutDerivedTypes } from './resolve/derived';
import { withoutEntries } from './resolve/entries';
import { withInput } from './resolve/input';
import { withoutOldJumps } from './resolve/oldJumps';
import { withoutOptional } from './resolve/optional';
import { withoutPointers } from './resolve/pointers';
import { withBroughtBounds } from './resolve/pointers/broughtBounds';
import { withoutLentAllocations } from './resolve/pointers/lentAllocations';
import { withoutModuleArrays } from './resolve/pointers/moduleArrays';
import { specialised } from './resolve/specialise';

export function parseFortran(pasted: string): { program: Program; diagnostics: Diagnostic[] } {
  const source = asWritten(pasted);
  const sink = new LimitedSink();
  const names = new Set<string>();
  const form = detectForm(source);
  const scanned = form === 'fixed' ? scanFixed(source, sink) : scanFree(source, sink);
  const read = scanned.statements.map((statement) => parseStatement(statement, sink, names));
  const present = withAbsentModules(withoutAbsentRoutines(withEnumerators(read), sink), names, sink);
  const statements = withInput(withCodes(present, sink), names, sink);
  const hasComponents = scanned.statements.some(({ text }) => text.includes('%'));
  const distinct = withDistinctRoutines(nestUnits(statements, sink), names);
  const written = withoutOldJumps(withoutEntries(distinct, names), names);
  const first = specialised(written, names, sink, null);
  const nested = withoutDerivedTypes(withoutOptional(first.units, names, sink), names, sink, hasComponents);
  const isComplex = hasComponents || scanned.statements.some(({ text }) => /complex|cmplx/i.test(text));
  const isPointer = scanned.statements.some(({ text }) => /pointer|=>|nullify/i.test(text));
  const pointed = withoutPointers(withoutBlocks(nested, names), names, sink, isPointer);
  const placed = withoutModuleArrays(withBroughtBounds(withoutLentAllocations(pointed)));
  const plain = withoutComplex(placed, names, sink, isComplex);
  const { units } = specialised(plain, names, sink, first.copied);
  const program = lowerProgram(source, scanned, units, names, sink);
  tellOpenOrder(program, sink);
  const found = withoutConsequences(sink.found(), units, source, scanned.statements);
  return { program, diagnostics: withAbsentNamed(found, read, units, source) };
}

/** Errors that can follow from declarations that are not here or were not read. */
const CONSEQUENCES = new Set([
  'undeclared',
  'unknown-function',
  'unknown-component',
  'constant',
  'type',
  'type-mismatch',
  'argument-type',
  'argument-count',
  'bad-initializer',
  'shape',
  'bounds',
]);

const INCLUDES = /^\s*#?\s*include\b/;
const DECLARES = /::|^\s*(real|integer|double|logical|complex|character|type|class|dimension|parameter)\b/;

/** Those that name what has no declaration. */
const OF_ONE_NAME = new Set(['undeclared', 'unknown-function', 'shape']);

/**
 * In units that use a missing module or an included file only that is reported, not what may follow from it; of names in a declaration
 * that was not read only that it was not.
 */
function withoutConsequences(
  found: Diagnostic[],
  units: readonly Unit[],
  source: string,
  statements: readonly LogicalStatement[],
): Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  const within = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
  const lacking = units.map((unit) => {
    const own = errors.filter(({ span }) => within(unit.span, span));
    const placesOf = (wanted: Diagnostic['code']) =>
      own
        .filter(({ code }) => code === wanted)
        .map(({ span }) => statements.find((s) => within(s.span, span))?.span ?? span);
    const isWhole =
      own.some(({ code }) => code === 'unknown-module') ||
      placesOf('unsupported').some((span) => INCLUDES.test(textAt(source, span)));
    const unread = placesOf('syntax')
      .map((span) => textAt(source, span))
      .filter((text) => DECLARES.test(text));
    return { span: unit.span, isWhole, names: new Set(unread.flatMap((text) => text.match(/\w+/g) ?? [])) };
  });
  return found.filter(({ severity, code, message, span }) => {
    const isConsequence = CONSEQUENCES.has(code) || /^\w+ of kind /.test(message);
    if (severity !== 'error' || !isConsequence) return true;
    const [name = ''] = (OF_ONE_NAME.has(code) && /^[a-z]\w*/.exec(textAt(source, span))) || [];
    return !lacking.some((unit) => within(unit.span, span) && (unit.isWhole || unit.names.has(name)));
  });
}

const textAt = (source: string, { start, end }: Span): string => source.slice(start, end).toLowerCase();
