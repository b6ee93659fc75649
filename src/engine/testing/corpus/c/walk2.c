void scale(double *dst, const double *src, int n, double a)
{
  const double *end = src + n;
  while (src < end) *dst++ = a * *src++;
}
