#include <math.h>
static double minmod(double a, double b) { return a * b <= 0 ? 0 : fabs(a) < fabs(b) ? a : b; }
void muscl(int n, const double *restrict u, double *restrict r)
{
  for (int i = 2; i < n - 2; ++i) {
    const double sl = minmod(u[i] - u[i-1], u[i+1] - u[i]);
    const double sm = minmod(u[i-1] - u[i-2], u[i] - u[i-1]);
    r[i] = -(u[i] + .5 * sl - u[i-1] - .5 * sm);
  }
}
