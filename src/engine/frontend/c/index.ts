/**
 * The C front end: source text in, a program and every diagnostic out.
 *
 *     scan → parse → what is declared and never named left out (idleDeclarations) → names of their own for variables (ownNames)
 *          → numbers of bytes where memory is asked for (byteCounts)
 *          → codes for functions and texts that are chosen among (codes) → functions that nobody passes, as external ones
 *          → copies for functions as arguments (specialise)
 *          → pointers that outlive a call, lent to those who name them (lentPointers) → `void *` by what it is taken for (voidPointers)
 *          → calls of qsort (sorts) → functions that hand out pointers in place of their calls (inlined)
 *          → results that are arrays as parameters (passedResults) → members of structures (structs)
 *          → pointers by what they point to (moved) → lower
 *
 * It never throws, takes time linear in the text, and gives whatever part of a program could be read. Spans are
 * offsets into `source`; what a macro made stands where the macro is used.
 */
import type { Diagnostic } from '../../base/diagnostics';
import { once } from '../../base/once';
import type { Program } from '../../ir/types';
import { LimitedSink, shortened } from '../limitedSink';
import { withoutConsequences } from './consequences';
import { lowerFile } from './file';
import { parse } from './parse/parser';
import { withoutNoise } from './read/noise';
import { inC } from './read/plusPlus';
import { withPredefined } from './read/predefined';
import { scan } from './read/scanner';
import type { Token } from './read/token';
import { withCodes } from './resolve/codes';
import { withoutTelling } from './resolve/codes/telling';
import { withoutCommandLine } from './resolve/commandLine';
import { withoutComplex } from './resolve/complex';
import { tellOpenOrder } from './resolve/evaluationOrder';
import { withByteCounts } from './resolve/heap/byteCounts';
import { withGrownArrays } from './resolve/heap/grownArrays';
import { withoutHeapTests } from './resolve/heap/heapTests';
import { withLargestSizes } from './resolve/heap/largestSizes';
import { withoutIdleDeclarations } from './resolve/idleDeclarations';
import { withoutHandedPointers } from './resolve/inlined';
import { withoutLastingPointers } from './resolve/lentPointers';
import { withoutMovedPointers } from './resolve/moved';
import { inWritten, withOwnNames } from './resolve/ownNames';
import { withPassedResults } from './resolve/passedResults';
import { withoutReferences } from './resolve/references';
import { withoutPointersToPointers } from './resolve/rows';
import { withSorts } from './resolve/sorts';
import { specialised, withoutUnpassed } from './resolve/specialise';
import { withoutStructs } from './resolve/structs';
import { withoutVoidPointers } from './resolve/voidPointers';

export function parseC(pasted: string): { program: Program; diagnostics: Diagnostic[] } {
  const sink = new LimitedSink();
  const source = withoutNoise(pasted, sink);
  const scanned = scan(source, sink);
  const tokens = inC(withPredefined(scanned.tokens, source), sink);
  const { file, written } = withOwnNames(
    withoutIdleDeclarations(parse(source, tokens, sink), source, scanned, sink),
    once(() => new Set(scanned.tokens.map(({ text }) => text))),
  );
  const remarks = scanned.comments.map(({ start, end }) => source.slice(start, end));
  const directives = remarks.filter((remark) => remark.includes('backsweep'));
  const parsed = withoutReferences(withoutTelling(file, directives, sink), sink);
  tellOpenOrder(parsed, sink);
  const tested = withByteCounts(withoutHeapTests(withoutCommandLine(parsed)));
  const called = withPassedResults(
    withoutHandedPointers(
      withSorts(
        withoutVoidPointers(
          withoutLastingPointers(specialised(withoutUnpassed(withCodes(tested, sink), sink), sink)),
          sink,
        ),
      ),
    ),
    sink,
  );
  const plain = withoutComplex(withoutStructs(called, sink), sink);
  const syntax = withoutMovedPointers(
    withGrownArrays(withoutPointersToPointers(withLargestSizes(plain), sink), sink),
    sink,
  );
  const program = lowerFile(source, scanned, syntax, sink);
  const places = program.routines.map(({ span }) => span);
  const diagnostics = withoutConsequences(sink.sorted(), source, places);
  return { program, diagnostics: withMacros(inWritten(diagnostics, written), scanned.tokens) };
}

/** What is said about something that a macro made also shows the macro. */
function withMacros(diagnostics: readonly Diagnostic[], tokens: readonly Token[]): Diagnostic[] {
  const made = new Map<number, Token>();
  for (const token of tokens) if (token.macro && !made.has(token.start)) made.set(token.start, token);
  return diagnostics.map((d) => {
    const token = made.get(d.span.start);
    if (!token?.macro || token.end !== d.span.end) return d;
    const note = { message: `\`${shortened(token.text)}\` comes out of this macro.`, span: token.macro };
    return { ...d, notes: [...d.notes, note] };
  });
}
