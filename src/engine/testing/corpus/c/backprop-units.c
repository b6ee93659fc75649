/* A network on the heap whose layers have one unit more than they say, in memory that helpers of several levels allocate. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int in, hidden;
  double *input, *units, *delta;
  double **weights;
} network;

static double *vector(int n) {
  double *v = (double *)malloc((unsigned)(n * sizeof(double)));
  if (v == NULL) {
    printf("no memory\n");
    return (NULL);
  }
  return (v);
}

static double **matrix(int m, int n) {
  double **a = (double **)malloc(m * sizeof(double *));
  if (a == NULL)
    return NULL;
  for (int i = 0; i < m; i++)
    a[i] = vector(n);
  return a;
}

static network *create(int in, int hidden) {
  network *net = (network *)malloc(sizeof(network));
  if (net == NULL)
    return NULL;
  net->in = in;
  net->hidden = hidden;
  net->input = vector(in + 1);
  net->units = vector(hidden + 1);
  net->delta = vector(hidden + 1);
  net->weights = matrix(in + 1, hidden + 1);
  return net;
}

static void forward(network *net) {
  net->input[0] = 1.0;
  for (int j = 1; j <= net->hidden; j++) {
    double sum = 0.0;
    for (int k = 0; k <= net->in; k++)
      sum += net->weights[k][j] * net->input[k];
    net->units[j] = 1.0 / (1.0 + exp(-sum));
  }
}

double train(double x, double w, double target) {
  network *net = create(3, 2);
  double error = 0.0;
  for (int k = 0; k <= net->in; k++)
    for (int j = 0; j <= net->hidden; j++)
      net->weights[k][j] = w * (k - j);
  for (int k = 1; k <= net->in; k++)
    net->input[k] = x * k;
  for (int epoch = 0; epoch < 3; epoch++) {
    forward(net);
    error = 0.0;
    for (int j = 1; j <= net->hidden; j++) {
      double o = net->units[j];
      net->delta[j] = o * (1.0 - o) * (target - o);
      error += (target - o) * (target - o);
      for (int k = 0; k <= net->in; k++)
        net->weights[k][j] += 0.3 * net->delta[j] * net->input[k];
    }
  }
  free(net);
  return error;
}
