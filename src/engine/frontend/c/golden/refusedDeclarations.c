#include "other.h"
#undef N
#undef
#define EMPTY
#define TWICE(a) a a
#define RECURSIVE RECURSIVE + 1
#if N > 2
#elif 1
#endif
#pragma omp parallel
#error stop
_Static_assert(1, "text");
typedef double vector[3];
typedef double (*function)(double);
typedef int int;
extern double elsewhere;
extern int unknown[];
_Alignas(16) double aligned;
__attribute__((packed)) double packed;
typeof(1.0) typed;
register double registered;
static double bounded[3] = {1, 2, 3, 4};
static double nested[2][2] = {{1, 2, 3}, {4}, {5}};
double from[2] = {from[1]};
double sized[elsewhere];
double negative[-1];
double text[2.5];
int overflow = 3000000000;
double twice;
double twice = 2;
int twice;
void nothing;
double half(double), third(int a, double b), mixed();

double half(double x, double y) { return x / 2; }
int third(int a, double b) { return a; }
double third(double a) { return a; }

double calls(double x, int n, double *a, double m[3][3]) {
  x = half();
  x = half(x);
  x = half(x, a);
  x = third(a, x);
  x = third(x, x);
  x = nothing(x);
  x = n(x);
  x = (half)(x, x);
  x = (*half)(x, x);
  x = a(x);
  x = sin();
  x = sin(x, x);
  x = sin(a);
  x = pow(x);
  x = max(x, 1);
  x = frexp(x, &n);
  x = printf("%f", x);
  printf("%f %d\n", x, n);
  printf();
  fprintf(stderr, "%f", x);
  puts("text");
  exit(n);
  abort();
  assert(x > 0);
  assert();
  assert(a);
  half(x, x);
  mixed(a, x);
  mixed();
  return half(x, x), calls(x, n, a + 1, m), calls(x, n, m, a), calls(x, n, m[1], m);
}

