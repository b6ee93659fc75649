#include <math.h>

/* Flux of the linear advection equation, with a limiter. */
static double limiter(double r) {
  if (r <= 0.0) return 0.0;
  double a = 2.0 * r;
  double b = 0.5 * (1.0 + r);
  double m = a < b ? a : b;
  return m < 2.0 ? m : 2.0;
}

static double flux(double ul, double u, double ur, double c) {
  double d = ur - u;
  double r = (u - ul) / (d + 1e-9);
  return c * (u + 0.5 * (1.0 - c) * limiter(r) * d);
}

static void step(int n, double u[n], double f[n], double c) {
  for (int i = 1; i < n - 1; i++) {
    f[i] = flux(u[i - 1], u[i], u[i + 1], c);
  }
  for (int i = 2; i < n - 1; i++) {
    u[i] = u[i] - (f[i] - f[i - 1]);
  }
}

static double energy(int n, const double u[n]) {
  double e = 0.0;
  for (int i = 0; i < n; i++) {
    e += u[i] * u[i];
  }
  return 0.5 * e;
}

static void start(int n, double u[n], double width, double centre) {
  for (int i = 0; i < n; i++) {
    double x = (i + 0.5) / n - centre;
    u[i] = exp(-x * x / (width * width));
  }
}

double advect(int n, double u[n], double f[n], double width, double centre, double c, int steps) {
  start(n, u, width, centre);
  double before = energy(n, u);
  for (int t = 0; t < steps; t++) {
    step(n, u, f, c);
  }
  double after = energy(n, u);
  double loss = before - after;
  if (loss < 0.0) {
    loss = -loss;
  }
  double worst = 0.0;
  for (int i = 0; i < n; i++) {
    double d = u[i] - 0.5;
    if (d * d > worst) worst = d * d;
  }
  return sqrt(loss + 1e-12) + 0.1 * worst;
}
