#include <math.h>
#include <stdbool.h>
#include <float.h>
#include <limits.h>
static const char *name = "kernel";
double misc(double x, int k, bool flip, char c, short sh, long long big)
{
    double acc = DBL_EPSILON + INT_MAX*0.0;
    int i = k;
    if (flip ^ (k & 1)) x = -x;
    do acc += x/(i + 1.0); while (--i);
    acc *= c == 'a' ? 2 : 3, acc += sh*big*1e-3*x;
    return isnan(acc) ? 0 : acc + sizeof(double)*x + (k << 2)*(x > 0 ? x : -x);
}
