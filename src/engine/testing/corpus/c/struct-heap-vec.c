#include <stdlib.h>
typedef struct { int n; double *data; } vec;
static vec *vec_new(int n) { vec *v = malloc(sizeof *v); v->n = n; v->data = calloc(n, sizeof(double)); return v; }
static void vec_free(vec *v) { free(v->data); free(v); }
static double dot(const vec *a, const vec *b) { double s = 0; for (int i = 0; i < a->n; i++) s += a->data[i]*b->data[i]; return s; }
double f(int n, const double *x) {
  vec *a = vec_new(n);
  for (int i = 0; i < n; i++) a->data[i] = x[i]*x[i];
  double s = dot(a, a);
  vec_free(a);
  return s;
}
