#include <math.h>
static inline double cnd(double d)
{
  const double A1 = 0.31938153, A2 = -0.356563782, A3 = 1.781477937, A4 = -1.821255978, A5 = 1.330274429;
  const double RSQRT2PI = 0.39894228040143267793994605993438;
  double K = 1.0 / (1.0 + 0.2316419 * fabs(d));
  double cnd = RSQRT2PI * exp(-0.5 * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  if (d > 0) cnd = 1.0 - cnd;
  return cnd;
}
void bsBody(double *call, double *put, double S, double X, double T, double R, double V)
{
  double sqrtT = sqrt(T);
  double d1 = (log(S / X) + (R + 0.5 * V * V) * T) / (V * sqrtT);
  double d2 = d1 - V * sqrtT;
  double CNDD1 = cnd(d1), CNDD2 = cnd(d2);
  double expRT = exp(-R * T);
  *call = (S * CNDD1 - X * expRT * CNDD2);
  *put = (X * expRT * (1.0 - CNDD2) - S * (1.0 - CNDD1));
}
