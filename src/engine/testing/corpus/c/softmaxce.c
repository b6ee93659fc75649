#include <math.h>
double softmax_ce(int batch, int classes, const double *logits, const int *labels)
{
  double loss = 0;
  for (int b = 0; b < batch; b++) {
    const double *row = logits + b * classes;
    double m = row[0], z = 0;
    for (int c = 1; c < classes; c++) m = fmax(m, row[c]);
    for (int c = 0; c < classes; c++) z += exp(row[c] - m);
    loss -= row[labels[b]] - m - log(z);
  }
  return loss / batch;
}
