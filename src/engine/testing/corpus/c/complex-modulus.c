#include <complex.h>
double f(double x, double y) {
  double complex z = x + y*I;
  z = z*z + 0.3;
  return cabs(z);
}
