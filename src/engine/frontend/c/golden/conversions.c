double conversions(int i, long j, float f, double d, bool b) {
  d = i + f;
  d = i / 2 * 0.5;
  f = f * 2 + 1;
  f = d;
  i = d;
  i += 2.5;
  j = i * j - 1;
  b = d;
  b = i > 3 == b;
  i = b + b;
  i = !i || b && d;
  i = ~i & 5 | 1 << 2 ^ j >> 1;
  i = -7 % 3 - -i;
  d = (int)d + (double)i / (float)3 + 1e3f + 0x10 + 010 + 0x1p-1 + 5000000000;
  j = -9007199254740993;
  return i;
}
