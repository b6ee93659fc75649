import { expect, test } from 'vitest';
import { parseC } from '..';

const told = (source: string) =>
  parseC(source)
    .diagnostics.filter(({ code }) => code === 'evaluation-order')
    .map(({ message, span }) => `${/`(.*?)`/.exec(message)?.[1]} at ${source.slice(span.start, span.end)}`);

const CALLEES =
  'double g; double twice(double *p) { *p = *p * 2; return *p; } double keep(double v) { g = v; return v; } double times(double v) { return g * v; } double lag(double v) { static double s = 1; s = s * v; return s; } double pass(double *q) { return twice(q); }';
const inside = (body: string) =>
  told(`${CALLEES} double f(double x, double a[3], int i) { double y = 1; ${body} return y; }`);

test('what one operand sets and another uses is told', () => {
  expect(inside('y = a[i++] * a[i];')).toEqual(['i at *']);
  expect(inside('i = i++ + 1;')).toEqual(['i at =']);
  expect(inside('a[i] = i++;')).toEqual(['i at =']);
  expect(inside('y += y++;')).toEqual(['y at +=']);
  expect(inside('y = x * (x = 2);')).toEqual(['x at *']);
  expect(inside('if (a[--i] > a[i]) y = 2;')).toEqual(['i at >']);
});

test('so are places in variables, by the names that they have', () => {
  expect(inside('y = a[i] * (a[i] = 2);')).toEqual(['a[i] at *']);
  expect(inside('y = a[0] - a[0]++;')).toEqual(['a[0] at -']);
  expect(inside('y = x * a[0] + twice(&a[0]);')).toEqual(['a[0] at +']);
  expect(inside('y = a[i] + pass(a + i);')).toEqual(['a[i] at +']);
  expect(inside('y = a[1] + pass((double *)(void *)a);')).toEqual(['a at +']);
  expect(inside('a[i] += twice(&a[i]);')).toEqual(['a[i] at +=']);
  expect(inside('double g[2][2]; y = g[i][1] + twice(&g[0][0]);')).toEqual(['g at +']);
  expect(inside('double g[2][2]; y = g[i][1] + twice(&g[i][0]);')).toEqual(['g[i] at +']);
  const text = 'typedef struct { double x; } pt; double s(pt p) { return p.x * (p.x = 2); }';
  expect(told(`${text} double t(pt *p) { return p->x * (p->x = 2); }`)).toEqual(['p.x at *', 'p->x at *']);
});

test('and so is what calls set: through pointers, in variables of the file, in what they keep', () => {
  expect(inside('y = twice(&x) + x;')).toEqual(['x at +']);
  expect(inside('y = pass(&x) + twice(&x);')).toEqual(['x at +']);
  expect(inside('y = pass(a) * a[0];')).toEqual(['a at *']);
  expect(inside('double z = keep(x) * times(x);')).toEqual(['g at *']);
  expect(inside('y = lag(x) - lag(y);')).toEqual(['s at -']);
  expect(inside('y += twice(&y);')).toEqual(['y at +=']);
});

test('what is passed by value stays as it is', () => {
  const text =
    'typedef struct { double x, y; } pt; pt plus(pt p, pt q) { p.x += q.x; return p; } double f(double x) { pt p = {x, x}; p = plus(p, p); return plus(p, p).x + p.x; }';
  expect(told(text)).toEqual([]);
});

test('what has its place in the order is not', () => {
  const fine = [
    'i = i + 1; y = a[i++] * x; y += a[--i];',
    'y = (i++, a[i]) * 2; y = i < 2 && a[i++] > 0 ? a[i] : a[i - 1];',
    'x = twice(&x); y = twice(&a[0]) + twice(&a[1]) * a[2];',
    'a[0] = twice(a); a[i] = a[i] + 1; a[1] = twice(&a[1]) + a[2]; a[i] = a[0] = x;',
    'y = lag(x); y += keep(y); y = times(x) * times(y) + g;',
    'for (int j = 0, k = 2; j < k; j++, k--) y = x = a[j];',
  ];
  for (const body of fine) expect(inside(body)).toEqual([]);
});
