/* Points of a file, as many as there are, and the line through them. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 100

static int load(FILE *in, double *x, double *y) {
  int n = 0;
  while (n < MOST && fscanf(in, "%lf %lf", &x[n], &y[n]) == 2)
    n++;
  return n;
}

int main(void) {
  double x[MOST], y[MOST], sx = 0, sy = 0, sxx = 0, sxy = 0;
  FILE *in;
  if ((in = fopen("points.txt", "r")) == NULL) {
    perror("points.txt");
    return 1;
  }
  int n = load(in, x, y);
  fclose(in);
  for (int i = 0; i < n; i++) {
    sx += x[i];
    sy += y[i];
    sxx += x[i] * x[i];
    sxy += x[i] * y[i];
  }
  double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  double start = (sy - slope * sx) / n;
  printf("%g + %g x\n", start, slope);
  return 0;
}
