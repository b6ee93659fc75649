#include <math.h>
#define T 4
#define D 3
/* single-head causal self-attention */
void attention(const double q[T][D], const double k[T][D], const double v[T][D], double out[T][D])
{
    const double scale = 1.0 / sqrt((double)D);
    for (int t = 0; t < T; t++) {
        double att[T], maxval = -1e30, expsum = 0.0;
        for (int t2 = 0; t2 <= t; t2++) {
            double val = 0.0;
            for (int i = 0; i < D; i++) val += q[t][i] * k[t2][i];
            val *= scale;
            if (val > maxval) maxval = val;
            att[t2] = val;
        }
        for (int t2 = 0; t2 <= t; t2++) { double ev = exp(att[t2] - maxval); expsum += ev; att[t2] = ev; }
        double inv = expsum == 0.0 ? 0.0 : 1.0 / expsum;
        for (int t2 = 0; t2 < T; t2++) if (t2 <= t) att[t2] *= inv; else att[t2] = 0.0;
        for (int i = 0; i < D; i++) out[t][i] = 0.0;
        for (int t2 = 0; t2 <= t; t2++)
            for (int i = 0; i < D; i++) out[t][i] += att[t2] * v[t2][i];
    }
}
