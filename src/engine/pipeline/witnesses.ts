/**
 * Runs that bear a card out. A path in the graph may be one that no run takes; so a card first looks at the run on default
 * inputs, then at runs on drawn ones, until one shows the read and, after it, the overwrite. All of it is made when a
 * card first asks, kept for the next, and bounded.
 */
import type { ExplainInput, RunWitness } from '../explain/context';
import type { Instruction } from '../ir/flow';
import type { Compile } from './compile';
import { drawnInputs } from './draws';
import { derivativeReaders, isCertain, meeting, type Replay, replayOf } from './replay';

/** Runs on drawn inputs. */
const MOST_RUNS = 80;
/** Of each of them. */
const LIMITS = { steps: 2_000, milliseconds: Number.POSITIVE_INFINITY, bytes: 16 * 2 ** 20 };
/** Steps of all of them together: what is slow to run is tried less often. */
const MOST_STEPS = 150_000;

interface Tried {
  readonly run: Replay;
  readonly inputs: string;
}

export function witnessesOf(c: Compile, most: number = MOST_RUNS): ExplainInput['witness'] {
  const runs = runsOf(c, most);
  const known = new Map<string, RunWitness>();
  return (read, overwrite, location) => {
    const key = `${read.id} ${overwrite.id} ${location}`;
    let witness = known.get(key);
    if (!witness) {
      witness = search(runs, read, overwrite, location);
      known.set(key, witness);
    }
    return witness;
  };
}

/** The runs one after the other, each made when it is first wanted. */
function runsOf(c: Compile, most: number): (n: number) => Tried | null {
  const made: Tried[] = [];
  let draws: ReturnType<typeof drawnInputs> | null = null;
  let next = 0;
  let steps = 0;
  return (n) => {
    if (made.length === 0) {
      const run = replayOf(c);
      if (!run) return null;
      made.push({ run, inputs: 'on the default inputs' });
    }
    while (made.length <= n) {
      draws ??= drawnInputs(c, (made[0] as Tried).run.inputs, most);
      const drawn = draws[next++];
      if (!drawn || steps > MOST_STEPS) return null;
      const run = replayOf(c, drawn.inputs, LIMITS);
      steps += run?.columns.steps ?? 0;
      // One that fails shows nothing: the backward sweep would not be reached.
      if (run?.complete && drawn.words !== '') made.push({ run, inputs: `with ${drawn.words}` });
    }
    return made[n] ?? null;
  };
}

function search(
  runs: (n: number) => Tried | null,
  read: Instruction,
  overwrite: Instruction,
  location: number,
): RunWitness {
  let tried = 0;
  let told = false;
  let doubt = false;
  for (let one = runs(0); one; one = runs(tried)) {
    tried++;
    const { run, inputs } = one;
    const readers =
      tried === 1
        ? [[read], derivativeReaders(run.analysis, location)]
        : [derivativeReaders(run.analysis, location)];
    for (const each of readers) {
      const met = meeting(run, each, overwrite, location);
      if (met && isCertain(run, met, location))
        return { seen: 'met', reader: met.reader, inputs, runs: tried };
      // It met something that may or may not be that very element.
      doubt ||= met !== null;
    }
    told ||= run.complete;
  }
  return { seen: told && !doubt ? 'missed' : 'unknown', reader: null, inputs: '', runs: tried };
}
