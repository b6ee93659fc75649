/**
 * The oracles that a mutated engine has to get past: generated adjoints as trees, then a few programs through the door
 * (printed, read again, run), then known counts of recordings, since recording too much is no wrong gradient.
 */
import { differentiate, execute } from '../..';
import { verify } from '../../ir/verify';
import { DEFAULT_OPTIONS, type Options } from '../../pipeline/options';
import { disagreement, inWords } from '../compare';
import { generatedAdjoint, runGenerated } from '../generated';
import { drawOptions } from '../options';
import { caseOf, checkAdjoint, checkTangent, illConditioned, requestOf } from '../oracles';
import { randomFrom } from '../prng';
import { generateProgram, type RandomProgram } from '../random';
import { PROFILES } from '../random/profile';
import { realPlaces, referenceGradient, toleranceOf } from '../reference';

const TREES = 120;
const TEXTS = 12;

/** What first gave the fault away, or null: the mutant survives. Set the number of programs lower to try it out. */
export function notice(trees = TREES, texts = TEXTS): string | null {
  return known() ?? traps() ?? inTrees(trees) ?? throughTheDoor(texts);
}

function programs(seeds: number): RandomProgram[] {
  return Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) =>
    PROFILES.flatMap(([, , profile]) =>
      (['c', 'fortran'] as const).map((language) =>
        generateProgram(seed, { ...profile, language, singles: 0 }),
      ),
    ),
  );
}

function optionsFor(made: RandomProgram, salt: number): Options {
  const options = drawOptions(randomFrom(made.seed + salt));
  const jumps = made.profile.exits > 0 || made.profile.gotos > 0;
  return jumps && options.reversal === 'structured' ? { ...options, reversal: 'joins' } : options;
}

function inTrees(seeds: number): string | null {
  for (const made of programs(seeds)) {
    for (const options of [DEFAULT_OPTIONS, optionsFor(made, 1), optionsFor(made, 2)]) {
      const wrong = inTree(made, options);
      if (wrong) return `tree ${made.seed}: ${wrong}`;
    }
  }
  return null;
}

function inTree({ program, entry, inputs }: RandomProgram, options: Options): string | null {
  const { inputs: independents, outputs: dependents } = realPlaces(program, entry);
  const plain = referenceGradient(program, entry, inputs, [], {});
  const seeds = Object.fromEntries(
    dependents.map((key) => [key, (plain.outputs[key] ?? []).map((_, i) => 0.7 + 0.1 * i)]),
  );
  const { gradient } = referenceGradient(program, entry, inputs, independents, seeds);
  const adjoint = generatedAdjoint(program, entry, independents, dependents, options);
  if (!adjoint) return null;
  const [broken] = verify(adjoint.program);
  if (broken) return broken;
  const got = runGenerated(program, entry, adjoint, inputs, seeds);
  const off = disagreement(gradient, got, toleranceOf(program));
  return off && inWords(off);
}

function throughTheDoor(seeds: number): string | null {
  for (const made of programs(seeds)) {
    const c = caseOf(made);
    const options = optionsFor(made, 3);
    for (const check of [checkAdjoint, checkTangent]) {
      const verdict = check(c, options);
      if (verdict.kind === 'failed') return `door ${made.seed}: ${verdict.failures[0]?.message}`;
    }
    // The generated text itself, read as a program like any other.
    const run = execute({ ...requestOf(c, options), mode: 'tangent' });
    if (!run.ok && !illConditioned(c)) return `door ${made.seed}: ${run.diagnostics[0]?.message}`;
  }
  return null;
}

/** What random programs meet too rarely: what a call reads and something later overwrites, with both snapshots. */
const TRAPS: readonly string[] = [
  'double part(double *x) { double t = x[0]*x[1]; return sin(t); } double kernel(double x[2]) { double y = part(x); x[0] = x[1] + 0.1; return y + sin(x[0]); }',
];

function traps(): string | null {
  for (const source of TRAPS) {
    for (const snapshots of ['lazy', 'eager'] as const) {
      const { ok, check, diagnostics } = execute({
        source,
        language: 'c',
        inputs: { x: [0.3, 0.7] },
        options: { snapshots },
      });
      if (!ok || check.verdict === 'failed') return `trap: ${diagnostics[0]?.message ?? check.sentence}`;
    }
  }
  return null;
}

/** Kernels whose recordings are known without adjoint liveness (theory 12); by location, sorted. */
const RECORDED: readonly (readonly [name: string, source: string, recorded: string])[] = [
  ['x = x*y', 'void f(double *x, double y) { *x = *x * y; }', 'x'],
  ['linear code', 'double f(double x, double y) { double t = x + y; t = 2.0 * t; return t - x; }', ''],
  [
    'an overwritten operand',
    'double f(double x1, double x2) { double y = sin(x1 + x2); double z = y; x1 = x2; return z * x2; }',
    'x1',
  ],
  [
    'discrepancy',
    'double f(int n, double t[n], double u[n]) { double e2 = 0; for (int i = 0; i < n; i++) { double e1 = t[i] - u[i]; e2 = e2 + e1 * e1; } return sqrt(e2); }',
    'e1',
  ],
];

function known(): string | null {
  for (const [name, source, recorded] of RECORDED) {
    const { recordings, diagnostics, ok } = differentiate({
      source,
      language: 'c',
      options: { adjointLiveness: false },
    });
    if (!ok) return `${name}: ${diagnostics[0]?.message}`;
    const got = [...new Set(recordings.map((r) => r.location).filter((l) => l !== ''))].sort().join(' ');
    if (got !== recorded) return `${name}: ${got || 'nothing'} is recorded, not ${recorded || 'nothing'}`;
  }
  return null;
}
