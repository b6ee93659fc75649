#include <math.h>
typedef double (*fn)(double, const double *);
double bisect(fn f, const double *p, double a, double b);
double wave(double x, const double *p) { return sin(p[0] * x) + p[1]; }
double cube(double x, const double *p) { return x * x * x - p[0]; }
static double simpson(double (*g)(double, const double *), const double *p, double a, double b, int n)
{
  double h = (b - a) / n, s = g(a, p) + (*g)(b, p);
  for (int i = 1; i < n; i++) s += (i % 2 ? 4 : 2) * g(a + i * h, p);
  return s * h / 3;
}
double bisect(fn f, const double *p, double a, double b)
{
  for (int k = 0; k < 4; k++) {
    double m = 0.5 * (a + b);
    if (f(m, p) > 0) b = m; else a = m;
  }
  return a - f(a, p) * (b - a) / (f(b, p) - f(a, p));
}
double run(const double p[2], double a, double b)
{
  return simpson(wave, p, a, b, 6) + simpson(&cube, p, a, b, 4) * bisect(cube, p, 0.0, 3.0);
}
