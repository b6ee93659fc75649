import { expect, test } from 'vitest';
import { parseC } from '.';
import { FENCE, type Fenced } from './resolve/fence';

/* Every construct that the fence keeps out has a text that holds it, and what is said there is what the table says. */

const inside = (body: string, before = ''): string =>
  `${before}double s(double x, int n, double a[n]) {\n  ${body}\n  return x;\n}\n`;
const NODE = 'struct node { double v; struct node *next; };\n';
const PAIR = 'struct pair { double u, v; };\n';

const EXAMPLES: Readonly<Record<Fenced, string>> = {
  complex: inside('double _Imaginary z; x = z;'),
  structValue: inside('struct pair p = {1, 2}; x = p + 1;', PAIR),
  structArgument: inside('x = f(a);', `${PAIR}double f(struct pair *p) { return p->u; }\n`),
  undeclaredArgument: inside('struct pair p = {1, 2}; x = f(p);', `${PAIR}double f();\n`),
  structPointers: inside('struct pair *list[3]; x = list[0]->u;', PAIR),
  linkedStructs: inside('struct node p; p.v = x; p.next = &p; x = p.next->v;', NODE),
  pointersInStructs: inside(
    'double own[2]; struct row r[2]; r[n].at = a; r[0].at = own; x = r[0].at[1];',
    'struct row { double *at; };\n',
  ),
  memberPointer: 'struct row { double *at; };\nvoid s(struct row *r, double *a) { r->at = a; }\n',
  union: inside('union u { double d; long k; } v; v.d = x; x = v.k;'),
  typeof: inside('typeof(x) y = x; x = y;'),
  atomic: inside('_Atomic int k = 1; x = k;'),
  asm: inside('asm("nop");'),
  generic: inside('x = _Generic(x, double: 1, default: 2);'),
  member: inside('struct s { void **f; } p; x = p.f != 0;'),
  memberFunction: inside('struct s { double (*f)(double); } p; x = p.f(x);'),
  string: inside('x = "text";'),
  character: inside("x = 'abcdefghij';"),
  imaginaryConstant: inside('x = 2.0i;'),
  compoundLiteral: inside('double *p = (double *){a}; x = p[0];'),
  statementExpression: inside('x = ({ double y = x; y * y; });'),
  designator: inside('double b[2][2] = {[0][0] = 1, 2}; x = b[0][1];'),
  pointerVariable: inside('static double *kept = (double[]){1, 2};'),
  pointerValue: inside('double *p = (double *)(n > 1 ? 4 : 7); x = p[0];'),
  pointerComparison: inside('double b[3]; double *p = a, *q = b; if (p < q) x = 1;'),
  comparedParameters: inside(
    'x = n > 1 ? f(a, a) : x;',
    'double f(double *p, double *q) { return p == q ? p[0] : q[0] * p[1]; }\n',
  ),
  pointerToPointer: inside('double ***p; x = p[0][0][0];'),
  arrayOfPointers: inside('double **p[3]; x = p[0][0][0];'),
  rowsAside:
    'double s(double **m, double *t) { double *p = m[0]; t = m[0]; m[0] = m[1]; m[1] = t; return m[0][0] + p[0]; }\n',
  pointerArithmetic: inside('double *p = a; if (p++) x = 1;'),
  pointerCast: inside('x = *(float *)a;'),
  bits: inside('x = *(long *)a;'),
  addressOf: inside('x = &x;'),
  addressOfArray: inside('double b[3]; x = &b;'),
  pointerResult: 'double *s(int n) { static double a[3]; return n > 1 ? a : 0; }\n',
  functionPointer: inside('x = s;'),
  varargs: 'double s(int n, ...) { return n; }\n',
  nullPointer: inside('x = NULL;'),
  heap: inside('x = malloc(8);'),
  growing: inside(
    'double *p = malloc(8); int c = 1; for (int i = 0; i < n; i++) { if (i >= c) { c *= 2; p = realloc(p, c * sizeof *p); } p[i] = a[i]; } x = p[0]; free(p);',
  ),
  computedGoto: inside('goto *a;'),
  caseRange: inside('switch (n) { case 1 ... 3: x = 2; }'),
  input: inside('x = getchar();'),
  commandLine: 'int main(int argc, char **argv) { double x = argv[1][0]; x = x * x; return 0; }',
  randomNumber: inside('x = lrand48();'),
  memory: inside('memcpy(a, a + 1, 3);'),
  system: inside('x = getenv("X");'),
  sort: inside('qsort(a, n, sizeof(double), 0);'),
  otherDirective: `#line 3\n#assert x\n${inside('x = 1;')}`,
};

test('what the fence keeps out is said where it stands, with what to write instead', () => {
  const silent = (Object.keys(EXAMPLES) as Fenced[]).filter((name) => {
    const source = EXAMPLES[name];
    const [message, instead] = FENCE[name];
    return !parseC(source).diagnostics.some(
      (d) =>
        d.code === 'unsupported' &&
        d.message.startsWith(message) &&
        JSON.stringify(d).includes(JSON.stringify(instead).slice(1, -1)),
    );
  });
  expect(silent.join()).toBe('');
});
