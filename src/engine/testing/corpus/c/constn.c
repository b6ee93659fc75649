double poly(double x)
{
  const int n = 5;
  double a[n];
  for (int i = 0; i < n; i++) a[i] = 1.0 / (i + 1);
  double s = 0, p = 1;
  for (int i = 0; i < n; i++) { s += a[i] * p; p *= x; }
  return s;
}
