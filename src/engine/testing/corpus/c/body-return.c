double s = 0;
for (int i = 0; i < n; i++) {
  if (s > 1000.0) return limit * x[i];
  s += x[i] * x[i];
}
return limit * s;
