double walsh(double *a, int logn)
{
  int n = 1 << logn;
  for (int h = 1; h < n; h <<= 1)
    for (int i = 0; i < n; i += h << 1)
      for (int j = i; j < i + h; j++) {
        double x = a[j], y = a[j ^ h];
        a[j] = x + y;
        a[j | h] = x - y;
      }
  double s = 0;
  for (int i = 0; i < n; i++) s += (i & 1 ? -1.0 : 1.0) * a[i] * a[~i & (n - 1)];
  return s;
}
