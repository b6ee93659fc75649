#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Rows of one block and of several arrays, passed to functions as pointers to pointers; memory of one's own functions. */
static double *vector(int n) {
  double *v = (double *)malloc(n * sizeof(double));
  if (v == NULL) {
    printf("no memory\n");
    return NULL;
  }
  return v;
}

static double **matrix(int rows, int cols) {
  int i;
  double **a;
  a = (double **)malloc(rows * sizeof(double *));
  if (a == NULL) return NULL;
  for (i = 0; i < rows; i++) a[i] = vector(cols);
  return a;
}

static void solve(double **a, double *b, int n) {
  for (int p = 0; p < n; p++) {
    int best = p;
    for (int i = p + 1; i < n; i++)
      if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
    double *t = a[p];
    a[p] = a[best];
    a[best] = t;
    double u = b[p];
    b[p] = b[best];
    b[best] = u;
    for (int i = p + 1; i < n; i++) {
      double f = a[i][p] / a[p][p];
      b[i] -= f * b[p];
      for (int j = p; j < n; j++) a[i][j] -= f * a[p][j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
}

static double trace(double **a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i][i];
  return s;
}

double mixed(double x, double y) {
  double r0[3] = {x, 2, y}, r1[3] = {4, x * y, 1}, r2[3] = {y, 5, 2}, b[3] = {1, x, y};
  double *a[3] = {r0, r1, r2};
  solve(a, b, 3);
  float **f = (float **)malloc(3 * sizeof(float *));
  float *block = (float *)malloc(3 * 2 * sizeof(float));
  for (int i = 0; i < 3; i++) {
    f[i] = block + i * 2;
    f[i][0] = x * i;
    f[i][1] = y - i;
  }
  double **m = matrix(2, 2);
  for (int i = 0; i < 4; i++) m[i / 2][i % 2] = b[i % 3] * f[i % 3][1];
  double s = b[0] + 2 * b[1] - b[2] + r1[0] * trace(m, 2);
  free(f);
  free(block);
  return s;
}
