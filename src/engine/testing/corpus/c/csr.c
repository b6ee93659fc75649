void spmv(int n, const int *rowptr, const int *col, const double *val, const double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    double t = 0.0;
    for (int k = rowptr[i]; k < rowptr[i + 1]; k++) t += val[k] * x[col[k]];
    y[i] = t;
  }
}
