import { expect, test } from 'vitest';
import { printProgram } from '../../../testing/programText';
import { parseC } from '..';

/* Each text names its variables apart, with a number where C would let them share a name: without those numbers it is the same program. */

const TEXTS: Readonly<Record<string, string>> = {
  'sizes of arrays': `double f(int n, const double *x) { double s = 0;
    { int m = 2 * n; double t[m]; for (int i = 0; i < m; i++) t[i] = x[i % n]; s += t[0]; }
    { int m_1 = n + 1; double t_1[m_1]; t_1[n] = x[0]; s += t_1[n]; }
    return s; }`,
  'sizes that are asked for': `double f(int n, const double *x) { double s = 0;
    { double t[3]; s += sizeof t / sizeof t[0] + x[0]; { float t_1[7]; s += sizeof(t_1) * x[1]; } s += sizeof t; }
    return s; }`,
  'what the file or the head names': `static double g = 2; double f(double x) { double y = 0; g += x;
    { double g_1 = x * x; double x_1 = g_1 * g_1; g_1 += x_1; y = g_1; } return g * x * y; }`,
  'what is the file\u2019s under a name of the function': `double g = 2; double f(double x) { double g_1 = x * x; { extern double g; x *= g; } return x + g_1; }`,
  'a value that is made of what it hides': `double f(double x) { double y = x; { double z = y, y_1 = z * z; y_1 *= 2; x += y_1; } return x * y; }`,
  pointers: `double f(double *a, double *b, int n) { double s = 0;
    { double *p = a; while (p < a + n) s += *p++; } { double *p_1 = b + 1; *p_1 += s; s += p_1[0]; }
    for (double *q = a; q < a + n; q++) s += *q; for (double *q_1 = b; q_1 < b + n; q_1++) s *= *q_1;
    return s; }`,
  structures: `struct v { double x, y; }; struct w { double y; int x; };
    double f(double a) { double s = 0; { struct v t = { a, 2 * a }; s += t.x * t.y; } { struct w t_1 = { a, 3 }; s += t_1.x * t_1.y; } return s; }`,
  loops: `double f(int n, const double *x) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; for (int i = 1; i < n; i++) s *= x[i];
    { int i_1 = n - 1; s += x[i_1]; } for (int i = 0; i < 2; i++) { s *= x[i]; double i_2 = s; s = i_2 * i_2; } return s; }`,
  'what is kept': `double f(double x) { { static double k = 1; k *= x; x += k; } { static double k_1 = 2; k_1 += x; x *= k_1; } return x; }`,
  'names that are no variables': `double h(double); double f(double x, int n) { enum { a_1 = 3 }; double y = x * a_1;
    { double a = x; y += a * a; } { double h(double); y += h(x); } goto y; y: return y; }`,
  'branches without braces': `double f(double x, int n) { double y = 1; if (n > 1) { double y_1 = x; x = y_1 * y_1; } else for (int k = 0; k < n; k++) { double y_2 = x * k; x += y_2; }
    switch (n) { case 1: { double y_3 = x; x *= y_3; } default: x += y; } return x * y; }`,
};

const withoutNumbers = (text: string): string => text.replace(/_\d\b/g, '');

test.each(Object.entries(TEXTS))('variables of one name are apart: %s', (_, text) => {
  const [apart, shared] = [text, withoutNumbers(text)].map((each) => {
    const { program, diagnostics } = parseC(each);
    return {
      program: printProgram(program),
      said: diagnostics.map(({ severity, message }) => `${severity} ${withoutNumbers(message)}`),
    };
  });
  expect(apart?.said.filter((each) => each.startsWith('error'))).toEqual([]);
  expect(shared).toEqual(apart);
});
