import { describe, expect, test } from 'vitest';
import { type ExecuteRequest, execute, type Options } from '../../index';
import { compilerFor } from '../../testing/compilers';
import { checkedRequest } from '../../testing/takenAway';

type Kernel = Pick<ExecuteRequest, 'source' | 'language' | 'inputs'>;

const ROW: Kernel = {
  language: 'fortran',
  source: `subroutine s(v, i)
  integer i
  real(8) v(3)
  v = v*v
  i = i + 1
end subroutine
subroutine f(a, r)
  integer i
  real(8) a(2,3), r
  i = 1
  call s(a(i,:), i)
  r = sum(a*a)
end subroutine`,
  inputs: { a: [1.1, 1.2, 1.3, 1.4, 1.5, 1.6] },
};
/** A bound that is passed, an index of a module, an element of an array as index; a subroutine and a function. */
const MORE: Kernel = {
  language: 'fortran',
  source: `module at
  integer :: k = 1
end module
subroutine s(v, n)
  use at
  integer n
  real(8) v(2)
  v = v*v
  n = n - 3
  k = 2
end subroutine
real(8) function g(v, p)
  real(8) v(2)
  integer p(2)
  v = v*3
  g = v(1)*v(2)
  p(1) = 2
end function
subroutine f(a, r)
  use at
  real(8) a(2,4), r
  real(8), external :: g
  integer n, p(2)
  n = 4
  p = [1, 2]
  k = 1
  call s(a(k, 1:n:2), n)
  r = g(a(p(1), n:4:2), p)
  r = r + sum(a*a)*p(1)
end subroutine`,
  inputs: { a: [1.1, 1.2, 1.3, 0.7, 0.9, 0.4, 0.3, 0.2] },
};

const OPTIONS: readonly Partial<Options>[] = [
  {},
  { calls: 'split' },
  { calls: 'inline' },
  { snapshots: 'lazy', record: 'all', elements: false },
];

describe('a section goes back where it came from', () => {
  test('when its subscript is passed beside it', () => {
    const { outputs } = execute(ROW);
    expect(outputs.a).toEqual([1.1 * 1.1, 1.2, 1.3 * 1.3, 1.4, 1.5 * 1.5, 1.6]);
  });

  test('when its bounds, or what they read, change in the call', () => {
    const { outputs } = execute(MORE);
    expect(outputs.a?.map((x) => Number(x.toFixed(12)))).toEqual([3.63, 1.2, 1.3, 0.7, 2.43, 0.4, 0.3, 0.2]);
    expect(outputs.r?.[0]).toBeCloseTo(54.8045, 12);
  });

  test.each([ROW, MORE])('with every choice, kernel %#', (kernel) => {
    for (const options of OPTIONS)
      expect(execute({ ...kernel, options }).check.verdict, JSON.stringify(options)).toBe('passed');
  });

  test.skipIf(!compilerFor('c') || !compilerFor('free'))('compiled', () => {
    for (const target of ['c', 'fortran'] as const) {
      const made = checkedRequest({ ...MORE, target });
      expect([made.stderr, made.status], target).toEqual(['', 0]);
    }
  });
});
