import { describe, expect, test } from 'vitest';
import { parseC } from '..';

const source = `
typedef double (*fn)(double, const double *);
double root(fn f, const double *p, double a, double b);
double wave(double x, const double *p) { return p[0] * x * x + p[1]; }
double cube(double x, const double *p) { return x * x * x - p[0]; }
static double mean(double (*g)(double, const double *), const double *p, double a, double b) {
  return 0.5 * (g(a, p) + (*g)(b, p));
}
double root(fn f, const double *p, double a, double b) {
  return a - f(a, p) * (b - a) / mean(f, p, a, b);
}
double run(const double p[2], double a, double b) {
  return mean(wave, p, a, b) + mean(&cube, p, a, b) * root(cube, p, 0.0, 3.0);
}
`;

describe('functions as arguments', () => {
  test('are read once for each function that is passed, and handed on', () => {
    const { program, diagnostics } = parseC(source);
    expect(program.routines.map((r) => r.name)).toEqual([
      'wave',
      'cube',
      'mean_wave',
      'mean_cube',
      'root_cube',
      'run',
    ]);
    expect(diagnostics.map((d) => `${d.severity} ${d.message}`)).toEqual([
      'info `mean` is read once for each function that is passed to it: here as `mean_wave`, in which `wave` stands for `g`.',
      'info `mean` is read once for each function that is passed to it: here as `mean_cube`, in which `cube` stands for `g`.',
      'info `root` is read once for each function that is passed to it: here as `root_cube`, in which `cube` stands for `f`.',
    ]);
  });

  test('that nobody passes anything for are functions whose text is elsewhere', () => {
    const { program, diagnostics } = parseC(`
      double step(double (*f)(double), double x) { return f(x) + f(2 * x); }
      double halved(double f, double (*g)(double, double), double (*h)(double), int n) {
        if (n > 0) return halved(f / 2, g, h, n - 1);
        return step(h, (*g)(f, 1));
      }
      double other(double g(double x), double x) { return g(x); }
    `);
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(program.routines.filter((r) => r.external).map((r) => r.name)).toEqual(['g', 'h', 'g2']);
    const parameters = program.routines.map((r) => `${r.name} ${r.parameters.length}`);
    expect(parameters).toEqual(['step_h 1', 'halved 2', 'other 1', 'g 2', 'h 1', 'g2 1']);
    const said = diagnostics.filter((d) => d.code === 'routine-argument' && d.severity === 'warning');
    expect(said.map((d) => d.message)).toEqual(
      ['g', 'h', 'g2'].map((name, k) => {
        const [caller, dummy] = k < 2 ? ['halved', name] : ['other', 'g'];
        return `Nothing here calls \`${caller}\`, so nobody says what is passed for \`${dummy}\`: it is taken for the function \`${name}\`, and is no parameter any more.`;
      }),
    );
  });

  test('that are handed on otherwise than they came are refused', () => {
    const { diagnostics } = parseC(
      'double cube(double x) { return x * x * x; }\ndouble twice(double (*f)(double), double x) { return x > 1 ? twice(cube, x / 2) : f(x); }',
    );
    expect(diagnostics.some((d) => d.message === 'A function can only be passed to one that calls it.')).toBe(
      true,
    );
  });
});
