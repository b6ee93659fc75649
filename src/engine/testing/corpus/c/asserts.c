#include <assert.h>
#include <stdio.h>
#include <math.h>
double safe_log(double x, int verbose)
{
  assert(x > 0);
  double y = log(x);
  if (verbose) printf("log(%g) = %g\n", x, y);
  return y * y;
}
