#include <math.h>
double loglik(const double *y, const int *grp, int n, double mu, double logsd, const double *re)
{
  double ll = 0, sd = exp(logsd);
  for (int i = 0; i < n; ++i) {
    double z = (y[i] - mu - re[grp[i]]) / sd;
    ll += -0.5 * z * z - logsd - 0.91893853320467274178;
  }
  return ll;
}
