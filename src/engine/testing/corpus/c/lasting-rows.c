/* Rows of the whole text. */
#include <stdlib.h>
double **A; double *rhs; int N;
void alloc_all(int n) { N = n; A = (double **)malloc(N*sizeof(double *)); for (int i = 0; i < N; i++) A[i] = (double *)malloc(N*sizeof(double)); rhs = (double *)malloc(N*sizeof(double)); }
void assemble(double *x) { for (int i = 0; i < N; i++) { rhs[i] = x[i]; for (int j = 0; j < N; j++) A[i][j] = (i == j) ? 4 + x[i]*x[i] : 1.0/(1+i+j); } }
double residual(void) { double s = 0; for (int i = 0; i < N; i++) { double r = -rhs[i]; for (int j = 0; j < N; j++) r += A[i][j]*rhs[j]; s += r*r; } return s; }
double run(int n, double *x) { alloc_all(n); assemble(x); double s = residual(); for (int i = 0; i < N; i++) free(A[i]); free(A); free(rhs); return s; }
