#include <math.h>
#include <stdbool.h>

double scale = 2.5;
int calls;

void choices(int n, int m, double a[n][m], double *x, float w, bool up) {
  int i, k;
  float chosen;
  calls++;
  double t = -*x - (-(scale * (1.5 - w)));
  int j = n % 3;
  for (i = n - 1; i >= 0; i -= 2) {
    for (j = 0; j < m; j++) {
      if (a[i][j] > 1e3) {
        break;
      }
      if (a[i][j] < 0.0 || (up && j > 1)) {
        a[i][j] = -(t + a[i][j]) * (a[i][j] - (t - 1.0));
        continue;
      }
      switch (i + j) {
        case 0:
        case 1:
          a[i][j] = fmin(t, a[i][j]) / (t / 2.0);
          break;
        case 5: {
          double f = exp(-t * t);
          a[i][j] += f / 3.0 + pow(fabs(f), 1.5);
          break;
        }
        default:
          if (up) {
            chosen = 2.0f;
          } else {
            chosen = w;
          }
          a[i][j] = a[i][j] * chosen;
          break;
      }
    }
  }
  for (k = 1; k * k < n; k = k * 2) {
    t += 1.0 / k;
  }
  do {
    t = t / 2.0;
    if (t < 1e-7) {
      return;
    }
  } while (t > 1.0);
  *x = t * (k / 2);
}
