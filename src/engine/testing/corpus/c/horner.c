double horner(const double *c, int n, double x)
{
  double r = c[n];
  while (n-- > 0) r = r * x + c[n];
  return r;
}
