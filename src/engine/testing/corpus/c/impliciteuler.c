#include <math.h>
#define DIM 3
#define SWAP(a, b) do { double tmp_ = (a); (a) = (b); (b) = tmp_; } while (0)
static void f(const double y[DIM], const double k[3], double r[DIM])
{
  r[0] = -k[0] * y[0] + k[1] * y[1] * y[2];
  r[1] = k[0] * y[0] - k[1] * y[1] * y[2] - k[2] * y[1] * y[1];
  r[2] = k[2] * y[1] * y[1];
}
static void jac(const double y[DIM], const double k[3], double J[DIM][DIM])
{
  J[0][0] = -k[0]; J[0][1] = k[1] * y[2]; J[0][2] = k[1] * y[1];
  J[1][0] = k[0]; J[1][1] = -k[1] * y[2] - 2 * k[2] * y[1]; J[1][2] = -k[1] * y[1];
  J[2][0] = 0; J[2][1] = 2 * k[2] * y[1]; J[2][2] = 0;
}
static int solve(double A[DIM][DIM], double b[DIM])
{
  for (int k = 0; k < DIM; k++) {
    int p = k;
    for (int i = k + 1; i < DIM; i++) if (fabs(A[i][k]) > fabs(A[p][k])) p = i;
    if (A[p][k] == 0.0) return 1;
    if (p != k) {
      for (int j = 0; j < DIM; j++) SWAP(A[k][j], A[p][j]);
      SWAP(b[k], b[p]);
    }
    for (int i = k + 1; i < DIM; i++) {
      double m = A[i][k] / A[k][k];
      for (int j = k; j < DIM; j++) A[i][j] -= m * A[k][j];
      b[i] -= m * b[k];
    }
  }
  for (int i = DIM; i-- > 0;) {
    for (int j = i + 1; j < DIM; j++) b[i] -= A[i][j] * b[j];
    b[i] /= A[i][i];
  }
  return 0;
}
int robertson(double y[DIM], const double k[3], double h, int nsteps)
{
  for (int s = 0; s < nsteps; s++) {
    double yn[DIM] = { y[0], y[1], y[2] };
    for (int it = 0; it < 5; it++) {
      double r[DIM], J[DIM][DIM], res = 0.0;
      f(yn, k, r);
      jac(yn, k, J);
      for (int i = 0; i < DIM; i++) {
        r[i] = -(yn[i] - y[i] - h * r[i]);
        res += r[i] * r[i];
        for (int j = 0; j < DIM; j++) J[i][j] = (i == j) - h * J[i][j];
      }
      if (solve(J, r)) return -1;
      for (int i = 0; i < DIM; i++) yn[i] += r[i];
      if (res < 1e-24) break;
    }
    for (int i = 0; i < DIM; i++) y[i] = yn[i];
  }
  return 0;
}
