#include <math.h>
#include <stdlib.h>

/* Factors with rows that change places by their pointers, as it is found in many a text. */
static int decompose(double **A, int N, double tol, int *P) {
  int i, j, k, imax;
  double maxA, *ptr, absA;
  for (i = 0; i <= N; i++) P[i] = i;
  for (i = 0; i < N; i++) {
    maxA = 0.0;
    imax = i;
    for (k = i; k < N; k++)
      if ((absA = fabs(A[k][i])) > maxA) {
        maxA = absA;
        imax = k;
      }
    if (maxA < tol) return 0;
    if (imax != i) {
      j = P[i];
      P[i] = P[imax];
      P[imax] = j;
      ptr = A[i];
      A[i] = A[imax];
      A[imax] = ptr;
      P[N]++;
    }
    for (j = i + 1; j < N; j++) {
      A[j][i] /= A[i][i];
      for (k = i + 1; k < N; k++) A[j][k] -= A[j][i] * A[i][k];
    }
  }
  return 1;
}

static void swap(double **p, double **q) {
  double *t = *p;
  *p = *q;
  *q = t;
}

double determinant(double x, double y) {
  int n = 4, P[5];
  double **a = malloc(n * sizeof(double *)), det = 1;
  for (int i = 0; i < n; i++) {
    a[i] = malloc(n * sizeof(double));
    for (int j = 0; j < n; j++) a[i][j] = x * cos(i * j + 1) + y / (1 + i + 2 * j) + (3 * i + j) % 4;
  }
  swap(&a[0], &a[2]);
  if (decompose(a, n, 1e-12, P))
    for (int i = 0; i < n; i++) det *= a[i][i];
  for (int i = 0; i < n; i++) free(a[i]);
  free(a);
  return (P[n] - n) % 2 == 0 ? det : -det;
}
