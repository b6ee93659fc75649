#include <math.h>
#define NN 6
#define M 3
static void matvec(const double A[NN*NN], const double *x, double *y)
{
  for (int i = 0; i < NN; i++) {
    y[i] = 0;
    for (int j = 0; j < NN; j++) y[i] += A[i*NN + j] * x[j];
  }
}
void gmres(const double A[NN*NN], const double b[NN], double x[NN])
{
  double V[M+1][NN], H[M+1][M], cs[M], sn[M], s[M+1], y[M], beta = 0;
  for (int i = 0; i < NN; i++) beta += b[i]*b[i];
  beta = sqrt(beta);
  for (int i = 0; i < NN; i++) V[0][i] = b[i] / beta;
  for (int i = 0; i <= M; i++) s[i] = i ? 0.0 : beta;
  for (int j = 0; j < M; j++) {
    double w[NN];
    matvec(A, V[j], w);
    for (int i = 0; i <= j; i++) {
      double h = 0;
      for (int k = 0; k < NN; k++) h += w[k] * V[i][k];
      H[i][j] = h;
      for (int k = 0; k < NN; k++) w[k] -= h * V[i][k];
    }
    double nrm = 0;
    for (int k = 0; k < NN; k++) nrm += w[k]*w[k];
    H[j+1][j] = sqrt(nrm);
    for (int k = 0; k < NN; k++) V[j+1][k] = w[k] / H[j+1][j];
    for (int i = 0; i < j; i++) {
      double t = cs[i]*H[i][j] + sn[i]*H[i+1][j];
      H[i+1][j] = -sn[i]*H[i][j] + cs[i]*H[i+1][j];
      H[i][j] = t;
    }
    double r = hypot(H[j][j], H[j+1][j]);
    cs[j] = H[j][j] / r; sn[j] = H[j+1][j] / r;
    H[j][j] = r; H[j+1][j] = 0;
    s[j+1] = -sn[j]*s[j];
    s[j] = cs[j]*s[j];
  }
  for (int i = M - 1; i >= 0; --i) {
    y[i] = s[i];
    for (int k = i + 1; k < M; k++) y[i] -= H[i][k]*y[k];
    y[i] /= H[i][i];
  }
  for (int i = 0; i < NN; i++) {
    x[i] = 0;
    for (int k = 0; k < M; k++) x[i] += V[k][i]*y[k];
  }
}
