typedef struct {
  double *w, *b;
  int inputs, outputs;
} layer;

double forward(int count, const layer net[], double *x, double *y) {
  double loss = 0;
  for (int l = 0; l < count; l++) {
    for (int i = 0; i < net[l].outputs; i++) {
      y[i] = net[l].b[i];
      for (int j = 0; j < net[l].inputs; j++) y[i] += net[l].w[i * net[l].inputs + j] * x[j];
    }
    for (int i = 0; i < net[l].outputs; i++) x[i] = y[i] / (1 + y[i] * y[i]);
  }
  for (int i = 0; i < 2; i++) loss += x[i];
  return loss;
}
