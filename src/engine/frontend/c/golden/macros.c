#include <math.h>
#include <nothere.h>
#include "mine.h"
#define N 10
#define M (N + 1)
#define real double
#define SQUARE(x) ((x) * (x))
#define LOOP LOOP + 1
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define HYPOT2(a, b) (SQUARE(a) + SQUARE(b))
#define NOTHING() 2.0
#define APPLY(f, ...) f(__VA_ARGS__)
#define COMPONENT(v, i) v##_##i
#define ALSO SQUARE
#define CHECK(test) if (!(test)) printf("not " #test "\n")
#ifdef N
real macros(real x, real v[M]) {
#else
real macros(real x, real v[1]) { an apostrophe's no matter here
#endif
  #pragma omp parallel for
  for (int i = 0; i < M; i++) v[i] = N * \
    x;
  int LOOP;
  printf("%d\n", N);
  return SQUARE(x) + undefined_one * N;
}
double arguments(double x, double y) {
  double COMPONENT(p, 1) = SQUARE(SQUARE(x) + 1);
  double SQUARE = 3;
  CHECK(p_1 > 0);
  return HYPOT2(x - 1, GREATER(x,
    y)) * NOTHING() + APPLY(atan2, y, x) + ALSO (p_1) + SQUARE + SQUARE (GREATER) (2, x);
}
#if defined(FAST) && FAST > 1
double conditions(double x) { return x; }
#elif M * 2 == 22 && !defined OTHER
# ifndef M_PI
#  define M_PI 3
# endif
# if 0
#  error not here
# else
double conditions(double x) { return x * M_PI; }
# endif
#else
double conditions(double x) { return -x; }
#endif
#define TELL(format, ...) printf(format "\n", ##__VA_ARGS__)
#define MOST(x, ...) fmax(x, ##__VA_ARGS__)
double rest(double x, double y) {
  TELL("none");
  TELL("%g", SQUARE(x));
  return MOST(x, SQUARE(y));
}
double mistakes(double x) {
  x = SQUARE(x, x) + HYPOT2(x);
#if x y
  x = 1;
#endif
#endif
#else
#define BAD(1) x
#ifdef
#endif
  return x + GREATER(1, x;
}
#if N
