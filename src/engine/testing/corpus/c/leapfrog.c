#include <math.h>
#define NP 3
typedef double vec3[3];
static void forces(vec3 *x, const double *m, vec3 *a)
{
  int i, j, d;
  for (i = 0; i < NP; i++) a[i][0] = a[i][1] = a[i][2] = 0.0;
  for (i = 0; i < NP; i++)
    for (j = i + 1; j < NP; j++) {
      vec3 r;
      double r2 = 0.01;
      for (d = 0; d < 3; d++) { r[d] = x[j][d] - x[i][d]; r2 += r[d] * r[d]; }
      double ir3 = 1.0 / (r2 * sqrt(r2));
      for (d = 0; d < 3; d++) {
        a[i][d] += m[j] * r[d] * ir3;
        a[j][d] -= m[i] * r[d] * ir3;
      }
    }
}
void leapfrog(vec3 *x, vec3 *v, const double *m, double dt, int nsteps)
{
  vec3 a[NP];
  forces(x, m, a);
  while (nsteps-- > 0) {
    for (int i = 0; i < NP; i++)
      for (int d = 0; d < 3; d++) {
        v[i][d] += 0.5 * dt * a[i][d];
        x[i][d] += dt * v[i][d];
      }
    forces(x, m, a);
    for (int i = 0; i < NP; i++)
      for (int d = 0; d < 3; d++) v[i][d] += 0.5 * dt * a[i][d];
  }
}
