#include <math.h>
double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }
void lstm_model(int hsize, double const *restrict weight, double const *restrict bias,
                double *restrict hidden, double *restrict cell, double const *restrict input)
{
  double gates[4 * hsize];
  double *forget = &(gates[0]);
  double *ingate = &(gates[hsize]);
  double *outgate = &(gates[2 * hsize]);
  double *change = &(gates[3 * hsize]);
  int i;
  for (i = 0; i < hsize; i++) {
    forget[i] = sigmoid(input[i] * weight[i] + bias[i]);
    ingate[i] = sigmoid(hidden[i] * weight[hsize + i] + bias[hsize + i]);
    outgate[i] = sigmoid(input[i] * weight[2 * hsize + i] + bias[2 * hsize + i]);
    change[i] = tanh(hidden[i] * weight[3 * hsize + i] + bias[3 * hsize + i]);
  }
  for (i = 0; i < hsize; i++) cell[i] = cell[i] * forget[i] + ingate[i] * change[i];
  for (i = 0; i < hsize; i++) hidden[i] = outgate[i] * tanh(cell[i]);
}
