/* Two matrices that are each other's next, with rows taken out by pointers; and the smaller of two numbers by address. */
void squarings(double a[4][4], double b[4][4], double *trace, int times) {
  double (*now)[4] = a, (*next)[4] = b;
  for (int k = 0; k < times; k++) {
    for (int i = 0; i < 4; i++) {
      const double *row = now[i];
      for (int j = 0; j < 4; j++) {
        double s = 0;
        for (int l = 0; l < 4; l++) s += row[l] * now[l][j];
        next[i][j] = 0.1 * s;
      }
    }
    double (*t)[4] = now;
    now = next;
    next = t;
  }
  double least = now[0][0], most = now[3][3];
  double *lo = &least, *hi = &most;
  if (*lo > *hi) {
    double *t = lo;
    lo = hi;
    hi = t;
  }
  *lo *= *hi;
  *trace = least + 2 * most;
}
