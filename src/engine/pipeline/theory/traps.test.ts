/** Result 12 of the page on theory: the traps, in every style, and whatever is recorded or computed again. */
import { describe } from 'vitest';
import { some } from '../../testing/draws';
import { checks, inBoth, type Sources } from '../../testing/theory';

const TRAPS: Readonly<Record<string, Sources>> = {
  'x = x*y first': {
    c: 'void snip(double *x, double y) { *x = *x * y; *x = sin(*x); }',
    fortran: `subroutine snip(x, y)
  real(8) :: x, y
  x = x*y
  x = sin(x)
end subroutine`,
  },
  'x = 1/x': {
    c: 'void snip(double *x) { *x = 1 / *x; *x = *x * *x; }',
    fortran: `subroutine snip(x)
  real(8) :: x
  x = 1/x
  x = x*x
end subroutine`,
  },
  'a[i] = 0 where a is required': {
    c: 'void snip(int n, double a[n], double *s) { *s = 0; for (int i = 0; i < n; i++) *s += a[i]*a[i]; for (int i = 0; i < n; i++) a[i] = 0; }',
    fortran: `subroutine snip(n, a, s)
  integer :: n, i
  real(8) :: a(n), s
  s = 0
  do i = 1, n
    s = s + a(i)*a(i)
  end do
  do i = 1, n
    a(i) = 0
  end do
end subroutine`,
  },
  'x = x': {
    c: 'void snip(double *x) { *x = *x; *x = *x * *x; *x = *x; }',
    fortran: `subroutine snip(x)
  real(8) :: x
  x = x
  x = x*x
  x = x
end subroutine`,
  },
  'an index array that changes': {
    c: 'void snip(int n, double a[n], double *s) { int p[3]; p[0] = 0; p[1] = 1; p[2] = 2; for (int k = 0; k < 3; k++) { a[p[k]] = a[p[k]] * a[p[0]]; p[k] = 2 - k; p[p[k]] = k; } *s = a[0]*a[1] + a[2]*a[2]; }',
    fortran: `subroutine snip(n, a, s)
  integer :: n, k
  integer :: p(3)
  real(8) :: a(n), s
  p(1) = 1
  p(2) = 2
  p(3) = 3
  do k = 1, 3
    a(p(k)) = a(p(k))*a(p(1))
    p(k) = 4 - k
    p(p(k)) = k
  end do
  s = a(1)*a(2) + a(3)*a(3)
end subroutine`,
  },
  'a loop with zero trips': {
    c: 'void snip(int n, double x, double *y) { int i = 3; double a[4]; a[0] = x; a[3] = x*x; *y = a[i]*x; for (i = 5; i < 2; i++) *y = 0; *y = *y * *y; }',
    fortran: `subroutine snip(n, x, y)
  integer :: n, i
  real(8) :: x, y
  real(8) :: a(4)
  i = 4
  a(1) = x
  a(4) = x*x
  y = a(i)*x
  do i = 5, 1
    y = 0
  end do
  y = y*y
end subroutine`,
  },
  'a loop variable used after its loop': {
    c: 'void snip(double x[6], double *y) { int i; for (i = 0; i < 5; i++) x[i] = x[i]*x[i+1]; *y = x[i]*x[i-1]; for (i = 0; i < 3; i++) *y = *y * x[i]; }',
    fortran: `subroutine snip(x, y)
  integer :: i
  real(8) :: x(6), y
  do i = 1, 5
    x(i) = x(i)*x(i+1)
  end do
  y = x(i)*x(i-1)
  do i = 1, 3
    y = y*x(i)
  end do
end subroutine`,
  },
  'active on one path only': {
    c: 'void snip(double x, double c, double *y) { double t; if (x > 0.2) t = x*x; else t = 3.0; *y = t*t; t = 2.0; *y = *y + t; }',
    fortran: `subroutine snip(x, c, y)
  real(8) :: x, c, y, t
  if (x > 0.2) then
    t = x*x
  else
    t = 3
  end if
  y = t*t
  t = 2
  y = y + t
end subroutine`,
  },
};

for (const [turn, [name, sources]] of Object.entries(TRAPS).entries())
  describe(`result 12: ${name}`, () => {
    inBoth(sources, (s) => {
      const styles = ['joins', 'structured', 'statements', 'blocks'] as const;
      // Other names change nothing but names: one style is enough to see it.
      const of = s.title === 'as given' ? styles : styles.slice(0, 1);
      const ways = [true, false].flatMap((adjointLiveness) =>
        [true, false].map((recompute) => ({ adjointLiveness, recompute })),
      );
      of.forEach((reversal, k) => {
        for (const { adjointLiveness, recompute } of some(ways, 1, turn + k))
          checks(s, {
            options: { reversal, adjointLiveness, recompute: recompute && reversal !== 'statements' },
          });
      });
    });
  });
