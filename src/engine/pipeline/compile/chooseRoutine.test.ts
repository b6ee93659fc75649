import { expect, test } from 'vitest';
import { differentiate } from '../..';
import type { Language } from '../results';

const chosen = (language: Language, source: string): string | undefined =>
  differentiate({ language, source }).routine?.name;

const F = 'subroutine f(x)\n  real(8) :: x\n  x = x**2\nend subroutine\n';
const DAY = 'subroutine day(n)\n  integer :: n\n  n = n + 1\nend subroutine\n';

test.each<[language: Language, source: string, name: string]>([
  ['fortran', F + DAY, 'f'],
  ['fortran', DAY, 'day'],
  ['fortran', `${F}subroutine run(n)\n  integer :: n\n  call f(1d0*n)\nend subroutine\n${DAY}`, 'run'],
  ['c', 'double f(double x) { return x * x; }\nvoid day(int *n) { *n += 1; }\n', 'f'],
  ['c', 'double f(double x) { return x * x; }\ndouble g;\nvoid step(void) { g *= 2; }\n', 'step'],
  // While it is still being written.
  ['c', 'double f(double x) { return x * x; }\nvoid g(double *x) { x[0] = \n}\n', 'g'],
])('the last routine that has to do with real numbers is chosen: %s, %j', (language, source, name) => {
  expect(chosen(language, source)).toBe(name);
});
