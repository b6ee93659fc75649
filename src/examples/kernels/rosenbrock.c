/* The banana valley that every optimiser has to walk through. */
double rosenbrock(int n, const double x[n]) {
  double f = 0;
  for (int i = 0; i < n - 1; i++) {
    double a = 1 - x[i];
    double b = x[i + 1] - x[i] * x[i];
    f += a * a + 100 * b * b;
  }
  return f;
}
