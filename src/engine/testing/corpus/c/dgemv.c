#define A(i, j) a[(i) + (j) * lda]
void dgemv(int m, int n, double alpha, const double *a, int lda, const double *x, double beta, double *y)
{
  for (int i = 0; i < m; i++) y[i] = beta * y[i];
  for (int j = 0; j < n; j++) {
    const double t = alpha * x[j];
    for (int i = 0; i < m; i++) y[i] += t * A(i, j);
  }
}
