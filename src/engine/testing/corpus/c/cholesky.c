#include <math.h>
#define N 4
int cholesky(double a[N][N])
{
  int i, j, k;
  double sum;
  for (i = 0; i < N; i++) {
    for (j = i; j < N; j++) {
      for (sum = a[i][j], k = i - 1; k >= 0; k--) sum -= a[i][k] * a[j][k];
      if (i == j) {
        if (sum <= 0.0) return 1;
        a[i][i] = sqrt(sum);
      } else a[j][i] = sum / a[i][i];
    }
  }
  return 0;
}
