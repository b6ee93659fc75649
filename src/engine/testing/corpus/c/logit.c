#include <math.h>
double logit_nll(int n, int p, double const X[n][p], int const y[n], double const beta[p])
{
  double nll = 0;
  for (int i = 0; i < n; i++) {
    double eta = 0;
    for (int j = 0; j < p; j++) eta += X[i][j] * beta[j];
    nll += log1p(exp(-fabs(eta))) + (eta > 0 ? eta : 0) - y[i] * eta;
  }
  return nll;
}
