#include <stdlib.h>
double g(int n, const double *x) {
  double *t;
  if (!(t = malloc(n * sizeof *t))) exit(1);
  double s = 0;
  for (int i = 0; i < n; i++) { t[i] = x[i]*x[i]; s += t[i]; }
  free(t);
  return s;
}
