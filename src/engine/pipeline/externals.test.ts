/** External routines with a declared shape: the code calls the user's adjoint, and compiled together with it gives the gradient. */
import { describe, expect, test } from 'vitest';
import { differentiate, execute, type Language, takeAwayFiles } from '../index';
import { compileFiles, compilerFor } from '../testing/compilers';

const SOURCES: Readonly<Record<Language, (directive: string) => string>> = {
  c: (directive) => `double g(double x, double *w); ${directive && `/* backsweep: ${directive} */`}
void f(double x, double *y) {
  double w;
  *y = g(x, &w);
  *y = *y * w;
}
`,
  fortran: (directive) => `subroutine f(x, y)
  real(8) :: x, y, w
  ${directive && `! backsweep: ${directive}`}
  external g
  call g(x, w)
  y = w*x
end subroutine f
`,
};
const SHAPES: Readonly<Record<Language, string>> = {
  c: 'external(g, read(x), written(w), dependence(g: x, w: x), adjoint(g_adj))',
  fortran: 'external(g, read(1), written(2), dependence(2: 1), adjoint(g_adj))',
};
/** g(x) = x², w = sin(x); in Fortran w = sin(x) alone. With y = 1 as the seed the programs print ∂y/∂x at 0.7. */
const REST: Readonly<Record<Language, string>> = {
  c: `#include <math.h>
#include <stdio.h>
double g(double x, double *w) { *w = sin(x); return x*x; }
void g_adj(double x, double *xb, double *w, double *wb, double gb) {
  *xb += 2*x*gb + cos(x) * *wb;
  *wb = 0;
  *w = sin(x);
}
void f_b(double x, double *xb, double *y, double *yb);
int main(void) {
  double xb = 0, y, yb = 1;
  f_b(0.7, &xb, &y, &yb);
  printf("%.15f\\n", xb);
  return 0;
}
`,
  fortran: `subroutine g(x, w)
  real(8) :: x, w
  w = sin(x)
end subroutine g
subroutine g_adj(x, xb, w, wb)
  real(8) :: x, xb, w, wb
  xb = xb + cos(x)*wb
  wb = 0
  w = sin(x)
end subroutine g_adj
program main
  real(8) :: xb, y, yb
  xb = 0
  yb = 1
  y = 0
  call f_b(0.7d0, xb, y, yb)
  print '(f18.15)', xb
end program main
`,
};
const TANGENT: Readonly<Record<Language, string>> = {
  c: `#include <math.h>
#include <stdio.h>
double g_d(double x, double xd, double *w, double *wd, double *gd) {
  *gd = 2*x*xd;
  *wd = cos(x)*xd;
  *w = sin(x);
  return x*x;
}
void f_d(double x, double xd, double *y, double *yd);
int main(void) {
  double y, yd;
  f_d(0.7, 1.0, &y, &yd);
  printf("%.15f\\n", yd);
  return 0;
}
`,
  fortran: `subroutine g_d(x, xd, w, wd)
  real(8) :: x, xd, w, wd
  wd = cos(x)*xd
  w = sin(x)
end subroutine g_d
program main
  real(8) :: x, xd, y, yd
  x = 0.7d0
  xd = 1
  y = 0
  yd = 0
  call f_d(x, xd, y, yd)
  print '(f18.15)', yd
end program main
`,
};
const GRADIENT: Readonly<Record<Language, number>> = {
  c: 2 * 0.7 * Math.sin(0.7) + 0.49 * Math.cos(0.7),
  fortran: Math.sin(0.7) + 0.7 * Math.cos(0.7),
};

describe.each(['c', 'fortran'] as const)('in %s', (language) => {
  const source = SOURCES[language](SHAPES[language]);
  const form = language === 'c' ? 'c' : 'free';

  test('a declared shape is taken without a warning, and the user’s adjoint is called', () => {
    const d = differentiate({ source, language });
    expect(d.diagnostics.filter((x) => x.severity !== 'info')).toEqual([]);
    expect(d.code.text).toMatch(/\bg_adj\(/);
    // What its adjoint is given has been computed.
    expect(d.code.text).toMatch(/\bwb = |\bwb \+= /);
  });

  test('without one the worst is assumed, with a warning', () => {
    const d = differentiate({ source: SOURCES[language](''), language });
    expect(d.diagnostics.filter((x) => x.severity === 'warning').map((x) => x.code)).toEqual([
      'unknown-external',
    ]);
    expect(d.ok).toBe(true);
    expect(d.code.text).toMatch(/\bg_b\(/);
  });

  test('a tangent calls the user’s, or one that is the user’s to write, with a warning', () => {
    const { diagnostics, code } = differentiate({ source, language, mode: 'tangent' });
    expect(code.text).toMatch(/\bg_d\(/);
    const [missing] = diagnostics.filter((d) => d.code === 'unknown-tangent');
    expect(missing?.severity).toBe('warning');
    expect(source.slice(missing?.span.start, missing?.span.end)).toMatch(
      /^(call )?g\(x, &?w\)$|^\*y = g\(x, &w\);?$/,
    );
    expect(differentiate({ source, language }).diagnostics.map((d) => d.code)).not.toContain(
      'unknown-tangent',
    );
    const named = SOURCES[language](SHAPES[language].replace(/\)$/, ', tangent(g_tan))'));
    const own = differentiate({ source: named, language, mode: 'tangent' });
    expect(own.diagnostics).toEqual([]);
    expect(own.code.text).toMatch(/\bg_tan\(/);
  });

  test('a run says that the text is not here', () => {
    const run = execute({ source, language });
    expect(run.ok).toBe(false);
    expect(run.diagnostics.map((d) => d.code)).toEqual(['external-routine']);
  });

  test('the folder holds the same adjoint', () => {
    const { ok, files } = takeAwayFiles({ source, language });
    expect(ok).toBe(true);
    expect(files.find((f) => f.path.startsWith('adjoint'))?.text).toMatch(/\bg_adj\(/);
    const makefile = files.find((f) => f.path === 'Makefile')?.text;
    expect(makefile).toMatch(/# Name the files here that have g, .*g_adj\.\nMORE =\n/);
  });

  test.skipIf(compilerFor(form) === null)('compiled with the user’s routines it gives the gradient', () => {
    const { code } = differentiate({ source, language });
    const suffix = language === 'c' ? 'c' : 'f90';
    const built = compileFiles(
      form,
      { [`a_adjoint.${suffix}`]: code.text, [`b_rest.${suffix}`]: REST[language] },
      ['-O1'],
    );
    expect(Number(built.output), built.messages).toBeCloseTo(GRADIENT[language], 12);
  });

  test.skipIf(compilerFor(form) === null)('compiled with the user’s tangent it gives the derivative', () => {
    const { code } = differentiate({ source, language, mode: 'tangent' });
    const suffix = language === 'c' ? 'c' : 'f90';
    const built = compileFiles(
      form,
      { [`a_tangent.${suffix}`]: code.text, [`b_rest.${suffix}`]: TANGENT[language] },
      ['-O1'],
    );
    expect(Number(built.output), built.messages).toBeCloseTo(GRADIENT[language], 12);
  });
});

test.skipIf(compilerFor('free') === null)(
  'a function of C is called from Fortran as it takes its arguments',
  () => {
    const { code } = differentiate({ source: SOURCES.c(SHAPES.c), language: 'c', target: 'fortran' });
    const [rest = ''] = REST.c.split('void f_b');
    const main = `program main
  use f_b_module
  real(8) :: xb = 0, y = 0, yb = 1
  call f_b(0.7d0, xb, y, yb)
  print '(f18.15)', xb
end program main
`;
    const files = { 'a_adjoint.f90': code.text, 'b_rest.c': rest, 'c_main.f90': main };
    const built = compileFiles('free', files, ['-O1']);
    expect(Number(built.output), built.messages).toBeCloseTo(GRADIENT.c, 12);
    expect(takeAwayFiles({ source: SOURCES.c(SHAPES.c), language: 'c', target: 'fortran' }).ok).toBe(true);
  },
);

test('sizes that a routine outside of the text is passed twice, or knows by a COMMON block too, are not set by it', () => {
  const source = (first: string) => `subroutine f(x, y)
  integer :: n
  real(8) :: x(3), y(3), scale
  common /sizes/ n, scale
  call solve(${first}, x, y)
end subroutine f
`;
  const errors = (first: string) =>
    differentiate({ source: source(first), language: 'fortran' }).diagnostics.flatMap(
      ({ severity, message }) => (severity === 'error' ? [message] : []),
    );
  expect(errors('n, n')).toEqual([]);
  expect(errors('n, y(1)')).toEqual([]);
  expect(errors('scale, scale')).toContain(
    '`scale` is passed twice to solve, which overwrites it: the adjoint would be wrong.',
  );
});

/** g writes w, which depends on nothing that is active: what w held is gone, and so is its derivative. */
const PASSIVE: Readonly<Record<Language, string>> = {
  c: `void g(int *n, double *w); /* backsweep: external(g, read(n), written(w), dependence()) */
void f(double x, double *y) {
  double w = x;
  int n = 3;
  n = n + 1;
  g(&n, &w);
  *y = x*w + w;
}
`,
  fortran: `subroutine f(x, y)
  real(8) :: x, y, w
  integer :: n
  ! backsweep: external(g, read(1), written(2), dependence())
  external g
  w = x
  n = 3
  n = n + 1
  call g(n, w)
  y = x*w + w
end subroutine f
`,
};

describe.each(['c', 'fortran'] as const)(
  'a scalar that is written and depends on nothing, in %s',
  (language) => {
    const source = PASSIVE[language];

    test('passes no derivative on', () => {
      const adjoint = differentiate({ source, language });
      expect(adjoint.diagnostics.filter((d) => d.severity !== 'info')).toEqual([]);
      // ∂y/∂x = w, and nothing by way of w = x.
      expect(adjoint.code.text).not.toMatch(/\bwb\b/);
      expect(adjoint.code.text.match(/\bxb \+?= .*/g)).toHaveLength(1);
      const tangent = differentiate({ source, language, mode: 'tangent' });
      expect(tangent.code.text).not.toMatch(/\bwd\b/);
      expect(tangent.code.text).not.toMatch(/\bg_d\(/);
    });

    test('what decides it is computed, though no derivative passes', () => {
      const { text } = differentiate({ source, language }).code;
      expect(text).toMatch(/n = 3/);
      expect(text).toMatch(/n = n \+ 1/);
    });

    test('one that may be left as it was keeps its derivative', () => {
      const kept = source.replace('dependence()', language === 'c' ? 'dependence(w: w)' : 'dependence(2: 2)');
      expect(differentiate({ source: kept, language }).code.text).toMatch(/\bwb\b/);
      expect(differentiate({ source: kept, language, mode: 'tangent' }).code.text).toMatch(/\bg_d\(/);
    });
  },
);

test('a run that calls none of them is checked, with the globals that only they may touch', () => {
  const source =
    'double m = 2; double g(void); double f(int n, double x) { for (int i = 0; i < n; i++) x *= g(); return x; }';
  const { check, derivatives } = execute({ source, language: 'c', inputs: { n: 0, x: 3 } });
  expect([check.verdict, derivatives]).toMatchObject(['passed', { x: [1], m: [1] }]);
});
