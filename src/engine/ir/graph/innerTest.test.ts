import { expect, test } from 'vitest';
import { parseC } from '../../frontend/c';
import { isStructured } from './innerTest';

const structured = (body: string) =>
  isStructured(parseC(`double f(double x, int n) { ${body} return x; }`).program.routines[0]?.body ?? []);

test('sequences, branches and loops without jumps are structured', () => {
  expect(
    structured('for (int i = 0; i < n; i++) { if (x > 1) x = x / 2; else do x = x * x; while (x < 1); }'),
  ).toBe(true);
  expect(structured('switch (n) { case 1: x = 2; break; case 2: x = 3; break; default: x = 4; }')).toBe(true);
});

test('a jump in one arm of a switch spoils it, whatever the others do', () => {
  expect(structured('switch (n) { case 1: x = 2; break; case 2: return x; default: x = 4; }')).toBe(false);
  expect(structured('switch (n) { case 1: return x; case 2: return x; default: x = 4; }')).toBe(false);
  expect(structured('switch (n) { case 1: x = 2; break; default: return x; }')).toBe(false);
});
