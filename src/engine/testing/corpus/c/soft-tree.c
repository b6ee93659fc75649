#include <string.h>
#include <stdlib.h>
#include <math.h>
typedef struct node_s { int left, right; double threshold; double value; } node_t;
typedef struct { node_t nodes[7]; int count; } tree_t;
static void tree_init(tree_t *t) { memset(t, 0, sizeof *t); for (int i = 0; i < 7; i++) { t->nodes[i].left = 2*i+1 < 7 ? 2*i+1 : -1; t->nodes[i].right = 2*i+2 < 7 ? 2*i+2 : -1; } t->count = 7; }
static double eval(const tree_t *t, double x) {
  int k = 0; double acc = 0;
  while (k >= 0) { const node_t *n = &t->nodes[k]; acc += n->value / (1 + exp(-(x - n->threshold))); k = x < n->threshold ? n->left : n->right; }
  return acc;
}
double loss(const double theta[7], const double value[7], int m, const double *x, const double *y) {
  tree_t t; tree_init(&t);
  for (int i = 0; i < t.count; i++) { t.nodes[i].threshold = theta[i]; t.nodes[i].value = value[i]; }
  double s = 0;
  for (int i = 0; i < m; i++) { double r = eval(&t, x[i]) - y[i]; s += r*r; }
  return s / m;
}
