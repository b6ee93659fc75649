double f(double *x, int k);

void effects(int n, double *a, double x, double y) {
  int i = 0, j;
  a[i++] = x;
  a[++i] += y;
  x = y = a[0] = 2;
  a[(int)a[0]] = a[1] = 3;
  j = (i++, i * 2);
  x = f(&x, 2) + f(a, i) * f(&a[i], n) + f(a + n, 1);
  y = f(a, 3);
  a[i] = f(a, 3);
  i = f(a, 4);
  a[f(a, 1) > 0 ? 1 : 2] -= x;
  if (i > 0 && a[i - 1] > 0) x = 1;
  if (i > 0 && f(a, 1) > 0) x = 2;
  i < 0 || (x = 3);
  while (f(a, i) > 1) i++;
  do {
    if (a[i] < 0) continue;
    i++;
  } while (f(a, i) > 2);
  for (; f(a, i) > 0; i++, j--) if (a[j] > x) continue;
}
