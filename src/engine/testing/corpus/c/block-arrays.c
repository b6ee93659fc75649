#include <stdlib.h>
double f(int n, const double *x) {
  double s = 0;
  for (int k = n - 1; k >= 0; k--) {
    int m = n - k;
    double t[m + 1], u[2][k + 1];
    double *h = calloc(m, sizeof *h);
    t[0] = x[k];
    for (int i = 0; i <= k; i++) u[0][i] = u[1][i] = x[i];
    for (int i = 1; i <= m; i++) t[i] = t[i-1]*x[k]*u[1][k];
    for (int i = 0; i < m; i++) { h[i] += t[i]; s += h[i]*h[i]; }
    free(h);
    for (int j = 0; j < m; j++) { double v[j + 1]; v[j] = t[j]; s += v[j]*x[j]; }
  }
  return s;
}
