#include "nrutil.h"
void outer(n, x, y)
float x[], *y;
int n;
{
  float *v, s = 0, *vector();
  float **m = matrix(1, n, 1, n);
  void free_vector();
  if (n > 100) nrerror("too many");
  v = vector(1, n);
  for (int i = 1; i <= n; i++) v[i] = SQR(x[i]);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) m[i][j] = v[i] * x[j];
  for (int i = 1; i <= n; i++) s += m[i][n] * max(v[i], 0.1);
  free_matrix(m, 1, n, 1, n);
  free_vector(v, 1, n);
  *y = s;
}
