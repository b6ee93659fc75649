#define IDX(i,j,k) (((i)*ny + (j))*nz + (k))
void heat3d(int nx, int ny, int nz, double *restrict u, double *restrict un, double alpha)
{
  int i, j, k;
  for (i = 1; i < nx-1; i++)
    for (j = 1; j < ny-1; j++)
      for (k = 1; k < nz-1; k++)
        un[IDX(i,j,k)] = u[IDX(i,j,k)] + alpha * (
            u[IDX(i+1,j,k)] + u[IDX(i-1,j,k)] +
            u[IDX(i,j+1,k)] + u[IDX(i,j-1,k)] +
            u[IDX(i,j,k+1)] + u[IDX(i,j,k-1)] - 6.0*u[IDX(i,j,k)]);
}
