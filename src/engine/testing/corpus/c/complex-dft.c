#include <complex.h>
#include <math.h>
void dft(int n, const double complex *x, double complex *y) {
  for (int k = 0; k < n; k++) {
    y[k] = 0;
    for (int j = 0; j < n; j++)
      y[k] += x[j] * cexp(-2.0*I*M_PI*j*k/n);
  }
}
