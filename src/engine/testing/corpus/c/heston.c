#include <math.h>
double heston_step(double s0, double v0, double kappa, double theta, double xi, double rho, double r, const double *z1, const double *z2, int n, double dt)
{
  double s = s0, v = v0;
  for (int i = 0; i < n; ++i) {
    double vp = v > 0 ? v : 0;
    double w = rho * z1[i] + sqrt(1 - rho * rho) * z2[i];
    s *= exp((r - 0.5 * vp) * dt + sqrt(vp * dt) * z1[i]);
    v += kappa * (theta - vp) * dt + xi * sqrt(vp * dt) * w;
  }
  return s;
}
