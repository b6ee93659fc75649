#include <math.h>
#include <stdbool.h>
#define PI 3.14159265358979323846
#define TWO_PI (2.0 * PI)
static double wrap(double a) { while (a > PI) a -= TWO_PI; while (a < -PI) a += TWO_PI; return a; }
static bool converged(double d, double tol) { return fabs(d) < tol; }
/* Kepler's equation by Halley's method, then the position in the plane */
void orbit(double a, double e, double M, double pos[2])
{
    double E = M + e * sin(M);
    M = wrap(M);
    for (unsigned it = 0; it < 20u; ++it) {
        const double f = E - e * sin(E) - M, f1 = 1 - e * cos(E), f2 = e * sin(E);
        const double d = f / (f1 - 0.5 * f * f2 / f1);
        E -= d;
        if (converged(d, 1e-14)) break;
    }
    pos[0] = a * (cos(E) - e);
    pos[1] = a * sqrt(1 - e * e) * sin(E);
}
