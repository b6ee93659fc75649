import { expect, test } from 'vitest';
import { differentiate, execute } from '../../index';

const said = (source: string, options: object) =>
  differentiate({ source, language: 'fortran', options }).diagnostics.flatMap(({ code, message }) =>
    code.endsWith('-call') || code === 'unknown-extent' ? [`${code}: ${message}`] : [],
  );

/** `x` has the extent that `extent` says. */
const shrinking = (extent: string) => `
subroutine kernel(x, y)
  implicit none
  real(8), intent(inout) :: x(6), y
  integer :: n
  n = 4
  call shrinks(n, x, y)
  y = y * y * x(2) + n
end subroutine kernel

subroutine shrinks(n, x, r)
  implicit none
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(${extent})
  real(8), intent(inout) :: r
  real(8) :: w(n)
  n = n - 3
  w = x(1:4) * r
  x(2) = x(2) * x(3)
  r = sum(w * w) + w(n + 3) * sin(w(3))
end subroutine shrinks
`;

test('a routine that changes an extent of its arrays is reversed in joint mode, which is said', () => {
  const source = shrinking('n');
  expect(said(source, { calls: 'split' })).toEqual([
    'joint-call: The call of `shrinks` is reversed in joint mode: it changes `n`, which an extent of `x` names, so that its backward sweep would not find the extent again.',
  ]);
  expect(said(source, { calls: 'joint' })).toEqual([]);
  const run = execute({ source, language: 'fortran', options: { calls: 'split' } });
  expect(run.check.verdict).toBe('passed');
});

test('where joint mode can not save what the routine overwrites, no mode is left, which is said', () => {
  const source = shrinking('*').replace(
    'real(8), intent(inout) :: x(6), y',
    'real(8), intent(inout) :: x(*), y',
  );
  expect(said(source, {}).filter((text) => text.startsWith('unknown-extent'))).toEqual([
    'unknown-extent: The call of `shrinks` can be reversed in no mode: it overwrites an array whose extent the text does not tell, so that it can’t be saved as a whole, and it changes `n`, which an extent of `w` names, so that its backward sweep would not find the extent again.',
  ]);
});

test('a size that routines which call each other only pass on keeps no call from split mode', () => {
  const source = `recursive subroutine halves(n, lda, a)
  integer n, lda
  real(8) a(lda, *)
  if (n == 1) a(1, 1) = a(1, 1)**2
  if (n > 1) call others(n, lda, a)
end subroutine halves
recursive subroutine others(n, lda, a)
  integer n, lda
  real(8) a(lda, *)
  call halves(n/2, lda, a)
  call halves(n - n/2, lda, a(n/2 + 1, n/2 + 1))
end subroutine others`;
  expect(said(source, {}).filter((text) => text.startsWith('unknown-extent'))).toEqual([]);
  const inputs = { n: 2, lda: 2, a: [3, 1, 1, 5] };
  const run = execute({ source, language: 'fortran', routine: 'halves', inputs });
  expect([run.check.verdict, run.derivatives?.a]).toEqual(['passed', [6, 1, 1, 10]]);
});

test('a size that routines share and none changes keeps no call from split mode', () => {
  const source = `
module sizes
  implicit none
  integer :: n = 3, calls = 0
contains
  subroutine kernel(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    call counted(x, y)
    y = y * y
  end subroutine kernel
  subroutine counted(x, y)
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y
    call count
    y = y * x(1) * sum(x * x)
  end subroutine counted
  subroutine count
    calls = calls + 1
  end subroutine count
end module sizes
`;
  expect(said(source, { calls: 'split' })).toEqual([]);
});

test.each([
  ['y, x', 0],
  ['x(1), x(2)', 8],
])('however many calls lead to a routine, it is looked at once: %s', (passed, placed) => {
  const depth = 40;
  const level = (k: number) => `subroutine f${k}(n, x, y)
  integer n
  real(8) x(n), y(n)
  ${k === depth ? 'y(1) = y(1) + x(1)**2' : `call f${k + 1}(n, x, y)\n  if (n < 0) call f${k + 1}(n, ${passed})`}
end subroutine f${k}`;
  const source = Array.from({ length: depth + 1 }, (_, k) => level(k)).join('\n');
  expect(said(source, {}).filter((text) => text.startsWith('inline-call'))).toHaveLength(placed);
});
