import { expect, test } from 'vitest';
import { parseC } from '../../frontend/c';
import { completes } from './completes';

const comesOut = (body: string) =>
  completes(parseC(`void f(double *x, int n) { ${body} }`).program.routines[0]?.body ?? []);

test('control comes out of a loop that ends, or that something leaves', () => {
  expect(comesOut('while (n > 0) n--;')).toBe(true);
  expect(comesOut('while (0) *x = 2;')).toBe(true);
  expect(comesOut('while (1) { *x = *x * 2; if (*x > 9) break; }')).toBe(true);
  expect(comesOut('while (1) *x = *x * 2;')).toBe(false);
});

test('control comes out of a choice by any of its arms', () => {
  expect(comesOut('if (n > 0) return; else *x = 2;')).toBe(true);
  expect(comesOut('if (n > 0) while (1) n++; else while (1) n--;')).toBe(false);
});
