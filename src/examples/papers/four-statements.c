/* The example of section 5.1 in the paper on to-be-recorded analysis. */
void four(double x1, double x2, double *x1_out, double *y, double *z, double *v) {
  *y = sin(x1 + x2);
  *z = *y;
  x1 = x2;
  *v = *z * x2;
  *x1_out = x1;
}
