#include <stdlib.h>
double f(int n, int m, const double *x) {
  double **a = malloc(n * sizeof(double *));
  for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof(double));
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = x[i]*x[j];
  double s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]*a[i][j]*(i+1);
  for (int i = 0; i < n; i++) free(a[i]);
  free(a);
  return s;
}
