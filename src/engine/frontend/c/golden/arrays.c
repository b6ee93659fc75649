#define N 4
void arrays(int n, double a[n][n], const double *p, double *q) {
  double small[3] = {1, 2}, grid[2][2] = {{1}, {n, 3}}, flat[2][2] = {1, 2, 3}, counted[] = {5, 6, 7};
  double large[20] = {n}, zero[N * 10][2] = {0};
  int x = 3;
  { double x = p[0]; q[0] = x; { int x = 1; q[x] = x; } }
  *(q + x) = *(p + 1) + *(*(a + 1) + 2) + (*(a + x))[0] + **a + (p + 1)[x - 1] + *a[2];
  q[x] = small[0] + grid[1][1] + flat[0][0] + counted[2] + large[1] + zero[0][0];
}
