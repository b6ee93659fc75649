double coef_c;
double coef_d[3];

void gather(int *n, int *m, int ia[*m], double f[*n + 2], double *y, double r[4][*n]) {
  int i, k;
  (void)n;
  *y = 0.0;
  for (k = 1; k <= *m; k++) {
    i = ia[k - 1];
    if (i < 1) {
      goto done_1;
    }
    *y = *y + coef_c * (f[i] * f[i]) * coef_d[i % 3];
    r[0][i - 1] = f[i - 1] - 2.0 * f[i] + f[i + 1];
  }
  return;
  done_1:;
  *y = -*y;
}
