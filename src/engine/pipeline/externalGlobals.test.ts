/**
 * Routines from elsewhere see the globals of a text: compiled together with the user's own adjoint or tangent, which name them,
 * the code gives the gradient. g(y) = sin(y)·x, and then x = 2x.
 */
import { describe, expect, test } from 'vitest';
import { differentiate, type Language, type Mode } from '../index';
import { compileFiles, compilerFor } from '../testing/compilers';
import { some } from '../testing/draws';

interface Kernel {
  readonly language: Language;
  readonly source: string;
  readonly rest: Readonly<Partial<Record<Mode, string>>>;
}

const C_MAIN = {
  adjoint: `
void top_b(double a, double *ab, double *y, double *yb);
int main(void) {
  double ab = 0, y, yb = 1;
  x = 0.7; xb = 0;
  top_b(0.9, &ab, &y, &yb);
  printf("%.15f %.15f\\n", ab, xb);
  return 0;
}
`,
  tangent: `
void top_d(double a, double ad, double *y, double *yd);
int main(void) {
  double y, yd;
  x = 0.7; xd = 0;
  top_d(0.9, 1, &y, &yd);
  printf("%.15f", yd);
  x = 0.7; xd = 1;
  top_d(0.9, 0, &y, &yd);
  printf(" %.15f\\n", yd);
  return 0;
}
`,
};
const C_G = {
  adjoint: `#include <math.h>
#include <stdio.h>
extern double x, xb;
double g(double y) { double r = sin(y)*x; x = 2*x; return r; }
void g_b(double y, double *yb, double gb) {
  *yb += cos(y)*x*gb;
  xb = 2*xb + sin(y)*gb;
  x = 2*x;
}
`,
  tangent: `#include <math.h>
#include <stdio.h>
extern double x, xd;
double g_d(double y, double yd, double *gd) {
  double r = sin(y)*x;
  *gd = cos(y)*yd*x + sin(y)*xd;
  x = 2*x; xd = 2*xd;
  return r;
}
`,
};
const SHAPE = '/* backsweep: external(g, read(y, x), written(x), dependence(g: y x, x: x)) */';
const TOP = 'void top(double a, double *y) { *y = a*x; *y = g(*y); *y = *y*x; }\n';

const F_MAIN = (uses: string, common: (name: string) => string) => ({
  adjoint: `program main
${uses}
  real(8) :: a, ab, y, yb
${common('x')}
${common('xb')}
  a = 0.9d0
  ab = 0
  yb = 1
  x = 0.7d0
  xb = 0
  call top_b(a, ab, y, yb)
  print '(2f20.15)', ab, xb
end program main
`,
  tangent: `program main
${uses}
  real(8) :: a, ad, y, yd, first
${common('x')}
${common('xd')}
  a = 0.9d0
  ad = 1
  x = 0.7d0
  xd = 0
  call top_d(a, ad, y, yd)
  first = yd
  a = 0.9d0
  ad = 0
  x = 0.7d0
  xd = 1
  call top_d(a, ad, y, yd)
  print '(2f20.15)', first, yd
end program main
`,
});
const F_G = (uses: string, common: (name: string) => string) => ({
  adjoint: `subroutine g(y)
${uses}
  real(8) :: y
${common('x')}
  y = sin(y)*x
  x = 2*x
end subroutine g
subroutine g_b(y, yb)
${uses}
  real(8) :: y, yb, t
${common('x')}
${common('xb')}
  t = yb
  yb = cos(y)*x*t
  xb = 2*xb + sin(y)*t
  y = sin(y)*x
  x = 2*x
end subroutine g_b
`,
  tangent: `subroutine g_d(y, yd)
${uses}
  real(8) :: y, yd
${common('x')}
${common('xd')}
  yd = cos(y)*yd*x + sin(y)*xd
  y = sin(y)*x
  x = 2*x
  xd = 2*xd
end subroutine g_d
`,
});
const block = (name: string) =>
  `  real(8) :: ${name}\n  common /blk${{ x: '', xb: '_b', xd: '_d' }[name] ?? ''}/ ${name}`;
const both = (main: Readonly<Record<string, string>>, g: Readonly<Record<string, string>>) => ({
  adjoint: `${g.adjoint}${main.adjoint}`,
  tangent: `${g.tangent}${main.tangent}`,
});
const c = { adjoint: C_G.adjoint + C_MAIN.adjoint, tangent: C_G.tangent + C_MAIN.tangent };
const common = both(F_MAIN('', block), F_G('', block));
const inModule = (mode: 'b' | 'd') => `  use m\n  use m_${mode}`;
const modules = {
  adjoint: F_G(inModule('b'), () => '').adjoint + F_MAIN(inModule('b'), () => '').adjoint,
  tangent: F_G(inModule('d'), () => '').tangent + F_MAIN(inModule('d'), () => '').tangent,
};
const topIn = (head: string, named: string, shape = '') => `${head}subroutine top(a, y)
${named}
  real(8) :: a, y
  ${shape}
  external g
  y = a*x
  call g(y)
  y = y*x
end subroutine top
`;
const F_SHAPE = '! backsweep: external(g, read(y, x), written(y, x), dependence(y: y x, x: x))';

const KERNELS: Readonly<Record<string, Kernel>> = {
  'file scope, undeclared': { language: 'c', source: `double x;\ndouble g(double y);\n${TOP}`, rest: c },
  'file scope, declared': {
    language: 'c',
    source: `double x;\ndouble g(double y); ${SHAPE}\n${TOP}`,
    rest: c,
  },
  'COMMON, undeclared': { language: 'fortran', source: topIn('', block('x')), rest: common },
  'COMMON, declared': { language: 'fortran', source: topIn('', block('x'), F_SHAPE), rest: common },
  'a module, undeclared': {
    language: 'fortran',
    source: topIn('module m\n  real(8) :: x\nend module m\n', '  use m'),
    rest: modules,
  },
  'a module, declared': {
    language: 'fortran',
    source: topIn('module m\n  real(8) :: x\nend module m\n', '  use m', F_SHAPE),
    rest: modules,
  },
};

/** y = sin(a·x)·x·2x: ∂y/∂a and ∂y/∂x. */
const [A, X] = [0.9, 0.7];
const GRADIENT = [2 * Math.cos(A * X) * X ** 3, 2 * Math.cos(A * X) * A * X ** 2 + 4 * Math.sin(A * X) * X];

const READS: Readonly<Record<string, string>> = {
  'the name that the call passes': 'read(j, x), written(y)',
  'its place': 'read(1, 2), written(3)',
  'in capitals': 'READ(J, X), WRITTEN(Y)',
};
test.each(Object.entries(READS))('a dummy of EXTERNAL is told by %s', (_, said) => {
  const source = `subroutine f(x, y)
  real(8) :: x, y
  integer :: j
  ! backsweep: external(g, ${said}, adjoint(g_adj))
  external g
  j = 3
  call g(j, x, y)
  j = 4
end subroutine f
`;
  const { diagnostics, code } = differentiate({ source, language: 'fortran' });
  expect(diagnostics.filter((d) => d.severity !== 'info')).toEqual([]);
  expect(code.text).toMatch(/call g_adj\(j, x, xb, y, yb\)/);
  // y is overwritten for certain, so that nothing of it is read.
  expect(code.text).not.toMatch(/push_/);
});

const OPEN = (
  part: string,
) => `void g(double *t, double x); /* backsweep: external(g, read(t${part}, x), written(t${part})) */
void top(double *t, double x, double *y) { *y = t[2]*t[2]; g(t + 2, x); *y = *y*t[3]; }
`;
test('a part says how much of an array is saved where the text does not', () => {
  const whole = differentiate({ source: OPEN(''), language: 'c' });
  expect(whole.diagnostics.map((d) => d.code)).toContain('unknown-extent');
  const { ok, code } = differentiate({ source: OPEN('[0:3]'), language: 'c' });
  expect(ok).toBe(true);
  expect(code.text).toMatch(/push_doubles\(t, 6\);\n.*g\(t \+ 2, x\)|push_doubles\(t, 6\)/);
});

const cases = Object.entries(KERNELS).map(([what, kernel], k) => [what, kernel, k] as const);
const tangents = some(cases, 2).map(([, , turn]) => turn);
describe.each(cases)('%s', (_, { language, source, rest }, turn) => {
  const form = language === 'c' ? 'c' : 'free';
  const OPTIONS = [
    {},
    { record: 'all' },
    { adjointLiveness: false, snapshots: 'eager' },
    { activity: false, merge: false },
    { calls: 'split', reversal: 'statements' },
  ] as const;

  test.skipIf(compilerFor(form) === null).each(some(OPTIONS, 1, turn))('the gradient under %o', (options) => {
    expectGradient('adjoint', options);
  });
  // In the fast tier the tangent of every third, in turn.
  if (tangents.includes(turn))
    test.skipIf(compilerFor(form) === null)('the tangent', () => {
      expectGradient('tangent', {});
    });

  function expectGradient(mode: 'adjoint' | 'tangent', options: (typeof OPTIONS)[number]): void {
    const { ok, code } = differentiate({
      source,
      language,
      mode,
      options,
      dependents: ['y'],
    });
    expect(ok).toBe(true);
    const suffix = language === 'c' ? 'c' : 'f90';
    const built = compileFiles(
      form,
      { [`a_${mode}.${suffix}`]: code.text, [`b_rest.${suffix}`]: rest[mode] ?? '' },
      ['-O0'],
    );
    const got = (built.output ?? '').trim().split(/\s+/).map(Number);
    expect(got, built.messages).toHaveLength(2);
    got.forEach((value, i) => {
      expect(value, `${code.text}\n${built.messages}`).toBeCloseTo(GRADIENT[i] ?? 0, 12);
    });
  }
});

test('the head of the code names values that outlive a call, whose derivatives do too', () => {
  const source =
    'double g(double x) { static double s = 1; s += x * x; return s; }\ndouble f(double x) { return g(x) * g(2 * x); }';
  const head = (more: object) => differentiate({ source, language: 'c', ...more }).code.text;
  const line = 'derivatives of kept values, zero before each call: g.s';
  expect([head({}), head({ mode: 'tangent' })].every((text) => text.includes(line))).toBe(true);
  expect(head({ independents: ['x', 'g.s'] })).not.toContain('kept values');
});
