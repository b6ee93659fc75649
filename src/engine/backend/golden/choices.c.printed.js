let scale = 2.5;
let calls = 0;

function choices(n, m, a, x, w, up) {
  let i = 0, k = 0, chosen = 0;
  calls++;
  let t = -x[0] - (-(scale * (1.5 - w)));
  let j = n % 3;
  for (i = n - 1; i >= 0; i -= 2) {
    for (j = 0; j < m; j++) {
      if (a[i * m + j] > 1000) {
        break;
      }
      if (a[i * m + j] < 0 || (up && j > 1)) {
        a[i * m + j] = -(t + a[i * m + j]) * (a[i * m + j] - (t - 1));
        continue;
      }
      switch (i + j) {
        case 0:
        case 1:
          a[i * m + j] = Math.min(t, a[i * m + j]) / (t / 2);
          break;
        case 5: {
          let f = Math.exp(-t * t);
          a[i * m + j] += f / 3 + Math.abs(f) ** 1.5;
          break;
        }
        default:
          if (up) {
            chosen = 2;
          } else {
            chosen = w;
          }
          a[i * m + j] = a[i * m + j] * chosen;
          break;
      }
    }
  }
  for (k = 1; k * k < n; k = k * 2) {
    t += 1 / k;
  }
  do {
    t = t / 2;
    if (t < 1e-7) {
      return;
    }
  } while (t > 1);
  x[0] = t * (k / 2 | 0);
}
