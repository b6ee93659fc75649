/* Explicit diffusion in two buffers that change places after every step. */
double diffuse(int n, int steps, double *u, double *next, double nu) {
  double *now = u, *then = next, *t;
  for (int k = 0; k < steps; k++) {
    then[0] = now[0];
    then[n - 1] = now[n - 1];
    for (int i = 1; i < n - 1; i++)
      then[i] = now[i] + nu * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    t = now;
    now = then;
    then = t;
  }
  double energy = 0;
  for (int i = 0; i < n; i++) energy += now[i] * now[i];
  return energy;
}
