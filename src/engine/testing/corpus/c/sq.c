#define SQ(x) ((x)*(x))
#define MAX(a,b) ((a) > (b) ? (a) : (b))
double rosen(const double *x, int n)
{
  double s = 0;
  for (int i = 0; i + 1 < n; i++)
    s += 100 * SQ(x[i+1] - SQ(x[i])) + SQ(1 - x[i]);
  return MAX(s, 0.0);
}
