/* How loud a signal is, behind a filter that remembers: its mean lives on from call to call. */
double filtered(double x) {
  static double mean = 0.0;
  mean = 0.8 * mean + 0.2 * x * x;
  return mean;
}

double loudness(int n, double signal[n]) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    double m = filtered(signal[i]);
    sum = sum + m * m;
  }
  return sum;
}
