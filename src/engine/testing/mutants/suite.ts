/**
 * The oracles that a mutated engine has to get past: known recordings, since recording too much is no wrong gradient; then
 * random programs in rounds, their generated adjoints as trees, and some through the door (printed, read again, run).
 */
import { differentiate, execute } from '../..';
import { parseC } from '../../frontend/c';
import { parseFortran } from '../../frontend/fortran';
import type { Program } from '../../ir/types';
import { verify } from '../../ir/verify';
import { DEFAULT_OPTIONS, type Options } from '../../pipeline/options';
import { disagreement, inWords } from '../compare';
import { generatedAdjoint, runGenerated } from '../generated';
import { drawOptions } from '../options';
import { caseOf, checkAdjoint, checkTangent, illConditioned, requestOf } from '../oracles';
import { printed } from '../printed';
import { randomFrom } from '../prng';
import { generateProgram, type RandomProgram } from '../random';
import { PROFILES } from '../random/profile';
import { realPlaces, referenceGradient, toleranceOf, type Values } from '../reference';
import { doubles } from '../reference/double';
import { interpret } from '../reference/interpret';

const ROUNDS = 24;
/** Trees are quick; every so many rounds their programs go through the door as well. */
const DOOR_EVERY = 6;

/** What first gave the fault away, or null: the mutant survives. Set the number of rounds lower to try it out. */
export function notice(rounds = ROUNDS): string | null {
  let seen = known() ?? values() ?? written() ?? traps();
  for (let seed = 1; seed <= rounds && seen === null; seed++) {
    seen = inTrees(seed) ?? readAgain(seed) ?? (seed % DOOR_EVERY === 1 ? throughTheDoor(seed) : null);
  }
  return seen;
}

function programs(seed: number): RandomProgram[] {
  return PROFILES.flatMap(([, , profile]) =>
    (['c', 'fortran'] as const).map((language) =>
      generateProgram(seed, { ...profile, language, singles: 0 }),
    ),
  );
}

function optionsFor(made: RandomProgram, salt: number): Options {
  const options = drawOptions(randomFrom(made.seed + salt));
  const jumps = made.profile.exits > 0 || made.profile.gotos > 0;
  return jumps && options.reversal === 'structured' ? { ...options, reversal: 'joins' } : options;
}

function inTrees(seed: number): string | null {
  for (const made of programs(seed)) {
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

/** Printed, read again and run, a program computes what its tree does. */
function readAgain(seed: number): string | null {
  for (const { program, entry, inputs } of programs(seed)) {
    const wrong = readBack(program, entry, inputs);
    if (wrong) return `text ${seed}: ${wrong}`;
  }
  return null;
}

function readBack(program: Program, entry: string, inputs: Values): string | null {
  const text = printed(program, program.language);
  const again = program.language === 'c' ? parseC(text) : parseFortran(text);
  const error = again.diagnostics.find((d) => d.severity === 'error');
  if (error) return error.message;
  const run = (p: Program) => {
    const { outputs } = interpret(doubles, p, entry, inputs, 1_000_000);
    return Object.fromEntries(
      Object.entries(outputs).map(([key, values]) => [key, Array.from(values, (x) => x ?? Number.NaN)]),
    );
  };
  // COMMON that only routines below the entry mention is printed there only, under names of their own.
  const { types } = realPlaces(again.program, entry);
  if (Object.keys(inputs).some((key) => !types.has(key))) return null;
  const off = disagreement(run(program), run(again.program), toleranceOf(program));
  return off && inWords(off);
}

function throughTheDoor(seed: number): string | null {
  for (const made of programs(seed)) {
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

type Trap = readonly [source: string, inputs: Readonly<Record<string, number[]>>, options?: Partial<Options>];

/** What random programs meet too rarely; each is a few lines in which one rule decides. */
const TRAPS: readonly Trap[] = [
  // What a call reads and something later overwrites, with both snapshots.
  ...(['lazy', 'eager'] as const).map(
    (snapshots): Trap => [
      'double part(double *x) { double t = x[0]*x[1]; return sin(t); } double kernel(double x[2]) { double y = part(x); x[0] = x[1] + 0.1; return y + sin(x[0]); }',
      { x: [0.3, 0.7] },
      { snapshots },
    ],
  ),
  // Only the adjoint of the call reads t.
  [
    'double part(double a, double t) { return a * sin(t); } void kernel(double x, double *y) { double t = x * x; *y = part(*y, t); }',
    { x: [0.3], y: [0.7] },
  ],
  // An element written does not do away with what its neighbours are required for.
  [
    'double f(int n, double a[3]) { double y = 0; for (int i = 0; i < 3; i++) y += a[i] * a[i]; a[n] = 1; a[n-1] = 2; return y; }',
    { n: [1], a: [0.3, 0.7, 1.1] },
    { adjointLiveness: false },
  ],
  // Only the POP of b[i] reads i.
  [
    'double f(double x, int i) { double b[3] = {0.7, 1.1, 1.3}; double y = x * b[0] * b[1]; y = y * sin(x); b[i] = 3; i = i - 1; b[i] = 2; return y * x; }',
    { x: [0.3], i: [1] },
    { adjointLiveness: false },
  ],
  // The index of the loop is a subscript upstream.
  [
    'double f(double x, double a[4], int n) { int i = n; double y = x * a[i]; for (i = 0; i < 3; i++) y = y * sin(x); return y; }',
    { x: [0.3], a: [0.7, 1.1, 1.3, 1.7], n: [2] },
  ],
  // The stride steps over the bound.
  [
    'double f(double x, double a[5], int n) { double y = 0; for (int i = 0; i < n; i += 3) y += a[i] * a[i] * x; return y; }',
    { x: [0.3], a: [0.7, 1.1, 1.3, 1.7, 1.9], n: [5] },
  ],
  // Two values in one snapshot.
  [
    'void part(double *x, double *y) { *x = *x * *y; *y = sin(*x); } void kernel(double *x, double *y) { part(x, y); part(x, y); }',
    { x: [0.3], y: [0.7] },
  ],
  // Derivatives pass through a number that is made narrower.
  ['float f(float x, double y) { float t = (float)(x * y); return t * x; }', { x: [0.5], y: [0.75] }],
  // A routine put in place that returns early, one that is passed an array, one that is passed a part of one.
  [
    'double part(double x) { if (x > 1) return x * 2; x = sin(x); return x * x; } double f(double x) { return part(x) * part(x + 2); }',
    { x: [0.3] },
    { calls: 'inline' },
  ],
  [
    'double part(double a[3]) { a[1] = a[1] * a[2]; return a[0] * a[1]; } double f(double a[3]) { return part(a) * a[1]; }',
    { a: [0.3, 0.7, 1.1] },
    { calls: 'inline' },
  ],
  // The bound of a loop is written by what the loop calls.
  [
    'void less(int *n) { *n = *n - 1; } double f(double x, int n) { for (int i = 0; i < n; i++) { x = x * sin(x); less(&n); } return x; }',
    { x: [0.7], n: [5] },
  ],
];

function traps(): string | null {
  for (const [source, inputs, options = {}] of TRAPS) {
    const { ok, check, diagnostics } = execute({ source, language: 'c', inputs, options });
    if (!ok || check.verdict === 'failed') return `trap: ${diagnostics[0]?.message ?? check.sentence}`;
  }
  return null;
}

/** What no run shows: how a number is written, and what becomes of a routine that is not there. */
const WRITTEN: readonly (readonly [source: string, text: string, options?: Partial<Options>])[] = [
  ['double f(double x) { return erf(x); }', String(2 / Math.sqrt(Math.PI))],
  [
    '// backsweep: external(table, read(x))\ndouble table(int x); double f(double x) { double y = x * x; if (x > 1) y = table(3); return y * x; }',
    'if (x > 1.0) {\n    yb = 0.0;',
  ],
  [
    '// backsweep: external(table, read(x), dependence(table: x))\ndouble table(double x); double f(double x) { return table(x) * x; }',
    'table_b(x, xb, seedb);',
  ],
  ['void f(double *x) { *x = *x * *x; *x = sin(*x); }', '*x = x_kept;', { keepPrimalResults: true }],
];

function written(): string | null {
  for (const [source, text, more = {}] of WRITTEN) {
    const { ok, code, diagnostics } = differentiate({
      source,
      language: 'c',
      options: { merge: false, ...more },
    });
    if (!ok || !code?.text.includes(text))
      return `${source}: ${diagnostics[0]?.message ?? ''} no ${text} in ${code?.text}`;
  }
  return null;
}

/** Texts in which every parenthesis, digit and jump counts, with the value at x = 3, y = 2. */
const VALUES: readonly (readonly [source: string, value: number])[] = [
  ['double f(double x, double y) { return x - (y - 0.12345678901234); }', 1.12345678901234],
  ['double f(double x, double y) { return x / (y / (x / (x * y))); }', 0.75],
  [
    'double f(double x, double y) { if ((x > 9 || y > 1) && x < 1) x = 5; if (x > 9 || (y > 1 && x < 1)) x = 7; return x; }',
    3,
  ],
  [
    'double f(double x, double y) { switch ((int)y) { case 1: x = 1; break; case 2: x = x * 2; break; case 3: x = 9; break; default: x = 8; } return x; }',
    6,
  ],
  [
    'double f(double x, double y) { int n = (int)x; for (int i = 0; i < (n > 2 ? 2 : 5); i++) y = y * 2; return y; }',
    8,
  ],
];

function values(): string | null {
  for (const [source, value] of VALUES) {
    const { program } = parseC(source);
    const inputs = { x: [3], y: [2] };
    const wrong = readBack(program, 'f', inputs);
    if (wrong) return `${source}: ${wrong}`;
    const [got] = interpret(doubles, program, 'f', inputs, 1000).outputs.f ?? [];
    if (Math.abs(Number(got) - value) > 1e-14) return `${source}: ${got}, not ${value}`;
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
