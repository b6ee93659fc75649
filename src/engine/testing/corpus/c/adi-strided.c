#define NX 6
#define NY 5
static void tri(int n, const double a, const double b, const double c, double *d, int stride)
{
    double cp[16];
    cp[0] = c/b; d[0] /= b;
    for (int i = 1; i < n; i++) {
        double m = 1.0/(b - a*cp[i-1]);
        cp[i] = c*m;
        d[i*stride] = (d[i*stride] - a*d[(i-1)*stride])*m;
    }
    for (int i = n - 2; i >= 0; i--) d[i*stride] -= cp[i]*d[(i+1)*stride];
}
void adi(double *u, double lam)
{
    for (int j = 0; j < NY; j++) tri(NX, -lam, 1 + 2*lam, -lam, u + j, NY);
    for (int i = 0; i < NX; i++) tri(NY, -lam, 1 + 2*lam, -lam, &u[i*NY], 1);
}
