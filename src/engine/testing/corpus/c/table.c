static const double coef[] = { 76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5 };
#include <math.h>
double gammln(double xx)
{
  double x, y, tmp, ser;
  int j;
  y = x = xx;
  tmp = x + 5.5;
  tmp -= (x + 0.5) * log(tmp);
  ser = 1.000000000190015;
  for (j = 0; j <= 5; j++) ser += coef[j] / ++y;
  return -tmp + log(2.5066282746310005 * ser / x);
}
