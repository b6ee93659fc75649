double k1 = 0.5, k2;
int calls = 0;
static void react(const double c[3], double r[3])
{
  calls++;
  r[0] = -k1 * c[0];
  r[1] = k1 * c[0] - k2 * c[1] * c[1];
  r[2] = k2 * c[1] * c[1];
}
void step(double c[3], double dt)
{
  double r[3];
  react(c, r);
  for (int i = 0; i < 3; i++) c[i] += dt * r[i];
}
