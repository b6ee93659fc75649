let coef_c = 0;
const coef_d = new Float64Array(3);

function gather(n, m, ia, f, y, r) {
  let i = 0, k = 0;
  y[0] = 0;
  done_1: {
    for (k = 1; k <= m[0]; k++) {
      i = ia[k - 1];
      if (i < 1) {
        break done_1;
      }
      y[0] = y[0] + coef_c * f[i] ** 2 * coef_d[i % 3];
      r[i - 1] = f[i - 1] - 2 * f[i] + f[i + 1];
    }
    return;
  }
  y[0] = -y[0];
}
