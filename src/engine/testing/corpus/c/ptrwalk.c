double saxpy_dot(int n, double a, double *x, double *y)
{
  double s = 0, *px = x, *py = y, *end = x + n;
  while (px != end) { *py += a * *px++; s += *py * *py; py++; }
  return s;
}
