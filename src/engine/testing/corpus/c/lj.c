double lj(int n, double x[][3], double eps, double sigma)
{
  double e = 0., s2 = sigma * sigma;
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++) {
      double dx = x[i][0] - x[j][0], dy = x[i][1] - x[j][1], dz = x[i][2] - x[j][2];
      double r2 = dx*dx + dy*dy + dz*dz + 0.5;
      double sr2 = s2 / r2, sr6 = sr2 * sr2 * sr2;
      e += 4. * eps * (sr6 * sr6 - sr6);
    }
  return e;
}
