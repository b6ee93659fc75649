/** Kernels that came out wrong, each for a cause of its own: numbers, certificate, and what compilers make of the folder. */
import { describe, expect, it } from 'vitest';
import { certify, type ExecuteRequest, execute } from '../index';
import type { Language } from '../ir/types';
import { compilerFor } from './compilers';
import { checkedFolder, gradientIn } from './takenAway';

interface Kernel {
  readonly source: string;
  readonly language: Language;
  readonly inputs: ExecuteRequest['inputs'];
  readonly options?: ExecuteRequest['options'];
  readonly routine?: string;
  /** By independent; null: only that the run's own check passes. */
  readonly right: Record<string, number[]> | null;
}

const KERNELS: Record<string, Kernel> = {
  'a call whose first argument is a component of an element is made': {
    language: 'fortran',
    source: `subroutine f(x, r)
  real(8) :: x(2), r
  type p
    real(8) :: u
  end type
  type(p) :: q(2)
  q(1)%u = x(1)
  q(2)%u = x(2)
  call square(q(1)%u)
  call square(q(1:2)%u)
  r = q(1)%u*q(2)%u
contains
  subroutine square(v)
    real(8) :: v(*)
    v(1) = v(1)*v(1)
  end subroutine
end subroutine`,
    inputs: { x: [1.5, 3], r: 0 },
    right: { x: [40.5, 5.0625] },
  },
  'a value computed again takes the constant that a counter was, not what the counter is by then': {
    language: 'c',
    source: 'void f(double x[3]) { int i = 1; x[i] *= x[2]; i++; x[i] *= x[0]; i++; i--; x[i] *= x[i]; }',
    inputs: { x: [2, 3, 5] },
    options: { record: 'least' },
    right: { x: [101, 5, 43] },
  },
  'the certificate runs the program as written, without what only the backward sweep reads': {
    language: 'c',
    source: `double f(int n, double x[n]) { int h = 7; double s = 0;
  for (int i = 0; i < n; i++) { h = (h*5) & 63; h = h ^ (h >> 2); s += x[i]*x[i]*(h & 7); } return s; }`,
    inputs: { n: 3, x: [0.4, 0.9, 1.2] },
    options: { record: 'least' },
    right: null,
  },
  'a lower bound that changes is printed in C as it was at entry': {
    language: 'fortran',
    routine: 'f',
    source: `subroutine g(lo, hi, x)
  integer :: lo, hi, i
  real(8) :: x(lo:hi)
  do i = lo, hi
    x(i) = x(i)**2
  end do
  lo = lo + 1
end subroutine
subroutine f(x, lo, hi, r)
  integer :: lo, hi
  real(8) :: x(lo:hi), r
  call g(lo, hi, x)
  r = x(lo - 1)*x(hi)
end subroutine`,
    inputs: { x: [0.5, 1.5, 2], lo: -1, hi: 1, r: 0 },
    right: null,
  },
};

describe('right numbers', () => {
  for (const [sentence, { right, ...request }] of Object.entries(KERNELS))
    it(sentence, () => {
      const run = execute(request);
      expect(run.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(run.check.verdict, run.check.sentence).toBe('passed');
      for (const [name, values] of Object.entries(right ?? {}))
        expect(run.derivatives[name]?.map((x) => Math.round(x * 1e9) / 1e9)).toEqual(values);
      const certificate = certify(request);
      expect(certificate.verdict, certificate.note).toBe('exact');
    });
});

describe('folders that compile and pass', () => {
  it.skipIf(!compilerFor('c'))('a static is no derivative routine by its name', () => {
    const made = checkedFolder(
      'double g(double v) { static double b = 2; b = b*v; return b; } double f(double x) { return g(x)*g(x); }',
      'c',
      { x: 0.5 },
    );
    expect(made.stderr).not.toMatch(/relocation|error/);
    expect(gradientIn(made.stdout)).toEqual([3]);
  });

  it.skipIf(!compilerFor('c'))('members of structures are passed to routines as printed', () => {
    const made = checkedFolder(
      `struct P { double x, y; };
void s(struct P *p) { p->x *= p->y; }
double f(double a[2]) { struct P q = {a[0], a[1]}; s(&q); s(&q); return q.x; }`,
      'c',
      { a: [2, 3] },
    );
    expect(made.status, made.stdout).toBe(0);
    expect(gradientIn(made.stdout)).toEqual([9, 12]);
  });

  it.skipIf(!compilerFor('free'))('global arrays of C keep their bounds in Fortran', () => {
    const made = checkedFolder(
      'double a[3]; double f(double t) { a[0] = a[0]*t; return a[0]*a[2]; }',
      'c',
      { t: 2, a: [3, 4, 5] },
      'fortran',
    );
    expect(made.status, made.stdout + made.stderr).toBe(0);
  });
});

describe('integers of C', () => {
  const asInC: [string, number, number][] = [
    ['unsigned char c = 250; c += 10; return x*x*c;', 0.5, 4 * 0.5 * 2],
    ['signed char c = 127; c++; return x*c;', 1, -128],
    ['unsigned short s = 65530; s = s + 10; return x*s;', 1, 4],
    ['short s = 32767; s += 2; return x*s;', 1, -32767],
    ['return x*(unsigned char)300 + x*(signed char)200;', 1, 44 - 56],
    [
      'unsigned char v[2] = {200, 100}; unsigned char t = 0; for (int i = 0; i < 2; i++) t += v[i]; return x*t;',
      1,
      44,
    ],
    ['unsigned a = 7, b = 9; double d = a - b; return x*d;', 1, 4294967294],
    ['unsigned u = (unsigned)-1; return x*(u >> 28) + x*(~0u == u);', 1, 16],
    ['return x*sizeof(char) + x*sizeof(short);', 1, 3],
  ];
  it.each(asInC)('%s', (body, x, derivative) => {
    const run = execute({ language: 'c', source: `double f(double x) { ${body} }`, inputs: { x } });
    expect(run.derivatives.x).toEqual([derivative]);
  });

  it('differences of unsigned numbers of 64 bits are refused where they may be negative', () => {
    const source = 'double f(double x) { unsigned long a = 7, b = 9; double d = a - b; return x*d; }';
    const { diagnostics } = execute({ language: 'c', source, inputs: { x: 1 } });
    expect(diagnostics.map(({ code }) => code)).toContain('unsupported');
  });
});

describe('pieces of one array at a distance that the text does not tell', () => {
  const rows = (i: number, j: number): ExecuteRequest => ({
    language: 'c',
    source: `void two(double *p, double *q) { p[0] = q[1]*p[0]; q[0] = p[1] + q[0]*p[0]; }
double f(double x[2][2], int i, int j) { two(x[i], x[j]); return x[0][0]*x[1][1] + x[1][0]*x[0][1]; }`,
    inputs: { x: [0.5, 0.6, 0.7, 0.8], i, j },
  });

  it('are right where they do not overlap', () => {
    const { ok, check } = execute(rows(0, 1));
    expect([ok, check.verdict]).toEqual([true, 'passed']);
  });

  it('are right where they do, too', () => {
    const { ok, check, derivatives } = execute(rows(1, 1));
    expect([ok, check.verdict]).toEqual([true, 'passed']);
    expect(derivatives.x).toHaveLength(4);
  });

  it('are right, or refused, where a routine is passed a piece of what it knows by itself', () => {
    const source = `double a[6]; void step(double *p) { for (int i = 0; i < 3; i++) p[i] = p[i]*a[i+1] + a[0]; }
double f(double t) { a[0] = a[0]*t; step(a + 2); return a[0]*a[4]; }`;
    const inputs = { t: 0.7, a: [0.5, 0.6, 0.7, 0.8, 0.3, 0.4] };
    const { ok, check } = execute({ language: 'c', source, inputs });
    expect(ok === (check.verdict === 'passed')).toBe(true);
  });
});
