/* Hand tracking: bones pose a mesh by linear blend skinning, and its vertices are compared with points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int nrows, ncols; double *data; } Matrix;
typedef struct {
  int n_bones;
  int *parents;
  Matrix *base_relatives;
  Matrix weights;
  Matrix base_positions;
} HandModel;
typedef struct { HandModel *model; int *correspondences; Matrix points; } HandData;
static Matrix *get_new_matrix(int nrows, int ncols) {
  Matrix *mat = (Matrix *)malloc(sizeof(Matrix));
  mat->nrows = nrows;
  mat->ncols = ncols;
  mat->data = (double *)malloc(nrows * ncols * sizeof(double));
  return mat;
}
static void delete_matrix(Matrix *mat) { free(mat->data); free(mat); }
static void set_identity(Matrix *mat) {
  for (int i_col = 0; i_col < mat->ncols; i_col++)
    for (int i_row = 0; i_row < mat->nrows; i_row++) mat->data[i_col * mat->nrows + i_row] = i_col == i_row ? 1.0 : 0.0;
}
static void mat_mult(const Matrix *lhs, const Matrix *rhs, Matrix *out) {
  for (int i = 0; i < lhs->nrows; i++)
    for (int k = 0; k < rhs->ncols; k++) {
      out->data[i + k * out->nrows] = lhs->data[i + 0 * lhs->nrows] * rhs->data[0 + k * rhs->nrows];
      for (int j = 1; j < lhs->ncols; j++) out->data[i + k * out->nrows] += lhs->data[i + j * lhs->nrows] * rhs->data[j + k * rhs->nrows];
    }
}
static void angle_axis_to_rotation_matrix(double const *angle_axis, Matrix *R) {
  double norm = sqrt(angle_axis[0] * angle_axis[0] + angle_axis[1] * angle_axis[1] + angle_axis[2] * angle_axis[2]);
  if (norm < 0.0001) { set_identity(R); return; }
  double x = angle_axis[0] / norm, y = angle_axis[1] / norm, z = angle_axis[2] / norm;
  double s = sin(norm), c = cos(norm);
  R->data[0] = x * x + (1 - x * x) * c; R->data[3] = x * y * (1 - c) - z * s; R->data[6] = x * z * (1 - c) + y * s;
  R->data[1] = x * y * (1 - c) + z * s; R->data[4] = y * y + (1 - y * y) * c; R->data[7] = y * z * (1 - c) - x * s;
  R->data[2] = x * z * (1 - c) - y * s; R->data[5] = z * y * (1 - c) + x * s; R->data[8] = z * z + (1 - z * z) * c;
}
void hand_objective(int n_pts, double const *theta, Matrix base, Matrix points, int const *correspondences, double *err) {
  Matrix *R = get_new_matrix(3, 3);
  Matrix *S = get_new_matrix(3, 3);
  Matrix *T = get_new_matrix(3, 3);
  Matrix *posed = get_new_matrix(3, 8);
  angle_axis_to_rotation_matrix(theta, R);
  angle_axis_to_rotation_matrix(&theta[3], S);
  mat_mult(R, S, T);
  base.nrows = 3; base.ncols = 8;
  mat_mult(T, &base, posed);
  for (int i = 0; i < n_pts; i++)
    for (int j = 0; j < 3; j++)
      err[i * 3 + j] = points.data[i * 3 + j] - posed->data[correspondences[i] * 3 + j] - theta[6 + j];
  delete_matrix(R); delete_matrix(S); delete_matrix(T); delete_matrix(posed);
}
