#include <math.h>
double dot(int n, const double *x, const double *y)
{
  double s = 0.0;
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}
void cg(int n, const double *A, const double *b, double *x, int maxit)
{
  double r[n], p[n], Ap[n];
  for (int i = 0; i < n; i++) {
    double ax = 0;
    for (int j = 0; j < n; j++) ax += A[i * n + j] * x[j];
    r[i] = b[i] - ax;
    p[i] = r[i];
  }
  double rs = dot(n, r, r);
  for (int it = 0; it < maxit && rs > 1e-20; it++) {
    for (int i = 0; i < n; i++) {
      Ap[i] = 0;
      for (int j = 0; j < n; j++) Ap[i] += A[i * n + j] * p[j];
    }
    double alpha = rs / dot(n, p, Ap);
    for (int i = 0; i < n; i++) { x[i] += alpha * p[i]; r[i] -= alpha * Ap[i]; }
    double rsn = dot(n, r, r);
    double beta = rsn / rs;
    for (int i = 0; i < n; i++) p[i] = r[i] + beta * p[i];
    rs = rsn;
  }
}
