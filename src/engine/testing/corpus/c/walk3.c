double dotp(const double *a, const double *b, int n)
{
  double s = 0.0;
  const double *pa = a, *pb = b;
  for (int i = 0; i < n; i++, pa++, pb++) s += (*pa) * (*pb);
  return s;
}
