import { describe, expect, test } from 'vitest';
import { itemAt } from '../base/lookup';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Program } from '../ir/types';
import { elementsOf, elementText, subscriptsOf } from './elements';

const C = parseC('double f(int n, double x, double a[n][3]) { return a[0][1] * x; }').program;
const FORTRAN = parseFortran(
  'subroutine f(n, x, a)\n integer :: n\n real(8) :: x, a(2, -1:n)\n a(1, 0) = x\nend subroutine',
).program;

const text = (program: Program, name: string, element: number, count: number, extents: number[] | null) => {
  const v = itemAt(
    program.variables.filter((each) => each.name === name),
    0,
  );
  return elementText(program, v, element, count, extents && { lower: extents.map(() => 0), extents });
};

describe('an element by its place in memory', () => {
  test('as each language writes it', () => {
    const inC = elementsOf(C, 'f', { n: [2], x: [1], a: new Array(6).fill(1) });
    expect([0, 2, 3, 5].map((k) => inC('a', k))).toEqual(['a[0][0]', 'a[0][2]', 'a[1][0]', 'a[1][2]']);
    const inFortran = elementsOf(FORTRAN, 'f', { n: [1], x: [1], a: new Array(6).fill(1) });
    expect([0, 1, 2, 5].map((k) => inFortran('a', k))).toEqual([
      'a(1, -1)',
      'a(2, -1)',
      'a(1, 0)',
      'a(2, 1)',
    ]);
  });

  test('of what has one only, or is not known, the name alone', () => {
    const name = elementsOf(C, 'f', { n: [2], x: [1], a: new Array(6).fill(1) });
    expect([name('x', 0), name('f', 0), name('q', 3)]).toEqual(['x', 'f', 'q']);
    expect(text(C, 'a', 0, 1, [1, 1])).toBe('a');
  });

  test('by its number, where rows of that length are not known', () => {
    expect(text(C, 'a', 4, 6, null)).toBe('a[4]');
    expect(text(C, 'a', 4, 6, [2, 0])).toBe('a[4]');
    expect(text(C, 'a', 4, 6, [2, Number.POSITIVE_INFINITY])).toBe('a[4]');
    expect(text(FORTRAN, 'a', 4, 6, [0, 3])).toBe('a(5)');
  });

  test('the slowest extent does not matter', () => {
    expect(text(C, 'a', 4, 6, [Number.POSITIVE_INFINITY, 3])).toBe('a[1][1]');
    expect(text(FORTRAN, 'a', 4, 6, [2, Number.POSITIVE_INFINITY])).toBe('a(0, 2)');
    expect(subscriptsOf(undefined, 'c', { lower: [1, 1], extents: [4, 0] })).toEqual({
      lower: [1, 1],
      strides: [1, 4],
      order: [1, 0],
      style: 'c',
    });
  });
});
