import { describe, expect, test } from 'vitest';
import { differentiate } from '../../index';

/** Codes of the diagnostics, each with the text that it points at. */
function said(source: string): string[] {
  const d = differentiate({ source, language: 'c' });
  return d.diagnostics.map((x) => `${x.severity} ${x.code}: ${source.slice(x.span.start, x.span.end)}`);
}

describe('messages about derivatives', () => {
  test('a cast to integer cuts the derivative', () => {
    expect(said('double f(double x) { int n = (int)(x * 3); return x * n; }')).toEqual([
      'info derivative-cut: (int)(x * 3)',
    ]);
  });
  test('an output that comes by value', () => {
    const { diagnostics } = differentiate({
      source: 'void f(double x, double y) { y = x * x; }',
      language: 'c',
    });
    expect(diagnostics.map(({ code, notes }) => [code, notes[0]?.message])).toEqual([
      ['no-dependents', '`y` comes by value, so what it is set to is lost: write `double *y`, and `*y = …`.'],
    ]);
  });
  test('an output by value of a routine that is called', () => {
    const vain =
      'void sq(double x, double y) { y = x * x; }\ndouble f(double x) { double y = x; sq(x, y); return y; }';
    expect(said(vain)).toEqual(['warning no-effect: sq']);
  });
  test('a name that hides the one that was meant', () => {
    const hidden =
      'double f(double x, int n) {\n  double y = x;\n  int i;\n  if (n > 0) { double y = x * x; }\n';
    const rest = '  for (int i = 0; i < n; i++) x = x*y;\n  return x*y;\n}';
    expect(said(hidden + rest)).toEqual(['warning hidden-name: y']);
    expect(said(`${hidden.replace('double y = x * x', 'double y = x * x; x = y')}${rest}`)).toEqual([]);
    // What a window keeps of `z` stands where `z` is read.
    const kept =
      'double f(double w, double x) {\n  double complex z = cexp(I*w), h = x;\n  for (int i = 0; i < 2; i++) h *= 1/(1 - x/z);\n  return creal(h);\n}\n';
    const { diagnostics } = differentiate({ source: kept, language: 'c', options: { record: 'least' } });
    expect(diagnostics.map(({ code }) => code)).toEqual(['complex-pairs']);
  });
  test('a function that may end without a result', () => {
    const told = 'warning missing-return: f';
    expect(said('double f(double x) {\n  if (x > 0) return x * x;\n}')).toContain(told);
    const least = 'double f(double *a, int n) {\n  double m;\n  if (n > 0) m = a[0]*a[0];\n  return m;\n}';
    expect(differentiate({ source: least, language: 'c' }).diagnostics.map(({ message }) => message)).toEqual(
      ['`f` may end without a value in `m`, which it returns: then what it gives means nothing.'],
    );
    expect(said('double f(double x) {\n  while (1) { x = x*x; if (x > 9) return x; }\n}')).not.toContain(
      told,
    );
    expect(said('#include <stdlib.h>\ndouble f(double x) { if (x > 0) return x; exit(1); }')).not.toContain(
      told,
    );
  });
  test.each([
    [
      'what is INTENT(OUT) is read before it is set',
      'subroutine f(n, x, y)\ninteger :: n, i\nreal(8) :: x(n)\nreal(8), intent(out) :: y\ndo i = 1, n\ny = y + x(i)\nend do\nend',
      ['warning use-before-definition: `y` is read before anything is assigned to it.'],
    ],
    [
      'a constant of half the digits',
      'subroutine f(x, y)\nreal(8) :: x, y\ny = 0.1*x + 0.5*x + 0.1d0*x\nend',
      ['info single-constant: This constant is of single precision, so it is 0.10000000149011612 here.'],
    ],
    [
      'a name without a type that cuts digits off',
      'subroutine f(x, y)\nreal(8) :: x, y\nt = x*x\ny = t\nend',
      [
        'warning undeclared: t is not declared, so it is REAL by its first letter, and holds half of the digits of what it is set to.',
      ],
    ],
    [
      'a function of Fortran by its name there',
      'subroutine f(x, y)\nreal(8) :: x, y\ny = x + nint(x)\nend',
      [
        'info derivative-cut: The derivative with respect to `x` ends here: `nint` is flat almost everywhere in this argument.',
      ],
    ],
    [
      'a result that nothing sets',
      'function f(x)\nreal(8) :: x, f, y\ny = x*x\nend',
      [
        'warning missing-return: `f` may end without a result: then what it gives means nothing.',
        'warning independent-useless: The independent `x` passes no derivative on to a dependent, so its derivative is zero.',
        'warning dependent-constant: No independent reaches the dependent `f`, so its derivative is zero.',
      ],
    ],
  ])('%s', (_, source, expected) => {
    const { diagnostics } = differentiate({ source, language: 'fortran' });
    expect(diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)).toEqual(
      expected,
    );
  });
  test('of a text in the other language, only that', () => {
    const fortran = 'subroutine f(x, y)\n  real(8) :: x, y\n  y = x*x\nend subroutine\n';
    expect(said(fortran)).toEqual(['error other-language: subroutine f(x, y)']);
    const c = differentiate({ source: 'double f(double x) {\n  return x*x;\n}\n', language: 'fortran' });
    expect(c.diagnostics.map(({ message }) => message)).toEqual([
      'This text is C, and it is read as Fortran.',
    ]);
  });
  test('a flat function cuts the derivative', () => {
    expect(said('double f(double x) { return x * floor(x); }')).toEqual(['info derivative-cut: floor(x)']);
  });
  test('a test on something active', () => {
    expect(said('double f(double x) { double y = x; if (x > 1) y = 2 * x; return y; }')).toEqual([
      'info active-test: x > 1',
    ]);
  });
  test('an independent that nothing reads', () => {
    expect(said('double f(double x, double y) { return x; }')).toEqual([]);
    const d = differentiate({
      source: 'double f(double x, double y) { return x; }',
      language: 'c',
      independents: ['x', 'y'],
    });
    expect(d.diagnostics.map((x) => x.code)).toEqual(['independent-unread']);
  });
  test('an independent that influences nothing', () => {
    expect(
      said('void f(double x, double y, double *z) { double t = y; t = t * 2; *z = x; }').map(
        (x) => x.split(':')[0],
      ),
    ).toEqual(['warning independent-useless']);
  });
  test('what only one arm of a choice reads is no read for certain; its test is', () => {
    const early = (value: string) =>
      said(`double f(double x, int n) { int k; int m = ${value}; k = n; return x * m * k; }`);
    expect(early('n > 0 ? k : 1')).toEqual([]);
    expect(early('n > 0 && k > 0')).toEqual([]);
    expect(early('k > 0 ? n : 1')).toEqual(['warning use-before-definition: k']);
    expect(early('k > 0 && n > 0')).toEqual(['warning use-before-definition: k']);
  });
  test('what is passed to a routine that knows it by itself, and writes it', () => {
    const rows =
      'double w[2][3]; void part(double *a) { a[0] = a[0] * w[1][1]; w[1][2] = a[0]; } double f(double x) { w[0][0] = x; part(w[0]); return w[1][2]; }';
    const array =
      'double w[3]; void part(double *a) { a[0] = a[0] * w[1]; w[2] = a[0]; } double f(double x) { w[0] = x; part(w); return w[2]; }';
    const one =
      'double w; void part(double *a) { *a = *a * w; w = *a; } double f(double x) { w = x; part(&w); return w; }';
    expect(said(rows)).toEqual(['error aliasing: part(w[0])']);
    expect(said(array)).toEqual(['info pieces-as-one: part(w)']);
    expect(said(one)).toEqual(['error aliasing: part(&w)']);
    for (const source of [rows, one])
      expect(differentiate({ source, language: 'c' }).diagnostics.map(({ message }) => message)).toEqual([
        '`w` is passed to part, which also knows it by itself, and overwrites it: the adjoint would be wrong.',
      ]);
  });
  test('adjoints of what is read together may overlap, which Fortran does not allow', () => {
    const text =
      'module m\ncontains\nsubroutine g(a, c, r)\nreal, intent(in) :: a, c(3)\nreal, intent(inout) :: r\nr = r + a*c(1)\nend\nend module\nsubroutine f(x, s)\nuse m\nreal, intent(in) :: x(3)\nreal, intent(out) :: s\ns = 0\ncall g(x(2), x, s)\nend';
    const known = text.replace('contains', 'real :: c(3)\ncontains').replace('(a, c, r)', '(a, r)');
    const byName = known.replace('a, c(3)', 'a').replace('call g(x(2), x, s)', 'c = x\ncall g(c(2), s)');
    const codes = (source: string, target: 'c' | 'fortran') =>
      differentiate({ source, language: 'fortran', routine: 'f', target }).diagnostics.map((d) => d.code);
    for (const source of [text, byName]) {
      expect(codes(source, 'fortran')).toContain('may-overlap');
      expect(codes(source, 'c')).not.toContain('may-overlap');
    }
  });
  test('of a text that was read in part only, nothing is said', () => {
    expect(said('double f(const double *x) { static double (*g)(double); return x[0] * 2.0; }')).toEqual([
      'error unsupported: (*g)(double)',
    ]);
  });
  test('of a run without an end, only that', () => {
    expect(said('double f(double x) { while (1); return x; }')).toEqual([
      'error endless-loop: while (1)',
      'info unreachable: return x',
    ]);
  });
  test('a dependent that nothing reaches', () => {
    expect(
      said('void f(double x, double *y, double *z) { *y = x; *z = 1; }').map((x) => x.split(':')[0]),
    ).toEqual(['warning dependent-constant']);
  });
  test('a local that is read before it is set', () => {
    expect(said('double f(double x) { double t; return t * x; }')).toEqual([
      'warning use-before-definition: t',
    ]);
  });
});
