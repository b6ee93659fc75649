/* Section 2 of the paper on control-flow reversal. */
double y3(double x1, double x2) {
  double y1 = 0, y2 = 0;
  int i = 1;
  while (i < 3) {
    if (i < 2) {
      y2 = sin(x1);
    } else {
      y1 = cos(x2);
    }
    i = i + 1;
  }
  return y1 * y2;
}
