/* Matrices that functions make, multiply and give back. */
#include <stdlib.h>
typedef struct { int rows, cols; double **data; } Matrix;
Matrix newMatrix(int r, int c) { Matrix m; m.rows = r; m.cols = c; m.data = malloc(r*sizeof(double*)); for (int i = 0; i < r; i++) m.data[i] = calloc(c, sizeof(double)); return m; }
void freeMatrix(Matrix m) { for (int i = 0; i < m.rows; i++) free(m.data[i]); free(m.data); }
void mul(Matrix a, Matrix b, Matrix c) { for (int i = 0; i < a.rows; i++) for (int j = 0; j < b.cols; j++) { double t = 0; for (int k = 0; k < a.cols; k++) t += a.data[i][k]*b.data[k][j]; c.data[i][j] = t; } }
double product(double *x) {
  Matrix a = newMatrix(2, 2), b = newMatrix(2, 2), c = newMatrix(2, 2);
  a.data[0][0] = x[0]; a.data[0][1] = x[1]; a.data[1][0] = x[2]; a.data[1][1] = x[3];
  b.data[0][0] = x[1]; b.data[1][1] = x[0]*x[2];
  mul(a, b, c);
  double t = c.data[0][0] + c.data[1][1]*c.data[0][1];
  freeMatrix(a); freeMatrix(b); freeMatrix(c);
  return t;
}
