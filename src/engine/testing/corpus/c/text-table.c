#include <stdio.h>
#include <string.h>
static const char *names[] = { "euler", "midpoint" };
static int find(const char *s) { for (int i = 0; i < 2; i++) if (strcmp(names[i], s) == 0) return i; return -1; }
double step(const char *method, double y, double h) {
  char msg[80];
  int m = find(method);
  snprintf(msg, sizeof msg, "method %d", m);
  puts(msg);
  if (m == 0) return y - h*y*y;
  double k = y - 0.5*h*y*y;
  return y - h*k*k;
}
double run(double y) { for (int i = 0; i < 4; i++) y = step(i % 2 ? "euler" : "midpoint", y, 0.1); return y; }
