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

test('an argument by value that the routine called makes nothing of', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { n: [4], x1: [-0.657], x3: [-0.51] },
    source: `
double part(int m) {
  (void)m;
  return 2.65;
}

void kernel(int n, double *x1, double x3) {
  double t = 0.0;
  int c[3];
  for (int i = 0; i < 3; i++) c[i] = 2;
  for (int l = n; l > n - 1; l -= 2) t = part(8 / c[n - 2] - l);
  *x1 = t >= -0.43683 ? x3 : t;
}
`,
  });
});

test('an extent that only declarations of the routine called read', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { n: [3], x1: [1.266] },
    source: `
double part(int n, double x, const int p[n]) {
  int i = p[1];
  return i < 7 ? x : -x;
}

double kernel(int n, double x1) {
  double b[4];
  int c[3];
  for (int i = 0; i < 4; i++) b[i] = x1;
  for (int i = 0; i < 3; i++) c[i] = 0;
  return part(b[c[0]] <= 0.76317 ? 3 : 2, -0.51 / (2.3 + 0.56 * b[c[n - 1]]), c);
}
`,
  });
});
