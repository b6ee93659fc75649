#include <math.h>
#define NIN 3
#define NH 4
double mlp(const double w1[NH][NIN], const double b1[NH], const double w2[NH], double b2, const double x[NIN], double t)
{
  double h[NH], out = b2;
  for (int i = 0; i < NH; i++) {
    h[i] = b1[i];
    for (int j = 0; j < NIN; j++) h[i] += w1[i][j] * x[j];
    h[i] = h[i] > 0 ? h[i] : 0.01 * h[i];
    out += w2[i] * h[i];
  }
  return 0.5 * (out - t) * (out - t);
}
