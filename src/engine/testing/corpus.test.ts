import { describe, expect, test } from 'vitest';
import { type DifferentiateRequest, execute } from '..';
import { onlyDifferentiation } from '../pipeline/answers/execute';
import { compileAgain } from '../pipeline/compile/again';
import { printTarget } from '../pipeline/compile/printTarget';
import { type Compiled, compilerFor, warnings } from './compilers';
import { messagesAbout } from './compileTogether';
import { corpusKernels } from './corpusKernels';
import { IS_DEEP, some } from './draws';

/*
 * Kernels as people write them, in many styles: each is read without a complaint, its gradient checks on the default
 * inputs, it has its code in every language and mode, and the compilers have nothing to say about that.
 */
const kernels = corpusKernels();

const WARNINGS: Record<Compiled, readonly string[]> = {
  c: ['-std=c99', '-Wall', '-Wextra', '-fsyntax-only'],
  free: ['-std=f2018', '-Wall', '-Wextra', '-fsyntax-only'],
  fixed: ['-std=legacy', '-Wall', '-Wextra', '-fsyntax-only'],
};
/**
 * Said of the source too: comparisons of reals, quotients of whole numbers, subscripts that a test in the loop keeps in bounds, and
 * arguments that a routine does not name: an adjoint has all of its primal's.
 */
const OF_THE_SOURCE = /-Wcompare-reals|-Winteger-division|-Wdo-subscript|-Wunused-dummy-argument/;
const TARGETS = ['c', 'fortran', 'javascript'] as const;
/** In the deep tier all kernels' tangents are printed, in the fast one those of an eighth. */
const TANGENTS = 8;
interface Way {
  readonly mode: 'adjoint' | 'tangent';
  readonly target: (typeof TARGETS)[number];
}

/** What the k-th kernel's code is made in: in the fast tier its adjoint, which is run as well, in one language, in turn. */
function waysOf(k: number): Way[] {
  const made = some(TARGETS, 1, k).map((target): Way => ({ mode: 'adjoint', target }));
  if (!IS_DEEP && k % TANGENTS !== 0) return made;
  const tangent = some(TARGETS, 1, Math.floor(k / TANGENTS));
  return [...made, ...tangent.map((target): Way => ({ mode: 'tangent', target }))];
}

const made: Record<Compiled, string[]> = { c: [], free: [], fixed: [] };

/** What is said against a kernel's code. */
function errors({ mode, target, ...rest }: Way & DifferentiateRequest, form: Compiled): string[] {
  const compiled = compileAgain(onlyDifferentiation({ ...rest, mode }), true);
  const diagnostics = [...compiled.diagnostics];
  const code = printTarget({ ...compiled, target }, diagnostics);
  const said = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (!code && said.length === 0) return ['there is no code, and nothing is said'];
  if (code && target !== 'javascript') made[target === 'c' ? 'c' : form].push(code.text);
  return said;
}

describe('kernels in the corpus', () => {
  test.each(kernels.map((kernel, k) => ({ ...kernel, k })))('$language $file', ({ file, k, ...request }) => {
    const form = file.endsWith('.f') ? 'fixed' : 'free';
    // The adjoint comes last and is what is run: it is made once.
    for (const way of waysOf(k).reverse())
      expect(errors({ ...request, ...way }, form), `${way.mode} in ${way.target}`).toEqual([]);
    const run = execute({ ...request, mode: 'adjoint' });
    expect(run.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(run.check.verdict, run.check.sentence).toBe('passed');
  });
});

/** Of a header, what of it is in use without it. */
const HEADERS: readonly (readonly [header: string, names: RegExp])[] = [
  ['math.h', /\b(?:a?(?:sin|cos|tan)h?|atan2|exp|log|log10|sqrt|pow|fabs|floor|ceil|fmin|fmax|hypot)f? ?\(/],
  ['stdlib.h', /\b(?:malloc|calloc|realloc|free|exit|abs|labs) ?\(/],
  ['string.h', /\b(?:memcpy|memset|memmove) ?\(/],
  ['stdio.h', /\b(?:f?printf|puts) ?\(/],
];

describe('what is emitted compiles without a warning', () => {
  test.for(['c', 'free', 'fixed'] as const)('%s', (form, { skip }) => {
    skip(!compilerFor(form), `no compiler for ${form} is installed`);
    expect(made[form].length).toBeGreaterThan(0);
    const said = (texts: readonly string[]) =>
      warnings(messagesAbout(form, texts, WARNINGS[form]), OF_THE_SOURCE);
    if (said(made[form]).length > 0) expect(made[form].flatMap((text) => said([text]))).toEqual([]);
  });

  test('C names the headers that it needs', () => {
    for (const text of made.c)
      for (const [header, names] of HEADERS)
        if (names.test(text.replaceAll(/\/\*.*?\*\//gs, ''))) expect(text).toContain(`#include <${header}>`);
  });
});
