#include <stdio.h>
#include <time.h>
#include <sys/time.h>

/* A sum that tells how long it took, by the clocks that there are. */
static double wall(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return now.tv_sec + 1e-6 * now.tv_usec;
}

double timed(int n, const double *x) {
  struct timespec began;
  clock_gettime(CLOCK_MONOTONIC, &began);
  time_t date = time(NULL), end;
  clock_t start = clock();
  double first = wall(), s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  time(&end);
  double used = (double)(clock() - start) / CLOCKS_PER_SEC + difftime(end, date) + (wall() - first);
  printf("%g s since %ld ns\n", used, began.tv_nsec);
  return s + used;
}
