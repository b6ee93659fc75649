#include <math.h>
static inline double norm_cdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
double black_scholes(double S, double K, double r, double sigma, double T, int call)
{
  double d1 = (log(S / K) + (r + 0.5 * sigma * sigma) * T) / (sigma * sqrt(T));
  double d2 = d1 - sigma * sqrt(T);
  return call ? S * norm_cdf(d1) - K * exp(-r * T) * norm_cdf(d2)
              : K * exp(-r * T) * norm_cdf(-d2) - S * norm_cdf(-d1);
}
