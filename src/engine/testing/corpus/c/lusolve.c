#include <math.h>
#define N 5
void lusolve(double A[N][N], double b[N], double x[N])
{
    int piv[N];
    for (int i = 0; i < N; ++i) piv[i] = i;
    for (int k = 0; k < N; ++k) {
        int p = k;
        double big = fabs(A[k][k]);
        for (int i = k + 1; i < N; ++i)
            if (fabs(A[i][k]) > big) { big = fabs(A[i][k]); p = i; }
        if (p != k) {
            for (int j = 0; j < N; ++j) { double t = A[k][j]; A[k][j] = A[p][j]; A[p][j] = t; }
            int ti = piv[k]; piv[k] = piv[p]; piv[p] = ti;
        }
        for (int i = k + 1; i < N; ++i) {
            A[i][k] /= A[k][k];
            for (int j = k + 1; j < N; ++j) A[i][j] -= A[i][k] * A[k][j];
        }
    }
    for (int i = 0; i < N; ++i) {
        x[i] = b[piv[i]];
        for (int j = 0; j < i; ++j) x[i] -= A[i][j] * x[j];
    }
    for (int i = N - 1; i >= 0; --i) {
        for (int j = i + 1; j < N; ++j) x[i] -= A[i][j] * x[j];
        x[i] /= A[i][i];
    }
}
