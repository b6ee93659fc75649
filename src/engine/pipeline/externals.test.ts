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

  test('a tangent says that it stops at the call', () => {
    const { diagnostics } = differentiate({ source, language, mode: 'tangent' });
    const [cut] = diagnostics.filter((d) => d.code === 'derivative-cut');
    expect(cut?.severity).toBe('warning');
    expect(source.slice(cut?.span.start, cut?.span.end)).toMatch(
      /^(call )?g\(x, &?w\)$|^\*y = g\(x, &w\);?$/,
    );
    expect(differentiate({ source, language }).diagnostics.map((d) => d.code)).not.toContain(
      'derivative-cut',
    );
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
});
