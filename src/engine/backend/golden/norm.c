double norm(int n, const double *t, const double *u, double s[n]) {
  double e2 = 0.0;
  for (int i = 0; i < n; i++) {
    double e1 = t[i] - u[i];
    if (e1 > 0.5) continue;
    e2 += e1 * e1 * sin(e1);
    s[i] = sqrt(e2) * e1;
  }
  int k = 0;
  while (e2 > 1.0 && k < 10) {
    e2 = e2 / 2 + 0.1 * pow(e2, 2.0);
    k++;
  }
  return sqrt(e2);
}
