/* Monte Carlo price of a call with the minimal standard generator of Park and Miller. */
#include <math.h>

typedef unsigned long long u64;

static inline double uniform(u64 *state) {
  *state = *state * 16807ULL % 2147483647ULL;
  return *state / 2147483647.0;
}

double price(double s0, double strike, double sigma, double rate, int paths) {
  u64 state = 42;
  double sum = 0.0;
  for (int p = 0; p < paths; p++) {
    double u = uniform(&state), v = uniform(&state);
    double z = sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
    double s = s0 * exp((rate - 0.5 * sigma * sigma) + sigma * z);
    double gain = s - strike;
    sum += gain > 0 ? gain : 0.0;
  }
  return exp(-rate) * sum / paths;
}
