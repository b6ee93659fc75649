/* Signal plus noise from Marsaglia's 32-bit xorshift, fitted by a parabola. */
#include <stdint.h>

static uint32_t next(uint32_t *s) {
  uint32_t x = *s;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *s = x;
}

double misfit(const double c[3], double noise, int n) {
  uint32_t seed = 2463534242u;
  double knots[2] = {0.5, 2.0}, sum = 0.0;
  for (int i = 0; i < n; i++) {
    double t = (double)i / n;
    double e = noise * (next(&seed) / 4294967296.0 - 0.5);
    double d = 0[knots] * t + 1[knots] * t * t + e - (c[0] + t * (c[1] + t * 2[c]));
    sum += d * d;
  }
  return sum;
}
