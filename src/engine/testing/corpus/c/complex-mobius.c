#include <complex.h>
typedef double complex cplx;
static cplx mobius(cplx z, cplx a) { return (z - a)/(1.0 - conj(a)*z); }
static cplx power(cplx z, int n) { cplx r = 1.0; while (n-- > 0) r *= z; return r; }
double top(double x, double y, double t) {
  cplx z = x + I*y, a = 0.3 + 0.2*I;
  cplx w = mobius(z, a) + power(z*a, 3);
  z = t > 0 ? w : conj(w);
  return creal(z) + cimag(z*w) + carg(z);
}
