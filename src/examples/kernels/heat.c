/* A rod that cools: explicit Euler steps of the heat equation, then the
   squared distance from a temperature that somebody wishes for. */
double heat(int n, int steps, double kappa, double u[n], const double wish[n]) {
  double left, here, misfit = 0;
  for (int t = 0; t < steps; t++) {
    left = u[0];
    for (int i = 1; i < n - 1; i++) {
      here = u[i];
      u[i] = here + kappa * (left - 2 * here + u[i + 1]);
      left = here;
    }
  }
  for (int i = 0; i < n; i++) {
    misfit += (u[i] - wish[i]) * (u[i] - wish[i]);
  }
  return misfit;
}
