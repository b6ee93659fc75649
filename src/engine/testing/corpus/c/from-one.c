/* Functions that count from 1, as in Numerical Recipes, for arrays that count from 0. */
static void tridag(const double a[], const double b[], const double c[], const double r[], double u[], int n)
{
  double gam[16], bet = b[1];
  u[1] = r[1] / bet;
  for (int j = 2; j <= n; j++) {
    gam[j] = c[j - 1] / bet;
    bet = b[j] - a[j] * gam[j];
    u[j] = (r[j] - a[j] * u[j - 1]) / bet;
  }
  for (int j = n - 1; j >= 1; j--) u[j] -= gam[j + 1] * u[j + 1];
}
static double dot(const double x[], const double y[], int n)
{
  double s = 0;
  for (int i = 1; i <= n; i++) s += x[i] * y[i];
  return s;
}
static void improve(const double d[], double r[], double u[], int n)
{
  double e[16];
  for (int i = 1; i <= n; i++) e[i] = 0.1;
  tridag(e, d, e, r, u, n);
  for (int i = 1; i <= n; i++) r[i] -= dot(u, u + 1, n - 1) * d[i];
}
double solve(const double *d, double *r, double *u, int n)
{
  improve(d - 1, r - 1, &u[-1], n);
  return dot(u - 1, r - 1, n) + dot(u - 1, u - 1, n);
}
