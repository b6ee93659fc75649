#include <math.h>
double poly(double x, int order, const double c[5])
{
  double r = 0.0;
  switch (order) {
    case 4: r = (r + c[4]) * x; /* fall through */
    case 3: r = (r + c[3]) * x; /* fall through */
    case 2: r = (r + c[2]) * x; /* fall through */
    case 1: r = (r + c[1]) * x;
    case 0: r += c[0]; break;
    default: return NAN;
  }
  return r;
}
