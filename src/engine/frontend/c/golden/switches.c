double switches(int n, double x) {
  switch (n) {
    case 0:
    case 1: x = 1; break;
    case -3: { x = 2; break; }
    case 'a': x = 3;
    default: if (x > 0) break; x = 4;
  }
  switch (n + 1) {
    case 1: x += 1;
    case 2: if (x > 2) break;
    case 3: x *= 2; break;
    case 7: x = 7; break;
    default: x = 0;
  }
  switch (n) {
    default: x = 1;
    case 4: x = 4;
  }
  for (int i = 0; i < n; i++)
    switch (i) {
      case 1: continue;
      case 2: return x;
    }
  return x;
}
