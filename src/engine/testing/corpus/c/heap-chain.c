#include <stdio.h>
#include <stdlib.h>
static void thomas(const double *a, const double *b, const double *c, double *d, int n, double *cp) {
    cp[0] = c[0]/b[0]; d[0] /= b[0];
    for (int i = 1; i < n; i++) { double m = 1.0/(b[i] - a[i]*cp[i-1]); cp[i] = c[i]*m; d[i] = (d[i] - a[i]*d[i-1])*m; }
    for (int i = n-2; i >= 0; i--) d[i] -= cp[i]*d[i+1];
}
int cyclic(const double *a, const double *b, const double *c, double alpha, double beta, const double *r, double *x, int n) {
    double *bb, *u, *w, fact, gamma;
    if (n <= 2) return 1;
    if (!(bb = malloc(n*sizeof(double))) || !(u = malloc(n*sizeof *u)) || !(w = malloc(n*sizeof *w))) { fprintf(stderr, "out of memory\n"); return 2; }
    gamma = -b[0];
    for (int i = 0; i < n; i++) { bb[i] = b[i] + 3; u[i] = 0; x[i] = r[i]; }
    bb[0] -= gamma; bb[n-1] -= alpha*beta/gamma;
    thomas(a, bb, c, x, n, w);
    u[0] = gamma; u[n-1] = alpha;
    thomas(a, bb, c, u, n, w);
    fact = (x[0] + beta*x[n-1]/gamma)/(1.0 + u[0] + beta*u[n-1]/gamma);
    for (int i = 0; i < n; i++) x[i] -= fact*u[i];
    free(bb), free(u), free(w);
    return 0;
}
