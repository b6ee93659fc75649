#include <math.h>
#include <stdlib.h>

/* Layers with pointers that stand in an array: to arrays of the caller, to memory of their own, and to constants of the file. */
typedef struct {
  int nin, nout;
  double *w;
  double *b;
  double *out;
} Layer;

typedef struct {
  int count;
  Layer l[2];
} Net;

typedef struct {
  int n;
  const double *coef;
} Poly;

static const double c0[] = {1, 2, 3};
static const double c1[] = {0.5, -1};
static const Poly polys[] = {{3, c0}, {2, c1}};

static double eval(const Poly *p, double x) {
  double s = 0;
  for (int i = p->n - 1; i >= 0; i--) s = s * x + p->coef[i];
  return s;
}

static void forward(Net *net, const double *in) {
  const double *a = in;
  for (int k = 0; k < net->count; k++) {
    Layer *L = &net->l[k];
    for (int i = 0; i < L->nout; i++) {
      double s = L->b[i];
      for (int j = 0; j < L->nin; j++) s += L->w[i * L->nin + j] * a[j];
      L->out[i] = tanh(s);
    }
    a = L->out;
  }
}

static void layer_init(Layer *l, int nin, int nout, double seed) {
  l->nin = nin;
  l->nout = nout;
  l->w = malloc(nin * nout * sizeof(double));
  l->b = calloc(nout, sizeof(double));
  l->out = malloc(nout * sizeof *l->out);
  for (int i = 0; i < nin * nout; i++) l->w[i] = 0.1 * (i + 1) * seed;
}

double network(double x, double y) {
  double w0[6] = {x, y, 0.3, -0.2, x * y, 0.5}, b0[3] = {0.1, 0.2, 0.3}, o0[3];
  double w1[3] = {0.5, y, -x}, b1[1] = {0.05}, o1[1];
  Net net;
  net.count = 2;
  net.l[0] = (Layer){2, 3, w0, b0, o0};
  net.l[1].nin = 3;
  net.l[1].nout = 1;
  net.l[1].w = w1;
  net.l[1].b = b1;
  net.l[1].out = o1;
  double in[2] = {x, 0.4};
  forward(&net, in);
  double s = net.l[1].out[0];
  for (int i = 0; i < 2; i++) s += eval(&polys[i], x) * y;
  return s;
}

double heap(double x, double y) {
  Layer *l = malloc(3 * sizeof(Layer));
  for (int i = 0; i < 3; i++) layer_init(&l[i], 2, 2, i == 0 ? x : y);
  double in[2] = {x, y};
  for (int k = 0; k < 3; k++) {
    Layer *L = l + k;
    for (int i = 0; i < L->nout; i++) {
      L->out[i] = L->b[i];
      for (int j = 0; j < L->nin; j++) L->out[i] += L->w[i * L->nin + j] * in[j];
    }
    for (int i = 0; i < L->nout; i++) in[i] = sin(L->out[i]);
  }
  for (int i = 0; i < 3; i++) {
    free(l[i].w);
    free(l[i].b);
    free(l[i].out);
  }
  free(l);
  return in[0] * in[1];
}
