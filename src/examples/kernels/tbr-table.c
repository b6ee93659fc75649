/* The loop of table 2.1 in the paper on to-be-recorded analysis. */
void sweep(int n, double x[n]) {
  int i = 0, j = n - 1;
  double a = 3.14159;
  while (j > 0) {
    if (i > j) {
      x[i] = j + sin(x[i]);
    } else {
      x[j] = j * cos(x[j]) + a;
    }
    i = i + 1;
    j = j - 1;
    a = a / 2;
  }
}
