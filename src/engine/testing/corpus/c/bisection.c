double bisect(double c, double lo, double hi)
{
  do {
    double mid = 0.5 * (lo + hi);
    if (mid * mid * mid - c > 0) hi = mid; else lo = mid;
  } while (hi - lo > 1e-6);
  return 0.5 * (lo + hi) * c;
}
