/* A stack of long short-term memory cells over a sequence: the log-likelihood of what comes next. */
#include <math.h>
#include <stdlib.h>
typedef struct { double *forget, *ingate, *outgate, *change; } gates;
typedef struct { double *hidden, *cell; } state_t;
static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }
static double logsumexp(const double *vect, int sz) {
  double sum = 0.0;
  for (int i = 0; i < sz; ++i) sum += exp(vect[i]);
  sum += 2;
  return log(sum);
}
static void lstm_model(int hsize, const double *weight, const double *bias, state_t s, const double *input) {
  double *g = (double *)malloc(4 * hsize * sizeof(double));
  gates z;
  z.forget = &g[0];
  z.ingate = &g[hsize];
  z.outgate = &g[2 * hsize];
  z.change = &g[3 * hsize];
  for (int i = 0; i < hsize; ++i) {
    z.forget[i] = sigmoid(input[i] * weight[i] + bias[i]);
    z.ingate[i] = sigmoid(s.hidden[i] * weight[hsize + i] + bias[hsize + i]);
    z.outgate[i] = sigmoid(input[i] * weight[2 * hsize + i] + bias[2 * hsize + i]);
    z.change[i] = tanh(s.hidden[i] * weight[3 * hsize + i] + bias[3 * hsize + i]);
  }
  for (int i = 0; i < hsize; ++i) s.cell[i] = s.cell[i] * z.forget[i] + z.ingate[i] * z.change[i];
  for (int i = 0; i < hsize; ++i) s.hidden[i] = z.outgate[i] * tanh(s.cell[i]);
  free(g);
}
static void lstm_predict(int l, int b, const double *w, const double *w2, double *s, const double *x, double *x2) {
  for (int i = 0; i < b; ++i) x2[i] = x[i] * w2[i];
  double *xp = x2;
  for (int i = 0; i <= 2 * l * b - 1; i += 2 * b) {
    state_t st = {&s[i], &s[i + b]};
    lstm_model(b, &w[i * 4], &w[(i + b) * 4], st, xp);
    xp = st.hidden;
  }
  for (int i = 0; i < b; ++i) x2[i] = xp[i] * w2[b + i] + w2[2 * b + i];
}
void lstm_objective(int l, int c, int b, const double *main_params, const double *extra_params, double *state,
                    const double *sequence, double *loss) {
  double total = 0.0;
  int count = 0;
  const double *input = &sequence[0];
  double *ypred = (double *)malloc(b * sizeof(double));
  double *ynorm = (double *)malloc(b * sizeof(double));
  const double *ygold;
  double lse;
  for (int t = 0; t <= (c - 1) * b - 1; t += b) {
    lstm_predict(l, b, main_params, extra_params, state, input, ypred);
    lse = logsumexp(ypred, b);
    for (int i = 0; i < b; ++i) ynorm[i] = ypred[i] - lse;
    ygold = &sequence[t + b];
    for (int i = 0; i < b; ++i) total += ygold[i] * ynorm[i];
    count += b;
    input = ygold;
  }
  *loss = -total / count;
  free(ypred);
  free(ynorm);
}
