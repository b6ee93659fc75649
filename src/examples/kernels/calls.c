/* How hard a stone hits that falls through air: each quantity has a routine of its own. */
void damp(double *v, double c) {
  double loss = c * *v * *v;
  *v = *v * exp(-loss);
}

double energy(double m, double v) {
  return 0.5 * m * v * v;
}

double fall(double m, double h, double c) {
  double v = sqrt(2.0 * 9.81 * h);
  damp(&v, c);
  return energy(m, v);
}
