import { expect, test } from 'vitest';
import { differentiate } from '../../index';

/* The programs in the headers of the analyses, with the sets that stand in their margins. */

const ACTIVITY = 'void f(double x, double c, double *y) { double t; t = 2.0; t = x * x; *y = t + c; }';

test.each<[name: string, point: 'before' | 'after', source: string, sets: string[][]]>([
  ['varied', 'before', ACTIVITY, [['x'], ['x'], ['x', 't']]],
  ['useful', 'after', ACTIVITY, [['x', 'c'], ['c', 't'], ['y']]],
  [
    'adjointLive',
    'before',
    'void f(double x, double *z) { double y, c; y = x * x; c = cos(y); *z = y + c; }',
    [['x'], ['y'], []],
  ],
  [
    'required',
    'after',
    'double f(double x, double y) { x = x * y; y = sin(y); return x * y; }',
    [['y'], [], ['x', 'y']],
  ],
  [
    'kill',
    'before',
    'void f(double x, int n, double *y, double *z) { double t; t = x; if (n > 0) *y = t; *z = *y; }',
    [[], ['t'], ['t'], ['t']],
  ],
])('%s: its header is true', (name, point, source, sets) => {
  const d = differentiate({ source, language: 'c', ...(source === ACTIVITY ? { independents: ['x'] } : {}) });
  const { statements = {} } = d.analyses.find((each) => each.name === name) ?? {};
  expect(d.statements.map(({ id }) => statements[id]?.[point])).toEqual(sets);
});
