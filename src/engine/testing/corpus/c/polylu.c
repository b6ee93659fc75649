/* LU without pivoting, polybench style */
#ifndef DATA_TYPE
# define DATA_TYPE double
#endif
#define SCALAR_VAL(x) x
static void kernel_lu(int n, DATA_TYPE A[n][n])
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= A[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++) A[i][j] -= A[i][k] * A[k][j];
  }
}
