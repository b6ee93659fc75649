double f(double x, double y) {
  if (x < y) {
    x = x * y;
    while (y < x) {
      x = sin(x * y);
    }
  }
  return x;
}
