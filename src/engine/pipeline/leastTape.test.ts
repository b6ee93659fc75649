/**
 * `record: 'least'` and its elders: over every example, no sharper rule keeps more on tape. TAPENADE's defaults are TBR,
 * adjoint liveness and recomputation in the block; for the papers' kernels the page on theory says what these leave.
 */
import { describe, expect, test } from 'vitest';
import { runOf } from '../../app/store/document/playground';
import { EXAMPLES, playgroundOf } from '../../examples';
import {
  derivativePath,
  type ExecuteRequest,
  execute,
  jacobian,
  linearised,
  type Options,
  probe,
  sample,
  trouble,
} from '../index';
import { draws, seedsOf, some } from '../testing/draws';
import { fitCaseOf, requestOf } from '../testing/oracles';
import { generateProgram } from '../testing/random';

const RULES: readonly (readonly [name: string, options: Partial<Options>])[] = [
  ['all', { record: 'all', adjointLiveness: false }],
  ['initialized', { record: 'initialized', adjointLiveness: false }],
  ['TBR alone', { adjointLiveness: false, elements: false }],
  ['elements told apart', { adjointLiveness: false }],
  ['default', {}],
  ['recomputing in the block, results read', { recompute: true, useResults: true }],
  ['least', { record: 'least' }],
];

function tapeOf(request: ExecuteRequest, options: Partial<Options>) {
  const run = execute({ ...request, options });
  expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect(run.check.verdict, run.check.sentence).toBe('passed');
  return run.tape;
}

describe.each(some(EXAMPLES, 8).map((e, k) => [e.id, e, k] as const))('%s', (_, example, turn) => {
  test('the sharper the rule, the less is on tape', () => {
    const request = runOf(playgroundOf(example), {});
    const chosen = new Set(some(RULES, 3, turn));
    const tapes = RULES.filter((rule) => chosen.has(rule)).map(([name, options]) => ({
      name,
      ...tapeOf(request, options),
    }));
    for (const [k, tape] of tapes.entries()) {
      const before = tapes[k - 1];
      if (!before) continue;
      const step = `${before.name} to ${tape.name}`;
      expect(tape.values, `values, ${step}`).toBeLessThanOrEqual(before.values);
      expect(tape.bytes, `bytes, ${step}`).toBeLessThanOrEqual(before.bytes);
    }
  });
});

/*
 * TAPENADE's published rules: TBR, adjoint liveness, snapshots of checkpointed calls, an array as one value, every needed
 * value saved before it is overwritten.
 */
const TAPENADE: Partial<Options> = { elements: false };
const LEAST: Partial<Options> = { record: 'least' };

const PROGRAMS = draws(5, 160);

test('of random programs, least tape keeps no more than the default, nor that more than TAPENADE’s rules', () => {
  const wrong: string[] = [];
  let less = 0;
  for (const seed of seedsOf(PROGRAMS)) {
    const language = seed % 2 === 0 ? 'c' : 'fortran';
    const made = generateProgram(seed, { language, routines: seed % 3 === 0 ? 3 : 0, singles: 0 });
    const fit = fitCaseOf(made);
    if (!fit) continue;
    const request = requestOf(fit, {});
    const runs = [TAPENADE, {}, LEAST].map((options) => execute({ ...request, options }));
    if (!runs.every((r) => r.ok)) continue;
    const tapes = runs.map((r) => r.tape);
    for (const [k, tape] of tapes.entries()) {
      const before = tapes[k - 1] ?? tape;
      if (tape.values > before.values || tape.bytes > before.bytes)
        wrong.push(
          `${seed}: ${before.values} values, ${before.bytes} bytes, then ${tape.values}, ${tape.bytes}`,
        );
      if (tape.bytes < before.bytes) less++;
    }
  }
  expect(wrong).toEqual([]);
  expect(less).toBeGreaterThanOrEqual(Math.floor(PROGRAMS / 50));
});

test('what only the backward sweep computes is in no run of the program itself', () => {
  const source = `void f(const double x[4], double u[4], double y[4]) {
  for (int i = 0; i < 4; i++) {
    u[1] = x[3 - i] * y[1] * sin(u[1]);
    y[i] = u[1] * x[3 - i];
  }
}`;
  const answers = ([{ record: 'tbr' }, LEAST] as const).map((more) => {
    const request = { source, language: 'c', options: { ...more, reversal: 'structured' } } as const;
    return {
      jacobian: jacobian(request).entries,
      path: derivativePath(request, [{ name: 'x', index: 0 }], null),
      samples: sample(request, [{ x: [1, 2, 3, 4] }]).samples,
      blocks: linearised(request).blocks,
      trouble: trouble(request, { name: 'x', index: 0 }).sentence,
      refused: probe(request).refused,
    };
  });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ path: { ok: true }, samples: [{}], refused: '' });
});

describe('TAPENADE today', () => {
  test.each(['discrepancy.c', 'discrepancy.f90'])('%s: no value at all, as in kernel 8', (id) => {
    const example = EXAMPLES.find((e) => e.id === id);
    if (!example) throw new Error(`no example ${id}`);
    expect(tapeOf(runOf(playgroundOf(example), {}), { recompute: true, useResults: true }).values).toBe(0);
  });
});

describe('with default inputs', () => {
  test.each([
    ['heat.c', 120],
    ['predator-prey.c', 64],
  ])('%s: at most %i bytes', (id, bytes) => {
    const { source, language } = EXAMPLES.find((e) => e.id === id) ?? {};
    if (!source || !language) throw new Error(`no example ${id}`);
    const tape = tapeOf({ source, language }, { record: 'least' });
    expect(tape.bytes).toBeLessThanOrEqual(bytes);
    expect(tape.bytes).toBeGreaterThan(0);
  });
});
