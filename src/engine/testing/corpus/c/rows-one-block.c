#include <stdlib.h>
double **matrix(int n, int m) {
  double **a = (double **)malloc(n * sizeof(double *));
  if (!a) return NULL;
  a[0] = (double *)malloc(n*m * sizeof(double));
  for (int i = 1; i < n; i++) a[i] = a[i-1] + m;
  return a;
}
double f(int n, int m, const double *x) {
  double **a = matrix(n, m);
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = x[i]*x[j];
  double s = 0;
  for (int i = 0; i < n; i++) { double *row = a[i]; for (int j = 0; j < m; j++) s += row[j]*row[j]*(i+1); }
  free(a[0]); free(a);
  return s;
}
