import { describe, expect, test } from 'vitest';
import { runOf } from '../../../app/store/document/playground';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { differentiate, type ExecuteRequest, execute, neededRecordings, type Options } from '../../index';
import { draws, IS_DEEP, seedsOf, some } from '../../testing/draws';
import { caseOf, requestOf } from '../../testing/oracles';
import { generateProgram } from '../../testing/random';

const count = (source: string, options: Partial<Options> = {}, inputs: ExecuteRequest['inputs'] = {}) => {
  const { ok, reason, made, needed, ratio } = neededRecordings({ source, language: 'c', options, inputs });
  expect({ ok, reason }).toEqual({ ok: true, reason: '' });
  return { made, needed, ratio };
};

describe('entries of the tape that a run needed', () => {
  test('an overwritten operand is read after its POP', () => {
    const source = 'void f(double *x, double y) { *x = *x * y; *x = sin(*x); }';
    expect(count(source, { adjointLiveness: false })).toEqual({ made: 2, needed: 2, ratio: 1 });
    expect(count(source)).toEqual({ made: 1, needed: 1, ratio: 1 });
  });
  test('a sum never reads its old value', () => {
    const source = 'void f(double x, double *y) { *y = 2*x; *y = *y + x; }';
    expect(count(source, { record: 'all', adjointLiveness: false })).toEqual({
      made: 2,
      needed: 0,
      ratio: 0,
    });
    expect(count(source)).toEqual({ made: 0, needed: 0, ratio: 1 });
  });
  test('the last trip overwrites what nobody reads: one entry of five', () => {
    const source =
      'void f(int n, double t[n], double *e) { double d = 0; *e = 0; for (int i = 0; i < n; i++) { d = t[i]; *e += d*d; } }';
    expect(count(source, {}, { n: 5, t: [1, 2, 3, 4, 5] })).toEqual({ made: 5, needed: 4, ratio: 0.8 });
  });
  test('the subscript of a POP is needed only if what it restores is', () => {
    const linear = 'void f(double a[4], int k, double *y) { a[k] = 0; k = 1; *y = a[0] + a[3]; }';
    const square = 'void f(double a[4], int k, double *y) { *y = a[2]*a[2]; a[k] = 0; k = 1; *y += a[0]; }';
    const all = { record: 'all', adjointLiveness: false } as const;
    // a[k] is restored and never read: of k, the reset of the adjoint reads the old value.
    expect(neededRecordings({ source: linear, language: 'c', options: all, inputs: { k: 2 } })).toMatchObject(
      {
        needed: 1,
      },
    );
    expect(neededRecordings({ source: square, language: 'c', options: all, inputs: { k: 2 } })).toMatchObject(
      {
        needed: 2,
      },
    );
  });
  test('a snapshot counts, element by element', () => {
    const source = `void g(double x[2]) { x[0] = x[0]*x[0]; x[1] = 3; }
void f(double x[2], double *y) { g(x); *y = x[0]*x[1]; }`;
    const { made, needed } = count(source);
    expect(needed).toBeGreaterThan(0);
    expect(needed).toBeLessThan(made);
  });
  test('what cannot be run has no figures', () => {
    expect(neededRecordings({ source: 'void f(double *x) { *x = ; }', language: 'c' })).toMatchObject({
      ok: false,
      reason: 'There is no adjoint to run: the program has errors.',
    });
    expect(
      neededRecordings({ source: 'double f(double x) { return x; }', language: 'c', mode: 'tangent' }).ok,
    ).toBe(false);
  });
});

/** Takes away every recording of which this run needed nothing: the gradient must not change by a bit. */
function withoutUnneeded(request: ExecuteRequest): { removed: number; before: unknown; after: unknown } {
  const { ok, reason, byRecording } = neededRecordings(request);
  expect({ ok, reason }).toEqual({ ok: true, reason: '' });
  const { recordings } = differentiate(request);
  const keyOf = (r: (typeof recordings)[number]) => `${r.statement}:${r.location}`;
  const values = recordings.filter((r) => r.kind === 'value');
  const kept = new Set(recordings.filter((r) => r.kind !== 'value' || byRecording[r.id]?.needed).map(keyOf));
  const without = [...new Set(values.map(keyOf))].filter((key) => !kept.has(key));
  const before = execute(request);
  const after = execute({ ...request, tamper: { without } });
  expect(before.ok).toBe(true);
  return { removed: without.length, before: before.derivatives, after: after.derivatives };
}

const STRATEGIES: readonly Partial<Options>[] = [
  { record: 'all', adjointLiveness: false },
  { record: 'initialized' },
  {},
  { recompute: true, useResults: true },
  { calls: 'split' },
];

describe.each(some(EXAMPLES, 8, 1).map((e, k) => [e.id, e, k] as const))(
  'the example %s',
  (_, example, turn) => {
    const request = runOf(playgroundOf(example), {});
    test('needs no more than it records, and less is recorded the sharper the rule', () => {
      const sharper = [...STRATEGIES.slice(0, 3), ...(IS_DEEP ? STRATEGIES.slice(3) : [])];
      const counts = sharper.map((options) => neededRecordings({ ...request, options }));
      for (const { ok, made, needed, ratio } of counts) {
        expect(ok).toBe(true);
        expect(needed).toBeLessThanOrEqual(made);
        expect(ratio).toBe(made === 0 ? 1 : needed / made);
      }
      const [all, initialized, tbr] = counts;
      expect(initialized?.made).toBeLessThanOrEqual(all?.made ?? 0);
      expect(tbr?.made).toBeLessThanOrEqual(initialized?.made ?? 0);
    });
    test('without what it did not need the gradient is the same', () => {
      for (const options of some(STRATEGIES, 1, turn)) {
        const { before, after } = withoutUnneeded({ ...request, options });
        expect(after).toEqual(before);
      }
    });
  },
);

const PROGRAMS = draws(2, 32);

test('without what a run did not need, gradients of random programs are the same', () => {
  let removed = 0;
  for (const seed of seedsOf(PROGRAMS)) {
    const made = generateProgram(seed, { language: seed % 2 ? 'c' : 'fortran' });
    const request = requestOf(caseOf(made), STRATEGIES[seed % STRATEGIES.length] as Partial<Options>);
    if (!differentiate(request).ok) continue;
    const result = withoutUnneeded(request);
    expect(result.after, `seed ${seed}`).toEqual(result.before);
    removed += result.removed;
  }
  expect(removed).toBeGreaterThan(PROGRAMS / 4);
});
