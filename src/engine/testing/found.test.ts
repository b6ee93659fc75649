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

test('a routine that writes a place back as it was', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: {
      x1: [1.033],
      x2: [-0.103],
      x3: [-1.369],
      a1: [1.006, 1.428, -1.028],
      a2: [0.155, -1.285, 1.069, -1.185, -1.337, 0.906, 0.253, -1.289, -0.532],
      m: [10],
      flag: [1],
    },
    source: `
void part2(double *x1) {
  *x1 = *x1;
}

double kernel(double *x3) {
  double result = 0.0;
  (void)result;
  part2(x3);
  return result;
}
`,
  });
});

test('a test that turns out otherwise within a step of a difference', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: {
      n: [3],
      x1: [-0.76],
      x2: [-1.390625],
      x3: [-0.282],
      a1: [-0.984375, -1.4375, 1.25, 1.15625, 0.65625, -0.171875, 0.828125, 0.640625, 1],
      m: [-6],
    },
    source: `
function kernel(x1, x2, x3)
  implicit none
  real(8) :: x1, kernel
  real(4), intent(inout) :: x2
  real(8), intent(in) :: x3
  real(8) :: t1
  kernel = 0.29d0 * (abs(0.83d0 * x1) - x3 * x1)
  t1 = log(2.2d0 + 0.43d0 * (-1.1d0 + kernel))
  kernel = sin(sin(0.61d0 * (t1 + (-1.08d0))) - real(4_8, 8))
  if ((1.5d0 + 0.33d0 * t1)**(0.35d0 + 1.85d0 * sin(x3)) >= kernel) then
    x1 = 0.25d0
  end if
end function kernel
`,
  });
});

test('a block left otherwise within a step of a difference', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { x1: [-1.332], p: [2, 3, 1, 3, 2] },
    source: `
      function kernel(x1, p)
        implicit none
        real(8), intent(inout) :: x1
        real(8) :: kernel
        integer :: p(5)
        real(4) :: t1
        integer :: k3
        t1 = -1.31
        kernel = 0.25d0 * (x1 * x1)
        k3 = 0
        if (kernel < 0.44317d0) go to 10
   20   continue
        k3 = k3 + 1
        x1 = 0.39d0 * x1
        if (modulo(-k3, 13) - 4 > 0) go to 30
        go to 30
        if (.not. (x1 / (2.3d0 + 0.56d0 * kernel) <= -1.47d0)) go to 30
   10   continue
        k3 = 1
        if (k3 < 2 .and. p(5) + 2 > 3) go to 30
   30   continue
        select case (merge(0, 9, k3 < 2))
        case (0)
          go to 20
        case (1)
          go to 10
        end select
      end function kernel
`,
  });
});

test('a bound that is read again after its variable became another loop’s index', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: {
      x1: [0.59375],
      x2: [0.9375],
      x3: [-1.046875],
      a1: [
        -1.146, -0.012, -1.144, 1.313, 0.092, -0.206, 0.981, -0.491, -1.188, -0.646, 0.605, 0.277, -0.82,
        -1.179, -1.293, -0.793, -0.622, -0.439, -0.713, 1.279, -1.312, 0.785, -0.899, -0.247, -1.497, -0.072,
        0.841,
      ],
      a2: [-1.265625, 0.171875, 0.03125],
    },
    source: `
      function kernel(x1)
        implicit none
        real(4), intent(inout) :: x1
        real(4) :: kernel
        real(4) :: t2
        integer :: i, j
        kernel = 0.0
        t2 = 0.0
        i = -6
        j = 19
        do i = j, sign(i, j)
          x1 = t2
        end do
        do j = -2, 2, 2
          kernel = 0.9
        end do
      end function kernel
`,
  });
});

test('a split call that knows one element of an array, of which the others are required', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    options: { adjointLiveness: false, calls: 'split' },
    inputs: { x1: [0.2], a: [1.166, 1.357, -0.934, -0.842] },
    source: `
void part(double *x) {
  *x = 0.35;
}

void kernel(double x1, double a[4]) {
  double b[4];
  for (int i = 0; i < 4; i++) {
    b[i] = x1 * a[i];
  }
  part(&a[1]);
  a[3] = b[3];
}
`,
  });
});

test('a result of a split call that a block computes from again', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { n: [4], x1: [0.252], a: [-0.638, -1.3, -0.679, 0.398] },
    options: { calls: 'split', recompute: true, record: 'all' },
    source: `
double part(double x) {
  return x;
}

double kernel(int n, double x1, double a[n]) {
  for (int l = n; l >= n - 6; l--) {
    x1 = part(0.88 * (-0.39 - x1));
    a[n - 3] = a[n - 3] / x1;
  }
  return a[n - 3];
}
`,
  });
});

test('a global array of which a routine names one element and what it calls another', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { n: [3], x: [0.7], h: [-0.314, 1.211, 0.349, 1.183] },
    source: `
double h[4];

void part(int n) {
  h[n - 3] = sin(h[0]);
}

void middle(int n, double *x) {
  double t = h[2] * *x;
  part(n);
  *x = t * h[2];
}

double kernel(int n, double x) {
  middle(n, &x);
  return x + h[0] * h[0];
}
`,
  });
});

test('an extent that a split call needs again', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { a: [-1.4, -1.2, 0.9, 1, -0.9], b: [-0.5, 0.9] },
    options: { calls: 'split' },
    source: `
real(8) function part(n, x, p)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x
  integer, intent(in) :: p(-1:n - 2)
  part = x*x
end function part

subroutine middle(a, b)
  implicit none
  real(8), intent(inout) :: a(5), b(2)
  integer :: i, c(0:4), u
  real(8), external :: part
  do i = 0, 4
    c(i) = 2
  end do
  u = 4
  b(c(1)) = part(u, a(c(2)), c(0))
end subroutine middle

subroutine kernel(a, b)
  implicit none
  real(8), intent(inout) :: a(5), b(2)
  call middle(a, b)
  b(1) = b(1)*b(2)
end subroutine kernel
`,
  });
});

test('an element that both arms of a branch overwrite is recorded in both', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { n: [3], a: [-1.294, 0.523, 0.255, -1.213, -0.622] },
    options: { adjointLiveness: false },
    source: `
double kernel(int n, double a[5]) {
  double t = atan(a[n]);
  if (t > 0.43317) a[n] = t;
  else a[n] = t;
  return 0.0;
}
`,
  });
});

test('a call that overwrites an array of unknown extent is reversed in split mode', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { y: [0.7, -1.2, 0.4], n: [3], a: [1.5] },
    source: `
void scale(double *y, int n, double a) {
  for (int i = 0; i < n; i++) y[i] *= a * y[i];
}

void kernel(double *y, int n, double a) {
  scale(y, n, a);
  y[0] = y[0] * y[1];
  scale(y, n, a);
}
`,
  });
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { n: [3], x: [0.7, -1.2, 0.4], s: [0] },
    source: `
      SUBROUTINE KERNEL(N, X, S)
      DOUBLE PRECISION X(*), S
      CALL DSCAL(N, X(2), X)
      CALL DSCAL(N-1, X(1), X(2))
      S = X(1)*X(N)
      END
      SUBROUTINE DSCAL(N, DA, DX)
      DOUBLE PRECISION DA, DX(*), T
      T = DA
      DO 10 I = 1, N
   10 DX(I) = T*DX(I)
      END
`,
  });
});

test('the norm of the columns of a matrix', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { x: [0.5, -1.25, 0.75, 2, 0.25, -0.5], y: [0] },
    source: `
subroutine kernel(x, y)
  real(8) :: x(3, 2), v(2), y
  v = norm2(x, 1)
  y = v(1) * v(2) + norm2(x)
end subroutine
`,
  });
});

test('a value computed from what is undefined goes to a call that ignores it', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { n: [5], x1: [-0.439] },
    source: `
#include <stdbool.h>

void part(int depth, float *x1, double *x2, bool flag) {
  (void)flag;
  *x2 = 0.64;
  if (depth > 0) part(depth - 1, x1, x2, *x1 >= *x1);
}

void kernel(int n, double *x1) {
  float t1 = 0.05f;
  part(1, &t1, x1, n - 2 > 4);
}
`,
  });
});

test('a power of zero contributes nothing, and no increment by nothing is written', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { x: [0.4], s: [0.7], g: [0.3] },
    source: `
subroutine kernel(x, s, g)
  real(8) :: x, s, g
  s = s * x - 0.99d0*(1.15d0 + 0.1d0*(g - x))**0
end subroutine
`,
  });
});

test('an argument that is only passed on, by value, in a routine that calls itself', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { x: [0.4], p: [0.7] },
    source: `
double last(double x, double p) {
  return sin(x * p) * p;
}

double pass(double x, double p, int n) {
  if (n > 0) return pass(x, 2 * p, n - 1);
  return last(x, p);
}

double kernel(double x, double p) {
  return pass(x, p, 2);
}
`,
  });
});

test('a call that leaves the result of an active function aside', () => {
  const source = (real: string) => `
static ${real} part(${real} x, double *y) {
  *y = *y * x;
  return x * x;
}

double kernel(${real} x, double *y) {
  part(x, y);
  *y = *y * part(0.5f * x, y);
  return x;
}
`;
  for (const real of ['double', 'float'])
    agrees({ language: 'c', routine: 'kernel', inputs: { x: [0.5], y: [0.75] }, source: source(real) });
});

test('adjoint liveness off: what a statement that nothing needs reads as a subscript', () => {
  agrees({
    language: 'c',
    routine: 'kernel',
    inputs: { x: [0.4] },
    options: { adjointLiveness: false },
    source: `
void part(int n, double *x, double a[5]) {
  double t = 0.5;
  t = a[n - 4];
  (void)t;
  *x = -1.58;
}

void kernel(double *x) {
  double b[5];
  double t = 0.46;
  for (int i = 0; i < 5; i++) b[i] = 0.19;
  part((int)(5.48 + 0.14 * fmax(0.83 * t, 0.21)), x, b);
}
`,
  });
});

test('the size of an array that FORALL and WHERE assign', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { x: [0.5, -1.25, 0.75] },
    source: `
subroutine kernel(x)
  real(8) :: x(3)
  integer :: q
  forall (q = 1:3) x(q) = x(q)*x(q)/size(x)
  where (x > 0.1d0) x(1:3) = x(1:3)*ubound(x, 1)
end subroutine
`,
  });
});

test('a FORALL that reads what it assigns, beside an ASSOCIATE', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    inputs: { x: [0.6], v: [0.5, -1.25, 0.75] },
    source: `
subroutine kernel(x, v)
  real(8) :: x, v(3)
  integer :: q
  associate (e => x*x)
    x = e
  end associate
  forall (q = 1:3) v(q) = v(4 - q)*x
end subroutine
`,
  });
});

test('a shared value that nothing names once calls are put in place', () => {
  agrees({
    language: 'fortran',
    routine: 'kernel',
    options: { calls: 'inline' },
    inputs: { x: [0.7], 'blk.c': [0.3] },
    source: `
subroutine part(y)
  real(8) :: y
end subroutine

subroutine kernel(x)
  real(8) :: x, c
  common /blk/ c
  x = x*x
  call part(c)
end subroutine
`,
  });
});
