/* How far are two arrays apart? Fig. 4 of the TAPENADE report. */
double discrepancy(int n, const double T[n], const double U[n]) {
  double e1, e2 = 0;
  for (int i = 0; i < n; i++) {
    e1 = T[i] - U[i];
    e2 = e2 + e1 * e1;
  }
  return sqrt(e2);
}
