/* Midpoints appended to a list of points. */
#include <stdlib.h>
double length(int n, const double *x) {
  double *points = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) points[i] = x[i];
  points = (double *) realloc(points, (2 * n - 1) * sizeof(double));
  if (points == NULL) return -1.0;
  for (int i = 0; i < n - 1; i++) points[n + i] = 0.5 * (points[i] + points[i + 1]);
  double sum = 0.0;
  for (int i = 1; i < 2 * n - 1; i++) sum += (points[i] - points[i - 1]) * (points[i] - points[i - 1]);
  free(points);
  return sum;
}
