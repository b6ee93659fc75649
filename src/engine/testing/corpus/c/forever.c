#include <math.h>
double agm(double a, double b)
{
  for (;;) {
    double t = 0.5 * (a + b);
    b = sqrt(a * b);
    a = t;
    if (fabs(a - b) < 1e-12 * a) break;
  }
  return a;
}
