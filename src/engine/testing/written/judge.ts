/**
 * Random texts before the engine and before the system's compilers: what was read computes what the compiler's own reading
 * computes, and its adjoint is that of dual numbers.
 */
import { itemAt } from '../../base/lookup';
import { parseC } from '../../frontend/c';
import { parseFortran } from '../../frontend/fortran';
import type { Language, Program } from '../../ir/types';
import type { Options } from '../../pipeline/options';
import { disagreement, inWords } from '../compare';
import { compileTogether } from '../compileTogether';
import { cDriver, fortranDriver, printedKeys, readOutput } from '../drivers';
import { drawOptions } from '../options';
import { type Case, caseOfSource, checkAdjoint, checkTangent, illConditioned } from '../oracles';
import { randomFrom } from '../prng';
import type { Values } from '../reference';
import { ReferenceFault } from '../reference/interpret';
import { verify } from '../verify';
import { writeC } from './c';
import { writeFortran } from './fortran';
import { linesOf, type Piece, shrinkPieces } from './pieces';
import type { Written } from './writer';

export function write(language: Language, seed: number): Written {
  return language === 'c' ? writeC(seed) : writeFortran(seed);
}

/** What is wrong with a text, by the oracle that says so. */
export interface Complaint {
  readonly oracle: string;
  readonly message: string;
}

/** A text that was read and judged. */
export interface Seen {
  readonly written: Written;
  readonly c: Case;
}

export type Sight =
  | { readonly kind: 'seen'; readonly c: Case }
  | { readonly kind: 'ill-conditioned' }
  | { readonly kind: 'complaint'; readonly complaint: Complaint };

const complains = (oracle: string, message: string): Sight => ({
  kind: 'complaint',
  complaint: { oracle, message },
});

function parse(language: Language, source: string): { program: Program; errors: string[] } {
  const { program, diagnostics } = language === 'c' ? parseC(source) : parseFortran(source);
  return {
    program,
    errors: diagnostics
      .filter((d) => d.severity === 'error')
      .map((d) => `${d.code}: ${d.message} (${source.slice(d.span.start, d.span.end)})`),
  };
}

export const textOf = (pieces: readonly Piece[]): string => `${linesOf(pieces).join('\n')}\n`;

/** Reads a text, runs it in the reference, and holds the engine's adjoint and tangent against that. */
export function look(language: Language, written: Written, options: Partial<Options> | null): Sight {
  const { seed, entry, inputs, pieces } = written;
  const source = textOf(pieces);
  const { program, errors } = parse(language, source);
  if (errors.length > 0) return complains('read', errors.slice(0, 3).join('; '));
  const [broken] = verify(program);
  if (broken) return complains('verify', broken);
  let c: Case;
  try {
    c = caseOfSource({ seed, program, entry, inputs, source });
  } catch (error) {
    if (error instanceof ReferenceFault) return complains('reference', error.message);
    throw error;
  }
  if (!options) return { kind: 'seen', c };
  for (const verdict of [
    checkAdjoint(c, options, seed % 3 === 0),
    ...(seed % 4 === 0 ? [checkTangent(c, options)] : []),
  ]) {
    if (verdict.kind === 'ill-conditioned') return verdict;
    const [failure] = verdict.kind === 'failed' ? verdict.failures : [];
    if (failure) return { kind: 'complaint', complaint: failure };
  }
  return { kind: 'seen', c };
}

/** Options for a text: the defaults, or drawn ones. */
export function optionsFor(seed: number): Partial<Options> {
  if (seed % 3 === 1) return {};
  const drawn = drawOptions(randomFrom(seed));
  return drawn.reversal === 'structured' ? { ...drawn, reversal: 'joins' } : drawn;
}

/** What a smaller text is to be said too: of numbers that something differs, of all else what. */
function kindOf({ oracle, message }: Complaint): string {
  const isNumeric = !['read', 'verify', 'reference', 'crash'].includes(oracle);
  return isNumeric ? oracle : `${oracle} ${message.replace(/\d+/g, '').slice(0, 60)}`;
}

/** The smallest text of which the same oracle complains. */
export function smallest(
  language: Language,
  written: Written,
  complaint: Complaint,
  judge: (smaller: Written) => Complaint | null,
): string {
  const isSame = (said: Complaint | null) => said !== null && kindOf(said) === kindOf(complaint);
  const pieces = shrinkPieces(written.pieces, (some) => isSame(judge({ ...written, pieces: some })));
  const said = judge({ ...written, pieces });
  return `seed ${written.seed} in ${language}, ${complaint.oracle}: ${said?.message ?? complaint.message}\n${textOf(pieces)}`;
}

/** Compiles the texts themselves, as they are written, and compares what they leave with the reference. */
export function compiledComplaints(language: Language, seen: readonly Seen[]): (Complaint | null)[] {
  const [form, driver, flags] =
    language === 'c'
      ? (['c', cDriver, ['-std=c11', '-w', '-O0', '-ffp-contract=off']] as const)
      : (['free', fortranDriver, ['-w', '-O0', '-ffp-contract=off', '-ffree-line-length-none']] as const);
  const texts = seen.map(({ c }) => `${c.source}\n${driver(c.program, c.entry, c.inputs as Values)}`);
  const built = compileTogether(form, texts, flags);
  return seen.map(({ c }, i) => {
    const { output, messages } = itemAt(built, i);
    if (output === null) return { oracle: 'compiler', message: messages.slice(0, 2000) };
    // Constants of the text are no inputs: the driver prints none of them.
    const isTold = (key: string) => key in c.inputs || key === c.entry;
    const keys = printedKeys(c.program, c.entry, c.inputs).map(
      ([key, n]) => [key, isTold(key) ? n : 0] as const,
    );
    const expected = Object.fromEntries(
      keys.map(([key, n]) => [key, (c.outputs[key] ?? []).slice(0, n).map(Number)]),
    );
    const off = disagreement(expected, readOutput(output, keys), Math.max(c.tolerance, 1e-11));
    return off && !illConditioned(c) ? { oracle: 'compiled', message: inWords(off) } : null;
  });
}
