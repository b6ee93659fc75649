/** Judges many random texts; tells counts, and the smallest text of what failed. */
import type { Language } from '../../ir/types';
import { compilerFor } from '../compilers';
import { type Complaint, compiledComplaints, look, optionsFor, type Seen, smallest, write } from './judge';
import type { Written } from './writer';

export interface TextsResult {
  texts: number;
  illConditioned: number;
  /** A text each, with what is wrong with it; the first few only. */
  readonly failures: string[];
}

/** So many failures are made small and told; more of them tell little more. */
const TOLD = 3;

export function judgeTexts(language: Language, seeds: Iterable<number>): TextsResult {
  const result: TextsResult = { texts: 0, illConditioned: 0, failures: [] };
  const seen: Seen[] = [];
  const tell = (written: Written, complaint: Complaint, judge: (smaller: Written) => Complaint | null) => {
    if (result.failures.length < TOLD) result.failures.push(smallest(language, written, complaint, judge));
  };
  for (const seed of seeds) {
    const written = write(language, seed);
    const sight = look(language, written, optionsFor(seed));
    result.texts++;
    if (sight.kind === 'seen') seen.push({ written, c: sight.c });
    else if (sight.kind === 'ill-conditioned') result.illConditioned++;
    else tell(written, sight.complaint, (smaller) => complaintOf(language, smaller));
  }
  if (compilerFor(language === 'c' ? 'c' : 'free'))
    compiledComplaints(language, seen).forEach((complaint, i) => {
      const written = seen[i]?.written;
      if (complaint && written) tell(written, complaint, (smaller) => compiledComplaint(language, smaller));
    });
  return result;
}

function complaintOf(language: Language, written: Written): Complaint | null {
  const sight = look(language, written, optionsFor(written.seed));
  return sight.kind === 'complaint' ? sight.complaint : null;
}

/** What the compiler has against a smaller text that the engine reads. */
function compiledComplaint(language: Language, written: Written): Complaint | null {
  const sight = look(language, written, null);
  return sight.kind === 'seen' ? (compiledComplaints(language, [{ written, c: sight.c }])[0] ?? null) : null;
}
