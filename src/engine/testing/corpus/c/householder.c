#include <math.h>
double householder(int n, double *x, double *v)
{
  double sigma = 0.0, mu, beta;
  for (int i = 1; i < n; i++) { sigma += x[i] * x[i]; v[i] = x[i]; }
  v[0] = 1;
  if (sigma == 0) beta = 0;
  else {
    mu = sqrt(x[0] * x[0] + sigma);
    v[0] = x[0] <= 0 ? x[0] - mu : -sigma / (x[0] + mu);
    beta = 2 * v[0] * v[0] / (sigma + v[0] * v[0]);
    double v0 = v[0];
    for (int i = 0; i < n; i++) v[i] /= v0;
  }
  return beta;
}
