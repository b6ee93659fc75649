import { expect, test } from 'vitest';
import { differentiate } from '..';

const SOURCE = `subroutine s(x, n, y)
  integer, intent(inout) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: w(n)
  n = n - 1
  w = x
  y = sum(w)
end subroutine
`;

test('the adjoint of an array whose bound changes is zeroed as far as the bound went at entry', () => {
  const options = { keepPrimalResults: true };
  const { code, ok } = differentiate({ source: SOURCE, language: 'fortran', options });
  expect(ok).toBe(true);
  const kept = code?.text.indexOf('n_entry0 = n') ?? -1;
  expect(kept).toBeGreaterThan(0);
  expect(code?.text.indexOf('n = n - 1')).toBeGreaterThan(kept);
  expect(code?.text).toMatch(/do ii = 1, n_entry0\n\s*wb\(ii\) = 0.0d0/);
});
