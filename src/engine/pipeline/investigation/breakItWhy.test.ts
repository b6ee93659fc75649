import { expect, test } from 'vitest';
import { breakIt, differentiate } from '../../index';
import type { ExecuteRequest, Options } from '../results';

/* What a removed recording does where the gradient is zero, no number or in single precision, and why it does nothing. */

/** Without the first recording, or the one of that key. */
function broken(source: string, inputs: ExecuteRequest['inputs'], options: Partial<Options> = {}, own = '') {
  // Without adjoint liveness, so that what only overwrites stays in the forward sweep.
  const kept = { adjointLiveness: false, ...options };
  const request = { source, inputs, options: kept, language: 'c' } as const;
  const first = differentiate(request).recordings.find(({ kind }) => kind === 'value' || kind === 'snapshot');
  return breakIt(request, own || (first?.key ?? ''));
}

test('a gradient of zero that becomes another one is as wrong as that is', () => {
  const source = 'double f(double x) {\n  double y = x * x;\n  x = 5.0;\n  return y + 0.0 * x;\n}\n';
  const { effect, worst, sentence } = broken(source, { x: 0 });
  expect([effect, worst?.right, worst?.broken, worst?.relativeError]).toEqual(['changed', 0, 10, 10]);
  expect(sentence).toBe(
    'Without this recording, the only component of the gradient is wrong. The worst is `x`: 10 instead of 0.',
  );
});

test('what becomes no number is said to', () => {
  const source = 'double f(double x) {\n  double y = sqrt(x);\n  x = -x * y;\n  return x;\n}\n';
  const { effect, sentence } = broken(source, { x: 4 });
  expect([effect, sentence]).toEqual([
    'changed',
    'Without this recording, the only component of the gradient is wrong. The worst is `x`: no number instead of -3.',
  ]);
});

test('single precision differs by more where nothing is wrong', () => {
  const source = 'float f(float x, float y) {\n  x = x * y;\n  x = sinf(x);\n  return x * y;\n}\n';
  expect(broken(source, { x: 0.3, y: 0.7 }).effect).toBe('changed');
});

test('a component that no difference can be taken of is compared all the same', () => {
  const source = `double f(double x, double y, double a[1]) {
  int i = (int) (x * 1e9) - 1500000000;
  y = y * x;
  return a[i] * y * y;
}
`;
  const { components } = broken(source, { x: 1.5, y: 0.5, a: [2] });
  expect(components.map(({ name, difference }) => [name, difference === null])).toEqual([
    ['x', true],
    ['y', false],
    ['a', false],
  ]);
});

const OTHER_WAY = `double f(double x, int k) {
  double t = x;
  double y = 0;
  if (k > 0) y = t * t;
  t = 2 * x;
  return y + t;
}
`;
test('only another way would need it', () => {
  expect(broken(OTHER_WAY, { x: 3, k: 0 })).toMatchObject({
    effect: 'unchanged',
    reason:
      'In this run no derivative reads the value that is overwritten: only another way through the program would need it.',
  });
});

test('the recording of a routine that is called, and a snapshot, which made no difference here', () => {
  const called = `static double g(double x, int k) {
  double t = x;
  double y = 0;
  if (k > 0) y = t * t;
  t = 2 * x;
  return y + t * t;
}
double f(double x, int k) {
  double r = g(x, k);
  return r * r;
}
`;
  // The recordings that are listed are those of the entry. The statements of what it calls are numbered before those of the entry.
  expect(broken(called, { x: 3, k: 0 }, {}, 's4:t')).toMatchObject({
    effect: 'unchanged',
    reason:
      'In this run no derivative reads the value that is overwritten: only another way through the program would need it.',
  });
  const snapshot = `static void g(double *x, int k) {
  if (k > 0) *x = *x * *x;
}
double f(double x, int k) {
  g(&x, k);
  return x * x;
}
`;
  expect(broken(snapshot, { x: 3, k: 0 }, { calls: 'joint' })).toMatchObject({
    effect: 'unchanged',
    reason:
      'In this run no derivative reads the value that is overwritten: only another way through the program would need it.',
  });
});
