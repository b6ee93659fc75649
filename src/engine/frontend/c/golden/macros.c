#include <math.h>
#include <nothere.h>
#include "mine.h"
#define N 10
#define M (N + 1)
#define real double
#define SQUARE(x) ((x) * (x))
#define LOOP LOOP + 1
#ifdef N
real macros(real x, real v[M]) {
#endif
  #pragma omp parallel for
  for (int i = 0; i < M; i++) v[i] = N * \
    x;
  int LOOP;
  printf("%d\n", N);
  return SQUARE(x) + undefined_one * N;
}
