#include <math.h>
#define SOFT 1e-3
double nbody_energy(int n, const double (*pos)[3], const double (*vel)[3], const double mass[])
{
  double e = 0.0;
  for (int i = 0; i < n; ++i) {
    const double *vi = vel[i];
    e += 0.5 * mass[i] * (vi[0]*vi[0] + vi[1]*vi[1] + vi[2]*vi[2]);
    for (int j = i + 1; j < n; ++j) {
      double d2 = SOFT;
      for (int k = 0; k < 3; ++k) { double d = pos[i][k] - pos[j][k]; d2 += d * d; }
      e -= mass[i] * mass[j] / sqrt(d2);
    }
  }
  return e;
}
