#include <stdlib.h>

/* What a structure has and a function has no use of need not be there. */
typedef struct {
  double *q, *k, *v;
  int n;
} State;

static double weight(const State *s, const double *mask, int i) {
  return (mask ? mask[i] : 1) * s->q[i];
}

static double energy(State *s, const double *mask) {
  double e = 0;
  for (int i = 0; i < s->n; i++) e += weight(s, mask, i) * weight(s, mask, i);
  return e;
}

double head(double x, double y) {
  double q[3] = {x, y, x * y}, *none = NULL;
  State s;
  s.n = 3;
  s.q = q;
  return energy(&s, none) + energy(&s, q) * x;
}
