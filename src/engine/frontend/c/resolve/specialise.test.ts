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

  test('that nobody passes anything to are refused', () => {
    const { diagnostics } = parseC('double twice(double (*f)(double), double x) { return f(f(x)); }');
    expect(diagnostics[0]?.message).toBe('A function can only be passed to one that calls it.');
    expect(diagnostics.every((d) => d.code === 'unsupported')).toBe(true);
  });
});
