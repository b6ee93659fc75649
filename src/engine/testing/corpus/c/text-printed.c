#include <stdio.h>
void report(const char *what, double v) { printf("%s: %g\n", what, v); }
double top(double x) { double y = x*x; report("square", y); return y; }
