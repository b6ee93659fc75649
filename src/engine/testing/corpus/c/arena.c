/* A context behind void *, work space from one allocation, and the row that a function picks. */
#include <stdlib.h>

struct arena {
  double *memory;
  int used;
};

static double *take(struct arena *a, int n) {
  double *p = a->memory + a->used;
  a->used += n;
  return p;
}

static inline double *pick(double *u, double *v, int which) {
  return which ? u : v;
}

static double energy(void *context, int n) {
  struct arena *a = (struct arena *)context;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a->memory[i] * a->memory[i];
  return s;
}

double run(int n, const double *x, int which) {
  struct arena a = {malloc(2 * n * sizeof(double)), 0};
  if (a.memory == NULL)
    return -1;
  double *u = take(&a, n);
  double *v = take(&a, n);
  for (int i = 0; i < n; i++) {
    u[i] = x[i] * x[i];
    v[i] = 1 / (1 + x[i]);
  }
  double *best = pick(u, v, which);
  const double *other = which ? v : u;
  double s = energy(&a, 2 * n);
  for (int i = 0; i < n; i++)
    s += best[i] * other[n - 1 - i];
  free(a.memory);
  return s;
}
