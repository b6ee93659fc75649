import { describe, expect, test } from 'vitest';
import { breakIt, differentiate, explain } from '../../index';
import type { ExecuteRequest } from '../results';

const request: ExecuteRequest = {
  language: 'c',
  source: `double f(double x, double y, double c) {
  double a = x * y;
  double b = sin(a) + c;
  x = b * x;
  c = 5.0;
  if (x > 1000.0) y = 2.0 * y;
  return x * y + 0.0 * c;
}
`,
  inputs: { x: 1.5, y: 0.5, c: 0.25 },
};

describe('break it', () => {
  const d = differentiate(request);
  const keyOf = (location: string) => d.recordings.find((r) => r.location === location)?.key ?? '';

  test('every recording of a value can be named, and its removal is seen or explained', () => {
    const values = d.recordings.filter((r) => r.kind === 'value');
    expect(values.map((r) => r.location)).toEqual(['x', 'y']);
    for (const { key } of values) {
      const broken = breakIt(request, key);
      expect([broken.ok, broken.change]).toEqual([true, 'removed']);
      if (broken.effect === 'unchanged') expect(broken.reason).not.toBe('');
    }
  });

  test('a needed recording spoils the gradient', () => {
    const broken = breakIt(request, keyOf('x'));
    expect(broken.effect).toBe('changed');
    expect(broken.bytes.after).toBeLessThan(broken.bytes.before);
    // `x = b * x` and everything above it then take the new x for the old one, and every share goes through them.
    expect(broken.components.filter((x) => x.wrong).map((x) => x.name)).toEqual(['x', 'y', 'c']);
    expect(broken.sentence).toMatch(
      /^Without this recording, all 3 components of the gradient are wrong\. The worst is /,
    );
    for (const x of broken.components) expect(Math.abs((x.difference ?? 0) - x.right)).toBeLessThan(1e-6);
  });

  test('one that only another way needs is an over-estimation in this run', () => {
    const broken = breakIt(request, keyOf('y'));
    expect(broken.effect).toBe('unchanged');
    expect(broken.reason).toBe(
      'In this run control never comes to the statement, so nothing is overwritten there.',
    );
  });

  test('what the analysis left out can be forced, at the price of tape', () => {
    const statement = d.statements.find((s) => s.text.startsWith('c ='))?.id;
    const kept = { ...request, options: { adjointLiveness: false } };
    const broken = breakIt(kept, `${statement}:c`);
    expect([broken.ok, broken.change, broken.effect]).toEqual([true, 'forced', 'unchanged']);
    expect(broken.bytes.after).toBe(broken.bytes.before + 8);
  });

  test('the tampered compile reports what was done to it, and explains it', () => {
    const key = keyOf('x');
    const without = differentiate({ ...request, tamper: { without: [key] } });
    expect(without.recordings.map((r) => r.key)).not.toContain(key);
    expect(without.request.tamper.without).toEqual([key]);
    const [statement = ''] = key.split(':');
    const card = explain(without, { kind: 'location', location: 'x', statement, point: 'before' });
    expect(card.short).toMatch(/^You took this recording away\./);

    const left = d.statements.find((s) => s.text.startsWith('a ='))?.id ?? '';
    const forced = differentiate({ ...request, tamper: { with: [`${left}:a`] } });
    const recording = forced.recordings.find((r) => r.forced);
    expect(recording?.key).toBe(`${left}:a`);
    expect(explain(forced, { kind: 'recording', id: recording?.id ?? '' }).short).toMatch(
      /because you forced it/,
    );
  });

  test('a snapshot can be taken away: the call then runs again from another state', () => {
    const calls: ExecuteRequest = {
      language: 'c',
      source: `void g(double *a, double b) { *a = *a * *a * b; }
double f(double x, double y) { double t = x * y; g(&t, y); return t * x; }`,
      inputs: { x: 1.5, y: 0.5 },
    };
    const { key = '' } = differentiate(calls).recordings.find((r) => r.kind === 'snapshot') ?? {};
    const broken = breakIt(calls, key);
    expect([broken.ok, broken.change, broken.effect]).toEqual([true, 'removed', 'changed']);
    expect(broken.bytes.after).toBeLessThan(broken.bytes.before);
    const card = explain(differentiate({ ...calls, tamper: { without: [key] } }), {
      kind: 'location',
      location: 't',
      statement: key.split(':')[0] ?? '',
      point: 'before',
    });
    expect(card.short).toMatch(/^You took this (recording|snapshot) away\./);
  });

  test('pieces of one array that a call is passed are taken away together', () => {
    const swap: ExecuteRequest = {
      language: 'c',
      source: `void g(double *a, double *b) { *a = *b * *b; *b = 3; }
void f(double x[4], double *y) { for (int i = 0; i < 3; i++) g(&x[0], &x[2]); *y = x[0] * x[1] + x[2]; }`,
      options: { elements: false },
    };
    const snapshots = differentiate(swap).recordings.filter((r) => r.kind === 'snapshot');
    expect(snapshots.map((r) => r.text)).toEqual(['x[0]', 'x[2]']);
    // The run needs the second of them.
    const broken = breakIt(swap, snapshots[0]?.key ?? '');
    expect([broken.effect, broken.reason]).toEqual([
      'unchanged',
      expect.stringMatching(/^In this run the adjoint of the call comes to the same/),
    ]);
  });

  test('what cannot be broken says why', () => {
    const loop = {
      ...request,
      source: 'double f(double x) { while (x > 1.0) x = sqrt(x); return x; }',
      inputs: {},
    };
    const count = differentiate(loop).recordings.find((r) => r.kind === 'count')?.key ?? '';
    expect(breakIt(loop, count).refused).toMatch(/^Control cannot be taken away/);
    expect(breakIt(request, 's0:q').refused).toMatch(/does not overwrite/);
    expect(breakIt({ ...request, source: 'double f(' }, 's0:x').ok).toBe(false);
    const unknown = 'void f(int n, double *x, double *y) { int i; for (i = 0; i < n; i++) y[i] = x[i]; }';
    const kept = { ...request, source: unknown, options: { keepPrimalResults: true }, inputs: { n: 1 } };
    const [{ id = '' } = {}] = differentiate(kept).statements.filter(({ text }) => text.startsWith('y'));
    expect(breakIt(kept, `${id}:y`).refused).toMatch(/^There is no other run .* `y` cannot be kept/);
  });
});
