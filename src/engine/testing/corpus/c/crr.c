#include <math.h>
#include <stdlib.h>
/* American put, Cox-Ross-Rubinstein */
double american_put(double S, double K, double r, double sigma, double T, int n)
{
  double dt = T / n, u = exp(sigma * sqrt(dt)), d = 1 / u, p = (exp(r * dt) - d) / (u - d), disc = exp(-r * dt);
  double *v = malloc((n + 1) * sizeof *v);
  int i, j;
  for (j = 0; j <= n; j++) {
    double st = S * pow(u, 2 * j - n);
    v[j] = K > st ? K - st : 0;
  }
  for (i = n - 1; i >= 0; i--)
    for (j = 0; j <= i; j++) {
      double cont = disc * (p * v[j + 1] + (1 - p) * v[j]);
      double ex = K - S * pow(u, 2 * j - i);
      v[j] = cont > ex ? cont : ex;
    }
  double res = v[0];
  free(v);
  return res;
}
