#include <math.h>
void bridge(int n, const double *z, double *w, double T)
{
    w[0] = 0; w[n] = sqrt(T)*z[0];
    int k = 1;
    for (int step = n; step > 1; step /= 2)
        for (int i = 0; i + step <= n; i += step) {
            int mid = i + step/2;
            w[mid] = 0.5*(w[i] + w[i + step]) + sqrt(T*step/(4.0*n))*z[k++];
        }
}
