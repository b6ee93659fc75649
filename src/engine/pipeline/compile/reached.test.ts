import { expect, test } from 'vitest';
import { differentiate } from '../..';

/* What is wrong is an error where the chosen routine needs it, and a note where it does not. */

const C = `#include <stdio.h>
typedef struct { FILE *log; double x; } state;
typedef union { double d; long l; } bits;
void say(FILE *out, double x);
static double idle(int n, double *a) { n++; double local[n]; return a + x; }
static double helper(double x) { bits p; return x * x; }
double f(double x) { return 2 * x; }
double g(double x) { return helper(x); }
int main(void) { double x = lrand48(); scanf("%lf", &x); printf("%g", f(x)); return 0; }
`;
const FORTRAN = `subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
end subroutine f
subroutine g(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(16) :: z
  call f(x, y)
end subroutine g
subroutine idle(y)
  real(8), intent(out) :: y
  integer :: n
  real(8) :: work(n)
  n = 3
  y = f(work, 'text' +)
end subroutine idle
program main
  character(len=20) :: name
  real(8) :: x, y
  read (*, *) x
  inquire (10, name=name)
  call f(x, y)
  print *, y
end program main
`;

test.each([['c', C] as const, ['fortran', FORTRAN] as const])(
  'a construct is judged where it is reached: %s',
  (language, source) => {
    const severities = (routine: string) => {
      const { ok, diagnostics } = differentiate({ source, language, routine });
      return { ok, errors: diagnostics.filter((d) => d.severity === 'error').map((d) => d.code) };
    };
    expect(severities('f')).toEqual({ ok: true, errors: [] });
    expect(severities('g')).toEqual({ ok: false, errors: ['unsupported'] });
    expect(severities('idle').ok).toBe(false);
    const { diagnostics } = differentiate({ source, language, routine: 'f' });
    const told = diagnostics.filter((d) => d.notes.some((n) => n.message.startsWith('f does not need')));
    expect(told.filter((d) => d.code === 'unsupported').length).toBeGreaterThan(1);
    expect(told.some((d) => d.code !== 'unsupported')).toBe(true);
  },
);

test('what is used through macros is needed', () => {
  const used = (text: string): boolean => differentiate({ source: text, language: 'c', routine: 'f' }).ok;
  const g = 'double g(double x) { return x * missing; }\n';
  expect(
    used(`#define H(x) g(x)\n#define G(x) \\\n  (1 + H(x))\n${g}double f(double x) { return G(x); }`),
  ).toBe(false);
  expect(
    used(`#define G(a, x) a##_of(x)\n${g.replace('g(', 'g_of(')}double f(double x) { return G(g, x); }`),
  ).toBe(false);
  expect(
    used(`#define S(x) x##f\n#define G(a) a ## _of(1)\n${g}double f(double x) { return S(2.5) * x; }`),
  ).toBe(true);
  expect(used('#define LIM limit\nFILE *limit;\ndouble f(double x) { return x * LIM[0]; }')).toBe(false);
  expect(used(`#define H(x) g(x)\n${g}double f(double x) { return 2 * x; }`)).toBe(true);
});

test('a declaration is of its names, not of words beside it', () => {
  const source = `module m
  integer, parameter :: wp = kind(1d0)
  integer, parameter :: bits = rank(1.0_wp), more = 2 ! x of wp
  character(9), parameter :: says = 'f, y'
contains
  real(wp) function f(x) result(y)
    real(wp), intent(in) :: x
    y = x*x
  end function
  subroutine idle(bits)
    integer :: x(bits)
  end subroutine
end module`;
  const ok = (line: string) =>
    differentiate({ source: source.replace('y = x*x', line), language: 'fortran', routine: 'f' }).ok;
  expect([ok('y = x*x'), ok('y = x*bits')]).toEqual([true, false]);
});

test('names in comments and strings are no uses, and errors beyond the first hundred are known', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `  y[${i}] = none${i};`).join('\n');
  const c = `void g(double *y) {\n${lines(300)}\n}\ndouble f(double x) {\n  /* as in g */ // or g\n  printf("g %g", x);\n  return x;\n}\n`;
  expect(differentiate({ source: c, language: 'c', routine: 'f' }).ok).toBe(true);
  expect(differentiate({ source: `${c}double h(double x) { return f(x) + none; }`, language: 'c' }).ok).toBe(
    false,
  );
  const told = differentiate({ source: `void f(double *y) {\n${lines(1500)}\n}`, language: 'c' }).diagnostics;
  expect(told.filter(({ code }) => code === 'too-many-messages')).toHaveLength(1);
  // What many functions find wrong with one member is one error; too many parameters of one that is not here are no fault of f.
  const many = (n: number, one: (k: number) => string) => Array.from({ length: n }, (_, k) => one(k));
  const row = `typedef struct { ${many(40, (k) => `char **m${k};`).join(' ')} } row;\n`;
  const wide = `void wide(${many(300, (k) => `double *a${k}`).join(', ')});\n`;
  const inC = (text: string) =>
    `#ifdef __cplusplus\nextern "C" {\n#endif\nint x;\n${text}#ifdef __cplusplus\n}\n#endif\n`;
  const called = 'typedef number (*evaluate)(void *instance, number x);\n';
  const header = inC(
    `typedef double number;\n${called}${row}${wide}${many(60, (k) => `void g${k}(row r);\n`).join('')}`,
  );
  expect(differentiate({ source: `${header}number f(number x) { return x; }`, language: 'c' }).ok).toBe(true);
  const fortran = `subroutine f(x)\n  real(8) :: x ! not g\n  print *, 'g', x\nend\nsubroutine g(y)\n  real(8) :: y\n  y = none +\nend`;
  expect(differentiate({ source: fortran, language: 'fortran', routine: 'f' }).ok).toBe(true);
});

test('what an inner routine uses of its host is needed', () => {
  const source = (inner: string) =>
    `subroutine host(x, y)\n use elsewhere\n real(8) :: x, y\n type(gone) :: p, q\n call q%start(x)\n call f(x, y)\ncontains\n subroutine f(a, b)\n real(8) :: a, b\n b = a\n ${inner}\n end subroutine f\nend subroutine host`;
  const used = (inner: string) =>
    differentiate({ source: source(inner), language: 'fortran', routine: 'f' }).ok;
  expect([used('b = 2*a'), used('call p%move(a, b)'), used('b = p%x*a')]).toEqual([true, false, false]);
});

test('functions that stand in place of their calls are needed where these are', () => {
  const used = (body: string): boolean => {
    const memory =
      'double *made(int n) { double *a = malloc(n * sizeof(double)); a[0] = lrand48(); return a; }\n';
    const source = `#include <stdlib.h>\n${memory}double f(double x) { ${body} }\nint main(void) { return made(2)[0]; }`;
    return differentiate({ source, language: 'c', routine: 'f' }).ok;
  };
  expect(used('return x * x;')).toBe(true);
  expect(used('double *a = made(3); return a[0] * x;')).toBe(false);
});

test('what generic names and bindings of types may mean is needed where they stand', () => {
  const source = `module m
  type t
    real(8) :: c
  contains
    procedure, pass(me) :: grow => broken, &
      twice => double_of
    generic :: any => grow
    generic :: operator(+) => plus
  end type t
  interface of
    module procedure broken_of
  end interface of
contains
  subroutine broken(me, x)
    class(t) :: me
    real(8) :: x
    x = missing(me%c +)
  end subroutine broken
  real(8) function double_of(me, x)
    class(t), intent(in) :: me
    real(8), intent(in) :: x
    double_of = 2 * x * me%c
  end function double_of
  type(t) function plus(a, b)
    class(t), intent(in) :: a, b
    plus%c = a%c + b%c
  end function plus
  real(8) function broken_of(x)
    real(8), intent(in) :: x
    broken_of = missing(x +)
  end function broken_of
  subroutine f(a, x, y)
    type(t), intent(in) :: a
    real(8), intent(inout) :: x
    real(8), intent(out) :: y
    y = BODY
  end subroutine f
end module m`;
  const isRead = (body: string): boolean =>
    differentiate({ source: source.replace('BODY', body), language: 'fortran', routine: 'f' }).ok;
  expect([isRead('a%c * x'), isRead('a%twice(x)'), isRead('of(x)')]).toEqual([true, true, false]);
  expect([isRead('1\n    call a%grow(x)'), isRead('1\n    call a%any(x)')]).toEqual([false, false]);
});

test('what stands in a table of functions is needed', () => {
  const source =
    'typedef double (*fn)(double);\ndouble g(double x) { return x * missing; }\nstatic const fn table[] = {g, g};\ndouble f(double x, int k) { return table[k](x); }';
  expect(differentiate({ source, language: 'c', routine: 'f' }).ok).toBe(false);
});

test('what headers declare and nothing names is not judged, and a prototype as its function is', () => {
  const list = (n: number, one: (k: number) => string) =>
    Array.from({ length: n }, (_, k) => one(k)).join('');
  const types =
    'typedef struct { int n; double *a; } part;\ntypedef struct { int n; part *p; void *q; double *v; } whole;\n';
  const header = `${types}${list(700, (k) => `whole *make${k}(whole *w, double (*f)(whole **));\n`)}`;
  const join = '#define NAME(a, b) a ## _ ## b\nextern const double table_of[];\nextern FILE *log_of;\n';
  const read = 'double get(const whole *w, int k);\ndouble get(const whole *w, int k) { return w->v[k]; }\n';
  const told = (text: string, routine?: string) => {
    const { ok, diagnostics } = differentiate({ source: text, language: 'c', ...(routine && { routine }) });
    return [ok, ...diagnostics.flatMap((d) => (d.severity === 'error' ? [d.code] : []))];
  };
  const f = 'double NAME(f, of)(double x) { return x * x; }\n';
  expect(told(`${header}${join}${read}${f}`)).toEqual([true]);
  expect(told(`${header}${join}${read}${f}`, 'get')).toEqual([true]);
  expect(told(`${join}double f(double x) { return x * NAME(table, of)[0]; }`)).toEqual([
    false,
    'missing-size',
  ]);
  expect(told(`${types}${read.replace(', int k', '')}${f}`, 'get')).toEqual([
    false,
    'conflicting-declaration',
  ]);
  expect(told('double f(double);\ndouble g(double x) { return f(x); }')).toEqual([true]);
});

test('a text of which it is open where routines end is judged as a whole', () => {
  const open = differentiate({ source: `${C}void last(double x) { x = 1;`, language: 'c', routine: 'f' });
  expect(open.ok).toBe(false);
});

/* What is wrong in one routine hides nothing of what is wrong in another, though the same names stand in both. */

const WRONG_IN_C = [
  'double v{x}, a[2{; return v + a[1];',
  'double v = x; return v[1] + a;',
  'for i in range(3): v += x; return v;',
  'for (double v : a) x += v; return x;',
  'let v = x; return v * a;',
  'return v(x) + a(2);',
  'struct s v; return v.a;',
  'union { double v; long a; } u; u.v = x; return u.a > 0 ? x : 0;',
  'vector<double> v(3); return v.a + x;',
  'double a; return a->v;',
  'int v[2] = {1, 2}; v = a; return x;',
];
const WRONG_IN_FORTRAN = [
  'real(8) dimension(3) :: v, w\n y = x',
  'y = x * v(2) + w',
  'real(16) :: v\n v = x\n y = v',
  'real(8) :: v\n v = x\n y = v%w',
  'type(t) :: v\n y = v%w + x',
  'v = 3\n y = x\n if (v > 2) y = 2 * y',
  'include "absent.inc"\n y = x * w',
  'real(8) :: v\n v = x\n y = v(2)',
  'y = x\n if (present(v)) y = w',
];

test.each([
  [
    'c' as const,
    (bodies: readonly string[]) => bodies.map((body, k) => `double f${k}(double x) { ${body} }\n`).join(''),
    WRONG_IN_C,
  ],
  [
    'fortran' as const,
    (bodies: readonly string[]) =>
      `module m\nimplicit none\ncontains\n${bodies.map((body, k) => routine(k, body)).join('')}end module m\n`,
    WRONG_IN_FORTRAN,
  ],
])('what is refused alone is refused beside others that are: %s', (language, text, wrong) => {
  const bodies = [...wrong, ...wrong.toReversed()];
  const together = text(bodies);
  const passed = bodies.filter((_, k) => differentiate({ source: together, language, routine: `f${k}` }).ok);
  expect(passed).toEqual([]);
});

function routine(k: number, body: string): string {
  const declared = 'real(8), intent(in) :: x\nreal(8), intent(out) :: y';
  return `subroutine f${k}(x, y)\n${declared}\n${body}\nend subroutine f${k}\n`;
}
