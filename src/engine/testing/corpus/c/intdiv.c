double binom_price(double x, int n)
{
  double s = 0;
  long long c = 1;
  for (int k = 0; k <= n; k++) {
    double t = 1;
    for (int j = 0; j < k; j++) t *= x;
    s += (double)c * t * (k / 2) - 1 / 2 * x + (float)k / 3;
    c = c * (n - k) / (k + 1);
  }
  return s;
}
