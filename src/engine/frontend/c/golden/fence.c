struct point { double x, y; };
enum colour { RED, GREEN };
typedef unsigned long word;
typedef double real;
union u { int i; float f; };
unsigned int flags;
size_t size;
char letter;
double *stray;
double (*fp)(double);
double **rows, *list[3];
volatile double v;
long double wide;
double complex z;

double *pointer_result(int n) { return 0; }
double varargs(int n, ...) { return n; }
real typed(real x) { return x; }

double fence(double x, struct point p, double **q, int (*f)(int)) {
  double *r = malloc(10 * sizeof(double));
  double w = tgamma(x) + logb(x) + sinl(x) + rand();
  struct point s = {1, 2};
  s.x = 3;
  x = other.y;
  r[0] = 'c';
  x = "text";
  x = 3u + 2.0L + 1.0i;
  x = ({ 3; });
  x = (struct point){1, 2}.x;
  memset(q, 0, 8);
  scanf("%lf", &x);
  int a[3] = {[1] = 3};
  asm("nop");
  switch (a[0]) { case 1 ... 3: break; case 5: x = 2; }
  goto *label;
  free(r);
  x = *stray + fp(x) + rows[0][1] + *list[2];
  return x;
}
double *unused, **never[3];

