#include <math.h>
double newton(double x0, double c)
{
  double x = x0;
  for (int i = 0; i < 50; i++) {
    double fx = x * x * x - 2 * x - c;
    double dfx = 3 * x * x - 2;
    double dx = fx / dfx;
    x -= dx;
    if (fabs(dx) < 1e-14) break;
  }
  return x;
}
