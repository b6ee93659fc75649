/* What is large counts at once, what is small not at all: two jumps whose ways cross. */
double weigh(int n, double a[n], double limit) {
  double sum = 1.0;
  for (int i = 0; i < n; i++) {
    double t = a[i] * a[i];
    if (t > limit) goto count;
    t = t * sin(a[i]);
    if (t < 0.2) goto next;
  count:
    sum = sum + t * t;
  next:
    sum = sum * a[i];
  }
  return sum;
}
