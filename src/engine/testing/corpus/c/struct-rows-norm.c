/* A matrix with its extents, passed by address. */
#include <stdlib.h>
typedef struct { int rows, cols; double **data; } Matrix;
double norm(const Matrix *m) { double t = 0; for (int i = 0; i < m->rows; i++) for (int j = 0; j < m->cols; j++) t += m->data[i][j]*m->data[i][j]; return t; }
double frobenius(int n, double *x) {
  Matrix m;
  m.rows = n; m.cols = 2;
  m.data = (double **) malloc(m.rows*sizeof(double *));
  for (int i = 0; i < m.rows; i++) { m.data[i] = (double *) malloc(m.cols*sizeof(double)); m.data[i][0] = x[i]; m.data[i][1] = 2*x[i]*x[0]; }
  double t = norm(&m);
  for (int i = 0; i < m.rows; i++) free(m.data[i]);
  free(m.data);
  return t;
}
