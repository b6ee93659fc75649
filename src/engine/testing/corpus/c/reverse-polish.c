#include <ctype.h>
#include <math.h>

/* A calculator whose program is a text: characters only steer. */
#define DEPTH 16
static double stack[DEPTH];
static int top;

static void push(double v) { stack[top++] = v; }
static double pop(void) { return stack[--top]; }

double calculated(double x, double y) {
  const char *s = "x Y * 3 + x 2 - s /";
  for (top = 0; *s; s++) {
    if (isspace((unsigned char)*s)) continue;
    if (isdigit(*s)) push(*s - '0');
    else if (isupper(*s) || tolower(*s) == 'x') push(*s == 'x' ? x : y);
    else if (*s == 's') push(sin(pop()));
    else {
      double b = pop(), a = pop();
      push(*s == '+' ? a + b : *s == '-' ? a - b : *s == '*' ? a * b : a / b);
    }
  }
  return pop();
}
