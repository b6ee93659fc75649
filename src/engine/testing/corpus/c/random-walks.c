#include <stdint.h>
#include <math.h>
/* Monte Carlo with a tiny LCG inside */
static uint32_t lcg(uint32_t *state) { *state = *state * 1664525u + 1013904223u; return *state; }
double mc_call(double s0, double k, double r, double sigma, double t, int npaths)
{
    uint32_t seed = 12345u;
    double sum = 0.0;
    for (int p = 0; p < npaths; p++) {
        double u1 = (lcg(&seed) >> 8) * (1.0 / 16777216.0) + 1e-9;
        double u2 = (lcg(&seed) >> 8) * (1.0 / 16777216.0);
        double z = sqrt(-2.0 * log(u1)) * cos(6.283185307179586 * u2);
        double st = s0 * exp((r - 0.5 * sigma * sigma) * t + sigma * sqrt(t) * z);
        sum += fmax(st - k, 0.0);
    }
    return exp(-r * t) * sum / npaths;
}
