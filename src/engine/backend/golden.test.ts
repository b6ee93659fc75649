import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { check } from '../testing/check';
import { verify } from '../testing/verify';
import { printC } from './c';
import { printFortran } from './fortran';
import { printJavaScript } from './javascript';

/*
 * Kernels as people write them, in all three languages. The kernels stand in golden/ beside what becomes of them;
 * `npm run bless` writes the latter anew.
 */

const KERNELS = ['norm.c', 'choices.c', 'gather.f', 'stencil.f90'] as const;

describe.each(KERNELS)('%s', (name) => {
  const source = readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8');
  const { program, diagnostics } = name.endsWith('.c') ? parseC(source) : parseFortran(source);

  test('is read', () => {
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(verify(program)).toEqual([]);
  });
  test('in C', () => check(import.meta.url, `golden/${name}.printed.c`, printC(program, null).text));
  test('in free form', () =>
    check(import.meta.url, `golden/${name}.printed.f90`, printFortran(program, null, { form: 'free' }).text));
  test('in fixed form', () =>
    check(import.meta.url, `golden/${name}.printed.f`, printFortran(program, null, { form: 'fixed' }).text));
  test('in JavaScript', () =>
    check(import.meta.url, `golden/${name}.printed.js`, printJavaScript(program, null).text));
});
