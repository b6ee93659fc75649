#include <stdio.h>
#include <math.h>
int main(void) {
  double x = 1.0, y = 2.0, a = 0.3;
  for (int i = 0; i < 4; i++) { double t = x; x = x - a*y; y = y + a*t; }
  printf("%f %f\n", x, y);
  printf("done\n");
}
