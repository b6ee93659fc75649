#include <float.h>
double kmeans_cost(int n, int k, int d, double x[n][d], double c[k][d])
{
  double cost = 0.0;
  for (int i = 0; i < n; ++i) {
    double best = DBL_MAX;
    int arg = -1;
    for (int j = 0; j < k; ++j) {
      double s = 0.0;
      for (int l = 0; l < d; ++l) { double t = x[i][l] - c[j][l]; s += t * t; }
      if (s < best) { best = s; arg = j; }
    }
    if (arg >= 0) cost += best;
  }
  return cost;
}
