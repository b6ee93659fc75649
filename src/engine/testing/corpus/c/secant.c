#include <math.h>
#define F(x) ((x) * (x) - a)
double secant(double a, double x0, double x1)
{
  double f0 = F(x0), f1 = F(x1);
  int it = 0;
  while (fabs(x1 - x0) > 1e-12 && it++ < 40) {
    double x2 = x1 - f1 * (x1 - x0) / (f1 - f0);
    x0 = x1; f0 = f1;
    x1 = x2; f1 = F(x1);
    if (f1 == f0) break;
  }
  return x1;
}
