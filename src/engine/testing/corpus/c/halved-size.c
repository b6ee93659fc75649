double g(int n, double *x) {
  double t[n], s = 0;
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  n = n / 2;
  for (int i = 0; i < n; i++) { s += sin(t[i] * t[i + 1]); t[i] = s; s += t[i] * t[i + 1]; }
  return s;
}
