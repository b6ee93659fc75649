import { describe, expect, test } from 'vitest';
import { analysisSteps, differentiate } from '../../index';
import type { AnalysisSteps, DifferentiateRequest, VisitOrder } from '../results';

const request: DifferentiateRequest = {
  language: 'c',
  source: `double f(int n, double x, double y) {
  double t = x;
  for (int i = 0; i < n; i++) {
    if (t > 1.0) t = t * y;
    else y = 2.0;
  }
  return t;
}
`,
};

const ORDERS: readonly VisitOrder[] = ['reversePostorder', 'postorder', 'index'];

/** What the visits come to, vertex by vertex. */
function fixedPoint(steps: AnalysisSteps): Record<string, string[]> {
  return Object.fromEntries(steps.visits.map((v) => [v.vertex, v.out]));
}

describe('an analysis at work', () => {
  const { analyses } = differentiate(request);
  const names = analyses.map((a) => a.name).filter((name) => name !== 'active');

  test.each(names)('%s: every order ends in the sets that are shown', (name) => {
    const shown = analyses.find((a) => a.name === name);
    for (const order of ORDERS) {
      const steps = analysisSteps(request, name, order);
      expect(steps.ok).toBe(true);
      expect(steps.visitCounts[order]).toBe(steps.visits.length);
      const ends = Object.fromEntries(
        Object.entries(shown?.vertices ?? {}).map(([v, sets]) => [
          v,
          steps.direction === 'forward' ? sets.after : sets.before,
        ]),
      );
      expect(fixedPoint(steps)).toEqual(ends);
    }
  });

  test.each(names)('%s: a visit is in, less kill, and gen; what waits is visited next', (name) => {
    const { visits } = analysisSteps(request, name, 'postorder');
    visits.forEach((v, k) => {
      const kept = v.in.filter((x) => !v.kill.includes(x));
      for (const x of [...kept, ...v.gen]) expect(v.out).toContain(x);
      expect(v.waiting[0]).toBe(visits[k + 1]?.vertex);
      expect(v.changed).toBe(v.added.length + v.removed.length > 0);
    });
  });

  test.each(names)('%s: the structured form comes to the same sets', (name) => {
    const { evaluation, direction } = analysisSteps(request, name);
    const shown = analyses.find((a) => a.name === name);
    const last = new Map(
      (evaluation ?? []).filter((e) => e.kind === 'statement').map((e) => [e.statement, e]),
    );
    expect(last.size).toBe(Object.keys(shown?.statements ?? {}).length);
    for (const [id, sets] of Object.entries(shown?.statements ?? {})) {
      const [from, to] = direction === 'forward' ? [sets.before, sets.after] : [sets.after, sets.before];
      expect([last.get(id)?.in[0], last.get(id)?.out]).toEqual([from, to]);
    }
    // Explicit: every loop is entered once, every statement come to once.
    expect(new Set((evaluation ?? []).map((e) => `${e.kind} ${e.statement}`)).size).toBe(evaluation?.length);
  });

  test('a good order takes fewer visits', () => {
    const { visitCounts } = analysisSteps(request, 'required');
    expect(visitCounts.reversePostorder).toBeLessThan(visitCounts.postorder);
  });

  test('kill starts from all locations, and meets by intersection', () => {
    const steps = analysisSteps(request, 'kill');
    expect(steps.join).toBe('intersection');
    expect(steps.bottom).toEqual(steps.locations);
    expect(steps.boundary).toEqual({ vertex: 'v0', set: [] });
  });

  test('what cannot be stepped is said', () => {
    expect(analysisSteps(request, 'active').reason).toMatch(/varied and useful/);
    expect(analysisSteps(request, 'nonsense').ok).toBe(false);
    expect(analysisSteps({ language: 'c', source: 'double f(' }, 'varied').ok).toBe(false);
  });

  test('a call is one statement, of which its summary says what it does', () => {
    const source = `void g(double *a, double b) { *a = *a * b; }
double f(double x, double y) { double t = 1.0; g(&t, x); g(&t, y); return t; }`;
    const { visits } = analysisSteps({ language: 'c', source }, 'varied');
    const block = visits.findLast(({ calls }) => calls.length > 0);
    expect([block?.calls, block?.gen, block?.out.includes('f')]).toEqual([['g'], [], true]);
  });

  test('a routine that jumps has no structured form', () => {
    const source = 'double f(double x) { while (x < 9.0) { x = x * x; if (x > 5.0) break; } return x; }';
    expect(analysisSteps({ language: 'c', source }, 'required').evaluation).toBeNull();
  });
});
