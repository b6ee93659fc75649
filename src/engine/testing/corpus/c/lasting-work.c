/* Work space of the whole text. */
#include <stdlib.h>
#include <math.h>
#define MAXN 16
static double *work, *other;
static int size;
static void setup(int n) { size = n; work = malloc(n*sizeof(double)); other = calloc(n, sizeof(double)); }
static void fill(const double *x) { for (int i = 0; i < size; i++) { work[i] = sin(x[i]); other[i] += work[i]*x[0]; } }
static double total(void) { double s = 0; for (int i = 0; i < size; i++) s += work[i]*other[i]; return s; }
double energy(int n, double *x) { setup(n); fill(x); double s = total(); free(work); free(other); return s; }
