function copysign(a, b) {
  return b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a);
}

let settings_weight = 0.25;

function limited(x, top) {
  let limited = 0;
  limited = Math.min(x[0], top[0]);
  if (x[0] < 0) {
    limited = copysign(0.5, x[0]) * Math.abs(x[0]) ** 1.5;
  }
  return limited;
}

function stencil(n, m, a, b, steps, energy, b_n1) {
  let i = 0, j = 0, s = 0, odd = false, k = 0, limited_value = 0;
  const old = new Float64Array(n[0]);
  const arg = new Float64Array(1);
  energy[0] = 0;
  for (s = 1; s <= steps[0]; s++) {
    odd = s % 2 === 1;
    loop_4: for (j = m[0] - 1; j >= 1; j -= 2) {
      for (k = 1; k <= n[0]; k++) {
        old[k - 1] = a[j * n[0] + (k - 1)];
      }
      for (i = 2; i <= n[0] - 1; i++) {
        if (old[i - 1] > 1000) {
          break loop_4;
        }
        if (old[i - 1] === 0) {
          continue loop_4;
        }
        a[j * n[0] + (i - 1)] = settings_weight * (old[i - 2] + old[i] + a[(j - 1) * n[0] + (i - 1)]
            + a[(j + 1) * n[0] + (i - 1)]) + b[(j - 1) * b_n1 + (i - 1)];
      }
    }
    if (s <= 1) {
      arg[0] = 10;
      limited_value = limited(a.subarray(n[0] + 1), arg);
      energy[0] = energy[0] + limited_value;
    } else if ((s >= 2 && s <= 4) || s === 7) {
      energy[0] = energy[0] * Math.exp(-a[n[0] + 1]) + Math.log(1 + a[n[0] + 1] ** 2);
    } else {
      if (odd !== true) {
        energy[0] = energy[0] - Math.fround(a[n[0]] | 0);
      }
    }
  }
}
