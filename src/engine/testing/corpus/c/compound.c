void compound(double *a, int n, double *s)
{
  int k = 0;
  *s = 0;
  while (k < n) *s += a[k++] * 2.0;
  k = 0;
  a[k++] *= 3; a[k++] -= a[0]; a[++k] += *s;
}
