/* Two buffers of the whole text that change places. */
double buf[8], aux[8];
double *cur = buf, *nxt = aux;
static void step(int n) { for (int i = 1; i < n; i++) nxt[i] = 0.5*(cur[i] + cur[i-1]*cur[i]); nxt[0] = cur[0]; double *t = cur; cur = nxt; nxt = t; }
double relax(int n, double *x) { for (int i = 0; i < n; i++) cur[i] = x[i]; for (int t = 0; t < 3; t++) step(n); return cur[n-1]; }
