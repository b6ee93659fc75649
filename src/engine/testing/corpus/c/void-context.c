double integrate(double (*f)(double, void *), double a, double b, int n, void *ctx) {
  double h = (b - a)/n, s = 0;
  for (int i = 0; i < n; i++) s += f(a + (i + 0.5)*h, ctx);
  return s*h;
}
struct par { double k; double w[3]; };
static double g(double x, void *v) { const struct par *p = v; return p->k*x + p->w[1]*x*x; }
static double g2(double x, void *v) { double *c = (double *)v; return c[0]*x; }
double run(struct par p, double *c, double b) { return integrate(g, 0.0, b, 4, &p)*integrate(g2, 0, b, 3, c); }
