extern void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
                   const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc);
extern double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);
extern void dtrsm_(const char *, const char *, const char *, const char *, const int *, const int *, const double *, const double *, const int *, double *, const int *);
void dpotrf_(char *uplo, int *n, double *a, int *lda, int *info);
double energy(int n, double *a, double *b, double *c) {
  const char no = 'N';
  const double one = 1.0, zero = 0.0;
  int inc = 1, info, all = n * n;
  dgemm_(&no, "T", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n);
  for (int i = 0; i < n; i++) c[i + i * n] += 1.0;
  dpotrf_("Lower", &n, c, &n, &info);
  if (info) return 0.0;
  dtrsm_("L", "L", "N", "N", &n, &n, &one, c, &n, b, &n);
  return ddot_(&all, b, &inc, b, &inc);
}
