import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { runOf } from '../app/store/document/playground';
import { takeAwayFiles } from '../engine';
import { some } from '../engine/testing/draws';
import { checkedFiles } from '../engine/testing/takenAway';
import { EXAMPLES, playgroundOf } from '.';

/*
 * Every example, taken away in both languages (in the fast tier four of them, in one of the two in turn) with its own inputs: `make check`
 * passes in the folder, and no compiler warns. (Where make or a compiler is missing there is nothing to run it with.)
 */
const present = ['make', 'gcc', 'gfortran'].every((name) => spawnSync(name, ['--version']).status === 0);
const budget = { steps: 1e8, milliseconds: 20_000, bytes: 1 << 28 };

describe.skipIf(!present)('make check passes', () => {
  const cases = some(EXAMPLES, 4).flatMap((example, k) =>
    some(['c', 'fortran'] as const, 1, k).map((target) => [example.id, target, example] as const),
  );
  test.each(cases)('%s in %s', (_, target, example) => {
    const request = { ...runOf(playgroundOf(example), budget), target };
    const taken = takeAwayFiles(request);
    expect(taken.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    const made = checkedFiles(taken.files);
    expect(made.stderr).toBe('');
    expect(made.stdout).toMatch(/dot product: .*: passed/);
    expect(made.stdout).toMatch(/difference: .*: passed/);
    expect(made.status).toBe(0);
    // The source was in fixed form: so is what comes out of it.
    const suffix = target === 'c' ? 'c' : example.id.endsWith('.f') ? 'f' : 'f90';
    expect(taken.files.map(({ path }) => path)).toContain(`adjoint.${suffix}`);
  });
});
