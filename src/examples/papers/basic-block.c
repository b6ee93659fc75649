/* The basic block of equation 3 in the paper on control flow reversal; equation 4 has the sine. */
void block(double v1, double v2, double *v3, double *v4, double *v6, double *v7) {
  *v3 = v1 * v2;
  *v4 = v1 * *v3;
  *v6 = sin(*v4);
  *v7 = (*v3 * v2) * *v4;
}
