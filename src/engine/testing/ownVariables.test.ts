import { expect, test } from 'vitest';
import { execute } from '..';

/* What FORALL and DO CONCURRENT call by a name is their own: the variable of that name keeps its value. */

function run(body: string, x: number[]) {
  const source = `subroutine kernel(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  real(8) :: t
${body}
end subroutine
`;
  const { outputs, check, diagnostics } = execute({
    source,
    language: 'fortran',
    inputs: { n: x.length, x },
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(check.verdict).toBe('passed');
  return outputs.y;
}

test('a LOCAL variable of a DO CONCURRENT', () => {
  const body = `  k = 3; t = 10
  do concurrent (i = 1:n) local(k, t) default(none) shared(x, y)
    k = i + 1; t = x(i) * k
    y(i) = t
  end do
  y(1) = y(1) * k + t`;
  expect(run(body, [1, 2])).toEqual([16, 6]);
});

test('a variable that a routine inside reads, by the name of an index', () => {
  const body = `  i = 7
  forall (i = 1:n) y(i) = i * f(x(i))
  y(1) = y(1) + i
contains
  pure real(8) function f(v)
    real(8), intent(in) :: v
    f = v * i
  end function`;
  expect(run(body, [1, 2])).toEqual([14, 28]);
});

test('an array that is LOCAL is refused, with what to write instead', () => {
  const source = `subroutine kernel(n, y)
  integer, intent(in) :: n
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: t(3)
  do concurrent (i = 1:n) local(t)
    t(1) = i
    y(i) = t(1)
  end do
end subroutine
`;
  const [error] = execute({ source, language: 'fortran' }).diagnostics;
  expect(error?.message).toBe('An array as LOCAL is not supported.');
});
