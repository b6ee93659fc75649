#include <complex.h>
void apply(const double complex u[2][2], double complex psi[2]) {
  double complex t[2] = { psi[0], psi[1] };
  for (int i = 0; i < 2; i++) {
    double complex s = 0.0;
    for (int j = 0; j < 2; j++) s += u[i][j]*t[j];
    psi[i] = s;
  }
}
