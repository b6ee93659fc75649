void matmul(int n, int m, int p, double (*A)[m], double (*B)[p], double (*C)[p])
{
  for (int i = 0; i < n; i++) {
    double *c = C[i];
    for (int j = 0; j < p; j++) c[j] = 0;
    for (int k = 0; k < m; k++) {
      const double aik = A[i][k], *b = B[k];
      for (int j = 0; j < p; j++) c[j] += aik * b[j];
    }
  }
}
