#include <math.h>
int chol_solve(int n, double *a, double *b, double *x)
{
  int i, j, k, ierr = 0;
  double s;
  for (j = 0; j < n; j++) {
    s = a[j*n + j];
    for (k = 0; k < j; k++) s -= a[j*n + k] * a[j*n + k];
    if (s <= 0.0) { ierr = j + 1; goto fail; }
    a[j*n + j] = sqrt(s);
    for (i = j + 1; i < n; i++) {
      s = a[i*n + j];
      for (k = 0; k < j; k++) s -= a[i*n + k] * a[j*n + k];
      a[i*n + j] = s / a[j*n + j];
    }
  }
  for (i = 0; i < n; i++) {
    s = b[i];
    for (k = 0; k < i; k++) s -= a[i*n + k] * x[k];
    x[i] = s / a[i*n + i];
  }
  for (i = n - 1; i >= 0; i--) {
    s = x[i];
    for (k = i + 1; k < n; k++) s -= a[k*n + i] * x[k];
    x[i] = s / a[i*n + i];
  }
  goto done;
fail:
  for (i = 0; i < n; i++) x[i] = 0.0;
done:
  return ierr;
}
