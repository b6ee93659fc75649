#include <math.h>
#define COLUMNS 3
#define PI 3.14159

/* Every extent, every way of passing; a pointer that is only starred is one value. */
double kernel(int n, const double *restrict a, double b[n][COLUMNS], double (*c)[4], float d[], double *total) {
  double s = 0.0, t[2 * n + 1];
  const int m = 2 * n;
  long u[m];
  for (int i = 0; i < n; i++) {
    t[i] = a[i] * PI;
    u[i] = i;
    s += t[i] * sin(b[i][2]) + pow(a[i], 2);
    c[i][0] = d[i] + u[i];
  }
  *total += s;
  return s;
}
