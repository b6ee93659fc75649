static void swap(double *a, double *b) { double t = *a; *a = *b; *b = t; }
double med3(double a, double b, double c)
{
  if (a > b) swap(&a, &b);
  if (b > c) swap(&b, &c);
  if (a > b) swap(&a, &b);
  return b * b;
}
