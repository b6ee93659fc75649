import { test } from 'vitest';
import { agrees } from './agrees';

/* Programs on which something once went wrong, as the shrinker left them. */

test('a call of a routine that does nothing', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { x2: [-0.421875] },
    source: `
void part1(void) {
}

void kernel(float *x2) {
  (void)x2;
  part1();
}
`,
  });
});

test('a test whose arms only leave a block', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { n: [3], x2: [1.171875], p: [2, 3, 1] },
    source: `
subroutine kernel(n, x2, p)
  implicit none
  integer, intent(in) :: n
  real(8) :: x2
  integer, intent(in) :: p(-1:1)
  integer :: i, k1
  do i = n - 2, n - 2
    k1 = 0
10  continue
    select case (merge(p(i), 9, k1 < 3))
    case (0)
      go to 20
    case (1)
      go to 20
    end select
    go to 30
20  continue
    if (k1 < 3 .and. x2 <= -0.47683d0) go to 20
    x2 = 0.97d0
    select case (merge(modulo(abs(n), 4), 9, k1 < 3))
    case (0)
      go to 10
    case (1)
      go to 20
    end select
30  continue
  end do
end subroutine kernel
`,
  });
});

test('one variable passed by value and by reference to what overwrites it', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { x2: [0.7], x3: [0.4] },
    source: `
void part(double *x1, double *x2, double x3) {
  *x1 = *x1 * *x2 + x3;
  *x2 = 0.2;
}

double scale = 1.5;

void twice(double *y, double s) {
  *y = *y * s;
  scale = scale * *y;
}

void kernel(double x2, double *x3) {
  part(x3, &x2, x2);
  twice(x3, scale);
  *x3 = *x3 * x2;
}
`,
  });
});
