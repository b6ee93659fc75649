/* The statements whose parse tree is fig. 2 of the paper on the single-pass grammar. */
void statement(double x, double *y) {
  if (*y < x) {
    *y = 1;
  }
  *y = *y * sin(x);
}
