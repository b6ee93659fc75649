#include <math.h>
void givens_qr(int m, int n, double *restrict A)
{
    for (int j = 0; j < n; j++)
        for (int i = m - 1; i > j; i--) {
            double a = A[(i-1)*n+j], b = A[i*n+j];
            if (b == 0.0) continue;
            double r = hypot(a, b), c = a/r, s = -b/r;
            for (int k = j; k < n; k++) {
                double t1 = A[(i-1)*n+k], t2 = A[i*n+k];
                A[(i-1)*n+k] = c*t1 - s*t2;
                A[i*n+k] = s*t1 + c*t2;
            }
        }
}
