double numbers(void) {
  long a = 9223372036854775807, b = 9223372036854775808;
  int c = 2147483647, d = 2147483648, e = 08, f = 0b101, g = 1.2.3, h = 12abc, i = 0x;
  return 1e + 1.e2 + .5 + 5. + 1e400 + M_PI + DBL_EPSILON + INT_MAX + (INFINITY > 0) + true;
}
