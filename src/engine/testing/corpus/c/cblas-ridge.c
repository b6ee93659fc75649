#include <cblas.h>
#include <lapacke.h>
/* Ridge regression: (X'X + lambda I) w = X'y, rows one after the other. */
double ridge(int n, int m, const double x[n][m], const double *y, double lambda, double *w, double *g) {
  int ipiv[m];
  cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, m, n, 1.0, &x[0][0], m, 0.0, g, m);
  for (int i = 0; i < m; i++) {
    g[i * m + i] += lambda;
    for (int j = 0; j < i; j++) g[i * m + j] = g[j * m + i];
  }
  cblas_dgemv(CblasRowMajor, CblasTrans, n, m, 1.0, x[0], m, y, 1, 0.0, w, 1);
  if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, m, 1, g, m, ipiv, w, 1) != 0) return -1;
  double r[n];
  cblas_dcopy(n, y, 1, r, 1);
  cblas_dgemv(CblasRowMajor, CblasNoTrans, n, m, -1.0, x[0], m, w, 1, 1.0, r, 1);
  return cblas_ddot(n, r, 1, r, 1) + lambda * cblas_dnrm2(m, w, 1) + w[cblas_idamax(m, w, 1)];
}
