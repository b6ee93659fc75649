double comma(double *a, int n)
{
  int i, j;
  double s = 0, t;
  for (i = 0, j = n - 1; i < j; i++, j--) t = a[i], a[i] = a[j], a[j] = t;
  for (i = 0; i < n; i++) s += (t = a[i], t * t) * (i + 1);
  return s;
}
