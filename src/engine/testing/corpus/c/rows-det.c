#include <stdlib.h>
double det(int n, double **a) {
  double d = 1;
  for (int k = 0; k < n; k++) {
    d *= a[k][k];
    for (int i = k+1; i < n; i++) {
      double f = a[i][k]/a[k][k];
      for (int j = k; j < n; j++) a[i][j] -= f*a[k][j];
    }
  }
  return d;
}
