/* Running sums in an array that grows. */
#include <stdlib.h>
double running(int n, double *x) {
  double *v = NULL;
  for (int i = 0; i < n; i++) {
    v = (double *)realloc(v, (i + 1)*sizeof(double));
    v[i] = x[i]*x[i] + (i > 0 ? v[i-1] : 0);
  }
  double s = v[n-1];
  v = realloc(v, 2*n*sizeof(double));
  for (int i = n; i < 2*n; i++) v[i] = v[i-n]*s;
  s = v[2*n-1];
  free(v);
  return s;
}
