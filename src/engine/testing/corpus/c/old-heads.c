double f(n, x, c)
int n;
double *x, c;
{
  int i; double s = 0;
  for (i = 0; i < n; i++) s += x[i]*x[i]*c;
  return s;
}
