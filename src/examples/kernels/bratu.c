/* Residual of the Bratu problem, thermal explosion of a solid fuel:
   x'' + s exp(x / (1 + t x)) = 0, with prm = (s, t). */
void bratu(int n, const double x[n], const double prm[2], double F[n]) {
  double h = 2.0 / (n + 1);
  F[0] = -2 * x[0] + h * h * prm[0] / 12.0 * (1 + 10 * exp(x[0] / (1.0 + prm[1] * x[0])));
  F[1] = x[0] + h * h * prm[0] / 12.0 * exp(x[0] / (1.0 + prm[1] * x[0]));
  for (int i = 1; i < n - 1; i++) {
    F[i - 1] = F[i - 1] + x[i] + h * h * prm[0] / 12.0 * exp(x[i] / (1.0 + prm[1] * x[i]));
    F[i] = F[i] - 2 * x[i] + h * h * prm[0] / 1.2 * exp(x[i] / (1.0 + prm[1] * x[i]));
    F[i + 1] = x[i] + h * h * prm[0] / 12.0 * exp(x[i] / (1.0 + prm[1] * x[i]));
  }
  int last = n - 1;
  F[last - 1] = F[last - 1] + x[last] + h * h * prm[0] / 12.0 * exp(x[last] / (1.0 + prm[1] * x[last]));
  F[last] = F[last] - 2 * x[last];
  F[last] = F[last] + h * h * prm[0] / 12.0 * (1 + 10 * exp(x[last] / (1.0 + prm[1] * x[last])));
}
