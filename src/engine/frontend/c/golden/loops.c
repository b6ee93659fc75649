int bound;
void touch(void);

void loops(int n, long m, double *a, int *stop, const int *limit) {
  int i, j;
  for (i = 0; i < n; i++) a[i] = 0;
  for (i = n - 1; i >= 0; i--) a[i] = 1;
  for (i = n; i > 0; i -= 2) a[i] = 2;
  for (i = 1; i <= n; i += 3) a[i] = 3;
  for (i = 0; n > i; i = i + 1) a[i] = 4;
  for (i = 0; i < m; ++i) a[i] = 5;
  for (j = 3, i = 0; i < bound; i++) a[i] = j;
  for (i = 0; i < *limit; i++) a[i] = 6;
  for (int i = 0; i < 4; i++) for (int k = i; k < 4; k++) a[i] += k;
  for (int i = 0; i < 4; i++) a[i] = 7;
  /* None of these counts. */
  for (i = 0; i < n; i++) if (a[i] > 0) i += 2;
  for (i = 0; i < n; i++) n--;
  for (i = 0; i < bound; i++) touch();
  for (i = 0; i < *stop; i++) stop[i] = 3;
  for (i = 0; i != n; i++) a[i] = 8;
  for (i = 0; i < n; i--) a[i] = 9;
  for (i = 0, j = n; i < j; i++, j--) a[i] = a[j];
  for (double x = 0; x < 1; x += 0.25) a[0] += x;
  for (;;) break;
  while (1) if (a[0] > 3) break; else a[0]++;
}
