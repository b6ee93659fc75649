#include <math.h>
#include <stdbool.h>
bool hit(const double o[3], const double d[3], const double v0[3], const double v1[3], const double v2[3], double *t, double *u, double *v)
{
#define CROSS(r,a,b) r[0]=a[1]*b[2]-a[2]*b[1]; r[1]=a[2]*b[0]-a[0]*b[2]; r[2]=a[0]*b[1]-a[1]*b[0];
#define DOT(a,b) (a[0]*b[0]+a[1]*b[1]+a[2]*b[2])
#define SUB(r,a,b) r[0]=a[0]-b[0]; r[1]=a[1]-b[1]; r[2]=a[2]-b[2];
    double e1[3], e2[3], p[3], s[3], q[3];
    SUB(e1, v1, v0); SUB(e2, v2, v0);
    CROSS(p, d, e2);
    double det = DOT(e1, p);
    if (fabs(det) < 1e-12) return false;
    double inv = 1.0/det;
    SUB(s, o, v0);
    *u = DOT(s, p)*inv;
    CROSS(q, s, e1);
    *v = DOT(d, q)*inv;
    *t = DOT(e2, q)*inv;
    return *u >= 0 && *v >= 0 && *u + *v <= 1 && *t > 0;
}
