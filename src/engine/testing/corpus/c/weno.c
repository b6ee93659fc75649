#include <math.h>
static double weno5(double a, double b, double c, double d, double e)
{
    const double eps = 1e-6;
    double s0 = 13./12*pow(a - 2*b + c, 2) + .25*pow(a - 4*b + 3*c, 2);
    double s1 = 13./12*pow(b - 2*c + d, 2) + .25*pow(b - d, 2);
    double s2 = 13./12*pow(c - 2*d + e, 2) + .25*pow(3*c - 4*d + e, 2);
    double w0 = .1/((eps + s0)*(eps + s0)), w1 = .6/((eps + s1)*(eps + s1)), w2 = .3/((eps + s2)*(eps + s2)), sw = w0 + w1 + w2;
    return (w0*(2*a - 7*b + 11*c) + w1*(-b + 5*c + 2*d) + w2*(2*c + 5*d - e))/(6*sw);
}
void rhs(int n, const double *u, double *r, double dx)
{
    for (int i = 3; i < n - 3; i++)
        r[i] = -(weno5(u[i-2], u[i-1], u[i], u[i+1], u[i+2]) - weno5(u[i-3], u[i-2], u[i-1], u[i], u[i+1]))/dx;
}
