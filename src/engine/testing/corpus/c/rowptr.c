double frob(int n, int m, double *a)
{
  double s = 0;
  for (int i = 0; i < n; i++) {
    double *row = a + i * m;
    for (int j = 0; j < m; j++) s += row[j] * row[j] * (j + 1);
  }
  return s;
}
