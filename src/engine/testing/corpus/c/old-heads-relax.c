/* Over-relaxation of a chain of masses; K&R definitions with arrays of given extent. */
double
residual(u, f, n)
double u[], f[];
int n;
{
  int i;
  double r = 0;
  for (i = 1; i < n - 1; i++) {
    double d = u[i - 1] - 2 * u[i] + u[i + 1] - f[i];
    r += d * d;
  }
  return r;
}

double
relax(u, f, n, omega, sweeps)
double u[], f[], omega;
int n, sweeps;
{
  int i, k;
  for (k = 0; k < sweeps; k++)
    for (i = 1; i < n - 1; i++)
      u[i] += omega * 0.5 * (u[i - 1] + u[i + 1] - f[i] - 2 * u[i]);
  return residual(u, f, n);
}
