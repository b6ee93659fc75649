#include <math.h>
#define BIG 1e10
static double softmin(double a, double b, double c, double g)
{
    double m = fmin(a, fmin(b, c));
    return m - g * log(exp((m - a) / g) + exp((m - b) / g) + exp((m - c) / g));
}
double softdtw(int n, int m, const double *x, const double *y, double gamma)
{
    double R[n + 1][m + 1];
    for (int i = 0; i <= n; i++) for (int j = 0; j <= m; j++) R[i][j] = BIG;
    R[0][0] = 0.0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            double d = x[i-1] - y[j-1];
            R[i][j] = d*d + softmin(R[i-1][j], R[i][j-1], R[i-1][j-1], gamma);
        }
    return R[n][m];
}
