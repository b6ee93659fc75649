function norm(n, t, u, s) {
  let i = 0;
  let e2 = 0;
  for (i = 0; i < n; i++) {
    let e1 = t[i] - u[i];
    if (e1 > 0.5) {
      continue;
    }
    e2 += e1 * e1 * Math.sin(e1);
    s[i] = Math.sqrt(e2) * e1;
  }
  let k = 0;
  while (e2 > 1 && k < 10) {
    e2 = e2 / 2 + 0.1 * e2 ** 2;
    k++;
  }
  return Math.sqrt(e2);
}
