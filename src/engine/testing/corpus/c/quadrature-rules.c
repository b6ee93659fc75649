#include <math.h>

/* A table of rules, each with the arrays that belong to it, and a pointer that goes along the table. */
static const double x2[] = {-0.5773502691896257, 0.5773502691896257}, w2[] = {1, 1};
static const double x3[] = {-0.7745966692414834, 0, 0.7745966692414834};
static const double w3[] = {0.5555555555555556, 0.8888888888888888, 0.5555555555555556};
static const struct rule {
  int n;
  const double *x, *w;
} rules[] = {{2, x2, w2}, {3, x3, w3}};

static double integral(const struct rule *q, double a, double b) {
  double s = 0;
  for (int i = 0; i < q->n; i++) s += q->w[i] * exp(0.5 * (a + b) + 0.5 * (b - a) * q->x[i]);
  return 0.5 * (b - a) * s;
}

double best(double a, double b, double tol) {
  double before = 0, now = 0;
  for (int r = 0; r < 2; r++) {
    const struct rule *q = &rules[r];
    now = integral(q, a, b) + 1.0 / q->n;
    if (r > 0 && fabs(now - before) < tol * q->w[1]) break;
    before = now;
  }
  return now;
}
