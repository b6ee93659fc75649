/* Composite Simpson rule over a table, in the C of the seventies. */
#include <math.h>

static double weight(i, n)
int i, n;
{
  if (i == 0 || i == n)
    return 1.0;
  return i % 2 ? 4.0 : 2.0;
}

double simpson(n, h, y, power)
int n;
double h, *y;
double power;
{
  register int i;
  double sum = 0.0;

  for (i = 0; i < n; i++)
    sum += weight(i, n - 1) * pow(fabs(y[i]) + 0.1, power);
  return sum * h / 3.0;
}
