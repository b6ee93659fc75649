double duff(double *to, const double *from, int count)
{
  int n = (count + 3) / 4, i = 0;
  double s = 0;
  switch (count % 4) {
  case 0: do { to[i] = from[i] * from[i]; i++;
  case 3:      to[i] = from[i] * from[i]; i++;
  case 2:      to[i] = from[i] * from[i]; i++;
  case 1:      to[i] = from[i] * from[i]; i++;
          } while (--n > 0);
  }
  for (i = 0; i < count; i++) s += to[i];
  return s;
}
