double jumps(int n, const double *a) {
  double s = 0;
  if (n < 0) return -1;
  for (int i = 0; i < n; i++) {
    if (a[i] == 0) continue;
    for (int j = 0; j < i; j++) {
      if (a[j] > a[i]) break;
      if (a[j] < -1) goto done;
      s += a[j];
    }
    if (s > 100) return s;
  }
again:
  s *= 0.5;
  if (s > 1) goto again;
done:
  if (s < 0) {
    return 0;
  } else {
    return s;
  }
}
