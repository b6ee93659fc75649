#include <math.h>
/* Cash-Karp with step control, Lotka-Volterra */
static void rhs(double t, const double y[2], const double p[4], double dy[2])
{
  (void)t;
  dy[0] = p[0] * y[0] - p[1] * y[0] * y[1];
  dy[1] = -p[2] * y[1] + p[3] * y[0] * y[1];
}
static double rkstep(double t, double h, const double *y, const double *p, double *ynew)
{
  double k1[2], k2[2], k3[2], k4[2], k5[2], k6[2], tmp[2], err = 0.0;
  rhs(t, y, p, k1);
  for (int i = 0; i < 2; i++) tmp[i] = y[i] + h * 0.2 * k1[i];
  rhs(t + 0.2 * h, tmp, p, k2);
  for (int i = 0; i < 2; i++) tmp[i] = y[i] + h * (3.0/40 * k1[i] + 9.0/40 * k2[i]);
  rhs(t + 0.3 * h, tmp, p, k3);
  for (int i = 0; i < 2; i++) tmp[i] = y[i] + h * (0.3 * k1[i] - 0.9 * k2[i] + 1.2 * k3[i]);
  rhs(t + 0.6 * h, tmp, p, k4);
  for (int i = 0; i < 2; i++) tmp[i] = y[i] + h * (-11.0/54 * k1[i] + 2.5 * k2[i] - 70.0/27 * k3[i] + 35.0/27 * k4[i]);
  rhs(t + h, tmp, p, k5);
  for (int i = 0; i < 2; i++) tmp[i] = y[i] + h * (1631.0/55296 * k1[i] + 175.0/512 * k2[i] + 575.0/13824 * k3[i] + 44275.0/110592 * k4[i] + 253.0/4096 * k5[i]);
  rhs(t + 0.875 * h, tmp, p, k6);
  for (int i = 0; i < 2; i++) {
    ynew[i] = y[i] + h * (37.0/378 * k1[i] + 250.0/621 * k3[i] + 125.0/594 * k4[i] + 512.0/1771 * k6[i]);
    double e = h * ((37.0/378 - 2825.0/27648) * k1[i] + (250.0/621 - 18575.0/48384) * k3[i] + (125.0/594 - 13525.0/55296) * k4[i] - 277.0/14336 * k5[i] + (512.0/1771 - 0.25) * k6[i]);
    err = fmax(err, fabs(e));
  }
  return err;
}
int integrate(double y[2], const double p[4], double t1, double tol)
{
  double t = 0.0, h = 0.1;
  int steps = 0;
  while (t < t1) {
    double ynew[2];
    if (t + h > t1) h = t1 - t;
    double err = rkstep(t, h, y, p, ynew);
    if (err <= tol) {
      t += h;
      y[0] = ynew[0];
      y[1] = ynew[1];
      steps++;
    }
    double fac = 0.9 * pow(tol / (err + 1e-30), 0.2);
    h *= fac > 4.0 ? 4.0 : fac < 0.1 ? 0.1 : fac;
    if (steps > 200) return -1;
  }
  return steps;
}
