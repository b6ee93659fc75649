import { describe, expect, test } from 'vitest';
import { differentiate } from '../../index';
import type { DifferentiateRequest } from '../results';

const SOURCE = `double g;
void scale(int n, double a[n], double s) {
  for (int i = 0; i < n; i++) a[i] = a[i] * s * g;
}
double norm(int n, double a[n]) {
  double t = 0;
  for (int i = 0; i < n; i++) t += a[i] * a[i];
  return t;
}
double top(int n, double a[n], double b[n], double s) {
  scale(n, a, s);
  double p = norm(n, a);
  scale(n, b, 2.0);
  double q = norm(n, b);
  return p * q;
}
`;
const graphOf = (more: Partial<DifferentiateRequest> = {}) => {
  const { callGraph } = differentiate({ source: SOURCE, language: 'c', routine: 'top', ...more });
  const routine = (name: string) => callGraph.routines.find((each) => each.name === name);
  const call = (text: string) => {
    const start = SOURCE.indexOf(text);
    return callGraph.calls.find(({ span }) => span.start <= start && start < span.end);
  };
  return { ...callGraph, routine, call };
};

describe('routines', () => {
  const { routine, routines } = graphOf({ independents: ['s'] });

  test('callees come first, each with what its caller sees', () => {
    expect(routines.map(({ name }) => name)).toEqual(['scale', 'norm', 'top']);
    expect(routine('scale')).toMatchObject({
      ports: ['n', 'a', 's', 'g'],
      recursive: false,
      external: false,
      summary: { use: ['n', 'a', 's', 'g'], out: ['a'], kill: [] },
    });
    expect(SOURCE.slice(routine('scale')?.span?.start, routine('scale')?.span?.end)).toBe('scale');
  });

  test('each call has a context of its own, and the routine the union of them', () => {
    const scale = routine('scale');
    expect(scale?.contexts.map(({ varied, useful }) => [varied, useful])).toEqual([
      [['s'], ['a', 'g']],
      [[], ['a']],
    ]);
    expect(scale?.united).toEqual({ varied: ['s'], useful: ['a', 'g'] });
    expect(routine('top')?.united).toEqual({ varied: ['s'], useful: ['a', 'b', 'top'] });
  });

  test('united is the union of the contexts wherever there are calls', () => {
    for (const independents of [['s'], ['a'], ['a', 'b'], ['a', 'b', 's', 'g']]) {
      const { routines: all } = graphOf({ independents });
      for (const { contexts, united } of all.filter((each) => each.contexts.length > 0)) {
        expect(new Set(contexts.flatMap(({ varied }) => varied))).toEqual(new Set(united?.varied));
        expect(new Set(contexts.flatMap(({ useful }) => useful))).toEqual(new Set(united?.useful));
      }
    }
  });
});

describe('calls', () => {
  test('joint: what is saved for whom', () => {
    const { call } = graphOf();
    expect(call('scale(n, a')).toMatchObject({
      caller: 'top',
      callee: 'scale',
      mode: 'joint',
      kept: true,
      snapshot: ['a'],
    });
    expect(call('norm(n, a')).toMatchObject({ mode: 'joint', snapshot: [] });
  });
  test('split: the callee records for itself', () => {
    const { call } = graphOf({ options: { calls: 'split' } });
    expect(call('scale(n, a')).toMatchObject({ mode: 'split', saved: [], snapshot: [] });
  });
  test('without a derivative it is a plain statement', () => {
    const source = `void set(double *k) { *k = 2.0; }
double f(double x) {
  double k;
  set(&k);
  return k * x;
}
`;
    const { callGraph } = differentiate({ source, language: 'c' });
    expect(callGraph.calls).toMatchObject([{ mode: 'plain', kept: true, saved: [], snapshot: [] }]);
  });
  test('a call that passes nothing varied is reversed all the same where another does: contexts are united', () => {
    const { call, routine } = graphOf({ independents: ['a'] });
    expect(routine('scale')?.contexts[1]?.varied).toEqual([]);
    expect(call('scale(n, b')).toMatchObject({ mode: 'joint' });
  });
  test('what was put in place is still in the graph, its routine too', () => {
    const { call, routines, routine } = graphOf({ options: { calls: 'inline' } });
    expect(call('scale(n, a')).toMatchObject({ mode: 'inline', caller: 'top' });
    expect(routines.map(({ name }) => name)).toEqual(['scale', 'norm', 'top']);
    expect(routine('scale')).toMatchObject({ united: null, summary: { out: ['a'] } });
  });
  test('a directive at one call is that call’s mode', () => {
    const mixed = SOURCE.replace('double p =', '// backsweep: call(split)\n  double p =');
    const { callGraph } = differentiate({ source: mixed, language: 'c', routine: 'top' });
    expect(callGraph.calls.map(({ mode }) => mode)).toEqual(['joint', 'split', 'joint', 'joint']);
  });
  test('recursion is marked', () => {
    const source =
      'double r(int n, double x) {\n  double y = x;\n  if (n > 0) y = r(n - 1, x * x);\n  return y * x;\n}\n';
    const { callGraph } = differentiate({ source, language: 'c' });
    expect(callGraph.routines).toMatchObject([{ name: 'r', recursive: true }]);
    expect(callGraph.calls).toMatchObject([{ caller: 'r', callee: 'r', mode: 'joint' }]);
  });
});
