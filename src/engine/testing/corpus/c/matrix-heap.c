#include <stdlib.h>
#include <assert.h>
typedef struct { int rows, cols; double **a; } Matrix;
Matrix *mat_new(int r, int c) {
  Matrix *m = (Matrix *)malloc(sizeof(Matrix));
  m->rows = r; m->cols = c;
  m->a = (double **)malloc(r * sizeof(double *));
  for (int i = 0; i < r; i++) m->a[i] = (double *)calloc(c, sizeof(double));
  return m;
}
void mat_free(Matrix *m) { for (int i = 0; i < m->rows; i++) free(m->a[i]); free(m->a); free(m); }
Matrix *mat_mul(const Matrix *x, const Matrix *y) {
  assert(x->cols == y->rows);
  Matrix *z = mat_new(x->rows, y->cols);
  for (int i = 0; i < x->rows; i++) for (int j = 0; j < y->cols; j++) for (int k = 0; k < x->cols; k++) z->a[i][j] += x->a[i][k]*y->a[k][j];
  return z;
}
double trace_of_square(int n, const double *v) {
  Matrix *m = mat_new(n, n);
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m->a[i][j] = v[i*n+j];
  Matrix *q = mat_mul(m, m);
  double t = 0;
  for (int i = 0; i < n; i++) t += q->a[i][i];
  mat_free(q); mat_free(m);
  return t;
}
