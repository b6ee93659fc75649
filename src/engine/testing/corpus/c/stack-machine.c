#define PUSH(v) (stk[sp++] = (v))
#define POP() (stk[--sp])
enum op { NUM, VAR, ADD, MUL, SUB, SIN, END };
double eval(double x, double c) {
    static const int prog[] = { VAR, VAR, MUL, NUM, ADD, SIN, VAR, SUB, END };
    double stk[16]; int sp = 0;
    for (const int *pc = prog; *pc != END; pc++) {
        double a, b;
        switch (*pc) {
        case NUM: PUSH(c); break;
        case VAR: PUSH(x); break;
        case ADD: b = POP(); a = POP(); PUSH(a + b); break;
        case MUL: b = POP(); a = POP(); PUSH(a*b); break;
        case SUB: b = POP(), a = POP(), PUSH(a - b); break;
        case SIN: stk[sp-1] = sin(stk[sp-1]);
        }
    }
    return POP();
}
