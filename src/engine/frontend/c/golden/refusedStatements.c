void statements(double x, int n, const double *c, double m[][3], double v[n]) {
  c[1] = 2;
  return x;
  break;
  continue;
  case 3: x = 1;
  default: x = 2;
  goto nowhere;
  twice: x = 1;
  twice: x = 2;
  switch (x) { case 1: break; }
  switch (n) { case 1: case 1: break; case n: break; case 1.5: break; default: break; default: break; x = 3; }
  switch (n) x = 3;
  switch (n) { int k = 1; case 2: x = k; for (;;) { break; } }
  for (x = 0; x < 3; x += 1) n++;
  for (double t = 0; t < 1; t += 0.1) n++;
  for (int i = 0, j = 1; i < j; i++) { i = 2; }
  for (int i = 0; i < n; i++, i++) n--;
  for (n = 0; n < 3) x = 1;
  if x = 1;
  if (x) else x = 2;
  do x = 1; while (x);
  do x = 1;
  else x = 3;
  int n = 3;
  int n = 4;
  double late[n], late2[] = {1, 2}, late3[];
  static double kept[n];
  double w[2] = {x, x, x}, *p = &w[0], *q = 3, **r, z = {1, 2}, u = {3};
  int a[2] = 3;
  double f(double), g;
  struct { int a; } s;
  union u { int b; };
  enum { ONE, TWO = 5 } e;
  auto k = 3;
  { { { double n; n = x; } } }
  try { x = 1; } catch (int) { }
  x = 1
  x = 2;
  }
}
int main(int argc, char **argv) { return 0; }
double unclosed(double x) { if (x > 0) { x = 1;
