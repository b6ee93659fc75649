#include <math.h>
#define BA_NCAMPARAMS 11
#define ROT_IDX 0
#define C_IDX 3
#define F_IDX 6
#define X0_IDX 7
#define RAD_IDX 9
void cross(double const *a, double const *b, double *out)
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}
void rodrigues(double const *rot, double const *pt, double *out)
{
  int i;
  double sq = rot[0]*rot[0] + rot[1]*rot[1] + rot[2]*rot[2];
  if (sq != 0) {
    double theta = sqrt(sq), ct = cos(theta), st = sin(theta), ti = 1.0 / theta;
    double w[3], wx[3];
    for (i = 0; i < 3; i++) w[i] = rot[i] * ti;
    cross(w, pt, wx);
    double tmp = (w[0]*pt[0] + w[1]*pt[1] + w[2]*pt[2]) * (1. - ct);
    for (i = 0; i < 3; i++) out[i] = pt[i] * ct + wx[i] * st + w[i] * tmp;
  } else {
    double rc[3];
    cross(rot, pt, rc);
    for (i = 0; i < 3; i++) out[i] = pt[i] + rc[i];
  }
}
void radial_distort(double const *rad, double *proj)
{
  double rsq = proj[0]*proj[0] + proj[1]*proj[1];
  double L = 1. + rad[0] * rsq + rad[1] * rsq * rsq;
  proj[0] = proj[0] * L;
  proj[1] = proj[1] * L;
}
void project(double const *const cam, double const *const X, double *const proj)
{
  double const *const C = &cam[C_IDX];
  double Xo[3], Xcam[3];
  Xo[0] = X[0] - C[0];
  Xo[1] = X[1] - C[1];
  Xo[2] = X[2] - C[2];
  rodrigues(&cam[ROT_IDX], Xo, Xcam);
  proj[0] = Xcam[0] / Xcam[2];
  proj[1] = Xcam[1] / Xcam[2];
  radial_distort(&cam[RAD_IDX], proj);
  proj[0] = proj[0] * cam[F_IDX] + cam[X0_IDX];
  proj[1] = proj[1] * cam[F_IDX] + cam[X0_IDX + 1];
}
