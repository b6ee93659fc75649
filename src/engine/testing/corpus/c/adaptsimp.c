#include <math.h>
static double g(double x, double a) { return exp(-a * x * x) * cos(3.0 * x); }
static double adapt(double a, double fa, double b, double fb, double m, double fm, double whole, double eps, double par, int depth)
{
  double lm = 0.5 * (a + m), rm = 0.5 * (m + b);
  double flm = g(lm, par), frm = g(rm, par);
  double left = (m - a) / 6 * (fa + 4 * flm + fm);
  double right = (b - m) / 6 * (fm + 4 * frm + fb);
  double delta = left + right - whole;
  if (depth <= 0 || fabs(delta) <= 15 * eps) return left + right + delta / 15;
  return adapt(a, fa, m, fm, lm, flm, left, eps / 2, par, depth - 1)
       + adapt(m, fm, b, fb, rm, frm, right, eps / 2, par, depth - 1);
}
double integral(double a, double b, double par)
{
  double fa = g(a, par), fb = g(b, par), m = (a + b) / 2, fm = g(m, par);
  return adapt(a, fa, b, fb, m, fm, (b - a) / 6 * (fa + 4 * fm + fb), 1e-6, par, 8);
}
