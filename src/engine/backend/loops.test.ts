import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../index';

describe('bounds of counted loops are operands of a comparison', () => {
  const source = `
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, merge(n - 2, n - 1, n >= 4)
    y = y*sin(x + i)
  end do
end
`;
  test.each([
    ['c', 'i <= (*n >= 4 ? *n - 2 : *n - 1);'],
    ['javascript', 'i <= (n[0] >= 4 ? n[0] - 2 : n[0] - 1);'],
  ] as const)('in %s', (target, head) => {
    const { code } = differentiate({ source, language: 'fortran', target });
    expect(code?.text).toContain(head);
  });

  test('and the loop is reversed', () => {
    expect(execute({ source, language: 'fortran', inputs: { n: 6, x: 0.4, y: 1.5 } }).check.verdict).toBe(
      'passed',
    );
  });
});
