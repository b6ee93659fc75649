#include <stddef.h>
#include <math.h>
static double poly(const double *c, int n, double x) { double r = 0; while (n-- > 0) r = r*x + c[n]; return r; }
static double dot(const double *p, const double *q, int n) { double s = 0; while (n--) s += *p++ * *q++; return s; }
static int count(double t, int n) { int k = n; while (k-- > 0) { t *= 0.5; if (t < 0.3) break; } return k; }
double down(double *a, const double *w, int n, double x)
{
    double s = 0;
    size_t k;
    for (size_t i = n; i-- > 0;) { a[i] *= x; s += a[i] * w[i]; }
    for (k = n; k-- != 0;) { if (a[k] > 1.4) continue; s += sin(a[k]); }
    int j = 0, m = n;
    while (m-- > 0) { s += a[j++] * a[m]; if (s > 1e6) break; }
    const double *p = w; double *q = a;
    for (int i = 0; i < n; i++) { double v = *p++; *q++ += v * x; }
    j = 0;
    a[j++] = s; a[j++] += x * s; w = w + 1;
    for (; n-- > 1;) s += a[n - 1] * w[n - 1];
    return s * poly(a, 3, x) + dot(a, a + 1, 3) + count(x, 9) * x + n * x + m + (double)k * 0;
}
