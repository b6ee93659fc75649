double shadow(double x)
{
  double y = x;
  {
    double x = y * 2;
    for (int x = 0; x < 3; x++) y += x * y;
    y += x;
    { int y = 3; x += y; }
    y *= x;
  }
  return y + x;
}
