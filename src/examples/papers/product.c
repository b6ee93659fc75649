/* The product of section 2 in the paper on the single-pass grammar. */
void product(double *x, double y) {
  *x = *x * y;
}
