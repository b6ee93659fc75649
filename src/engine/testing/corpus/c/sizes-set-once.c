/* Sizes that statements set. */
#include <stdlib.h>
struct V { int n; double *d; };
double sum(const struct V *v) { double s = 0; for (int i = 0; i < v->n; i++) s += v->d[i]; return s; }
double counted(int n, double *x) { struct V v; int k; v.n = n; v.d = malloc(v.n*sizeof(double)); k = 2*n; double w[k]; for (int i = 0; i < n; i++) v.d[i] = w[i] = x[i]*x[i]; double s = sum(&v)*w[0]; free(v.d); return s; }
