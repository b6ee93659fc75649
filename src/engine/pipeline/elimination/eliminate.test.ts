import { describe, expect, test } from 'vitest';
import { GRAPHS } from '../../../examples/graphs';
import { eliminate } from '../../index';
import { IS_DEEP, some } from '../../testing/draws';
import type { Eliminated, EliminateOptions, EliminationStep, GivenGraph } from '../results';

const text = (name: string) => GRAPHS.find((each) => each.name === name)?.text as string;
const count = (
  graph: GivenGraph | string,
  kind: EliminateOptions['kind'],
  order: EliminateOptions['order'],
) => eliminate({ graph }, { kind, order }).multiplications;

/** `(3,t)f (4,7)b`, as the paper lists steps. */
function listed(steps: readonly EliminationStep[], names: Record<number, string> = {}): string {
  const name = (id?: number) => names[id as number] ?? String(id);
  return steps.map((s) => `(${name(s.source)},${name(s.target)})${s.direction?.[0]}`).join(' ');
}

/** v3=v1*v2; v4=v1*v3; v6=sin(v4); v7=(v3*v2)*v4, with t = v3*v2 as vertex 5. */
function paperBlock(outputs: readonly number[], v1 = 0.7, v2 = 1.3): GivenGraph {
  const v3 = v1 * v2;
  const v4 = v1 * v3;
  const t = v3 * v2;
  const role = (id: number) => (outputs.includes(id) ? 'output' : 'intermediate');
  return {
    vertices: [
      { id: 1, role: 'input' },
      { id: 2, role: 'input' },
      ...[3, 4, 5, 6, 7].map((id) => ({ id, role: role(id) }) as const),
    ],
    edges: [
      { from: 1, to: 3, partial: 'v2', value: v2 },
      { from: 2, to: 3, partial: 'v1', value: v1 },
      { from: 1, to: 4, partial: 'v3', value: v3 },
      { from: 3, to: 4, partial: 'v1', value: v1 },
      { from: 3, to: 5, partial: 'v2', value: v2 },
      { from: 2, to: 5, partial: 'v3', value: v3 },
      { from: 4, to: 6, partial: 'cos(v4)', value: Math.cos(v4) },
      { from: 5, to: 7, partial: 'v4', value: v4 },
      { from: 4, to: 7, partial: 't', value: t },
    ],
  };
}

describe('the block of the paper', () => {
  const all = paperBlock([3, 4, 6, 7]);
  const names = { 5: 't' };
  const run = (order: EliminateOptions['order']) => eliminate({ graph: all }, { kind: 'edge', order });

  test.each([
    [['HS', 'LM', 'reverse'], '(3,t)f (4,7)b (3,7)b (t,7)b (4,6)b (3,6)b (3,4)b', 12],
    [['LM', 'reverse'], '(3,t)f (t,7)b (4,7)b (4,6)b (3,7)b (3,6)b (3,4)b', 12],
    [['LM', 'forward'], '(2,t)f (3,t)f (3,4)b (3,7)b (4,6)b (4,7)b', 10],
  ] as const)('%s takes %s', (order, steps, multiplications) => {
    const found = run(order);
    expect(listed(found.steps, names)).toBe(steps);
    expect(found.multiplications).toBe(multiplications);
    expect(found.complete).toBe(true);
  });

  test('absorptions and fill-in of the rule of the paper', () => {
    const { steps, additions } = run(['HS', 'LM', 'reverse']);
    expect(steps.reduce((n, s) => n + s.absorptions, 0)).toBe(5);
    expect(steps.reduce((n, s) => n + s.fillIn, 0)).toBe(7);
    expect(additions).toBe(5);
  });

  test('orders and the optimum', () => {
    expect(run(['reverse']).multiplications).toBe(12);
    expect(run(['forward']).multiplications).toBe(10);
    const best = run('optimal');
    expect([best.multiplications, best.proven, best.lowerBound]).toEqual([10, true, 10]);
    const two = paperBlock([6, 7]);
    for (const order of [
      ['HS', 'LM', 'reverse'],
      ['LM', 'forward'],
      ['forward'],
      ['reverse'],
      'optimal',
    ] as const)
      expect(count(two, 'edge', order)).toBe(10);
  });

  test('the Jacobian in formulas and numbers', () => {
    const { jacobian } = run(['HS', 'LM', 'reverse']);
    const value = (row: number, column: number) =>
      jacobian.find((entry) => entry.row === row && entry.column === column)?.value;
    expect(jacobian).toHaveLength(8);
    for (const [row, byFirst, bySecond] of [
      [3, 1.3, 0.7],
      [4, 1.82, 0.49],
      [6, 1.46306839, 0.39390303],
      [7, 3.22959, 1.73901],
    ] as const) {
      expect(value(row, 1)).toBeCloseTo(byFirst, 7);
      expect(value(row, 2)).toBeCloseTo(bySecond, 7);
    }
    expect(jacobian.find(({ row, column }) => row === 6 && column === 2)?.expression).toBe('cos(v4)*v1*v1');
  });

  test('steps can be handed back, in part or whole', () => {
    const { steps } = run(['HS', 'LM', 'reverse']);
    expect(run(steps).multiplications).toBe(12);
    const part = run(steps.slice(0, 3));
    expect([part.complete, part.multiplications, part.steps.length]).toEqual([false, 5, 3]);
    expect(run([]).steps).toEqual([]);
    const front = part.choices.find((c) => c.source === 1 && c.target === 3 && c.direction === 'front');
    expect(front?.objection).toMatch(/output/);
  });

  test('an illegal step is refused with its reason', () => {
    const { ok, diagnostics } = run([{ source: 3, target: 4, direction: 'front' }]);
    expect(ok).toBe(false);
    expect(diagnostics[0]?.message).toMatch(
      /^Step 1 \(3 > 4, front\) can't be taken: Its target is an output/,
    );
  });
});

/** a=x*y; b=sin(a); c=a*b; d=c/y; e=exp(b)*d, with f = exp(b); x 0, y 1, a 2, b 3, c 4, d 5, f 6, e 7. */
function secondBlock(outputs: readonly number[]): GivenGraph {
  const [x, y] = [0.6, 1.4];
  const a = x * y;
  const b = Math.sin(a);
  const c = a * b;
  const d = c / y;
  const f = Math.exp(b);
  const edge = (from: number, to: number, value: number) => ({ from, to, value });
  return {
    vertices: [0, 1, 2, 3, 4, 5, 6, 7].map((id) => ({
      id,
      role: id < 2 ? 'input' : outputs.includes(id) ? 'output' : 'intermediate',
    })),
    edges: [
      edge(0, 2, y),
      edge(1, 2, x),
      edge(2, 3, Math.cos(a)),
      edge(2, 4, b),
      edge(3, 4, a),
      edge(4, 5, 1 / y),
      edge(1, 5, -d / y),
      edge(3, 6, f),
      edge(5, 7, f),
      edge(6, 7, d),
    ],
  };
}

describe('the second block', () => {
  const rules = [['HS', 'LM', 'reverse'], ['LM', 'forward'], ['forward'], ['reverse']] as const;
  test('with every variable kept', () => {
    const all = secondBlock([2, 3, 4, 5, 7]);
    expect(rules.map((order) => count(all, 'edge', order))).toEqual([14, 14, 13, 18]);
    const first = eliminate({ graph: all }, { kind: 'edge', order: rules[0] });
    expect(first.steps.reduce((n, s) => n + s.absorptions, 0)).toBe(4);
  });
  test('with e alone', () => {
    const one = secondBlock([7]);
    expect(rules.map((order) => count(one, 'edge', order))).toEqual([9, 9, 14, 8]);
    expect(count(one, 'edge', ['LM', 'reverse'])).toBe(8);
    const { jacobian } = eliminate({ graph: one }, { kind: 'edge', order: 'optimal' });
    expect(jacobian.map(({ value }) => value)).toEqual([
      expect.closeTo(3.62770356391, 10),
      expect.closeTo(0.882735482142, 11),
    ]);
  });
});

describe('graphs of the literature', () => {
  const orders = [['forward'], ['reverse'], ['LM', 'forward'], ['LM', 'reverse']] as const;
  test.each([
    ['RoeFlux_1d', [620, 364, 407, 344], 295],
    ['RobotArm_6DOF', [397, 301, 288, 221], 221],
    ['HumanHeartDipole', [240, 172, 194, 148], 148],
    ['PropaneCombustion', [151, 90, 111, 88], 88],
  ] as const)('%s by vertices', (name, expected, best) => {
    const graph = text(name);
    expect(orders.map((order) => count(graph, 'vertex', order))).toEqual(expected);
    for (const seed of some([1, 2, 3], 1)) {
      const found = eliminate({ graph }, { kind: 'vertex', order: 'annealed', seed });
      expect(found.multiplications).toBe(best);
      expect(found.proven).toBe(name !== 'RoeFlux_1d');
    }
  });

  test('best known counts of all of them', () => {
    // Of the large ones, vertices are above.
    for (const { name, text: graph, best } of GRAPHS.filter((each) => IS_DEEP || !each.name.includes('_')))
      for (const kind of ['edge', 'vertex'] as const)
        expect([name, kind, count(graph, kind, name.includes('_') ? 'annealed' : 'optimal')]).toEqual([
          name,
          kind,
          best[kind],
        ]);
  });

  test('the lion graph and its transpose: edges need one product less than vertices', () => {
    const transposed = 'inputs 4 5 6 7, outputs 0 1: 4>3 5>3 6>3 7>3 3>2 4>2 2>0 2>1';
    const turned: GivenGraph = {
      vertices: [4, 5, 6, 7, 3, 2, 0, 1].map((id) => ({
        id,
        role: id > 3 ? 'input' : id > 1 ? 'intermediate' : 'output',
      })),
      edges: [...transposed.matchAll(/(\d)>(\d)/g)].map(([, from, to]) => ({
        from: Number(from),
        to: Number(to),
      })),
    };
    for (const graph of [text('Lion'), turned])
      for (const [kind, least] of [
        ['vertex', 12],
        ['edge', 11],
      ] as const) {
        const found = eliminate({ graph }, { kind, order: 'optimal' });
        expect([found.multiplications, found.proven]).toEqual([least, true]);
      }
    if (IS_DEEP) expect(count(turned, 'face', 'optimal')).toBeLessThanOrEqual(11);
  });
});

describe('what a graph may be', () => {
  const messages = (found: Eliminated) => found.diagnostics.map(({ message }) => message);
  test('ids in any order, vertices in none, some without edges, nothing between', () => {
    const graph: GivenGraph = {
      vertices: [
        { id: 9, role: 'output' },
        { id: -3, role: 'input' },
        { id: 4, role: 'intermediate' },
        { id: 100, role: 'intermediate' },
        { id: 0.5, role: 'input' },
        { id: 7, role: 'output' },
      ],
      edges: [
        { from: 4, to: 9, value: 3 },
        { from: -3, to: 4, value: 2 },
      ],
    };
    const found = eliminate({ graph }, { kind: 'edge', order: ['forward'] });
    expect(found.jacobian).toEqual([{ row: 9, column: -3, expression: 'c_9_4*c_4__3', value: 6 }]);
    expect(found.graph.vertices.map(({ id }) => id)).toEqual([-3, 4, 9, 100, 0.5, 7]);
    for (const empty of [
      { vertices: [], edges: [] },
      { vertices: [{ id: 1, role: 'input' as const }], edges: [] },
    ])
      expect(eliminate({ graph: empty }, { kind: 'face', order: 'optimal' })).toMatchObject({
        ok: true,
        multiplications: 0,
        proven: true,
        jacobian: [],
      });
  });

  test('what is wrong with one is said, with a way out', () => {
    const wrong: [unknown, RegExp][] = [
      [{ vertices: [{ id: 1, role: 'input' }], edges: [{ from: 1, to: 2 }] }, /names vertex 2/],
      [
        {
          vertices: [
            { id: 1, role: 'input' },
            { id: 1, role: 'output' },
          ],
          edges: [],
        },
        /Two vertices have the id 1/,
      ],
      [{ vertices: [{ id: 1, role: 'source' }], edges: [] }, /role source/],
      [{ vertices: [{ id: 1, role: 'output' }], edges: [{ from: 1, to: 1 }] }, /loop/],
      [
        {
          vertices: [
            { id: 1, role: 'input' },
            { id: 2, role: 'input' },
          ],
          edges: [{ from: 1, to: 2 }],
        },
        /into an input/,
      ],
      [
        {
          vertices: [
            { id: 1, role: 'intermediate' },
            { id: 2, role: 'output' },
          ],
          edges: [
            { from: 1, to: 2 },
            { from: 2, to: 1 },
          ],
        },
        /in a circle among the vertices 1, 2/,
      ],
      [
        {
          vertices: [
            { id: 1, role: 'input' },
            { id: 2, role: 'output' },
          ],
          edges: [
            { from: 1, to: 2 },
            { from: 1, to: 2 },
          ],
        },
        /stands there twice/,
      ],
      [{ vertices: [null], edges: [] }, /something other than vertices/],
      [{ vertices: [{ id: 1, role: 'input' }], edges: [null] }, /something other than vertices/],
      [
        {
          vertices: [
            { id: 1, role: 'input' },
            { id: 2, role: 'output' },
          ],
          edges: [{ from: 1, to: 2, value: Number.NaN, partial: 3 }],
        },
        /has the value NaN.*is no text/,
      ],
      [null, /no graph|lists of vertices/],
      ['nothing at all', /no edge in this text/],
    ];
    for (const [graph, message] of wrong) {
      const found = eliminate({ graph: graph as GivenGraph }, { kind: 'edge', order: ['forward'] });
      expect(found.ok).toBe(false);
      expect(messages(found).join(' ')).toMatch(message);
      expect(found.diagnostics.every(({ code, notes }) => code !== 'internal' && notes.length > 0)).toBe(
        true,
      );
    }
  });

  test('a search ends, whatever its time and seed', () => {
    for (const milliseconds of [-4, 0, Number.NaN, 1]) {
      const options = { kind: 'edge', order: 'annealed', seed: Number.NaN, milliseconds } as const;
      expect(eliminate({ graph: text('Lighthouse') }, options).complete).toBe(true);
    }
  });

  test('rules that there are not, or not for this', () => {
    expect(messages(eliminate({ graph: text('Simple') }, null as never)).join(' ')).toMatch(/undefined/);
    const graph = text('Simple');
    const refused = (kind: unknown, order: unknown) =>
      messages(eliminate({ graph }, { kind, order } as EliminateOptions)).join(' ');
    expect(refused('vertex', ['HS', 'LM', 'reverse'])).toMatch(/HS/);
    expect(refused('edge', ['LM', 'sideways'])).toMatch(/sideways/);
    expect(refused('edge', 'best')).toMatch(/best/);
    expect(refused('star', ['LM'])).toMatch(/star/);
    expect(refused('edge', ['LM', { vertex: 1 }])).toMatch(/mixes/);
    expect(refused('edge', [null])).toMatch(/Step 1/);
  });
});
