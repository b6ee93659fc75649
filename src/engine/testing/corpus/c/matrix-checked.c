#include <stdlib.h>

/* Matrices that are made as large as others were, once it is sure that they fit. */
typedef struct {
  int rows, cols;
  double *data;
} Matrix;
#define AT(m, i, j) ((m)->data[(i) * (m)->cols + (j)])

Matrix *mat_new(int rows, int cols) {
  Matrix *m = malloc(sizeof(Matrix));
  m->rows = rows;
  m->cols = cols;
  m->data = calloc(rows * cols, sizeof(double));
  return m;
}

void mat_free(Matrix *m) {
  if (m) {
    free(m->data);
    free(m);
  }
}

Matrix *mat_mul(const Matrix *a, const Matrix *b) {
  if (a->cols != b->rows) return NULL;
  Matrix *c = mat_new(a->rows, b->cols);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++)
      for (int k = 0; k < a->cols; k++) AT(c, i, j) += AT(a, i, k) * AT(b, k, j);
  return c;
}

Matrix *mat_transposed(const Matrix *a) {
  Matrix *t = mat_new(a->cols, a->rows);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->cols; j++) AT(t, j, i) = AT(a, i, j);
  return t;
}

double gram(double x, double y) {
  Matrix *a = mat_new(2, 3);
  for (int i = 0; i < 6; i++) a->data[i] = x * i + y;
  Matrix *t = mat_transposed(a);
  Matrix *p = mat_mul(a, t);
  Matrix *q = mat_mul(p, a);
  double det = AT(p, 0, 0) * AT(p, 1, 1) - AT(p, 0, 1) * AT(q, 1, 2);
  mat_free(a);
  mat_free(t);
  mat_free(p);
  mat_free(q);
  return det;
}
