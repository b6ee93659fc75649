void pick(double *a, double *b, int c, double **out) { *out = c ? a : b; }
double f(double *a, double *b, int c) { double *p; pick(a, b, c, &p); return p[0]*p[0]; }
