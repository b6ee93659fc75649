const double G = 9.81;
void nothing(double x) { x = 1; }
double f(double x, double y) { return x + y; }
double never(double x) { x = 2; }
void returns(double x) { return x; }
double no_value(double x) { if (x > 1) return; return x; }

double types(const double fixed, int n, double width) {
  double x = widht + lenght;
  fixed = 2;
  G = 3;
  x = f(1);
  x = f(1, 2, 3);
  x = nothing(1);
  x = n(2);
  x = f;
  x = 5.5 % 2;
  x %= 2;
  x = x << 2 | ~x;
  n = abs(x);
  x = sin(1, 2) + sn(2);
  int x;
  void w;
  double bad[0], worse[-1], real[2.5], unknown[], late[x];
  f(1, 2) = 3;
  3 = x;
  x == 3;
  sin(x);
  break;
  continue;
  case 3: x = 2;
  switch (x) { case 1: break; }
  switch (n) { x = 1; case 1: case 1: case n: case 2.5: default: default: break; }
  goto nowhere;
  if (x = 2) x = 3;
  nothing(n = 2);
  return x + nothing(3);
}
double types(double x) { return x; }
double f(double x);
