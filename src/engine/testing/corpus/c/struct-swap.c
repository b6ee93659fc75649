struct grid { int n; double *u, *v; };
static void step(struct grid *g) {
  for (int i = 1; i < g->n - 1; i++) g->v[i] = g->u[i] + 0.1*g->u[i]*(g->u[i-1] - g->u[i+1]);
  double *t = g->u; g->u = g->v; g->v = t;
}
double run(int n, double *a, double *b, int k) {
  struct grid g = {n, a, b};
  for (int i = 0; i < k; i++) step(&g);
  double s = 0;
  for (int i = 0; i < n; i++) s += g.u[i]*g.u[i];
  return s;
}
