void callee(double *p);
void two(int n, double a[n][n]);
void pointers(double *p, const double *c, int *k, double a[3][3], double x, double grid[2][2]) {
  p++;
  p = a[0];
  double *r = p;
  x = &x;
  x = p;
  x = p + 1;
  if (p == NULL) return;
  callee(x);
  callee(c);
  callee(k);
  callee(a);
  callee(&a);
  callee(3.0);
  two(3, p);
  x = *x;
  x = x[1];
  x = p[1][2];
  x = a[1];
  a = 3;
  a[1] = 2;
  *c = 3;
  c[1]++;
  p[1.5] = 2;
  x = (double *)p;
  x = *p++ * 2.0;
  *p++ = x;
  x = *(p += 2);
}
void tests(double *p, int k, double x) {
  if (p == NULL || 0 == p) x = 1;
  if (0 == 4) x = 2;
  if (k == 0) x = 3;
  if (!p) x = 4; else x = 5;
}
double later(double *a, double *b, int m) {
  double *rows[3], *pair[2] = {a + m, b}, *both[2], *ends[2] = {a, b}, *t = ends[0];
  for (int i = 0; i < 3; i++) rows[i] = a + i * m;
  m = 1;
  for (int i = 0; i < 2; i++, b++) both[i] = b + i;
  ends[0] = ends[1];
  ends[1] = t;
  return rows[2][0] * pair[0][1] * both[1][0] * ends[1][0];
}
