/* A linear system of its own memory, with rows of pointers in a structure. */
#include <stdlib.h>
typedef struct { int n; double **a; double *b; } System;
static System *make(int n) { System *s = malloc(sizeof *s); s->n = n; s->a = malloc(n * sizeof(double *)); for (int i = 0; i < n; i++) s->a[i] = calloc(n, sizeof(double)); s->b = malloc(n*sizeof(double)); return s; }
static void destroy(System *s) { for (int i = 0; i < s->n; i++) free(s->a[i]); free(s->a); free(s->b); free(s); }
double solve(int n, const double *x) {
  System *s = make(n);
  for (int i = 0; i < n; i++) { s->b[i] = x[i]; for (int j = 0; j < n; j++) s->a[i][j] = x[i]*x[j] + (i == j ? 3.0 : 0.0); }
  for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++) { double m = s->a[i][k]/s->a[k][k]; for (int j = k; j < n; j++) s->a[i][j] -= m*s->a[k][j]; s->b[i] -= m*s->b[k]; }
  double r = s->b[n-1]/s->a[n-1][n-1];
  destroy(s);
  return r;
}
