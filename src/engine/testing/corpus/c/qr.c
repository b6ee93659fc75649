#include <math.h>
void mgs(int m, int n, double a[m][n], double r[n][n])
{
  for (int k = 0; k < n; k++) {
    double s = 0;
    for (int i = 0; i < m; i++) s += a[i][k] * a[i][k];
    r[k][k] = sqrt(s);
    for (int i = 0; i < m; i++) a[i][k] /= r[k][k];
    for (int j = k + 1; j < n; j++) {
      r[k][j] = 0;
      for (int i = 0; i < m; i++) r[k][j] += a[i][k] * a[i][j];
      for (int i = 0; i < m; i++) a[i][j] -= r[k][j] * a[i][k];
    }
  }
}
