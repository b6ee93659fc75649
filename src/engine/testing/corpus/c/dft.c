#include <math.h>
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
void dft(int n, const double *re, const double *im, double *outre, double *outim)
{
  for (int k = 0; k < n; k++) {
    double sr = 0, si = 0;
    for (int t = 0; t < n; t++) {
      double ang = 2 * M_PI * t * k / n;
      sr += re[t] * cos(ang) + im[t] * sin(ang);
      si += -re[t] * sin(ang) + im[t] * cos(ang);
    }
    outre[k] = sr;
    outim[k] = si;
  }
}
