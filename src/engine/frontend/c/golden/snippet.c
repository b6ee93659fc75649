s = 0;
for (i = lo; i < n; i++) {
  t = x[idx[i] + 1] * y[k % 2];
  s += t;
  count++;
}
double local[3] = {s, 2};
if (s > tol) z = fmax(local[0], w);
last = count;
