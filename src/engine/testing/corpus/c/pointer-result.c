#include <stdlib.h>
double *new_vec(int n, double v) { double *p = malloc(n*sizeof(double)); for (int i = 0; i < n; i++) p[i] = v*(i+1); return p; }
double *pick(double *a, double *b, int c) { if (c) return a; return b; }
double f(int n, double *x, double *y, double w) {
  double *t = new_vec(n, w);
  double *q = pick(x, y, n > 3);
  double s = 0;
  for (int i = 0; i < n; i++) s += t[i]*q[i]*q[i];
  free(t);
  return s;
}
