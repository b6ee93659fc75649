#include <math.h>
#define N 3
double jacobi_max(double A[N][N], int sweeps)
{
    for (int s = 0; s < sweeps; s++)
        for (int p = 0; p < N - 1; p++)
            for (int q = p + 1; q < N; q++) {
                if (fabs(A[p][q]) < 1e-14) continue;
                double th = (A[q][q] - A[p][p])/(2*A[p][q]);
                double t = (th >= 0 ? 1 : -1)/(fabs(th) + sqrt(th*th + 1)), c = 1/sqrt(t*t + 1), sn = t*c;
                for (int k = 0; k < N; k++) { double akp = A[k][p], akq = A[k][q]; A[k][p] = c*akp - sn*akq; A[k][q] = sn*akp + c*akq; }
                for (int k = 0; k < N; k++) { double apk = A[p][k], aqk = A[q][k]; A[p][k] = c*apk - sn*aqk; A[q][k] = sn*apk + c*aqk; }
            }
    double m = A[0][0];
    for (int i = 1; i < N; i++) if (A[i][i] > m) m = A[i][i];
    return m;
}
