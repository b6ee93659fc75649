#include <math.h>
/* cloth / spring-mass network */
void step(int nm, int ns, double pos[][2], double vel[][2], const int spring[][2], const double *rest, double ks, double kd, double dt, double mass)
{
  double force[nm][2];
  for (int i = 0; i < nm; i++) { force[i][0] = 0.0; force[i][1] = -9.81 * mass; }
  for (int s = 0; s < ns; s++) {
    int a = spring[s][0], b = spring[s][1];
    if (a == b) continue;
    double dx = pos[b][0] - pos[a][0], dy = pos[b][1] - pos[a][1];
    double len = hypot(dx, dy);
    double ux = dx / len, uy = dy / len;
    double fm = ks * (len - rest[s]) + kd * ((vel[b][0] - vel[a][0]) * ux + (vel[b][1] - vel[a][1]) * uy);
    force[a][0] += fm * ux; force[a][1] += fm * uy;
    force[b][0] -= fm * ux; force[b][1] -= fm * uy;
  }
  for (int i = 0; i < nm; i++)
    for (int d = 0; d < 2; d++) {
      vel[i][d] += dt * force[i][d] / mass;
      pos[i][d] += dt * vel[i][d];
    }
}
