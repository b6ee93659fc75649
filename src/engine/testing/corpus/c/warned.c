#include <math.h>
#include <stdlib.h>

/* Messages of a library whose text is not here, as R and physics engines have them. */
void warning(const char *format, ...);
void message(const char *condition, const char *file, int line, int isError, const char *text, ...);
char *gettext(const char *text);
void say(const char *text, int level);
#define _(text) gettext(text)
#define CHECK(condition, ...) if (!(condition)) { message(#condition, __FILE__, __LINE__, 1, __VA_ARGS__); abort(); }

double warned(double x, double y, int n) {
  CHECK(n > 0, "n is %d", n);
  if (y < 0) {
    char *why = "";
    switch (n) {
    case 1: why = "below zero: %g"; break;
    default: why = "%g is below zero"; break;
    }
    warning(why, y, "");
    warning(_("non-integer x = %f"), x + y);
    say("negative", -2);
    y = -y;
  }
  return x * x * sqrt(y);
}
