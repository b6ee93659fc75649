import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type DifferentiateRequest, differentiate, type ExecuteRequest, execute, type Language } from '..';
import { type Compiled, compilerFor, warnings } from './compilers';

/*
 * Kernels as people write them, in many styles: each is read without a complaint, its gradient checks on the default
 * inputs, it has its code in every language and mode, and the compilers have nothing to say about that.
 */
const folder = new URL('corpus/', import.meta.url);
const kernels = (['c', 'fortran'] as const).flatMap((language) =>
  readdirSync(new URL(`${language}/`, folder)).map((file) => ({ language, file })),
);

/** What the defaults can't know, or where they meet an easy case. */
const INPUTS: Readonly<Record<string, ExecuteRequest['inputs']>> = {
  'fft4.f': { nn: 4, isign: 1 },
  'brent.c': { p: 2, x1: 0, x2: 2, tol: 1e-10 },
  'raysphere.c': { o: [0.1, 0.2, -3], d: [0.05, 0.02, 1], c: 0, r: 1 },
  'vm.c': { code: [0, 1, 3, 4, 0, 2, 5, 3, 6], len: 9 },
  'richards.f90': { psi: '-5*i', psi_old: '-6*i-1' },
  'bspline.f90': { i: 1, k: 3, t: 'i', x: 2.4 },
};

const WARNINGS: Record<Compiled, readonly string[]> = {
  c: ['-std=c99', '-Wall', '-Wextra', '-Werror', '-fsyntax-only'],
  free: ['-std=f2018', '-Wall', '-Wextra', '-c'],
  fixed: ['-std=legacy', '-Wall', '-Wextra', '-c'],
};
/** Said of the source too: comparisons of reals, and subscripts that a test inside of the loop keeps in bounds. */
const OF_THE_SOURCE = /-Wcompare-reals|-Wdo-subscript/;
const SUFFIX: Record<Compiled, string> = { c: 'c', free: 'f90', fixed: 'f' };
const made: Record<Compiled, string[]> = { c: [], free: [], fixed: [] };

function errors(request: DifferentiateRequest, form: Compiled): string[] {
  const { ok, diagnostics, code } = differentiate(request);
  const said = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (!ok && said.length === 0) return ['not ok, and nothing is said'];
  if (ok && request.target === 'c') made.c.push(code.text);
  if (ok && request.target === 'fortran') made[form].push(code.text);
  return said;
}

describe('kernels in the corpus', () => {
  test.each(kernels)('$language $file', ({ language, file }) => {
    const source = readFileSync(new URL(`${language}/${file}`, folder), 'utf8');
    const form = file.endsWith('.f') ? 'fixed' : 'free';
    const request = { source, language: language as Language, inputs: INPUTS[file] ?? {} };
    for (const target of ['c', 'fortran', 'javascript'] as const)
      expect(errors({ ...request, target }, form), target).toEqual([]);
    expect(errors({ ...request, mode: 'tangent' }, form), 'tangent').toEqual([]);
    const run = execute(request);
    expect(run.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(run.check.verdict, run.check.sentence).toBe('passed');
  });
});

describe('what is emitted compiles without a warning', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'backsweep-corpus-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  test.each(['c', 'free', 'fixed'] as const)('%s', (form) => {
    const compiler = compilerFor(form);
    if (!compiler) return;
    const files = made[form].map((text, i) => {
      const name = `${form}${i}.${SUFFIX[form]}`;
      writeFileSync(join(scratch, name), text);
      return name;
    });
    expect(files.length).toBeGreaterThan(0);
    const said = files.flatMap((file) => {
      const { stderr } = spawnSync(compiler, [...WARNINGS[form], file], {
        cwd: scratch,
        encoding: 'utf8',
      });
      return warnings(stderr, OF_THE_SOURCE).map((line) => `${file}: ${line}`);
    });
    expect(said).toEqual([]);
  });
});
