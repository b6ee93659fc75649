/* A pointer that runs over one array and goes on with the next; memory that grows once. */
#include <stdlib.h>

double chained(int n, const double *a, const double *b) {
  const double *p = a, *end = a + n;
  double product = 1, *kept = malloc(n * sizeof(double));
  int second = 0, count = 0;
  for (;;) {
    if (p == end) {
      if (second) break;
      second = 1;
      p = b;
      end = b + n;
      kept = (double *)realloc(kept, 2 * n * sizeof(double));
    }
    product *= 1 + 0.1 * *p;
    kept[count++] = *p++ * product;
  }
  double sum = 0;
  for (int i = 0; i < count; i++) sum += kept[i] * kept[i];
  free(kept);
  return sum;
}
