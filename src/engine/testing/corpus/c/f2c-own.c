#include "f2c.h"
static integer c__2 = 2;
/* Subroutine */ int g_(integer *n, doublereal *x, doublereal *y)
{
    integer i__1;
    doublereal d__1, d__2;
    double pow_di(doublereal *, integer *), d_sign(doublereal *, doublereal *), pow_dd(doublereal *, doublereal *);
    static integer i__;
    static doublereal s;
    --x;
    --y;
    s = 0.;
    i__1 = *n;
    for (i__ = 1; i__ <= i__1; ++i__) {
	d__1 = (d__2 = x[i__], abs(d__2)) + 1.;
	s += pow_di(&x[i__], &c__2) * d_sign(&d__1, &y[i__]) + max(x[i__],0.) + pow_dd(&d__1, &x[i__]);
    }
    y[1] = s;
    return 0;
} /* g_ */
