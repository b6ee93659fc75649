/**
 * Runs that bear a card out. A path in the graph may be one that no run takes; so a card first looks at the run on the
 * inputs at hand, then at runs on drawn ones, until one shows the read and, after it, the overwrite. All of it is made when a
 * card first asks, kept for the next, and bounded.
 */
import { itemAt } from '../base/lookup';
import type { ExplainInput, RunWitness } from '../explain/context';
import type { Instruction } from '../ir/flow';
import type { Compile } from './compile';
import { drawnInputs } from './draws';
import { derivativeReaders, isCertain, meeting, type Replay, replayOf } from './replay';
import type { ExecuteRequest } from './results';

/** Runs on drawn inputs. */
const MOST_RUNS = 160;
/** Of each of them. */
const LIMITS = { steps: 2_000, milliseconds: Number.POSITIVE_INFINITY, bytes: 16 * 2 ** 20 };
/** Steps of all of them together: what is slow to run is tried less often. */
const MOST_STEPS = 200_000;

interface Tried {
  readonly run: Replay;
  readonly inputs: string;
}

/** `inputs` are those at hand, for the entry: what is left out of them has its default. */
export function witnessesOf(
  c: Compile,
  inputs: ExecuteRequest['inputs'] = {},
  most: number = MOST_RUNS,
): ExplainInput['witness'] {
  const runs = new Map<string, Runs>();
  const known = new Map<string, RunWitness>();
  return (routine, read, overwrite, location) => {
    const key = `${read.id} ${overwrite.id} ${location}`;
    let witness = known.get(key);
    if (!witness) {
      let own = runs.get(routine);
      if (!own) {
        own = runsOf(c, routine, inputs, most);
        runs.set(routine, own);
      }
      witness = search(own, read, overwrite, location);
      known.set(key, witness);
    }
    return witness;
  };
}

/** The n-th run; null where there are no more. */
type Runs = (n: number) => Tried | null;

/** The runs of a routine one after the other, each made when it is first wanted. */
function runsOf(c: Compile, name: string, inputs: ExecuteRequest['inputs'], most: number): Runs {
  const made: Tried[] = [];
  const entry = c.routine?.name === name;
  const own = entry ? (inputs ?? {}) : {};
  const given = Object.keys(own).length > 0;
  const told = (words: string) => (entry ? words : `of \`${name}\` by itself, ${words}`);
  let draws: ReturnType<typeof drawnInputs> | null = null;
  let next = 0;
  let steps = 0;
  return (n) => {
    if (made.length === 0) {
      const run = replayOf(c, own, undefined, name);
      if (!run) return null;
      made.push({ run, inputs: told(given ? 'on the given inputs' : 'on the default inputs') });
    }
    while (made.length <= n) {
      draws ??= drawnInputs(c, name, (made[0] as Tried).run.inputs, most);
      const drawn = draws[next++];
      if (!drawn || steps > MOST_STEPS) return null;
      const run = replayOf(c, { ...own, ...drawn.inputs }, LIMITS, name);
      steps += run?.columns.steps ?? 0;
      // One that fails shows nothing: the backward sweep would not be reached.
      if (run?.complete && drawn.words !== '') made.push({ run, inputs: told(`with ${drawn.words}`) });
    }
    return itemAt(made, n);
  };
}

function search(runs: Runs, read: Instruction, overwrite: Instruction, location: number): RunWitness {
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
  const seen = doubt ? 'unclear' : told ? 'missed' : 'unknown';
  return { seen, reader: null, inputs: '', runs: tried };
}
