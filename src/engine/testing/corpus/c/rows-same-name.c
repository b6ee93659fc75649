/* One name for rows of different lengths. */
#include <stdlib.h>
double twice(double *x) {
  double s = 0;
  { double **a = malloc(2*sizeof(double*)); for (int i = 0; i < 2; i++) { a[i] = malloc(3*sizeof(double)); for (int j = 0; j < 3; j++) a[i][j] = x[i]*x[j]; } s += a[1][2]; free(a[0]); free(a[1]); free(a); }
  { double **a = malloc(3*sizeof(double*)); for (int i = 0; i < 3; i++) { a[i] = malloc(2*sizeof(double)); for (int j = 0; j < 2; j++) a[i][j] = x[i]+x[j]; } s *= a[2][1]; free(a); }
  { double a[3]; a[0] = s; s = a[0]*a[0]; }
  return s;
}
