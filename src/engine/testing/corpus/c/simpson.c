#include <math.h>
double integrand(double x, double p) { return exp(-p * x * x) * cos(x); }
double simpson(double a, double b, double p, int n)
{
  if (n % 2) n++;
  double h = (b - a) / n, s = integrand(a, p) + integrand(b, p);
  for (int i = 1; i < n; i++) s += (i & 1 ? 4.0 : 2.0) * integrand(a + i * h, p);
  return s * h / 3;
}
