/* Kahan's sum of products, carried in more digits where the machine has them */
#include <math.h>

static long double weight(long double v, int k)
{
    return expl(-v * v) / (1.0L + (long double)k);
}

double compensated(int n, const double *x)
{
    long double sum = 0.0L, lost = 0.0L;
    for (int i = 0; i < n; i++) {
        long double term = x[i] * weight(x[i], i) - lost;
        long double next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    return (double)sqrtl(fabsl(sum) + 0.25L);
}
