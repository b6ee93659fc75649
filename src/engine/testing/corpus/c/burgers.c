#include <math.h>
void burgers(int n, double u[], double dt, double dx, double nu)
{
  double f[n + 1], un[n];
  int i;
  for (i = 1; i < n; i++) {
    double ul = u[i - 1], ur = u[i];
    double s = 0.5 * (ul + ur);
    if (ul > ur) f[i] = s > 0 ? 0.5 * ul * ul : 0.5 * ur * ur;
    else f[i] = ul > 0 ? 0.5 * ul * ul : ur < 0 ? 0.5 * ur * ur : 0.;
    f[i] -= nu * (ur - ul) / dx;
  }
  for (i = 1; i < n - 1; i++) un[i] = u[i] - dt / dx * (f[i + 1] - f[i]);
  for (i = 1; i < n - 1; i++) u[i] = un[i];
}
