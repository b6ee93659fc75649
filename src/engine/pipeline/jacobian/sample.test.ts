import { expect, test } from 'vitest';
import { derivativePath, differentiate, sample } from '../../index';

const source = `void f(int n, const double x[n], double a, double *y, double *z) {
  double s = a * a;
  *y = x[0] * s;
  *z = 0;
  for (int i = 0; i < n; i++) *z += sin(x[i]);
}
`;
const request = { source, language: 'c', inputs: { n: 3, x: [0.1, 0.2, 0.3], a: 2 } } as const;

test('values and gradients at points, of which each says what is other than asked', () => {
  const { ok, inputs, samples } = sample({ ...request, seeds: { y: [1], z: [0] } }, [
    {},
    { a: [3] },
    { x: [1, 2, 3] },
  ]);
  expect([ok, inputs.a]).toEqual([true, [2]]);
  expect(samples.map((each) => each?.value)).toEqual([0.1 * 4, 0.1 * 9, 4]);
  expect(samples[1]?.gradient).toEqual({ x: [9, 0, 0], a: [2 * 3 * 0.1] });
  expect(sample({ source: 'void f(', language: 'c' }, [{}]).ok).toBe(false);
});

test('points from which a run has no end are soon given up, and the others are there', () => {
  const forever = 'double f(double x) {\n  while (x > 1) x = sqrt(x) + 1;\n  return x;\n}\n';
  const points = Array.from({ length: 300 }, (_, k) => ({ x: [k % 2 === 0 ? 1.5 : 0.5] }));
  const { samples } = sample({ source: forever, language: 'c', inputs: { x: 0.25 } }, points);
  expect(samples.map((each) => each?.value ?? null)).toEqual(
    points.map((_, k) => (k % 2 === 0 ? null : 0.5)),
  );
});

test('the statements that a derivative passes', () => {
  const texts = new Map(differentiate(request).statements.map(({ id, text }) => [id, text]));
  const through = (from: Parameters<typeof derivativePath>[1], to: Parameters<typeof derivativePath>[2]) =>
    derivativePath(request, from, to).statements.map((id) => texts.get(id));
  expect(through([{ name: 'a', index: 0 }], { name: 'y', index: 0 })).toEqual(['s = a*a', 'y = x[0]*s']);
  expect(through([{ name: 'a', index: 0 }], { name: 'z', index: 0 })).toEqual([]);
  expect(
    through(
      [
        { name: 'x', index: 0 },
        { name: 'a', index: 0 },
      ],
      null,
    ),
  ).toEqual(['y = x[0]*s']);
});
