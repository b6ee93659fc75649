#include <math.h>
/* Lennard-Jones with a neighbour list in CSR form and periodic minimum image */
double lj_energy(int n, const double *restrict x, const int *restrict first, const int *restrict nbr, double box, double eps, double sigma, double rc)
{
  double e = 0.0;
  const double rc2 = rc * rc;
  for (int i = 0; i < n; i++) {
    const double xi = x[3*i], yi = x[3*i+1], zi = x[3*i+2];
    for (int k = first[i]; k < first[i+1]; k++) {
      const int j = nbr[k];
      double dx = xi - x[3*j], dy = yi - x[3*j+1], dz = zi - x[3*j+2];
      dx -= box * round(dx / box);
      dy -= box * round(dy / box);
      dz -= box * round(dz / box);
      const double r2 = dx*dx + dy*dy + dz*dz;
      if (r2 > rc2 || r2 == 0.0) continue;
      const double s2 = sigma * sigma / r2, s6 = s2 * s2 * s2;
      e += 4.0 * eps * (s6 * s6 - s6);
    }
  }
  return 0.5 * e;
}
