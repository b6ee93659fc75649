double sc(double *x, int n)
{
  int i = 0;
  double s = 0;
  while (i < n && x[i++] > 0.5) s += x[i - 1] * x[i - 1];
  if (i > 0 && (s += 1.0) > 2.0 || (s *= 2.0) > 1.0) s = s * s;
  return s;
}
