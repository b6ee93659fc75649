double g = 1.5;
double scopes(double x) {
  double y = x;
  { double x = g; y += x; }
  for (int i = 0; i < 3; i++) { double y = i; x += y; }
  for (int i = 0; i < 2; i++) { double y = 2; x += y; }
  { double g = 2; y *= g; }
  printf("%g %d\n", y, 3);
  { double y = 3; printf("%g %g\n", y, x * y++); }
  return y;
}
