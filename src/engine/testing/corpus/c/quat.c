#include <math.h>
typedef float real;
void quat_normalize(real q[4])
{
  real n = sqrtf(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]);
  if (n > 1e-8f) { q[0] /= n, q[1] /= n, q[2] /= n, q[3] /= n; }
}
void quat_to_mat(const real *q, real m[3][3])
{
  real w = q[0], x = q[1], y = q[2], z = q[3];
  m[0][0] = 1 - 2*(y*y + z*z); m[0][1] = 2*(x*y - w*z); m[0][2] = 2*(x*z + w*y);
  m[1][0] = 2*(x*y + w*z); m[1][1] = 1 - 2*(x*x + z*z); m[1][2] = 2*(y*z - w*x);
  m[2][0] = 2*(x*z - w*y); m[2][1] = 2*(y*z + w*x); m[2][2] = 1 - 2*(x*x + y*y);
}
void rotate(real q[4], const real v[3], real out[3])
{
  real m[3][3];
  quat_normalize(q);
  quat_to_mat(q, m);
  for (int i = 0; i < 3; i++) {
    out[i] = 0;
    for (int j = 0; j < 3; j++) out[i] += m[i][j] * v[j];
  }
}
