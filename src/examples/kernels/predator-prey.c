/* Hares and lynxes after some years: the classical Runge-Kutta method on the
   equations of Lotka and Volterra. How does the end depend on the start and
   on the four rates? */
void predator_prey(int steps, double dt, const double rate[4], double *hares, double *lynxes) {
  double h1, h2, h3, h4, l1, l2, l3, l4, h, l;
  for (int k = 0; k < steps; k++) {
    h1 = *hares * (rate[0] - rate[1] * *lynxes);
    l1 = *lynxes * (rate[2] * *hares - rate[3]);
    h = *hares + dt / 2 * h1;
    l = *lynxes + dt / 2 * l1;
    h2 = h * (rate[0] - rate[1] * l);
    l2 = l * (rate[2] * h - rate[3]);
    h = *hares + dt / 2 * h2;
    l = *lynxes + dt / 2 * l2;
    h3 = h * (rate[0] - rate[1] * l);
    l3 = l * (rate[2] * h - rate[3]);
    h = *hares + dt * h3;
    l = *lynxes + dt * l3;
    h4 = h * (rate[0] - rate[1] * l);
    l4 = l * (rate[2] * h - rate[3]);
    *hares = *hares + dt / 6 * (h1 + 2 * h2 + 2 * h3 + h4);
    *lynxes = *lynxes + dt / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
}
