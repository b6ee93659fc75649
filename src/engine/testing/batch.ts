/** Runs many random programs against the oracles; tells counts, and the smallest program of what failed as a ready test. */

import type { Options } from '../pipeline/options';
import { drawOptions } from './options';
import {
  type Case,
  caseOf,
  checkAdjoint,
  checkReference,
  checkTangent,
  type Failure,
  type Verdict,
} from './oracles';
import { randomFrom } from './prng';
import { generateProgram, type RandomProgram } from './random';
import type { Profile } from './random/profile';
import { ReferenceFault } from './reference/interpret';
import { shrinkProgram } from './shrink';
import { countOptions, countProgram, type Statistics } from './statistics';
import { verify } from './verify';

export interface Batch {
  readonly profile: Partial<Profile>;
  readonly seeds: Iterable<number>;
  /** Fixed options instead of drawn ones. */
  readonly options?: readonly Partial<Options>[];
  /** Every so many programs is also held against differences at sixty digits. */
  readonly digitsEvery?: number;
  /** Stops early, in milliseconds since 1970. */
  readonly deadline?: number;
  readonly statistics: Statistics;
}

export interface BatchResult {
  programs: number;
  runs: number;
  refused: number;
  illConditioned: number;
  /** Codes of refusals, counted. */
  readonly refusals: Map<string, number>;
  /** Ready tests, one a failing program; the first few only are shrunk. */
  readonly failures: string[];
}

/** So many failures are shrunk and told; more of them tell little more. */
const TOLD = 3;

export function runBatch(batch: Batch): BatchResult {
  const result: BatchResult = {
    programs: 0,
    runs: 0,
    refused: 0,
    illConditioned: 0,
    refusals: new Map(),
    failures: [],
  };
  for (const seed of batch.seeds) {
    if (batch.deadline !== undefined && Date.now() > batch.deadline) break;
    if (result.failures.length >= TOLD) break;
    runOne(batch, seed, result);
  }
  return result;
}

function runOne(batch: Batch, seed: number, result: BatchResult): void {
  const made = generateProgram(seed, batch.profile);
  const random = randomFrom(seed + 0.25 * 2 ** 32);
  const c = caseOf(made);
  countProgram(batch.statistics, made.program);
  result.programs++;
  const { digitsEvery } = batch;
  const wrong = digitsEvery && result.programs % digitsEvery === 0 ? checkReference(c) : null;
  if (wrong) result.failures.push(readyTest(c, {}, seed, [wrong]));
  const drawn = reversible(made.profile, drawOptions(random));
  const all = batch.options ?? [
    drawn,
    { ...drawn, record: random.pick(['all', 'initialized', 'tbr'] as const) },
  ];
  for (const options of all) {
    const check = random.chance(0.15) ? checkTangent : random.chance(0.2) ? checkInterpreted : checkAdjoint;
    const verdict = check(c, options);
    result.runs++;
    if (verdict.kind === 'refused') {
      result.refused++;
      for (const code of verdict.codes) result.refusals.set(code, (result.refusals.get(code) ?? 0) + 1);
      continue;
    }
    countOptions(batch.statistics, options);
    if (verdict.kind === 'ill-conditioned') result.illConditioned++;
    if (verdict.kind === 'failed') {
      result.failures.push(told(made, options, verdict.failures, check, result.failures.length < 1));
      return;
    }
  }
}

/** What only nested code can be reversed by is drawn for nested code only: a refusal judges nothing. */
function reversible({ exits, gotos }: Profile, options: Options): Options {
  return exits + gotos > 0 && options.reversal === 'structured' ? { ...options, reversal: 'joins' } : options;
}

function checkInterpreted(c: Case, options: Partial<Options>): Verdict {
  return checkAdjoint(c, options, true);
}

function told(
  made: RandomProgram,
  options: Partial<Options>,
  failures: readonly Failure[],
  check: (c: Case, options: Partial<Options>) => Verdict,
  shrink: boolean,
): string {
  if (!shrink) return readyTest(caseOf(made), options, made.seed, failures);
  const oracle = failures[0]?.oracle;
  let last = failures;
  const failsWith = (program: RandomProgram['program'], wanted: Partial<Options>): boolean => {
    const verdict = judged({ ...made, program }, wanted, check);
    const fails = verdict?.kind === 'failed' && verdict.failures.some((f) => f.oracle === oracle);
    if (fails) last = verdict.failures;
    return fails;
  };
  const fewer = fewerOptions(options, (wanted) => failsWith(made.program, wanted));
  const program = shrinkProgram(made.program, (p) => failsWith(p, fewer), 1500);
  return readyTest(caseOf({ ...made, program }), fewer, made.seed, last);
}

/** Options that don't matter go back to their defaults. */
function fewerOptions(
  options: Partial<Options>,
  fails: (options: Partial<Options>) => boolean,
): Partial<Options> {
  let best = options;
  for (const name of Object.keys(options) as (keyof Options)[]) {
    const { [name]: _, ...rest } = best;
    if (fails(rest)) best = rest;
  }
  return best;
}

/** The verdict on a program that a shrinker made: null if it is broken. */
function judged(
  made: RandomProgram,
  options: Partial<Options>,
  check: (c: Case, options: Partial<Options>) => Verdict,
): Verdict | null {
  if (verify(made.program).length > 0) return null;
  try {
    return check(caseOf(made), options);
  } catch (error) {
    if (error instanceof ReferenceFault) return null;
    throw error;
  }
}

export function readyTest(
  c: Case,
  options: Partial<Options>,
  seed: number,
  failures: readonly Failure[],
): string {
  const inputs = Object.fromEntries(Object.entries(c.inputs).map(([key, values]) => [key, [...values]]));
  return `
// ${failures.map((f) => `${f.oracle}: ${f.message}`).join('; ')}
test('seed ${seed}', () => {
  agrees({
    language: '${c.program.language}',
    routine: '${c.entry}',
    options: ${JSON.stringify(options)},
    inputs: ${JSON.stringify(inputs)},
    source: \`
${c.source.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\`,
  });
});`;
}
