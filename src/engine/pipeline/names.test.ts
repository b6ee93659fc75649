import { describe, expect, test } from 'vitest';
import { differentiate, execute, probe, takeAwayFiles } from '../index';

/* A program may call its variables as every object of JavaScript calls its own properties. */
describe.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('a variable called %s', (name) => {
  const source = `double f(double ${name}, double a[3]) {\n  double w = ${name} * a[1];\n  for (int i = 0; i < 3; i++) w = sin(w) + a[i];\n  return w;\n}\n`;
  const request = { source, language: 'c' } as const;

  test('gets a default input, and has an adjoint', () => {
    const run = execute(request);
    expect(run).toMatchObject({ ok: true, diagnostics: [], check: { verdict: 'passed' } });
    expect(Object.keys(run.derivatives)).toEqual([name, 'a']);
    expect(Object.keys(run.inputs)).toEqual([name, 'a']);
  });

  test('takes its input, its direction and its seed', () => {
    const given = {
      source: `void g(double *${name}) {\n  *${name} = sin(*${name});\n}\n`,
      language: 'c' as const,
      inputs: Object.fromEntries([[name, 2]]),
      seeds: Object.fromEntries([[name, [3]]]),
      directions: Object.fromEntries([[name, [[1]]]]),
    };
    const run = execute(given);
    expect(run).toMatchObject({ ok: true, diagnostics: [] });
    expect(Object.entries(run.inputs)[0]).toEqual([name, [2]]);
    expect(Object.entries(run.derivatives)[0]).toEqual([name, [3 * Math.cos(2)]]);
  });

  test('can be probed and taken away', () => {
    expect(probe(request, null).ok).toBe(true);
    expect(takeAwayFiles(request).ok).toBe(true);
    expect(differentiate(request).variables.map(({ key }) => key)).toContain(name);
  });
});

test('the derivative of a parameter is a parameter, also where the adjoint works on a copy of it', () => {
  const source = 'double f(double x, double y) { x = x*y; return x*y; }';
  const { variables, code } = differentiate({ source, language: 'c' });
  expect(variables.map(({ key, derivative }) => [key, derivative])).toEqual([
    ['x', 'xb'],
    ['y', 'yb'],
    ['f', 'fb'],
  ]);
  expect(code.text).toContain('f_b(double x, double *xb, double y, double *yb, double fb)');
  expect(code.text).toContain('xb0 = y * xb0');
});
