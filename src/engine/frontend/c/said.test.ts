import { test } from 'vitest';
import { check } from '../../testing/check';
import { said } from '../../testing/said';
import { parseC } from '.';

/* What is said about a text, where, and what to write instead; what is read all the same is a good program. */

const inside = (body: string, parameters = 'double *a, double x, int n'): string =>
  `void f(${parameters}) {\n${body}\n}`;

const TEXTS: readonly (readonly [title: string, text: string])[] = [
  ['a loop of Python', inside('for i in range(n):\n  x += a[i];')],
  ['a loop of MATLAB', inside('for i = 1:n {\n  x += a[i];\n}')],
  ['a loop with commas', inside('for (int i = 0, i < n, i++) {\n  x += a[i];\n}')],
  ['a test of Fortran', inside('if (x > 1) then\n  x = 1;\nendif')],
  ['operators of others', inside('x = x^2;\nx := 2;\nif (x <> 1) x = 1;\nif (x .gt. 1) x = 1;')],
  ['a chain of comparisons', inside('if (0 < x < 1) x = 1;\nif ((0 < x) < 1) x = 2;')],
  ['words of others', inside('let y = x;\nx = ln(x) + Math.sin(x) + a(n);\nx = 2x + pi;')],
  ['comments of others', inside('# first\nx = 1;\n! second\nx = 2;\n% third\nx = 3;')],
  ['a head that is typed', 'double f(double x, d\n  double y = x;\n  return y;\n}'],
  ['a head before another', 'double g(double a, c\ndouble f(double x) {\n  return x;\n}'],
  ['a loop that is typed', inside('for (int i = 0; i\n  x += a[n];\n}', 'double *a, double x, int n')],
  ['a statement that is typed', 'double f(double x) {\n  double y = x;\n  r\n}'],
  ['a value that is typed', 'double f(double x) {\n  x =\n}'],
  [
    'types that are not here',
    `double g(a, x)\nVector *a; double x;\n{ return a->y * x; }\n${inside('Layer *l = first(a);\nUnit *u, *v;\nl->w = x;')}`,
  ],
  ['a prototype without parameters', 'double g();\ndouble f(double x, int k) {\n  return g(x, k);\n}'],
  [
    'prototypes without parameters that calls disagree about',
    'double g(), h();\ndouble m[2][2];\ndouble f(double x, int k) {\n  return g(x, k) + g(k, k) + g(x) + h(m);\n}',
  ],
  [
    'structures for a prototype without parameters',
    'struct p { double x, y; };\ndouble g();\ndouble f(double x) {\n  struct p a = {x, x};\n  return g(&a);\n}',
  ],
  ['parameters without types', 'double f(double x, y) {\n  return x * y;\n}'],
  ['semicolons before blocks', inside('for (n = 0; n < 3; n++); {\n  x = 1;\n}\nif (x > 1);\n{ x = 2; }')],
  [
    'semicolons before lines that are set in',
    inside(
      '  for (n = 0; n < 3; n++);\n    x = 1;\n  if (x > 1)\n    ;\n  x = 2;\n  while (n-- > 0);\n  x = 3;',
    ),
  ],
  [
    'lines that nothing governs',
    inside(
      '  if (x > 1)\n    x = 1;\n    n = 2;\n  for (n = 0; n < 3; n++)\n    if (x > 0)\n      x = 2;\n    else\n      x = 3;\n  if (x > 1) x = 1;\n  n = 2;',
    ),
  ],
  ['a value that is to be read into', 'double f(void) {\n  double x;\n  scanf("%lf", x);\n  return x;\n}'],
  [
    'an array assigned, a type that is typed',
    'typedef struct {\n  double x, y y;\n} point;\ndouble f(double x) {\n  point p;\n  p.x = x;\n  p.y = x;\n  return p.x * p.y;\n}',
  ],
  [
    'an assigned pointer as a value',
    inside('double *p = a; double *q; x = (p = a)[1]; if ((q = p)) x = 1; x = 1 + (p = a);'),
  ],
  ['a moved pointer as a value', inside('double *p = a; x = p++;')],
  ['fma of two', inside('x = fma(x, 2);')],
  ['ldexp of what is unknown', inside('x = ldexp(x, u);')],
  ['a real number of places', inside('x = ldexp(x, 2.5);')],
  ['free of nothing', inside('free(); free(a + u);')],
  ['a call of a broken name', inside('x = (1 + )(2);')],
  ['a matrix where a pointer stands', `void g(double *p);\n${inside('double b[2][3]; g(b);')}`],
  ['a pointer where a matrix stands', `void g(double p[2][3]);\n${inside('g(a);')}`],
  ['defined without a name', '#if defined\n#endif\nx = 1;'],
  ['half a choice', '#if 1 ? 2\n#endif\nx = 1;'],
  ['an open parenthesis', '#if (1\n#endif\nx = 1;'],
  ['true', '#if true\nx = 1;\n#endif'],
  ['a real number', '#if 1.5\n#endif\nx = 1;'],
  ['nothing', '#if\n#endif\nx = 1;'],
  ['a division by zero', '#if 1 / 0\n#endif\nx = 1;'],
  ['elif after else', '#if 0\n#else\n#elif 1\n#endif\nx = 1;'],
  ['elifdef', '#if 0\n#elifdef N\n#elifndef N\nx = 1;\n#endif'],
  ['ifdef without a name', '#ifdef\n#endif\nx = 1;'],
  ['a size that changes something', inside('double b[n++]; b[0] = 1;')],
  ['a real size', inside('double b[2.5]; b[0] = 1;')],
  ['a size of n at file scope', `int n;\ndouble b[n];\n${inside('x = 1;')}`],
  ['a static size of n', inside('static double b[n]; b[0] = 1;')],
  ['a static pointer', inside('static double *p = 0; x = 1;')],
  ['a typedef inside', inside('typedef double real; real y = 1; x = y;')],
  ['a size that overflows', `double b[3000000000L * 3000000000L * 3];\n${inside('x = 1;')}`],
  ['a size that divides by zero', `double b[1 / 0];\n${inside('x = 1;')}`],
  ['a negative size', `double b[-1];\n${inside('x = 1;')}`],
  ['a negative designator', inside('double b[3] = {[-1] = 1};')],
  ['a designator of n', inside('double b[3] = {[n] = 1};')],
  ['a designator of a member', inside('double b[3] = {.x = 1};')],
  ['a designator past the end', inside('double b[3] = {[5] = 1};')],
  ['too many first values', inside('double b[2] = {1, 2, 3};')],
  ['first values of a size unknown', inside('double b[n] = {1};')],
  [
    'first values that change something, at file scope',
    `int i;\ndouble b = i++;\nenum { A = i++ };\n${inside('x = b;')}`,
  ],
  ['a real enumerator', `enum { A = 1.5 };\n${inside('x = A;')}`],
  ['an enumerator of n', inside('enum { A = n }; x = A;')],
  ['malloc of void', inside('double *b = malloc(n * sizeof(void)); b[0] = 1;')],
  ['malloc of floats for doubles', inside('double *b = malloc(n * sizeof(float)); b[0] = 1;')],
  [
    'a list of structures',
    'struct node { double v; struct node *next; };\ndouble f(struct node *head) {\ndouble s = 0;\nfor (struct node *p = head; p; p = p->next) s += p->v;\nreturn s;\n}',
  ],
  [
    'an array that grows',
    inside(
      'int cap = 1, m = 0; double *b = malloc(cap * sizeof(double)); for (int i = 0; i < n; i++) { if (m == cap) { cap *= 2; b = realloc(b, cap * sizeof(double)); } b[m++] = x; } a[0] = b[n - 1];',
    ),
  ],
  ['malloc of bytes', inside('double *b = malloc(80); b[0] = 1;')],
  ['malloc of twice a size', inside('double *b = malloc(sizeof(a[0]) * sizeof(double)); b[0] = 1;')],
  ['memset to one', inside('memset(a, 1, n * sizeof(double));')],
  ['memset of another size', inside('memset(a, 0, n * sizeof(float));')],
  ['memcpy of a number', inside('memcpy(a, 3, n * sizeof(double));')],
  ['memcpy within an array', inside('memcpy(a, a + 1, n * sizeof(double));')],
  ['memcpy of another type', inside('float b[3]; memcpy(a, b, sizeof b);')],
  ['memset of more than a row', inside('double b[2][3]; memset(b[0], 0, 5 * sizeof(double));')],
  ['memset of n rows', inside('double b[2][3]; memset(b, 0, n * sizeof(double));')],
  ['a macro use that is open in a macro', '#define F(x) x\n#define G F(1\nx = G;'],
  ['a macro of two that gets three', '#define F(x, y) x\ny = F(1, 2, 3);'],
  ['a hexadecimal number without digits', 'y = 0x.p1;'],
  ['a hexadecimal number of 50 digits', `y = 0x${'f'.repeat(50)}p1;`],
  ['a bad escape', "y = '\\q';"],
  ['NULL as a number', inside('x = NULL;')],
  ['a pointer from a number', inside('double *p = 1 - a; x = *p;')],
  ['a pointer by a cast', inside('double *p = (double *)n; x = *p;')],
  ['a pointer to another type', inside('float *p = a; x = *p;')],
  ['a pointer to rows', inside('double b[2][3]; double *p = b; x = *p;')],
  ['a pointer to what is const', 'void f(const double *a, double *x) {\ndouble *p = a;\n*p = 1;\n}'],
  ['a pointer without a place', inside('double *p; x = *p;')],
  [
    'a pointer that may point to other elements',
    inside('int b[3]; double *p; if (n) p = a; else p = b; x = *p;'),
  ],
  ['a pointer multiplied', inside('double *p = a; p *= 2;')],
  ['pointers into two arrays', inside('double b[3]; double *p = a, *q = b; n = q - p;')],
  ['an attribute', `double x __attribute__((unused));\n${inside('x = 1;')}`],
  ['an asm name', `double f(double) __asm__("g");\n${inside('x = 1;').replace(' inside(', ' h(')}`],
  ['a second default', inside('switch (n) { default: x = 1; if (n) { case 1: x = 2; } default: x = 3; }')],
  ['a case outside', inside('case 1: x = 2;')],
  ['a real switch', inside('switch (x) { case 1: x = 2; }')],
  ['a case of n', inside('switch (n) { case 1: break; case n: x = 2; }')],
  ['a case twice', inside('switch (n) { case 1: break; case 1: x = 2; }')],
  ['break outside', inside('break; continue;')],
  ['a parameter twice', 'void f(double x, double x) { x = 1; }'],
  ['a parameter of void', 'double f(void x) { return 1; }'],
  ['a shift of a real', inside('x = x << 2; x = x % 2; x |= 1;')],
  ['an unknown function', inside('x = foo(x);')],
  ['a name near', inside('double alpha = 1; x = alpah;')],
  ['a function as a value', `double g(double y) { return y; }\n${inside('x = g;')}`],
  ['an extern array of unknown size', `extern double b[];\n${inside('x = b[0];')}`],
  ['push of nothing', inside('push_double(); push_doubles(a); push_doubles(a + 1, 3); push_bit(u);')],
  ['a pop of control into a real', inside('push_bit(x); x = pop_bit(); a[0] = pop_byte();')],
  [
    'a snippet that counts',
    'for (int i = m; i < k; i += 1) s += v[i];\nfor (j = 0; j < m; j = j + 1) s -= v[j];',
  ],
  [
    'a snippet that steps by a real',
    'for (t = 0; t < 1; t += 0.5) s += t;\nfor (u = g(1); u < 2; u = u + h(2)) s += u;',
  ],
  ['a function of one that gets two', inside('if (isnan(x, 2)) x = ldexp(x);')],
  [
    'rows where values are meant',
    inside('double b[2][3]; double (*r)[3] = a; double *q; q = x; x = r[0][0];'),
  ],
  ['a pointer with a list', inside('double *p = {a, a}; x = *p;')],
  ['a pointer that moves before it points', inside('double *p; p++; p += 2; x = *p--;')],
  ['a pointer moved by a real', inside('double *p = a; p += 1.5; x = *p;')],
  [
    'memory that is returned',
    'double *f(int n, double x) { int m = 2 * n; double *p; p = malloc((m + 1) * sizeof *p); p[0] = x; return p; }\ndouble *g(double *a) { double *p = a; p[0] *= 2; return p; }',
  ],
  [
    'memory that may be other memory',
    'double *f(int n, double *a) { double *p = malloc(n * sizeof(double)); if (n > 2) p = a; p[0] = 1; return p; }',
  ],
  [
    'pointers to memory of each round',
    inside(
      'double *h[3], *b; for (int k = 0; k < 3; k++) { b = malloc(n * sizeof(double)); b[0] = x * k; h[k] = b; } x = h[0][0];',
    ),
  ],
  [
    'rows that change places beside a pointer to one',
    'static void turn(double **m, double *p) { double *t = m[0]; m[0] = m[1]; m[1] = t; p[0] = 1; }\nvoid f(double *x) { double **m = malloc(2 * sizeof *m), *r; for (int i = 0; i < 2; i++) m[i] = calloc(3, sizeof(double)); double *q = m[0]; turn(m, m[0]); r = m[1]; *x = q[0] + r[0]; }',
  ],
  ['a step in a subscript of pointers', inside('double b[2], *r[2] = {a, b}; int i = 0; x = r[i++][0];')],
  ['memory for rows', inside('double (*r)[3] = malloc(n * sizeof *r); x = r[0][0];')],
  ['a cast that is written', inside('(double) x = 1; (int) n += 2;')],
  [
    'a label of no switch in a switch',
    inside('switch (x) { case 1: x = 2; default: x = 3; }\ncase 4: x = 5;'),
  ],
  ['continue in a switch', inside('switch (n) { case 1: continue; }')],
  [
    'a parameter of void, and a pointer to void',
    `void g(void x) { }\nvoid h(void *p) { }\n${inside('x = 1;')}`,
  ],
  [
    'a head without parentheses',
    inside('while x > 1 { x = x / 2; }\nif n) x = 1;\nfor int i = 0; i < n; i++) x = i;'),
  ],
  [
    'an array of any size in a prototype',
    `double g(int n, double a[*], double b[const 3]);\n${inside('x = g(n, a, a);')}`,
  ],
  ['prototypes without a semicolon', 'double f(double x)\ndouble f(double x) {\n  return x * x;\n}'],
  ['a comment that never ends', '#define N 3 /* and so on\nx = N;'],
  ['a text that is no token', inside('x = 1 @ 2; y = `z`;')],
  ['no real condition', '#if 1 ? 2 : 3.5\nx = 1;\n#endif\n#if 1.5 && 1\ny = 2;\n#endif'],
  ['an endless list', inside(`double b[3000] = {${'1, '.repeat(1200)}1}; x = b[0];`)],
  ['a structure as a number', `struct v { double x; };\n${inside('struct v u = {1}; x = u + 1; u.y = 2;')}`],
  ['a number as a structure', `struct v { double x; };\nvoid g(struct v u);\n${inside('g(x); g(NULL);')}`],
  ['pointers to structures in an array', `struct v { double x; };\n${inside('struct v *u[3]; x = 1;')}`],
  ['a structure half written', 'typedef struct {\n  double x;\ndouble f(double x) { return x * y; }'],
  ['a member half written', 'struct s {\n  double x\ndouble f(double x) { return x * y; }'],
  [
    'an array of structures with pointers',
    `struct v { double *x; };\n${inside('struct v u[3]; x = u[1].x[0];')}`,
  ],
  [
    'a pointer that moves in a structure',
    `struct v { double *x; };\nvoid g(struct v *u, double *a) { u->x = a; }\n${inside('x = 1;')}`,
  ],
  ['a structure without members', `struct w;\n${inside('struct w u; x = 1;')}`],
  [
    'a list',
    `struct node { double v; struct node *next; };\nvoid g(struct node *p, double *x) { for (; p; p = p->next) *x += p->v; }`,
  ],
  ['values that fit no member', `struct v { double x; };\n${inside('struct v u = {1, 2}; x = u.x;')}`],
  [
    'a union',
    `union u { double d; long l; };\nstruct v { union u w; double x; };\n${inside('union u a; struct v b; b.w.d = 1; b.x = 2; x = b.x;', 'double x')}`,
  ],
  [
    'a body without its brace',
    'double g(double x)\n  double y = x;\n  return y * y;\n}\ndouble f(double x) { return g(x); }',
  ],
  [
    'a head of for without a semicolon',
    inside('for (int i = 0 i < n; i++) a[i] = x; for (int i = 0; i < n i++) x = 1;'),
  ],
  ['a member of a call', inside('x = sin(x).y + a->z;')],
  [
    'members that no variable stands for',
    `struct s { double x; void **rest; double (*act)(double); };\n${inside('if (s->rest) x = s->act(s->x);', 'struct s *s, double x')}`,
  ],
  ['the bits of a number', inside('long i = *(long *)&x; float f = *(float *)&x; x = i + f;')],
  [
    'commas that are missing',
    'double g(double x double y) { double u v; u = pow(x y); v = u; return v + y; }',
  ],
  ['an else at the very beginning', 'else x = 1;\n}\ndouble f(double x) {\n  return x*x;\n}'],
  ['a brace too few before else', inside('if (n) {\nx = 1;\nelse {\nx = 2;\n}')],
  ['an inner brace that is not closed', inside('  while (n) {\n    if (x) {\n      x = 1;\n  }\n  x = 2;')],
  [
    'an inner brace that is not opened',
    inside('  while (n) {\n    if (x)\n      x = 1;\n      n = 0;\n    }\n    x = 2;\n  }\n  x = 3;'),
  ],
  [
    'an else behind a brace that opens nothing',
    inside('  if (n)\n    x = 1;\n    x = 2;\n  } else x = 3;\n  x = 4;'),
  ],
  [
    'words that are misspelt',
    'double g(int n, double x) { fi (n) { x = 1; } eles x = 2; fro (int i = 0; i < n; i++) x += i; doubel *p = &x; retrun x; }',
  ],
  ['parameters without a parenthesis', 'double g double x, double y) { return x * y; }'],
  [
    'half a head after its prototype',
    'double g(double x, double y);\ndouble g(double x, do y) { return x; }',
  ],
  ['a head of for without an operator', inside('for (int i = n 1; i < 3; i++) x += i;')],
  [
    'memory for a number',
    inside(
      'double b; b = (double *)malloc(n * sizeof(double)); b[0] = 1; b[1] = 2; u = (double *)malloc(8);',
    ),
  ],
  [
    'a broken body that hands out memory',
    'double *g(int n) { double *b = malloc(n * sizeof(double)); for (i = 0; i < n; i++) b[i] = 1; return b; }',
  ],
  [
    'words before types that nothing defines',
    'API\ndouble g(double x) { return x; }\nstatic INLINE double h(double x) { return g(x); }\nAPI typedef ALIGNED double vec[3];',
  ],
  ['an unknown type, again and again', 'struct s { num x; num y; }; num *g(num x) { num y = x; return y; }'],
  [
    'an unknown type to which functions return a pointer',
    'cs *sum(const cs *a, double x) { return 0; } ds *none() { return 0; } es *same(es *a) { return a; } double g(double x) { return x * f(x); }',
  ],
  ['a comment that hides the rest', 'double g(double x)\n/* so\n{ return x; }'],
  [
    'containers of C++',
    'double g(const std::vector<double>& x, Eigen::VectorXd v) { double s = 0; std::vector<double> y(x.size()); for (auto e : x) s += e; return s; }',
  ],
  [
    'threads of CUDA',
    '__global__ void g(int n, float a, const float *x, float *y) { int i = blockIdx.x*blockDim.x + threadIdx.x; if (i < n) y[i] += a*x[i]; }',
  ],
  ['two references of one name', 'void g(double &y, int n) { if (n) { double y = 1; n = y; } y = n; }'],
  [
    'a constant reference that the call may set',
    'double h; void g(const double &a, double &y) { y *= a; } void k(const double &a) { h = a; } void f(double x) { g(x, x); g(2*x, x); h = x; k(h); }',
  ],
  ['templates', 'template <typename T> T g(T a) { return a / 2; }'],
  [
    'words of C++ as names in C',
    inside(
      'int not = 1, array = 2; double and = 2; struct P { double x; }; if (array < n && n > 1) x = and * not;',
    ),
  ],
  ['powers', inside('x = x**2 + x ** 0.5;')],
  ['letters of formulas', inside('double σ = 1, Δx = 2; x = σ × Δx − σ;')],
  ['numbers of lines', '1: double g(double x) {\n2:   return x;\n3: }'],
  ['a patch', '@@ -1,3 +1,3 @@\n double g(double x) {\n-  return x;\n+  return x*x;\n }'],
  ['quoted lines', '> double g(double x) {\n>   return x*x;\n> }'],
  ['entities and smart quotes', inside('if (x &lt;= 1 &amp;&amp; n &gt; 0) printf(“%g\\n”, x);')],
  ['a large number in static memory', `static long big = 6364136223846793005L;\n${inside('x = big;')}`],
  [
    'functions without a body that tell of something, and some that may do more',
    'void warn(const char *format, ...); void read(const char *format, ...); void say(const char *text, int n); void stop(int n); void g(double x, int n) { warn("%g", x); warn(gettext("%d"), n); say("n", -1); read("%g", &x); warn("%d", n++); say("n", n); stop(1); }\n/* backsweep: external(tell, read(text), written(level)) */\ndouble level; void tell(const char *text); double h(double x) { tell("x"); return level * x; }',
  ],
  [
    'unions that are not supported, and an address of a constant beside itself',
    `typedef union { struct { union { double r; double red; }; double g; }; double c[2]; } p; typedef union { int i; unsigned u; } q; static const double K = 2; static int same(const double *a, const double *b) { return a == b; }\n${inside('p s; s.red = x; q t; t.i = -1; x = (t.u > 1) + same(&K, &K);')}`,
  ],
  ['what f2c has', '#include "f2c.h"\nreal g(integer *n, real *x) { return max(*x, 1.f) * pow_ri(x, n); }'],
];

test('each text has its messages', () => {
  const all = TEXTS.flatMap(([title, text]) => [`${title}:`, ...said(parseC, text), '']);
  check(import.meta.url, 'golden/said.golden.txt', all.join('\n'));
});
