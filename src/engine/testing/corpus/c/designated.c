double des(double t)
{
  double w[5] = { [1] = 2.0, [3] = 4.0 };
  return w[1] * t + w[3] * t * t;
}
