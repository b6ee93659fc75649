#include <stdlib.h>
double conv(const double *x, int n, const double *h, int m)
{
  double *y = calloc(n + m, sizeof(double)), s = 0;
  if (!y) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i + j] += x[i] * h[j];
  for (int i = 0; i < n + m - 1; i++) s += y[i] * y[i];
  free(y);
  return s;
}
