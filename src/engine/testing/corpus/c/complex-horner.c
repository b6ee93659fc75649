#include <complex.h>
double complex horner(int n, const double complex a[], double complex z) {
  double complex s = a[n-1];
  for (int i = n - 2; i >= 0; i--) s = s*z + a[i];
  z = z*s;
  return s + z;
}
