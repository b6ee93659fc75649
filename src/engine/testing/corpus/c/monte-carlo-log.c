/* Random numbers that helpers draw, and a file for what happens on the way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double uniform(void) { return (rand() + 1.0) / ((double)RAND_MAX + 2.0); }

static double normal(double sigma) {
  double u, v, r;
  do {
    u = 2.0 * uniform() - 1.0;
    v = 2.0 * uniform() - 1.0;
    r = u * u + v * v;
  } while (r >= 1.0 || r == 0.0);
  return sigma * u * sqrt(-2.0 * log(r) / r);
}

double price(double spot, double sigma, int paths) {
  FILE *log_file = fopen("paths.txt", "w");
  size_t bytes = paths * sizeof(double);
  double *end = malloc(bytes), sum = 0.0;
  if (log_file == NULL || end == NULL) {
    fprintf(stderr, "cannot start\n");
    exit(EXIT_FAILURE);
  }
  srand(1);
  for (int i = 0; i < paths; i++) {
    end[i] = spot * exp(-0.5 * sigma * sigma + normal(sigma));
    fprintf(log_file, "%d %g\n", i, end[i]);
  }
  for (int i = 0; i < paths; i++)
    sum += log(1.0 + exp(end[i] - 1.0));
  fclose(log_file);
  free(end);
  return sum / paths;
}
