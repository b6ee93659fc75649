double clenshaw(int n, double c[], double x)
{
  double b0 = 0., b1 = 0., b2;
  for (int k = n - 1; k > 0; --k) {
    b2 = b1;
    b1 = b0;
    b0 = c[k] + 2 * x * b1 - b2;
  }
  return c[0] + x * b0 - b1;
}
