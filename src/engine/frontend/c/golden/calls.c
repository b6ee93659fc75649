static int count = 3;
const double scale = 0.5;
double table[2][3] = {{1, 2}, {3}};

static double fact(int n) { return n <= 1 ? 1.0 : n * fact(n - 1); }
void swap(double *a, double *b) { double t = *a; *a = *b; *b = t; }
double row(int n, const double v[n]) { return v[0] * scale; }
double all(int n, int m, const double v[n][m]) { return row(m, v[1]) + row(m, &v[0][1]); }
int tick(void) { static int ticks = 7; return ticks++; }

void calls(double *x, double *y, double z) {
  swap(x, y);
  swap(&z, x);
  swap(&table[1][2], &table[0][0]);
  swap(table[1], y);
  z = all(2, 3, table) + fact(tick());
  tick();
  count++;
}

int main(int argc, char **argv) {
  double a = 1, b = 2;
  calls(&a, &b, 3);
  printf("%g %g\n", a, b);
  if (a > b) exit(1);
  return 0;
}
