/* A two-way branch between two basic blocks, as in fig. 5 of the paper on control flow reversal. */
double branch(double x) {
  double y = x * x;
  double z;
  if (y > 1)
    z = sin(y);
  else
    z = cos(y);
  return z * y;
}
