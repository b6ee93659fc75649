#include <math.h>
void batchnorm(const float *restrict x, float *restrict y, const float *gamma, const float *beta, int N, int C)
{
    for (int c = 0; c < C; ++c) {
        float mu = 0.f, var = 0.f;
        for (int n = 0; n < N; ++n) mu += x[n*C + c];
        mu /= (float)N;
        for (int n = 0; n < N; ++n) { const float d = x[n*C + c] - mu; var += d*d; }
        var /= N;
        const float inv = 1.0f / sqrtf(var + 1e-5f);
        for (int n = 0; n < N; ++n)
            y[n*C + c] = gamma[c] * (x[n*C + c] - mu) * inv + beta[c];
    }
}
