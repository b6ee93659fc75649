int iters; double last;
double solve(double a) {
  double x = a > 1 ? a : 1, y; iters = 0;
  while ((y = x - (x * x - a) / (2 * x)) != x && iters < 20) { x = y; ++iters; }
  return last = x;
}
