double f(int n, int m, double *x) {
  double *row[n];
  for (int i = 0; i < n; i++) row[i] = x + i*m;
  double s = 0;
  for (int k = 0; k < n; k++) for (int i = 0; i < m; i++) s += row[k][i]*row[k][i];
  return s;
}
