#define IDX(i,j,ld) ((i)*(ld)+(j))
void syrk(int n, int k, double alpha, const double *A, int lda, double beta, double *C, int ldc)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double acc = 0.0;
      for (int l = 0; l < k; l++) acc += A[IDX(i,l,lda)] * A[IDX(j,l,lda)];
      C[IDX(i,j,ldc)] = alpha * acc + beta * C[IDX(i,j,ldc)];
    }
}
