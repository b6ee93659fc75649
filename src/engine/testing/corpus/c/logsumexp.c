#include <math.h>
double logsumexp(int n, const double *const x)
{
  double mx = x[0];
  for (int i = 1; i < n; i++) if (x[i] > mx) mx = x[i];
  double semx = 0.0;
  for (int i = 0; i < n; i++) semx += exp(x[i] - mx);
  return log(semx) + mx;
}
