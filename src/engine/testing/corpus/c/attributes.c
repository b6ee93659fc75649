#include <math.h>
typedef double *vec;
typedef const double cvec[4];
constexpr int N = 4;
static_assert(N > 3, "N");
__attribute__((noinline)) double f(vec x, cvec w) {
  _Alignas(64) double t[N] __attribute__((aligned(64)));
  volatile double s = 0;
  for (int i = 0; i < N; i++) t[i] = x[i] * w[i];
  do { s += t[0]; if (t[1] > 100) break; s *= t[2]; } while (0);
  return s;
}
