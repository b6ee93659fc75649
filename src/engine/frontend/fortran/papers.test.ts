import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { execute } from '../..';
import type { ExecuteRequest } from '../../pipeline/results';

/*
 * The papers' Fortran as a reader pastes it, labels and continuations and all, with the margin and without: its adjoint
 * passes the checks.
 */
const folder = join(dirname(fileURLToPath(import.meta.url)), 'fixtures');

/** What a listing is run on; the default inputs serve where nothing is said. */
const INPUTS: Record<string, NonNullable<ExecuteRequest['inputs']>> = {
  'bratu.f': { dim: 6, parmax: 2, x: 'sin(i)', prm: [1.5, 0.7], f: 0 },
  'gather-scatter.f': {
    nsg1: 1,
    nsg2: 4,
    ns: 3,
    nseg: 4,
    nubo: [1, 2, 2, 3, 3, 1, 1, 3],
    vnocl: 'cos(i)',
  },
  // Takes all three ways past the inner branch, and leaves the loop at t(21).
  'jump-past-if.f': {
    t: [0.4, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, -0.15, 0, 0, 0, 0, -2],
    u: [0, 0, 0, 0, 0, 0.2, 0, 0, 0, 0, 1.3, 0, 0, 0, 0, -9, 0, 0, 0, 0, 1],
    i: 6,
  },
};

describe('the papers\u2019 listings are differentiated as pasted', () => {
  test.each(readdirSync(folder))('%s', (file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const run = execute({
      source,
      language: 'fortran',
      inputs: INPUTS[file.replace('-as-pasted', '')] ?? {},
    });
    expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(run.check.verdict).toBe('passed');
    expect(run.check.dotProduct?.passed).toBe(true);
    expect(run.check.finiteDifference?.passed).toBe(true);
    const gradient = Object.values(run.derivatives).flat();
    expect(gradient.some((g) => g !== 0)).toBe(true);
  });
});
