/* exp(A) by its series; sizes are `size_t`, and the matrices are rows from the heap. */
#include <stdlib.h>
typedef double **matrix;
static matrix mat_new(size_t n) {
  matrix a = malloc(n * sizeof *a);
  for (size_t i = 0; i < n; ++i) a[i] = calloc(n, sizeof **a);
  return a;
}
static void mat_del(matrix a, size_t n) {
  for (size_t i = 0; i < n; ++i) free(a[i]);
  free(a);
}
static void mat_mul(matrix c, matrix a, matrix b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t l = 0; l < n; ++l) s += a[i][l] * b[l][j];
      c[i][j] = s;
    }
}
static void mat_copy(matrix d, matrix s, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) d[i][j] = s[i][j];
}
static void series(matrix e, matrix a, size_t n) {
  matrix term = mat_new(n), next = mat_new(n);
  for (size_t i = 0; i < n; ++i) e[i][i] = term[i][i] = 1;
  for (int k = 1; k < 8; ++k) {
    mat_mul(next, term, a, n);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) e[i][j] += next[i][j] /= k;
    mat_copy(term, next, n);
  }
  mat_del(term, n);
  mat_del(next, n);
}
double traced(const double x[9], double t) {
  matrix a = mat_new(3), e = mat_new(3);
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++) a[i][j] = t * x[3 * i + j];
  series(e, a, 3);
  double r = e[0][0] + e[1][1] + e[2][2] + e[0][1] * e[2][0];
  mat_del(a, 3);
  mat_del(e, 3);
  return r;
}
