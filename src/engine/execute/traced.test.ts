import { expect, test } from 'vitest';
import { itemAt, present } from '../base/lookup';
import { type ExecuteRequest, execute, type Trace } from '../index';

const traceOf = (source: string, inputs: ExecuteRequest['inputs']): Trace => {
  const { ok, trace, diagnostics } = execute({ source, language: 'c', inputs, trace: true });
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect(ok).toBe(true);
  return present(trace, 'a trace');
};

/** Which run of its statement each step belongs to, for the steps of one text in one routine. */
const visitsOf = (trace: Trace, routine: string, text: string): number[] =>
  Array.from({ length: trace.steps }, (_, k) => k).flatMap((k) => {
    const s = itemAt(trace.statements, trace.statement[k] as number);
    return s.routine === routine && s.text === text ? [trace.visit[k] as number] : [];
  });

const KERNEL = `
double part(double *v, double x) { v[0] = v[0] * v[1]; return v[0] * x; }
double f(double x, double v[2]) {
  double s = 0;
  for (int i = 0; i < 2; i++) {
    double t = part(v, x) + s;
    s = t * t;
  }
  return s;
}`;

test('each step says which run of its statement it belongs to, counted from the beginning in both sweeps', () => {
  const trace = traceOf(KERNEL, { x: [2], v: [1, 2] });
  expect(visitsOf(trace, 'f_b', 't = part_value + s')).toEqual([1, 2]);
  expect(visitsOf(trace, 'f_b', 'part_valueb = tb')).toEqual([2, 1]);
  // An array is pushed element by element, in one run of the statement.
  expect(visitsOf(trace, 'f_b', 'push v[:] of 2')).toEqual([1, 1, 2, 2]);
  expect(visitsOf(trace, 'f_b', 'pop v[:] of 2')).toEqual([2, 2, 1, 1]);
  // In each call of the routine its statement runs once.
  expect(visitsOf(trace, 'part', 'v[0] = v[0]*v[1]')).toEqual([1, 1]);
  expect(trace.calls.map(({ inside, statement, visit }) => [inside, statement, visit])).toEqual([
    [-1, null, 1],
    [0, 's5', 1],
    [0, 's5', 2],
    [0, 's5', 2],
    [0, 's5', 1],
  ]);
  expect(itemAt(trace.statements, trace.statement[trace.turn] as number).sweep).toBe('backward');
  expect(itemAt(trace.statements, trace.statement[trace.turn - 1] as number).sweep).toBe('forward');
});

test('what stands in memory at the beginning, and whose it is', () => {
  const { locations, initial } = traceOf(KERNEL, { x: [2], v: [1, 2] });
  const found = locations
    .filter(({ routine }) => routine === 'f_b')
    .map(({ name, start, length, of, entered, temporary }) => ({
      name,
      values: entered ? [...initial.subarray(start, start + length)] : null,
      of: of < 0 ? null : itemAt(locations, of).name,
      temporary,
    }));
  const own = { of: null, temporary: false };
  const derivative = (of: string) => ({ of, temporary: false });
  expect(found).toEqual([
    { name: 'x', values: [2], ...own },
    { name: 'xb', values: [0], ...derivative('x') },
    { name: 'v', values: [1, 2], ...own },
    { name: 'vb', values: [1, 1], ...derivative('v') },
    { name: 'fb', values: [1], ...derivative('s') },
    { name: 'i', values: null, ...own },
    { name: 't', values: null, ...own },
    { name: 'part_value', values: null, of: null, temporary: true },
    { name: 's', values: null, ...own },
    { name: 'part_valueb', values: null, ...derivative('part_value') },
    { name: 'seedb', values: null, ...own },
    { name: 'tb', values: null, ...derivative('t') },
  ]);
});

test('what control is kept in is no variable of the program', () => {
  const { locations } = traceOf('double f(double x) { while (x < 5) x = x * x; return x; }', { x: [1.5] });
  expect(locations.filter(({ temporary }) => temporary).map(({ name }) => name)).toEqual(['trips', 'trip']);
});
