double missing(double x) {
  double y = x
  y = y + 1
  x = (y + 2;
  if (x > 1 { y = 2; }
  for (int i = 0; i < 3, i++) y += 1;
  y = x +;
  y = * 3;
  y = x y;
  else y = 4;
  while x > 3 y = 2;
  do y = 1; until (y > 2);
  y = @ 3;
  y[2 = 3;
  return y
}
untyped(double x) { return x; }
viod mistyped(doubel x) { x = 1; }
}
double first(double x) {
  if (x > 1) {
    x = 2;
double second(double x) {
  return x;
}
