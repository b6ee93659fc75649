/* Constant times a vector plus a vector, with increments. */
void daxpy(int n, double da, const double *dx, int incx, double *dy, int incy)
{
  int i, ix, iy, m;
  if (n <= 0) return;
  if (da == 0.0) return;
  if (incx == 1 && incy == 1) {
    m = n % 4;
    for (i = 0; i < m; i++) dy[i] += da * dx[i];
    if (n < 4) return;
    for (i = m; i < n; i += 4) {
      dy[i] += da * dx[i];
      dy[i + 1] += da * dx[i + 1];
      dy[i + 2] += da * dx[i + 2];
      dy[i + 3] += da * dx[i + 3];
    }
  } else {
    ix = incx < 0 ? (1 - n) * incx : 0;
    iy = incy < 0 ? (1 - n) * incy : 0;
    for (i = 0; i < n; ++i, ix += incx, iy += incy)
      dy[iy] += da * dx[ix];
  }
}
