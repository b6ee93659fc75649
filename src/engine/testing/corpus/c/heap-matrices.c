#include <stdlib.h>
static void mm(int n, double (*C)[n], double A[n][n], double (*B)[n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { C[i][j] = 0; for (int k = 0; k < n; k++) C[i][j] += A[i][k]*B[k][j]; } }
double vp(int n, const double *x) {
    double (*A)[n] = malloc(sizeof(double[n][n])), (*B)[n] = (double (*)[n]) malloc(sizeof(double) * n * n);
    if (!A || !B) return -1;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = x[i] + j*x[j];
    mm(n, B, A, A);
    double t = 0; for (int i = 0; i < n; i++) t += B[i][i];
    free(A); free(B);
    return t;
}
