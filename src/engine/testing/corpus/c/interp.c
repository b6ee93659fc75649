double interp1(const double *xs, const double *ys, int n, double x)
{
  int lo = 0, hi = n - 1;
  while (hi - lo > 1) {
    int mid = (hi + lo) >> 1;
    if (xs[mid] > x) hi = mid;
    else lo = mid;
  }
  double t = (x - xs[lo]) / (xs[hi] - xs[lo]);
  return (1 - t) * ys[lo] + t * ys[hi];
}
