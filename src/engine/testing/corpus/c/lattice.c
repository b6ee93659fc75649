/* D2Q9 BGK collision at one node */
void collide(double f[9], double omega)
{
    static const int cx[9] = {0,1,0,-1,0,1,-1,-1,1}, cy[9] = {0,0,1,0,-1,1,1,-1,-1};
    static const double w[9] = {4./9,1./9,1./9,1./9,1./9,1./36,1./36,1./36,1./36};
    double rho = 0, ux = 0, uy = 0;
    for (int i = 0; i < 9; i++) { rho += f[i]; ux += f[i]*cx[i]; uy += f[i]*cy[i]; }
    ux /= rho; uy /= rho;
    const double u2 = 1.5*(ux*ux + uy*uy);
    for (int i = 0; i < 9; i++) {
        const double cu = 3*(cx[i]*ux + cy[i]*uy);
        f[i] += omega*(w[i]*rho*(1 + cu + .5*cu*cu - u2) - f[i]);
    }
}
