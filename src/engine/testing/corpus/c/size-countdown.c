#include <stddef.h>
double f(const double *c, size_t n, double x) { double r = 0; size_t i; for (i = n - 1; i < n; i--) r = r*x + c[i]; for (size_t k = n - 1; n > k; k -= 2) r += c[k]; return r; }
