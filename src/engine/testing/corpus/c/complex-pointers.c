#include <complex.h>
static void rot(double complex *p, double c) { *p = *p * cexp(I*c); }
static void walk(int n, double complex *p, double c) { double complex *q = p; for (int i = 0; i < n; i++, q++) *q *= c; }
void top(int n, double complex *a, double c) {
  rot(&a[1], c);
  double complex z = a[0];
  rot(&z, 2*c);
  a[0] = z;
  walk(n - 1, a + 1, c);
}
