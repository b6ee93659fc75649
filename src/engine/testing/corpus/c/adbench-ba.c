/* Bundle adjustment: reprojection errors of points that cameras with radial distortion see. */
#include <math.h>
#define BA_NCAMPARAMS 11
#define ROT_IDX 0
#define C_IDX 3
#define F_IDX 6
#define X0_IDX 7
#define RAD_IDX 9
static double sqsum(int n, double const *x) {
  double res = 0;
  for (int i = 0; i < n; i++) res = res + x[i] * x[i];
  return res;
}
static void cross(double const *a, double const *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}
static void rodrigues_rotate_point(double const *rot, double const *pt, double *rotatedPt) {
  int i;
  double sqtheta = sqsum(3, rot);
  if (sqtheta != 0) {
    double theta, costheta, sintheta, theta_inverse;
    double w[3], w_cross_pt[3], tmp;
    theta = sqrt(sqtheta);
    costheta = cos(theta);
    sintheta = sin(theta);
    theta_inverse = 1.0 / theta;
    for (i = 0; i < 3; i++) w[i] = rot[i] * theta_inverse;
    cross(w, pt, w_cross_pt);
    tmp = (w[0] * pt[0] + w[1] * pt[1] + w[2] * pt[2]) * (1. - costheta);
    for (i = 0; i < 3; i++) rotatedPt[i] = pt[i] * costheta + w_cross_pt[i] * sintheta + w[i] * tmp;
  } else {
    double rot_cross_pt[3];
    cross(rot, pt, rot_cross_pt);
    for (i = 0; i < 3; i++) rotatedPt[i] = pt[i] + rot_cross_pt[i];
  }
}
static void radial_distort(double const *rad_params, double *proj) {
  double rsq = sqsum(2, proj);
  double L = 1. + rad_params[0] * rsq + rad_params[1] * rsq * rsq;
  proj[0] = proj[0] * L;
  proj[1] = proj[1] * L;
}
static void project(double const *cam, double const *X, double *proj) {
  double const *C = &cam[C_IDX];
  double Xo[3], Xcam[3];
  Xo[0] = X[0] - C[0];
  Xo[1] = X[1] - C[1];
  Xo[2] = X[2] - C[2];
  rodrigues_rotate_point(&cam[ROT_IDX], Xo, Xcam);
  proj[0] = Xcam[0] / Xcam[2];
  proj[1] = Xcam[1] / Xcam[2];
  radial_distort(&cam[RAD_IDX], proj);
  proj[0] = proj[0] * cam[F_IDX] + cam[X0_IDX];
  proj[1] = proj[1] * cam[F_IDX] + cam[X0_IDX + 1];
}
static void compute_reproj_error(double const *cam, double const *X, double const *w, double const *feat, double *err) {
  double proj[2];
  project(cam, X, proj);
  err[0] = (*w) * (proj[0] - feat[0]);
  err[1] = (*w) * (proj[1] - feat[1]);
}
static void compute_zach_weight_error(double const *w, double *err) { *err = 1 - (*w) * (*w); }
void ba_objective(int n, int m, int p, double const *cams, double const *X, double const *w, int const *obs,
                  double const *feats, double *reproj_err, double *w_err) {
  int i;
  for (i = 0; i < p; i++) {
    int camIdx = obs[i * 2 + 0];
    int ptIdx = obs[i * 2 + 1];
    compute_reproj_error(&cams[camIdx * BA_NCAMPARAMS], &X[ptIdx * 3], &w[i], &feats[i * 2], &reproj_err[2 * i]);
  }
  for (i = 0; i < p; i++) compute_zach_weight_error(&w[i], &w_err[i]);
}
