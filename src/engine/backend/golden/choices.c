double scale = 2.5;
static int calls;

void choices(int n, int m, double a[n][m], double *x, float w, bool up) {
  calls++;
  double t = -*x - -(scale * (1.5 - w));
  int i, j = n % 3, k;
  for (i = n - 1; i >= 0; i -= 2) {
    for (j = 0; j < m; j++) {
      if (a[i][j] > 1e3) break;
      if (a[i][j] < 0 || up && j > 1) {
        a[i][j] = -(t + a[i][j]) * (a[i][j] - (t - 1));
        continue;
      }
      switch (i + j) {
        case 0:
        case 1:
          a[i][j] = fmin(t, a[i][j]) / (t / 2);
          break;
        case 5: {
          double f = exp(-t * t);
          a[i][j] += f / 3 + pow(fabs(f), 1.5);
          break;
        }
        default:
          a[i][j] *= up ? 2 : w;
      }
    }
  }
  for (k = 1; k * k < n; k *= 2) t += 1.0 / k;
  do {
    t = t / 2;
    if (t < 1e-7) return;
  } while (t > 1);
  *x = t * (double)(k / 2);
}
