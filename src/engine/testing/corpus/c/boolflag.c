#include <stdbool.h>
#include <math.h>
bool accept(double x) { return x > 0.5 && x < 4.0; }
double filt(const double *v, int n)
{
  double s = 0; bool any = false;
  for (int i = 0; i < n; i++) {
    if (!accept(v[i])) continue;
    any = true;
    s += sqrt(v[i]);
  }
  return any ? s : 0.0;
}
