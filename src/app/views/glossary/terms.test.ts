import { expect, test } from 'vitest';
import { linked, TERMS } from './terms';

test('a term is linked where a card first says it, and nowhere in code', () => {
  const [short, long] = linked([
    '`adjoint = 1` (line 3) overwrites `x`, and the backward sweep of `y = x*x` needs it: the adjoint reads it.',
    'The backward sweep pops `x`, and the adjoint call starts from it.',
  ]);
  expect(short?.flatMap((p) => (p.kind === 'term' ? [p.text] : []))).toEqual(['backward sweep', 'adjoint']);
  expect(long?.flatMap((p) => (p.kind === 'term' ? [p.text] : []))).toEqual(['pops', 'adjoint call']);
  expect(short?.map((p) => p.text).join('|')).toBe(
    'adjoint = 1| (line 3) overwrites |x|, and the |backward sweep| of |y = x*x| needs it: the |adjoint| reads it.',
  );
});

test('every meaning is whole sentences', () => {
  for (const { name, meaning, pattern } of TERMS) {
    expect(meaning).toMatch(/^[A-Z`].*\.$/);
    expect([name, pattern.test(name)]).toEqual([name, true]);
  }
});
