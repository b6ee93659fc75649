/* Functions that return the memory they fill: the gradient of |A x - b|^2 / 2, with damping. */
#include <stdlib.h>

double *product_new(int m, int n, const double a[], const double x[]) {
  double *y = (double *)malloc(m * sizeof(double));
  for (int i = 0; i < m; i++) {
    y[i] = 0.0;
    for (int j = 0; j < n; j++) y[i] += a[i * n + j] * x[j];
  }
  return y;
}

double *transposed_new(int m, int n, const double a[]) {
  int size = m * n;
  double *t = malloc(size * sizeof *t);
  if (t == NULL) return NULL;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) t[j * m + i] = a[i * n + j];
  return t;
}

double *gradient_new(int m, int n, const double a[], const double x[], const double b[], double damping) {
  double *r, *t, *g, *down;
  int i;

  r = product_new(m, n, a, x);
  for (i = 0; i < m; i++) r[i] -= b[i];
  t = transposed_new(m, n, a);
  g = (double *)calloc(n, sizeof(double));
  down = product_new(n, m, t, r);
  for (i = 0; i < n; i++) g[i] += down[i] + damping * x[i] * x[i];
  free(down);
  free(t);
  free(r);
  return g;
}
