#include <math.h>
#include <stdlib.h>
typedef struct { double mass, charge; double pos[3]; double vel[3]; } Particle;
typedef struct { Particle *p; int n; double dt; } System;
static double dist2(const Particle *a, const Particle *b) {
  double s = 0;
  for (int k = 0; k < 3; k++) { double d = a->pos[k] - b->pos[k]; s += d * d; }
  return s;
}
static double potential(const System *s) {
  double e = 0;
  for (int i = 0; i < s->n; i++)
    for (int j = i + 1; j < s->n; j++)
      e += s->p[i].charge * s->p[j].charge / sqrt(dist2(&s->p[i], &s->p[j]) + 1e-3);
  return e;
}
double energy_after(int n, double dt, int steps, Particle *parts) {
  System sys = { parts, n, dt };
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < sys.n; i++) {
      Particle *q = &sys.p[i];
      for (int k = 0; k < 3; k++) q->pos[k] += sys.dt * q->vel[k];
    }
  double kin = 0;
  for (int i = 0; i < n; i++) { Particle *q = parts + i; kin += 0.5 * q->mass * (q->vel[0]*q->vel[0] + q->vel[1]*q->vel[1] + q->vel[2]*q->vel[2]); }
  return kin + potential(&sys);
}
