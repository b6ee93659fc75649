double payoff(double s, double k1, double k2, double barrier, int type) {
  return type == 0 ? (s > k1 ? s - k1 : 0.0) : type == 1 ? (s < k1 ? k1 - s : 0.0) : (s > barrier) ? 0.0 : s < k1 ? 0 : s < k2 ? s - k1 : k2 - k1;
}
double book(const double *spots, int n, const int *types, double k1, double k2, double B, const double *pos) {
  double pv = 0; int i = n;
  while (i --> 0) pv += pos[i]*payoff(spots[i], k1, k2, B, types[i]);
  return pv;
}
