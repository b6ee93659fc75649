#include <string.h>
static double sum(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]*a[i]; return s; }
double f(double A[3][4], double B[3][4], int m, double V[m][3])
{
    double *p = &A[0][0], s = 0, T[3][4];
    for (int i = 0; i < 12; i++) s += p[i] * (i + 1);
    const double *q = (double *)B, *end = q + 12;
    while (q < end) { s += *q * *q; q++; }
    double *v = &V[0][0];
    for (int i = 0; i < 3*m; i++) *v++ *= 2;
    memcpy(T, A, sizeof T);
    memcpy(&T[0][0], &B[0][0], 6*sizeof(double));
    return s + sum((double *)T, 12) + sum(&A[0][0] + 5, 7) + sum((const double *)B + 4, 8) + *(&A[0][0] + 7);
}
