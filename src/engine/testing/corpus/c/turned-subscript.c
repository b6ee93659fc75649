double f(int n, double *x) { double s = 0; for (int i = 0; i < n; i++) s += i[x]*i[x]; return s; }
