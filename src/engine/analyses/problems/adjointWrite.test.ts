import { describe, expect, test } from 'vitest';
import { differentiate, execute, explain, type Options } from '../../index';
import { compile } from '../../pipeline/compile/compile';

const KERNEL = 'void f(double *x, double y, double *z) { *x = *x * y; *z = *x + 1; *z = *z * y; }';

function setsBefore(source: string, options: Partial<Options> = {}): string[][] {
  const c = compile({ source, language: 'c', options }, () => 0);
  const a = c.analysis?.routines.get('f');
  if (!a) throw new Error('no analysis');
  return a.model.graph.vertices
    .flatMap((v) => v.instructions)
    .map((i) => a.model.locations.print(a.adjointWrite.around(i.id)?.before ?? []));
}

describe('adjoint write', () => {
  test('what is recorded is put back, what is not stays changed', () => {
    expect(setsBefore(KERNEL, { adjointLiveness: false })).toEqual([['z'], ['z'], []]);
    expect(setsBefore(KERNEL, { adjointLiveness: false, record: 'all' })).toEqual([[], [], []]);
  });
  test('what has left the forward sweep overwrites nothing', () => {
    expect(setsBefore(KERNEL)).toEqual([['z'], ['z'], []]);
    expect(setsBefore('void f(double x, double *z) { *z = x; *z = 2 * *z; }')).toEqual([[], []]);
  });
  test('of an array the element that was recorded is put back, not the others', () => {
    const source =
      'void f(int i, int j, double a[9], double *z) { *z = a[i]*a[i]; a[i] = 0; *z += a[j]*a[j]; a[j] = 1; }';
    const [first] = setsBefore(source, { adjointLiveness: false });
    // Each overwrites what the statement above it reads, so both are recorded.
    expect(first).not.toContain('a');
    const linear = 'void f(int i, int j, double a[9], double *z) { *z = a[i]; a[i] = 0; a[j] = a[j]*a[j]; }';
    expect(setsBefore(linear, { adjointLiveness: false })[0]).toContain('a');
  });
  test('every member is explained', () => {
    const d = differentiate({ source: KERNEL, language: 'c', options: { adjointLiveness: false } });
    const ask = (location: string) =>
      explain(d, { kind: 'location', location, statement: 's0', point: 'before', analysis: 'adjointWrite' })
        .short;
    expect(ask('z')).toBe(
      '`*z` may have another value when the backward sweep comes back there. `*z = *x + 1` (line 1) overwrites it, and the backward sweep does not put back what it held before.',
    );
    expect(ask('x')).toBe(
      '`*x` has the same value again when the backward sweep comes back there. `*x = *x * y` (line 1) overwrites it, and the backward sweep puts back what it held before.',
    );
    expect(ask('y')).toBe(
      '`y` has the same value again when the backward sweep comes back there. The forward sweep does not overwrite `y` from here on.',
    );
  });
});

describe('an eager snapshot', () => {
  const source = (later: string) => `double x;
double g(double *a, double b) { *a = *a*b*x; return *a*x; }
void f(double *a, double b, double *r) { *r = g(a, b)*x; ${later} }`;
  const snapshot = (text: string) => {
    const c = differentiate({ source: text, language: 'c', options: { snapshots: 'eager' } });
    return c.recordings.filter((r) => r.kind === 'snapshot').map((r) => r.location);
  };
  const check = (text: string) => {
    const run = execute({ source: text, language: 'c', options: { snapshots: 'eager' }, inputs: { x: 1.2 } });
    expect(run.check.verdict, run.check.sentence).toBe('passed');
  };
  test('takes what a later statement overwrites', () => {
    const text = source('x = 0; *r = *r + x;');
    expect(snapshot(text)).toContain('a');
    check(text);
  });
  test('leaves out what is overwritten later and put back before the adjoint call', () => {
    // x is recorded at its overwrite, as the product with it needs it.
    const text = source('x = 0; *r = *r * *r + x;');
    expect(snapshot(text)).not.toContain('x');
    check(text);
  });
});
