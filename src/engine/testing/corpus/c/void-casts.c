struct par { double a, b; };
double f(double x, void *ctx) { struct par *p = (struct par *)ctx; return p->a*x*x + p->b; }
double g(double x, const void *d) { const double *c = d; return c[0]*x + c[1]*x*x; }
double h(double x, struct par *q, double *c) { return f(x, q) + g(x, (void *)c) + f(x, (void*)q); }
