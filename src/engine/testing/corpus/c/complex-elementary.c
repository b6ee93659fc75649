#include <complex.h>
double complex all(double complex z) {
  double complex w = csin(z)*ccos(z) + ctan(z) + csinh(z)/ccosh(2*z) - ctanh(z);
  w += csqrt(-z) + csqrt(z) + clog(z*z) + cpow(z, 3) + cpow(z, 0.5 + z) - 2.0i*z;
  w /= z == 0 ? 1 : z;
  return w;
}
