#include <stddef.h>
void spmv_csr(size_t nrow, const size_t *ptr, const int *col, const double *val, const double *x, double *y)
{
  for (size_t i = 0; i < nrow; ++i) {
    double sum = 0.0;
    for (size_t jj = ptr[i]; jj < ptr[i + 1]; ++jj)
      sum += val[jj] * x[col[jj]];
    y[i] = sum;
  }
}
