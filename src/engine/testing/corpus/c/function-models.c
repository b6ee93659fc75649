typedef void (*rhs_t)(int n, const double *y, double *dy);
static void decay(int n, const double *y, double *dy) { for (int i = 0; i < n; i++) dy[i] = -y[i]; }
static void grow(int n, const double *y, double *dy) { for (int i = 0; i < n; i++) dy[i] = y[i]*y[i]; }
static const rhs_t models[2] = { decay, grow };
void step(int k, int n, double h, double *y) {
  double dy[n];
  rhs_t rhs = models[k];
  if (!rhs) return;
  rhs(n, y, dy);
  for (int i = 0; i < n; i++) y[i] += h*dy[i];
}
