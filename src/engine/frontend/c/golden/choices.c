double choices(int n, double x, double y) {
  int k = n > 3 ? n : 3;
  double p = x > 0 ? 1 : -1;
  double m = x > y ? x : y;
  double three = x < 0 ? -x : x < 1 ? x * x : sqrt(x);
  k = x > 0 ? n++ : n;
  y = 2 * (x > y ? x : y) + (n ? 1.0 : n);
  return x > 0 ? m : p + three;
}
