/* Single values where arrays are expected, and the other way round. */
static double squares(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}

static void scale(double *x, int n, double by) {
  for (int i = 0; i < n; i++) x[i] *= by;
}

static void shift(double *x, double by) { *x += by; }

double weigh(double a, double b, double v[3]) {
  double c = a * b;
  scale(&c, 1, 1.5);
  scale(&a, 1, c);
  shift(&v[1], c);
  shift(v, a);
  c += squares(&c, 1) * squares(&a, 1);
  return c * a + squares(v, 3);
}
