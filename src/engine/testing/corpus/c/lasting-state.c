/* The state of a model, shared by its functions. */
#include <stdlib.h>
struct ctx { int n; double *u, *v; double dt; };
static struct ctx g;
static void init(int n, double dt) { g.n = n; g.dt = dt; g.u = malloc(n*sizeof(double)); g.v = malloc(n*sizeof(double)); }
static void step(void) { for (int i = 0; i < g.n; i++) { g.v[i] -= g.dt*g.u[i]; g.u[i] += g.dt*g.v[i]; } }
static void done(void) { free(g.u); free(g.v); }
double simulate(int n, double *x) { init(n, 0.1); for (int i = 0; i < n; i++) { g.u[i] = x[i]; g.v[i] = 0; } for (int k = 0; k < 3; k++) step(); double s = g.u[0]*g.v[1]; done(); return s; }
