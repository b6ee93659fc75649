#include <math.h>
#define K 3
double viterbi(int T, const double logA[K][K], const double logB[T][K], const double logpi[K], int path[T])
{
    double d[K], dn[K];
    int back[T][K], best = 0;
    for (int k = 0; k < K; k++) d[k] = logpi[k] + logB[0][k];
    for (int t = 1; t < T; t++) {
        for (int k = 0; k < K; k++) {
            int arg = 0; double m = d[0] + logA[0][k];
            for (int j = 1; j < K; j++) if (d[j] + logA[j][k] > m) { m = d[j] + logA[j][k]; arg = j; }
            dn[k] = m + logB[t][k]; back[t][k] = arg;
        }
        for (int k = 0; k < K; k++) d[k] = dn[k];
    }
    for (int k = 1; k < K; k++) if (d[k] > d[best]) best = k;
    path[T-1] = best;
    for (int t = T-1; t > 0; t--) path[t-1] = back[t][path[t]];
    return d[best];
}
