static void swap(double **a, double **b) { double *t = *a; *a = *b; *b = t; }
double run(int n, double *a, double *b, int k) {
  double *u = a, *v = b;
  for (int i = 0; i < k; i++) { for (int j = 0; j < n; j++) v[j] = u[j]*u[j]+0.2; swap(&u, &v); }
  double s = 0;
  for (int i = 0; i < n; i++) s += u[i]*u[i];
  return s;
}
