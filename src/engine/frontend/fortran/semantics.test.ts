import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { execute } from '../..';
import { compileFiles, compilerFor } from '../../testing/compilers';

/*
 * What Fortran means, settled by a compiler: each kernel in kernels/ is compiled as it stands and run, and the
 * engine's run of what we made of it gives the same numbers. Kernels take x(6) and change y(12).
 */
const folder = join(dirname(fileURLToPath(import.meta.url)), 'kernels');
const files = readdirSync(folder);
const X = [0.7, 1.3, 0.4, 2.1, 1.7, 2.9];

function name(file: string): string {
  return file.replace(/\..*$/, '');
}

function source(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Calls every kernel on the same values. */
function driver(): string {
  const calls = files.flatMap((file) => [
    `x = (/ ${X.map((v) => `${v}d0`).join(', ')} /)`,
    'y = 0',
    `call ${name(file)}(x, y)`,
    "print '(es25.17e3)', y",
  ]);
  return ['program driver', 'real(8) :: x(6), y(12)', ...calls, 'end program', ''].join('\n');
}

describe.skipIf(!compilerFor('free'))('kernels compute what gfortran computes', () => {
  const texts = Object.fromEntries(files.map((file) => [file, source(file)]));
  const built = compileFiles('free', { ...texts, 'zz.f90': driver() }, [
    '-std=gnu',
    '-fdec-math',
    '-fcoarray=single',
    '-O0',
    '-w',
  ]);
  const values = (built.output ?? '').trim().split(/\s+/).map(Number);

  test('the kernels compile', () => {
    // The linker warns of routines inside of others that are passed: GNU compilers put code on the stack for them.
    expect(built.messages.replace(/^.*executable stack.*$/m, '')).toBe('');
  });
  test.each(files.map((file, i) => [file, i] as const))('%s', (file, i) => {
    const run = execute({
      source: source(file),
      language: 'fortran',
      routine: name(file),
      inputs: { x: X, y: new Array(12).fill(0) },
    });
    expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    const expected = values.slice(12 * i, 12 * i + 12);
    const got = run.outputs.y ?? [];
    got.forEach((v, k) => {
      const wanted = expected[k] ?? Number.NaN;
      expect(Math.abs(v - wanted), `y(${k + 1}) is ${v}, not ${wanted}`).toBeLessThanOrEqual(
        1e-12 * Math.max(1, Math.abs(wanted)),
      );
    });
    expect(got).toHaveLength(12);
    expect(run.check.verdict).toBe('passed');
  });
});
