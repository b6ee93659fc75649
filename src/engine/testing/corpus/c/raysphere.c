#include <math.h>
#include <stdbool.h>
static double dot(const double a[static 3], const double b[static 3]) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }
bool hit(const double o[3], const double d[3], const double c[3], double r, double *t, double n[3])
{
  double oc[3] = {o[0]-c[0], o[1]-c[1], o[2]-c[2]};
  double a = dot(d, d), half_b = dot(oc, d), cc = dot(oc, oc) - r*r;
  double disc = half_b*half_b - a*cc;
  if (disc < 0) return false;
  double sq = sqrt(disc), root = (-half_b - sq) / a;
  if (root < 1e-3) {
    root = (-half_b + sq) / a;
    if (root < 1e-3) return false;
  }
  *t = root;
  for (int i = 0; i < 3; i++) n[i] = (o[i] + root*d[i] - c[i]) / r;
  return true;
}
