/* A Gaussian mixture with a Wishart prior: the log-likelihood of points. */
#include <math.h>
#include <stdlib.h>
typedef struct { double gamma; int m; } Wishart;
static double arr_max(int n, const double *x) { double m = x[0]; for (int i = 1; i < n; i++) if (m < x[i]) m = x[i]; return m; }
static double sqnorm(int n, double const *x) { double res = x[0]*x[0]; for (int i = 1; i < n; i++) res += x[i]*x[i]; return res; }
static double logsumexp(int n, const double *x) { double mx = arr_max(n, x); double s = 0; for (int i = 0; i < n; i++) s += exp(x[i]-mx); return log(s)+mx; }
static void preprocess(int d, int k, const double *icf, double *sum_qs, double *Qdiags) {
  int icf_sz = d*(d+1)/2;
  for (int ik = 0; ik < k; ik++) { sum_qs[ik] = 0.; for (int id = 0; id < d; id++) { double q = icf[ik*icf_sz+id]; sum_qs[ik] += q; Qdiags[ik*d+id] = exp(q);} } }
static void subtract(int d, const double *x, const double *y, double *out) { for (int id = 0; id < d; id++) out[id] = x[id]-y[id]; }
static void Qtimesx(int d, const double *Qd, const double *ltri, const double *x, double *out) {
  for (int i = 0; i < d; i++) out[i] = Qd[i]*x[i];
  int p = 0;
  for (int i = 0; i < d; i++) for (int j = i+1; j < d; j++) { out[j] += ltri[p]*x[i]; p++; } }
static double log_wishart(int p, int k, Wishart w, const double *sum_qs, const double *Qdiags, const double *icf) {
  int n = p + w.m + 1, sz = p*(p+1)/2; double C = n*p*(log(w.gamma)-0.5*log(2.0)); double out = 0;
  for (int ik = 0; ik < k; ik++) { double fro = sqnorm(p, &Qdiags[ik*p]) + sqnorm(sz-p, &icf[ik*sz+p]); out += 0.5*w.gamma*w.gamma*fro - w.m*sum_qs[ik]; }
  return out - k*C; }
void gmm_objective(int d, int k, int n, double const * restrict alphas, double const * restrict means, double const * restrict icf, double const * restrict x, Wishart wishart, double * restrict err) {
  const double CONSTANT = -n*d*0.5*log(2*3.14159);
  int icf_sz = d*(d+1)/2;
  double *Qdiags = (double*)malloc(d*k*sizeof(double)), *sum_qs = (double*)malloc(k*sizeof(double)), *xc = (double*)malloc(d*sizeof(double)), *Qxc = (double*)malloc(d*sizeof(double)), *mt = (double*)malloc(k*sizeof(double));
  preprocess(d, k, icf, &sum_qs[0], &Qdiags[0]);
  double slse = 0.;
  for (int ix = 0; ix < n; ix++) {
    for (int ik = 0; ik < k; ik++) {
      subtract(d, &x[ix*d], &means[ik*d], &xc[0]);
      Qtimesx(d, &Qdiags[ik*d], &icf[ik*icf_sz+d], &xc[0], &Qxc[0]);
      mt[ik] = alphas[ik] + sum_qs[ik] - 0.5*sqnorm(d, &Qxc[0]);
    }
    slse += logsumexp(k, &mt[0]);
  }
  *err = CONSTANT + slse - n*logsumexp(k, alphas) + log_wishart(d, k, wishart, &sum_qs[0], &Qdiags[0], icf);
  free(Qdiags); free(sum_qs); free(xc); free(Qxc); free(mt);
}
