#include <stdint.h>
double mix(int64_t n, double x)
{
  long long k = 1LL << 3;
  double s = 0;
  for (int64_t i = 0; i < n; i++) s += x / (double)(k + i) + 0x10 * 1.5e-1 + 1.0f * x;
  return s;
}
