#include <stdlib.h>
#include <math.h>
struct layer { int n_in, n_out; double *w; double *b; };
typedef struct { double m[4]; } Mat2;
typedef struct { Mat2 a[2]; struct { double lo, hi; } box; int k; } Sys;
static const struct { double a, b; } P = {2.0, 3.0};
static Mat2 mul(Mat2 p, Mat2 q) {
  Mat2 r;
  for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) {
    r.m[2*i+j] = 0;
    for (int k = 0; k < 2; k++) r.m[2*i+j] += p.m[2*i+k]*q.m[2*k+j];
  }
  p.m[0] = 7;
  return r;
}
static void forward(const struct layer *l, const double *x, double *y) {
  for (int i = 0; i < l->n_out; i++) {
    y[i] = l->b[i];
    for (int j = 0; j < l->n_in; j++) y[i] += l->w[i*l->n_in+j]*x[j];
    y[i] = tanh(y[i]);
  }
}
static void init(Sys *s, double v) { Sys t = {{{{v, 2, 3, 4}}, {{1, v, v*v, 1}}}, {.lo = -1, .hi = v}, 2}; *s = t; }
double f(struct layer l, double x[3], double v) {
  Sys s; Sys pair[2];
  init(&s, v);
  pair[0] = s; pair[1] = pair[0];
  double h[2];
  forward(&l, x, h);
  s.a[0] = mul(s.a[0], s.a[1]);
  Mat2 m = mul(s.a[0], pair[1].a[1]);
  double *buf = (double *)malloc(2 * sizeof(double));
  buf[0] = m.m[1]; buf[1] = m.m[2];
  double r = h[0]*h[1] + buf[0] + buf[1] + s.box.hi*P.a - s.box.lo*P.b + pair[1].box.hi;
  free(buf);
  return r;
}
