#define A0 (1.0 + B0)
#define B0 0.5
double powell(double x[4])
{
  double t1 = x[0] + 10 * x[1], t2 = x[2] - x[3], t3 = x[1] - 2 * x[2], t4 = x[0] - x[3];
  return A0 * (t1 * t1 + 5 * t2 * t2 + t3 * t3 * t3 * t3 + 10 * t4 * t4 * t4 * t4);
}
