#include <complex.h>
int escape(double complex c, int n, double complex *zout) {
  double complex z = 0;
  int i;
  for (i = 0; i < n && cabs(z) < 2.0; i++) z = z*z + c;
  *zout = z;
  return i;
}
