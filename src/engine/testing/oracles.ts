/**
 * What a random program is held against, through the engine's door only: primal values and gradient of the reference
 * interpreter, the engine's own dot-product and difference checks, tangents, and the interpreter against WebAssembly.
 *
 * A program that one unit in the last place of an input, or of an operand on the way, moves further than the rule of
 * `compare.ts` allows is counted as ill-conditioned and not compared.
 */
import { differentiate, execute } from '../index';
import type { Program } from '../ir/types';
import type { Options } from '../pipeline/options';
import type { Diagnostic, ExecuteRequest, Execution } from '../pipeline/results';
import { DOUBLE, disagreement, inWords, SINGLE, SMALLEST_SINGLE, toleranceOf } from './compare';
import { printed } from './printed';
import { type Random, randomFrom } from './prng';
import type { RandomProgram } from './random';
import {
  differenceAlong,
  type ReferenceGradient,
  realPlaces,
  referenceGradient,
  type Values,
} from './reference';
import { duals } from './reference/dual';
import { ReferenceFault } from './reference/interpret';
import { noisy, UNIT } from './reference/noise';

export interface Case {
  readonly program: Program;
  readonly entry: string;
  readonly inputs: Values;
  readonly source: string;
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly seeds: Values;
  readonly directions: Values;
  readonly tolerance: number;
  /** Reference values: at exit, and adjoints of the independents at entry. */
  readonly outputs: Values;
  readonly gradient: Values;
  /** Kinks or near misses met on the way: differences say nothing there. */
  readonly doubtful: boolean;
}

export interface Failure {
  readonly oracle: string;
  readonly message: string;
}

/** `refused`: the options don't go with this program, and the engine said why. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  | { readonly kind: 'ill-conditioned' }
  | { readonly kind: 'failed'; readonly failures: readonly Failure[] };

/** Numbers for every element of the given places, none near zero. */
function draw(random: Random, keys: readonly string[], lengths: Values): Record<string, number[]> {
  const one = () => random.decimal(0.25, 1) * (random.chance(0.5) ? 1 : -1);
  return Object.fromEntries(keys.map((key) => [key, (lengths[key] ?? []).map(one)]));
}

/** A program with its text and its inputs. */
export interface SourceCase {
  readonly seed: number;
  readonly program: Program;
  readonly entry: string;
  readonly inputs: Values;
  readonly source: string;
}

/** The places of a routine that the engine knows, and those it takes for outputs: written on some path. */
function placesKnown({ source, program, entry }: SourceCase) {
  const { variables } = differentiate({ source, language: program.language, routine: entry });
  return {
    known: new Set(variables.map((v) => v.key)),
    written: new Set(variables.filter((v) => v.canBeDependent).map((v) => v.key)),
  };
}

export function caseOf(made: RandomProgram): Case {
  return caseOfSource({ ...made, source: printed(made.program, made.program.language) });
}

/** Null for a program that runs for longer than the reference interpreter goes on, with what was drawn for it. */
export function fitCaseOf(made: RandomProgram): Case | null {
  try {
    return caseOf(made);
  } catch (error) {
    if (error instanceof ReferenceFault && error.message === 'too many steps') return null;
    throw error;
  }
}

export function caseOfSource(made: SourceCase): Case {
  const { seed, program, entry, inputs, source } = made;
  const random = randomFrom(seed + 0.5 * 2 ** 32);
  const places = realPlaces(program, entry);
  const { known, written } = placesKnown(made);
  const independents = places.inputs.filter((key) => known.has(key));
  const dependents = places.outputs.filter((key) => written.has(key));
  const plain = referenceGradient(program, entry, inputs, [], {});
  const seeds = draw(random, dependents, plain.outputs);
  const directions = draw(random, independents, inputs);
  const { outputs, gradient, doubts } = referenceGradient(program, entry, inputs, independents, seeds);
  return {
    program,
    entry,
    inputs,
    source,
    independents,
    dependents,
    seeds,
    directions,
    tolerance: toleranceOf(program),
    outputs,
    gradient,
    doubtful: doubts.kinks + doubts.close > 0,
  };
}

export function requestOf(c: Case, options: Partial<Options>): ExecuteRequest {
  return {
    source: c.source,
    language: c.program.language,
    routine: c.entry,
    independents: c.independents,
    dependents: c.dependents,
    inputs: c.inputs,
    seeds: c.seeds,
    options,
  };
}

const REFUSALS = new Set(['not-available', 'not-combinable', 'unknown-extent']);

/** The codes with which the engine declined, if it did nothing worse. */
export function refusal(diagnostics: readonly Diagnostic[]): readonly string[] | null {
  const errors = diagnostics.filter((d) => d.severity === 'error');
  if (errors.length === 0 || errors.some((d) => !REFUSALS.has(d.code))) return null;
  return errors.map((d) => d.code);
}

/** Adjoint mode under the given options, held against the reference. */
export function checkAdjoint(c: Case, options: Partial<Options>, interpreted = false): Verdict {
  const run = execute({ ...requestOf(c, options), trace: interpreted });
  const refused = refusal(run.diagnostics);
  if (refused) return { kind: 'refused', codes: refused };
  const failures = [...crashes(run), ...againstReference(c, run), ...ownChecks(c, run)];
  return verdict(c, failures);
}

export function verdict(c: Case, failures: readonly Failure[]): Verdict {
  if (failures.length === 0) return { kind: 'passed' };
  const numeric = failures.every((f) => f.oracle !== 'crash');
  if (numeric && illConditioned(c)) return { kind: 'ill-conditioned' };
  return { kind: 'failed', failures };
}

export function crashes(run: Execution): Failure[] {
  const errors = run.diagnostics.filter((d) => d.severity === 'error');
  if (run.ok && errors.length === 0) return [];
  return [{ oracle: 'crash', message: errors.map((d) => `${d.code}: ${d.message}`).join('; ') || 'not ok' }];
}

/** Primal values of an adjoint run are unspecified after the backward sweep, so they come from the run's own `outputs`. */
function againstReference(c: Case, run: Execution): Failure[] {
  if (!run.ok) return [];
  const failures: Failure[] = [];
  const expected = Object.fromEntries(c.dependents.map((key) => [key, c.outputs[key] ?? []]));
  const primal = disagreement(expected, run.outputs, c.tolerance);
  if (primal) failures.push({ oracle: 'primal', message: inWords(primal) });
  const adjoint = disagreement(c.gradient, run.derivatives, c.tolerance);
  if (adjoint) failures.push({ oracle: 'gradient', message: inWords(adjoint) });
  return failures;
}

function ownChecks(c: Case, run: Execution): Failure[] {
  if (!run.ok || c.doubtful) return [];
  const { dotProduct, finiteDifference } = run.check;
  const failures: Failure[] = [];
  if (dotProduct && !dotProduct.passed)
    failures.push({ oracle: 'dot product', message: `off by ${dotProduct.relativeError}` });
  if (finiteDifference && !finiteDifference.passed)
    failures.push({ oracle: 'finite difference', message: run.check.sentence });
  return failures;
}

/** Tangent mode along one direction, held against the reference gradient by the dot product. */
export function checkTangent(c: Case, options: Partial<Options>): Verdict {
  const directions = Object.fromEntries(Object.entries(c.directions).map(([key, d]) => [key, [d]]));
  const run = execute({ ...requestOf(c, options), mode: 'tangent', directions });
  const refused = refusal(run.diagnostics);
  if (refused) return { kind: 'refused', codes: refused };
  const failures = crashes(run);
  if (run.ok) {
    const forward = dot(run.derivatives, c.seeds);
    const backward = dot(c.gradient, c.directions);
    const error = Math.abs(forward.sum - backward.sum) / Math.max(forward.size, backward.size, 1e-300);
    const lost = c.tolerance === SINGLE && Math.abs(forward.sum - backward.sum) < SMALLEST_SINGLE;
    if (!(error <= c.tolerance) && !lost) {
      const message = `<seeds, J·d> is ${forward.sum}, not ${backward.sum}`;
      failures.push({ oracle: 'tangent', message });
    }
  }
  return verdict(c, failures);
}

function dot(a: Values, b: Values): { sum: number; size: number } {
  let sum = 0;
  let size = 0;
  for (const [key, values] of Object.entries(a)) {
    values.forEach((x, i) => {
      const term = x * (b[key]?.[i] ?? 0);
      sum += term;
      size += Math.abs(term);
    });
  }
  return { sum, size };
}

/**
 * The reference gradient itself, held against central differences at sixty digits. Null where a kink is too near, or where
 * a unit in the last place moves the gradient as far.
 */
export function checkReference(c: Case): Failure | null {
  if (c.doubtful || c.tolerance !== DOUBLE) return null;
  const expected = dot(c.gradient, c.directions);
  const got = differenceAlong(c.program, c.entry, c.inputs, c.directions, c.seeds);
  if (Math.abs(got.value - expected.sum) <= 1e-11 * expected.size + got.noise) return null;
  if (illConditioned({ ...c, tolerance: 1e-11 })) return null;
  return { oracle: 'fifty digits', message: `${expected.sum}, not ${got.value}` };
}

/** Draws of the roundings; each moves every input, every seed and every operand at once. */
const DRAWS = 6;

/**
 * Whether one unit in the last place, of the inputs, the seeds and every operand on the way, moves the reference further
 * than the rule allows. Then no two orders of the same operations can be expected to agree either, and nothing follows from
 * it. The seeds are what an adjoint starts from: those of two outputs may cancel but for what little tells them apart.
 */
export function illConditioned(c: Omit<Case, 'source' | 'dependents' | 'directions' | 'doubtful'>): boolean {
  const { types } = realPlaces(c.program, c.entry);
  const random = randomFrom(7);
  const unitOf = (key: string) => {
    const type = types.get(key);
    return type === 'f64' || type === 'f32' ? UNIT[type] : 0;
  };
  for (let draw = 0; draw < DRAWS; draw++) {
    const moved = (all: Values): Values =>
      Object.fromEntries(
        Object.entries(all).map(([key, values]) => [
          key,
          values.map((x) => x + x * unitOf(key) * random.pick([-1, 1])),
        ]),
      );
    const there = movedReference({ ...c, seeds: moved(c.seeds) }, moved(c.inputs), random);
    if (!there) return true;
    if (disagreement(c.gradient, there.gradient, c.tolerance)) return true;
    if (disagreement(c.outputs, there.outputs, c.tolerance)) return true;
  }
  return false;
}

/** Null where a moved number leads out of bounds, or round and round. */
function movedReference(
  c: Pick<Case, 'program' | 'entry' | 'independents' | 'seeds'>,
  inputs: Values,
  random: Random,
): ReferenceGradient | null {
  try {
    return referenceGradient(c.program, c.entry, inputs, c.independents, c.seeds, (doubts) =>
      noisy(duals(doubts), random),
    );
  } catch (error) {
    if (error instanceof ReferenceFault && error.message === 'too many steps') return null;
    throw error;
  }
}
