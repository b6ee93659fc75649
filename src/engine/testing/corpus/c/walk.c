double walk(const double *p, int n)
{
  double s = 0;
  while (n--) { s += *p * *p; p++; }
  return s;
}
