/** What a user is told of a derivative, in both languages, each at its exact place: the text that the message points at. */
import { describe, expect, test } from 'vitest';
import { type DifferentiateRequest, differentiate, type Language } from '../../index';

interface Kernel {
  readonly source: string;
  /** The text pointed at, and which of its occurrences, counted from 0. */
  readonly at: string;
  readonly occurrence?: number;
}
interface Message {
  readonly name: string;
  readonly says: string;
  readonly c: Kernel;
  readonly fortran: Kernel;
  readonly request?: Partial<DifferentiateRequest>;
}

const MESSAGES: readonly Message[] = [
  {
    name: 'a quotient of whole numbers',
    says: 'warning integer-division',
    c: { source: 'double f(double x) {\n  return 1/2*x;\n}', at: '1/2' },
    fortran: { source: 'subroutine f(x, y)\n  real(8) :: x, y\n  y = 1/2*x\nend subroutine', at: '1/2' },
  },
  {
    name: 'a quotient of whole numbers that becomes real',
    says: 'warning integer-division',
    c: { source: 'double f(double x, int n) {\n  return x*(1/n);\n}', at: '(1/n)' },
    fortran: {
      source: 'subroutine f(x, n, y)\n  real(8) :: x, y\n  integer :: n\n  y = x*(1/n)\nend subroutine',
      at: '1/n',
    },
  },
  {
    name: 'a division by zero',
    says: 'warning division-by-zero',
    c: { source: 'double f(double x) {\n  return x/0;\n}', at: 'x/0' },
    fortran: { source: 'subroutine f(x, y)\n  real(8) :: x, y\n  y = x/0\nend subroutine', at: 'x/0' },
  },
  {
    name: 'a subscript that no element has',
    says: 'warning out-of-bounds',
    c: {
      source: 'double f(double x) {\n  double a[2];\n  a[0] = x;\n  return a[0]*a[2];\n}',
      at: 'a[2]',
      occurrence: 1,
    },
    fortran: {
      source: 'subroutine f(x, y)\n  real(8) :: x, y, a(2)\n  a(1) = x\n  y = a(1)*a(3)\nend subroutine',
      at: 'a(3)',
    },
  },
  {
    name: 'a sum that nothing begins',
    says: 'warning use-before-definition',
    c: {
      source: 'double f(double x) {\n  double t;\n  for (int i = 0; i < 3; i++) t = t + x;\n  return t;\n}',
      at: 't',
      occurrence: 3,
    },
    fortran: {
      source:
        'subroutine f(x, y)\n  real(8) :: x, y, acc\n  integer :: i\n  do i = 1, 3\n    acc = acc + x\n  end do\n  y = acc\nend subroutine',
      at: 'acc',
      occurrence: 2,
    },
  },
  {
    name: 'a cast to integer',
    says: 'info derivative-cut',
    c: { source: 'double f(double x) {\n  int n = (int)(x*3);\n  return x*n;\n}', at: '(int)(x*3)' },
    fortran: {
      source:
        'subroutine f(x, y)\n  real(8) :: x, y\n  integer :: n\n  n = int(x*3)\n  y = x*n\nend subroutine',
      at: 'int(x*3)',
    },
  },
  {
    name: 'an assignment to an integer',
    says: 'info derivative-cut',
    c: { source: 'double f(double x) {\n  int n;\n  n = x*3;\n  return x*n;\n}', at: 'x*3' },
    fortran: {
      source: 'subroutine f(x, y)\n  real(8) :: x, y\n  integer :: n\n  n = x*3\n  y = x*n\nend subroutine',
      at: 'x*3',
    },
  },
  {
    name: 'a function that is flat',
    says: 'info derivative-cut',
    c: { source: 'double f(double x) {\n  return x*floor(x);\n}', at: 'floor(x)' },
    fortran: {
      source: 'subroutine f(x, y)\n  real(8) :: x, y\n  y = x*aint(x)\nend subroutine',
      at: 'aint(x)',
    },
  },
  {
    name: 'a test on something active',
    says: 'info active-test',
    c: {
      source: 'double f(double x) {\n  double y = x;\n  if (x > 1) y = 2*x;\n  return y;\n}',
      at: 'x > 1',
    },
    fortran: {
      source: 'subroutine f(x, y)\n  real(8) :: x, y\n  y = x\n  if (x > 1) y = 2*x\nend subroutine',
      at: 'x > 1',
    },
  },
  {
    name: 'a function that rounds to an integer, once',
    says: 'info derivative-cut',
    c: { source: 'double f(double x) {\n  int n = (int)round(x);\n  return x*n;\n}', at: 'round(x)' },
    fortran: {
      source:
        'subroutine f(x, y)\n  real(8) :: x, y\n  integer :: n\n  n = nint(x)\n  y = x*n\nend subroutine',
      at: 'nint(x)',
    },
  },
  {
    name: 'an outcome that is kept for later',
    says: 'info active-test',
    c: {
      source: 'double f(double x) {\n  double y = x;\n  int q = x > 1;\n  if (q) y = 2*x;\n  return y;\n}',
      at: 'x > 1',
    },
    fortran: {
      source:
        'subroutine f(x, y)\n  real(8) :: x, y\n  logical :: q\n  q = x > 1\n  y = x\n  if (q) y = 2*x\nend subroutine',
      at: 'x > 1',
    },
  },
  {
    name: 'a global that is passed to a routine that knows it',
    says: 'error aliasing',
    c: {
      source:
        'double c;\nvoid h(double *p) {\n  *p = *p * c;\n}\nvoid f(double *x) {\n  h(&c);\n  *x = c * *x;\n}',
      at: 'h(&c)',
    },
    fortran: {
      source:
        'subroutine h(p)\n  real(8) :: p, c\n  common /b/ c\n  p = p*c\nend subroutine\nsubroutine f(x)\n  real(8) :: x, c\n  common /b/ c\n  call h(c)\n  x = x*c\nend subroutine',
      at: 'call h(c)',
    },
  },
  {
    name: 'a loop that an active value ends',
    says: 'info active-test',
    c: { source: 'double f(double x) {\n  while (x > 1) x = x/2;\n  return x;\n}', at: 'x > 1' },
    fortran: {
      source: 'subroutine f(x)\n  real(8) :: x\n  do while (x > 1)\n    x = x/2\n  end do\nend subroutine',
      at: 'x > 1',
    },
  },
  {
    name: 'an independent that nothing reads',
    says: 'warning independent-unread',
    c: { source: 'void f(double x, double u, double *y) {\n  *y = x;\n}', at: 'u', occurrence: 2 },
    fortran: {
      source:
        'subroutine f(x, u, y)\n  real(8) :: x\n  real(8) :: u\n  real(8) :: y\n  y = x\nend subroutine',
      at: 'u',
      occurrence: 3,
    },
    request: { independents: ['x', 'u'] },
  },
  {
    name: 'an independent on a path that leads nowhere',
    says: 'warning independent-useless',
    c: {
      source: 'void f(double x, double w, double *y) {\n  double t = w;\n  t = t*2;\n  *y = x;\n}',
      at: 'w',
    },
    fortran: {
      source:
        'subroutine f(x, w, y)\n  real(8) :: x\n  real(8) :: w\n  real(8) :: y, t\n  t = w\n  t = t*2\n  y = x\nend subroutine',
      at: 'w',
      occurrence: 1,
    },
  },
  {
    name: 'a result that no independent reaches',
    says: 'warning dependent-constant',
    c: { source: 'void f(double x, double *y, double *z) {\n  *y = x;\n  *z = 1;\n}', at: 'z' },
    fortran: {
      source: 'subroutine f(x, y, z)\n  real(8) :: x, y\n  real(8) :: z\n  y = x\n  z = 1\nend subroutine',
      at: 'z',
      occurrence: 1,
    },
  },
  {
    name: 'use before definition',
    says: 'warning use-before-definition',
    c: { source: 'double f(double x) {\n  double t;\n  return t*x;\n}', at: 't', occurrence: 2 },
    fortran: {
      source: 'subroutine f(x, y)\n  real(8) :: x, y\n  real(8) :: t\n  y = t*x\nend subroutine',
      at: 't',
      occurrence: 2,
    },
  },
  {
    name: 'a global passed to a routine that knows it by itself, and overwritten',
    says: 'error aliasing',
    c: {
      source:
        'static double s;\nvoid g(double *p) {\n  *p = *p * s;\n}\nvoid f(double *x) {\n  s = *x;\n  g(&s);\n  *x = s;\n}',
      at: 'g(&s)',
    },
    fortran: {
      source:
        'subroutine g(p)\n  real(8) :: p, s\n  common /c/ s\n  p = p*s\nend subroutine\nsubroutine f(x)\n  real(8) :: x, s\n  common /c/ s\n  s = x\n  call g(s)\n  x = s\nend subroutine',
      at: 'call g(s)',
    },
  },
  {
    name: 'parts of one array passed twice',
    says: 'info inline-call',
    c: {
      source:
        'void g(double *p, double *q) {\n  *p = *p * *q;\n}\nvoid f(int i, int j, double x[9]) {\n  g(&x[i], &x[j]);\n}',
      at: 'g(&x[i], &x[j])',
    },
    fortran: {
      source:
        'subroutine g(p, q)\n  real(8) :: p, q\n  p = p*q\nend subroutine\nsubroutine f(i, j, x)\n  integer :: i, j\n  real(8) :: x(9)\n  call g(x(i), x(j))\nend subroutine',
      at: 'call g(x(i), x(j))',
    },
  },
  {
    name: 'an external routine of which nothing is said',
    says: 'warning unknown-external',
    c: {
      source: 'double g(double x);\nvoid f(double x, double *y) {\n  *y = g(x);\n}',
      at: 'g',
    },
    fortran: {
      source: 'subroutine f(x, y)\n  real(8) :: x, y\n  external g\n  call g(x, y)\nend subroutine',
      at: 'g',
      occurrence: 1,
    },
  },
];

function nth(source: string, text: string, occurrence: number): number {
  let at = -1;
  for (let k = 0; k <= occurrence; k++) at = source.indexOf(text, at + 1);
  return at;
}

describe.each(MESSAGES)('$name', ({ says, request, ...kernels }) => {
  test.each(['c', 'fortran'] as const)('%s', (language: Language) => {
    const { source, at, occurrence = 0 } = kernels[language];
    const { diagnostics } = differentiate({ source, language, ...request });
    const [severity, code] = says.split(' ');
    const about = diagnostics.filter((d) => d.code === code);
    expect(
      about.map((d) => [d.severity, d.span.start, source.slice(d.span.start, d.span.end)]),
      JSON.stringify(diagnostics.map((d) => [d.code, d.message, d.span])),
    ).toEqual([[severity, nth(source, at, occurrence), at]]);
    const [message] = about;
    expect(message?.message).toMatch(/^[`A-Z].*\.$/);
    expect(diagnostics.filter((d) => d.severity === 'error' && d.code !== code)).toEqual([]);
  });
});

test('quotients of whole numbers are meant in subscripts and counts', () => {
  const middle =
    'double f(double a[9]) {\n  double s = a[9/2];\n  for (int i = 0; i < 9/2; i++) s += a[i];\n  return s;\n}';
  expect(differentiate({ source: middle, language: 'c' }).diagnostics).toEqual([]);
});
