void assemble(int ne, const double *xn, const double *kappa, double (*K)[3], double *F)
{
  for (int e = 0; e < ne; e++) {
    double h = xn[e+1] - xn[e];
    double ke[2][2] = { { kappa[e]/h, -kappa[e]/h }, { -kappa[e]/h, kappa[e]/h } };
    for (int a = 0; a < 2; a++) {
      for (int b = 0; b < 2; b++) K[e + a][1 + b - a] += ke[a][b];
      F[e + a] += h / 2;
    }
  }
}
