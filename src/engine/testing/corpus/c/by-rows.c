/* The elements of arrays as rows of another length, by way of a pointer to nothing in particular. */
static double smooth(int rows, int columns, double w[rows][columns], double x)
{
  double s = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      w[i][j] *= x + j;
      s = s * 0.5 + w[i][j] * i;
    }
  return s;
}
double rows(int n, double x, double a[12])
{
  double g[2][6];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 6; j++) g[i][j] = x * i + a[j] * a[i + j];
  double s = smooth(3, 4, (void *)g, x);
  s += smooth(2, 6, (void *)a, s);
  return s * g[1][4] + smooth(4, 3, (void *)&g[0][0], x) + a[7];
}
