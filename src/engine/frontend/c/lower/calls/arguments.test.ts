import { expect, test } from 'vitest';
import { differentiate } from '../../../..';

/* A prototype without parameters means what the same one with those of its calls means. */

const BODIES: readonly (readonly [name: string, parameters: string, body: string])[] = [
  ['g', 'double arg1, double *arg2, int arg3', 'return g(x, t, 2) * g(2., a + 1, n);'],
  ['g', 'double arg1, int arg2', 'float y = x; return g(y, n > 2) + g(g(x, 1), n);'],
  ['g', 'double *arg1, const double *arg2', 'return g(&x, c) * g(a, c + 1) * ldexp(x, 2);'],
  ['g', 'void', 'if (x < 0) { printf("none\\n"); exit(1); } return x * g() + fabs(x);'],
  ['g', 'char *arg1, double arg2', 'return g("a\\tb" "c", x);'],
  ['k', 'int *arg1, double *arg2', 'k(&n, &x); return x * n;'],
];

test.each(BODIES)('%s(%s): %s', (name, parameters, body) => {
  const codeOf = (taken: string, known: string): string => {
    const type = name === 'k' ? 'void' : 'double';
    const source = `${known}
${type} ${name}(${taken});
static double t[3] = {1, 2, 3};
static const double c[3] = {1, 2, 3};
double f(double x, double a[3], int n) { ${body} }`;
    const result = differentiate({ source, language: 'c' });
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message }) => message)).toEqual([]);
    return result.ok ? result.code.text : '';
  };
  const declared = codeOf(parameters, '#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>');
  expect(codeOf('', 'double fabs(), ldexp();\nint printf();\nvoid exit();')).toBe(declared);
});

test('functions elsewhere know a table that is `static` only by what they are passed', () => {
  const codes = (body: string): string[] => {
    const source = `double g(double x, double *a);\nstatic double t[3];\n${body}`;
    const { diagnostics } = differentiate({ source, language: 'c', routine: 'f' });
    return diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
  };
  const call = 'double f(double x) { return g(x, t); }';
  expect(codes(call)).toEqual([]);
  expect(codes(`void set(double *a) { a[0] = 1; }\nvoid first(void) { set(t); }\n${call}`)).toEqual([
    'aliasing',
  ]);
  expect(codes(`void first(double x) { double *p = t; p[1] = x; }\n${call}`)).toEqual(['aliasing']);
});
