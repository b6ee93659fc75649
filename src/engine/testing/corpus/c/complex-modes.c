#include <complex.h>
#include <stdlib.h>
typedef struct { double complex amp; double freq; } mode;
double energy(int n, const double *a, const double *b, double t) {
  mode *m = malloc(n*sizeof(mode));
  double complex *f = (double complex *)malloc(n*sizeof(double complex));
  double e = 0;
  for (int i = 0; i < n; i++) { m[i].amp = a[i] + b[i]*I; m[i].freq = i + 1; }
  for (int i = 0; i < n; i++) f[i] = m[i].amp*cexp(I*m[i].freq*t);
  double complex s = 0;
  for (int i = 0; i < n; i++) { s += f[i]; e += creal(f[i]*conj(f[i])); }
  free(f); free(m);
  return e + cabs(s);
}
