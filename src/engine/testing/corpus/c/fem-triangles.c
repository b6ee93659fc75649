/* P1 element assembly on a triangle mesh: energy of a scalar field, with element matrices */
typedef double real_t;
typedef real_t mat3[3][3];
static void stiffness(const real_t px[3], const real_t py[3], mat3 ke) {
  real_t bx[3], by[3];
  for (int a = 0; a < 3; a++) {
    int b = (a + 1) % 3, c = (a + 2) % 3;
    bx[a] = py[b] - py[c];
    by[a] = px[c] - px[b];
  }
  real_t area2 = bx[0] * by[1] - bx[1] * by[0];
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      ke[a][b] = (bx[a] * bx[b] + by[a] * by[b]) / (2 * area2);
}
real_t energy(int nt, const int tri[][3], const real_t xy[][2], const real_t u[]) {
  real_t e = 0;
  for (int t = 0; t < nt; t++) {
    real_t px[3], py[3];
    mat3 ke;
    for (int a = 0; a < 3; a++) { px[a] = xy[tri[t][a]][0]; py[a] = xy[tri[t][a]][1]; }
    stiffness(px, py, ke);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) e += 0.5 * u[tri[t][a]] * ke[a][b] * u[tri[t][b]];
  }
  return e;
}
