double ipow(double x, int n)
{
  if (n == 0) return 1.0;
  if (n < 0) return 1.0 / ipow(x, -n);
  double h = ipow(x, n / 2);
  return n % 2 ? h * h * x : h * h;
}
double f(double x, int n) { return ipow(x, n) + ipow(x + 1, 2); }
