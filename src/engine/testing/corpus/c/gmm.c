#include <math.h>
#include <stdlib.h>
double sqnorm(int n, double const *x)
{
  int i;
  double res = x[0] * x[0];
  for (i = 1; i < n; i++) res += x[i] * x[i];
  return res;
}
double arr_max(int n, double const *x)
{
  int i;
  double m = x[0];
  for (i = 1; i < n; i++) if (m < x[i]) m = x[i];
  return m;
}
double lse(int n, double const *x)
{
  int i;
  double mx = arr_max(n, x);
  double semx = 0.0;
  for (i = 0; i < n; i++) semx = semx + exp(x[i] - mx);
  return log(semx) + mx;
}
void Qtimesx(int d, double const *Qdiag, double const *ltri, double const *x, double *out)
{
  int i, j;
  for (i = 0; i < d; i++) out[i] = Qdiag[i] * x[i];
  int Lparamsidx = 0;
  for (i = 0; i < d; i++)
    for (j = i + 1; j < d; j++) {
      out[j] = out[j] + ltri[Lparamsidx] * x[i];
      Lparamsidx++;
    }
}
void gmm(int d, int k, int n, double const *alphas, double const *means, double const *icf, double const *x, double *err)
{
  int ix, ik;
  const double CONSTANT = -n * d * 0.5 * log(2 * M_PI);
  int icf_sz = d * (d + 1) / 2;
  double *Qdiags = (double *)malloc(d * k * sizeof(double));
  double *xcentered = (double *)malloc(d * sizeof(double));
  double *Qx = (double *)malloc(d * sizeof(double));
  double *main_term = (double *)malloc(k * sizeof(double));
  for (ik = 0; ik < k; ik++)
    for (int i = 0; i < d; i++) Qdiags[ik * d + i] = exp(icf[ik * icf_sz + i]);
  double slse = 0.;
  for (ix = 0; ix < n; ix++) {
    for (ik = 0; ik < k; ik++) {
      for (int i = 0; i < d; i++) xcentered[i] = x[ix * d + i] - means[ik * d + i];
      Qtimesx(d, &Qdiags[ik * d], &icf[ik * icf_sz + d], &xcentered[0], &Qx[0]);
      main_term[ik] = alphas[ik] - 0.5 * sqnorm(d, &Qx[0]);
    }
    slse = slse + lse(k, &main_term[0]);
  }
  free(Qdiags);
  free(xcentered);
  free(Qx);
  free(main_term);
  *err = CONSTANT + slse - n * lse(k, &alphas[0]);
}
