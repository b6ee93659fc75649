/* coefficients on the fly */
#include <math.h>
typedef double vec3[3];
static double dot3(const double a[3], const double b[3]) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }
static void bump(double *s, const double *by) { *s += *by * *s; }
static double poly(const double *c, int n, double x) { double r = 0; while (n-- > 0) r = r*x + c[n]; return r; }
double light(double t, double phi, const vec3 n)
{
    double s = 0;
    for (int i = 0; i < 3; i++) {
        s += poly((double[]){1.0, -t, 0.5*t*t, i}, 4, phi);
        s *= (double[2][2]){{1, t}, {phi}}[i % 2][1 - i % 2] + 1;
    }
    bump(&s, &(double){0.25 * t});
    const double *w = (const double[]){0.5, sin(t), [3] = phi};
    return s + dot3(n, (vec3){cos(phi), sin(phi)}) + w[1] * w[3] + (int){3};
}
