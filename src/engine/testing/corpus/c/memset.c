#include <string.h>
void matmul(int n, const double *A, const double *B, double *C)
{
  memset(C, 0, n * n * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) C[i*n+j] += A[i*n+k] * B[k*n+j];
}
