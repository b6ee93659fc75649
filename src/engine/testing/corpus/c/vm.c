#include <math.h>
/* tiny stack machine: program is data */
enum op { PUSHX, PUSHC, ADD, MUL, SIN, DUP, END };
double run(const int *code, const double *consts, double x, int len)
{
  double st[16];
  int sp = 0;
  for (int pc = 0; pc < len; ) {
    switch (code[pc++]) {
    case PUSHX: if (sp < 16) st[sp++] = x; break;
    case PUSHC: if (sp < 16) st[sp++] = consts[0]; break;
    case ADD: if (sp >= 2) { sp--; st[sp-1] += st[sp]; } break;
    case MUL: if (sp >= 2) { --sp; st[sp-1] *= st[sp]; } break;
    case SIN: if (sp >= 1) st[sp-1] = sin(st[sp-1]); break;
    case DUP: if (sp > 0 && sp < 16) { st[sp] = st[sp-1]; sp++; } break;
    default: pc = len;
    }
  }
  return sp > 0 ? st[sp-1] : 0.0;
}
