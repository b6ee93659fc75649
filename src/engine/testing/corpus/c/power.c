#include <math.h>
double power_iteration(int n, const double (*A)[n], double *v, int maxit, double tol)
{
  double lambda = 0.0, old;
  int it = 0;
  do {
    double w[n], nrm = 0.0;
    old = lambda;
    for (int i = 0; i < n; i++) {
      w[i] = 0.0;
      for (int j = 0; j < n; j++) w[i] += A[i][j] * v[j];
      nrm += w[i] * w[i];
    }
    nrm = sqrt(nrm);
    lambda = 0.0;
    for (int i = 0; i < n; i++) { lambda += v[i] * w[i]; v[i] = w[i] / nrm; }
  } while (++it < maxit && fabs(lambda - old) > tol * fabs(lambda));
  return lambda;
}
