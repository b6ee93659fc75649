double f(int n, double *x, double *y, double *z) {
  double *v[3] = {x, y, z};
  double s = 0;
  for (int k = 0; k < 3; k++) for (int i = 0; i < n; i++) s += v[k][i]*v[(k+1)%3][i];
  return s;
}
