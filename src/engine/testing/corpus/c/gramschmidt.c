#include <math.h>
void gramschmidt(size_t m, size_t n, double A[m][n], double R[n][n], double Q[m][n])
{
  for (size_t k = 0; k < n; k++) {
    double nrm = 0.0;
    for (size_t i = 0; i < m; i++) nrm += A[i][k] * A[i][k];
    R[k][k] = sqrt(nrm);
    for (size_t i = 0; i < m; i++) Q[i][k] = A[i][k] / R[k][k];
    for (size_t j = k + 1; j < n; j++) {
      R[k][j] = 0.0;
      for (size_t i = 0; i < m; i++) R[k][j] += Q[i][k] * A[i][j];
      for (size_t i = 0; i < m; i++) A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
}
