#include <stdlib.h>
double vp(int n, int m, const double *x) {
    double (*R)[m] = malloc(n * m * sizeof(double)), (*Q)[m];
    Q = calloc(n, sizeof *Q);
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { R[i][j] = x[i]*sin(x[i]*j); Q[i][j] += R[i][j]*x[j]; }
    for (int i = 0; i < n; i++) s += R[i][m-1] + Q[i][0]*Q[i][m-1];
    free(R); free(Q);
    return s;
}
