/* A loop between two basic blocks, as in fig. 6 of the paper on control flow reversal. */
double loop(double x) {
  double y = x * x;
  while (y < 100)
    y = y * y + x;
  return sin(y);
}
