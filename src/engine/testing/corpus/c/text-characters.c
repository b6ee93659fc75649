static void tri(const char *uplo, int n, const double *a, double *x) {
  int i, j;
  if (*uplo == 'U' || uplo[0] == 'u') {
    for (j = 0; j < n; j++) { for (i = 0; i < j; i++) x[i] += x[j]*a[i+j*n]; x[j] *= a[j+j*n]; }
  }
}
void top(int n, const double *a, double *x) { tri("U", n, a, x); }
