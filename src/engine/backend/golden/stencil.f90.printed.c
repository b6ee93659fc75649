#include <math.h>
#include <stdbool.h>

double settings_weight = 0.25;

double limited(const double *x, const double *top) {
  double limited;
  limited = fmin(*x, *top);
  if (*x < 0.0) {
    limited = copysign(0.5, *x) * pow(fabs(*x), 1.5);
  }
  return limited;
}

void stencil(const int *n, const int *m, double a[*m + 1][*n], const double *b, const int *steps,
    double *energy, int b_n1) {
  double old[*n], arg, limited_value;
  int i, j, s, k;
  bool odd, left;
  *energy = 0.0;
  for (s = 1; s <= *steps; s++) {
    odd = s % 2 == 1;
    left = false;
    for (j = *m - 1; j >= 1; j -= 2) {
      for (k = 1; k <= *n; k++) {
        old[k - 1] = a[j][k - 1];
      }
      for (i = 2; i <= *n - 1; i++) {
        if (old[i - 1] > 1000.0) {
          left = true;
          break;
        }
        if (old[i - 1] == 0.0) {
          break;
        }
        a[j][i - 1] = settings_weight * (old[i - 2] + old[i] + a[j - 1][i - 1] + a[j + 1][i - 1]) +
            b[(j - 1) * b_n1 + (i - 1)];
      }
      if (left) {
        break;
      }
    }
    if (s <= 1) {
      arg = 10.0;
      limited_value = limited(&a[1][1], &arg);
      *energy = *energy + limited_value;
    } else if ((s >= 2 && s <= 4) || s == 7) {
      *energy = *energy * exp(-a[1][1]) + log(1.0 + pow(a[1][1], 2.0));
    } else {
      if (odd != true) {
        *energy = *energy - (float)(int)a[1][0];
      }
    }
  }
}
