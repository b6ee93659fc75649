/* The square root of a by Newton's iteration. How often the loop turns depends
   on a, yet the derivative comes out as 1 / (2 sqrt(a)). */
double root(double a) {
  double x = a, before;
  do {
    before = x;
    x = 0.5 * (x + a / x);
  } while (fabs(x - before) > 1e-12 * x);
  return x;
}
