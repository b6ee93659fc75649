#include <stddef.h>

/* Upwind differences: which of two fields is read depends on the wind, and weights are used where there are any. */
static double norm(int n, const double *x, const double *w) {
  double s = 0;
  for (int i = 0; i < n; i++) s += (w ? w[i] : 1.0) * x[i] * x[i];
  if (w == NULL || n == 0) return s;
  return s / w[0];
}

double upwind(int n, double wind, const double *left, const double *right, const double *weights, double *out) {
  const double *p = wind > 0 ? left : right;
  double *last = NULL;
  for (int i = 0; i < n; i++) {
    const double *q = (i % 2 == 0) ? p : weights;
    out[i] = wind * q[i] * p[i];
    if (last != NULL) out[i] += 0.1 * *last;
    last = &out[i];
  }
  return norm(n, wind > 1 ? out : left, weights) + norm(n, p, NULL);
}
