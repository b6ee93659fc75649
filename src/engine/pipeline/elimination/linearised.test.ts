import { expect, test } from 'vitest';
import { eliminate, linearised } from '../../index';

const source = `void f(double v1, double v2, double *v3, double *v4, double *v6, double *v7) {
  *v3 = v1 * v2;
  *v4 = v1 * *v3;
  *v6 = sin(*v4);
  *v7 = (*v3 * v2) * *v4;
}
`;
const request = { source, language: 'c', inputs: { v1: 0.7, v2: 1.3 } } as const;

test('the block of the paper is its graph, with partials of the run', () => {
  const { ok, blocks } = linearised(request);
  expect(ok).toBe(true);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.vertices.map(({ label, role }) => `${role} ${label}`)).toEqual([
    'input v1',
    'input v2',
    'output *v3',
    'output *v4',
    'output *v6',
    'intermediate (*v3 * v2)',
    'output *v7',
  ]);
  expect(blocks[0]?.edges.map(({ from, to, partial }) => `${from}>${to} ${partial}`)).toEqual([
    '0>2 v2',
    '1>2 v1',
    '0>3 v3',
    '2>3 v1',
    '3>4 cos(v4)',
    '2>5 v2',
    '1>5 v3',
    '5>6 v4',
    '3>6 v3*v2',
  ]);
  expect(blocks[0]?.edges[4]?.value).toBeCloseTo(Math.cos(0.7 * 0.91), 14);
  expect(blocks[0]?.edges.every(({ constant }) => !constant)).toBe(true);
});

test('a block is eliminated like a graph, over the outputs that are asked for', () => {
  const found = eliminate({ request, block: 0 }, { kind: 'edge', order: ['HS', 'LM', 'reverse'] });
  expect([found.multiplications, found.jacobian.length]).toEqual([12, 8]);
  const two = eliminate({ request, block: 0, outputs: ['v6', 'v7'] }, { kind: 'edge', order: ['reverse'] });
  expect([two.multiplications, two.jacobian.length]).toEqual([10, 4]);
  expect(two.jacobian[0]?.value).toBeCloseTo(1.46306839, 7);
});

test('what there is not is said', () => {
  for (const outputs of [['v6', 'nope'], 7] as never[]) {
    const { ok, diagnostics } = linearised(request, { outputs });
    expect([ok, diagnostics.length, diagnostics[0]?.code === 'internal']).toEqual([false, 1, false]);
  }
  const missing = eliminate({ request, block: 7 }, { kind: 'edge', order: 'optimal' });
  expect(missing.ok).toBe(false);
  expect(missing.diagnostics[0]?.message).toBe('There is no block 7.');
  const broken = linearised({ source: 'void f(double x { x = ; }', language: 'c' });
  expect([broken.ok, broken.diagnostics.length > 0, broken.blocks]).toEqual([false, true, []]);
});

test('every block has its graph, that of a loop the values of its first trip', () => {
  const loop = `double g(int n, double *x) { double s = 0; for (int i = 0; i < n; i++) { double t = x[i] * x[i]; s = s + sin(t) * t; } return s * s; }`;
  const { blocks } = linearised({ source: loop, language: 'c', inputs: { n: 3, x: [0.5, 1, 2] } });
  const body = blocks.find(({ edges }) => edges.some(({ partial }) => partial === 'cos(t)'));
  expect(body?.edges.find(({ partial }) => partial === 'cos(t)')?.value).toBeCloseTo(Math.cos(0.25), 14);
  expect(blocks.every(({ block }, at) => block === at)).toBe(true);
});
