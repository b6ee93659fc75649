#include <stdio.h>
#include <stdlib.h>
static void die(const char *msg) { fprintf(stderr, "%s\n", msg); exit(1); }
double inv(double x) { if (x == 0) die("division by zero"); return 1/x; }
