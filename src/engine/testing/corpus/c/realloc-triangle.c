/* A triangle of differences, a row longer each time. */
#include <stdlib.h>
double newton_form(int n, const double *x, const double *y, double t) {
  double *coef = NULL;
  int i, j;
  double value, factor;
  for (i = 0; i < n; i++) {
    coef = realloc(coef, (i + 1) * sizeof *coef);
    coef[i] = y[i];
    for (j = 0; j < i; j++) coef[i] = (coef[i] - coef[j]) / (x[i] - x[j] + 2.0);
  }
  value = 0.0;
  factor = 1.0;
  for (i = 0; i < n; i++) {
    value += coef[i] * factor;
    factor *= t - x[i];
  }
  free(coef);
  return value;
}
