import { expect, test } from 'vitest';
import { itemAt } from '../base/lookup';
import { parseC } from '../frontend/c';
import { buildFlowGraph } from '../ir/graph/buildFlow';
import type { FlowGraph } from '../ir/graph/flow';
import type { Analysis } from './analysis';
import { solve } from './solve';

const graphOf = (body: string): FlowGraph =>
  buildFlowGraph(itemAt(parseC(`double f(double x, int n) { ${body} return x; }`).program.routines, 0));

/** What control may have come by, or may still come by. */
const passed = (direction: 'forward' | 'backward'): Analysis<ReadonlySet<number>> => ({
  name: 'passed',
  direction,
  universe: { size: 0, print: () => [], explain: (location) => ({ location }) },
  bottom: () => new Set(),
  boundary: () => new Set(),
  join: (a, b) => new Set([...a, ...b]),
  equals: (a, b) => a.size === b.size && [...a].every((id) => b.has(id)),
  transfer: ({ id }, state) => new Set([...state, id]),
});

const BRANCHES =
  'if (n > 0) { if (x > 1) x = x * 2; else x = x * 3; x = x + 1; } else { switch (n) { case -1: x = 4; break; default: x = 5; } }';

test.each(['forward', 'backward'] as const)('without loops each vertex is visited once, %s', (direction) => {
  const graph = graphOf(BRANCHES);
  const { trace } = solve(graph, passed(direction), { trace: true });
  expect(trace.map(({ vertex }) => vertex).sort((a, b) => a - b)).toEqual(graph.vertices.map((_, v) => v));
  expect(itemAt(trace, 0).vertex).toBe(direction === 'forward' ? graph.entry : graph.exit);
});

test.each(['forward', 'backward'] as const)(
  'a loop is at rest before what comes after it, %s',
  (direction) => {
    const visits = (loops: number) => {
      const graph = graphOf('for (int i = 0; i < n; i++) { if (x < i) x = x * 2; } '.repeat(loops));
      return solve(graph, passed(direction), { trace: true }).trace.length / graph.vertices.length;
    };
    expect(visits(20)).toBeLessThanOrEqual(3);
  },
);

test.each(['forward', 'backward'] as const)('the fixed point is one in whatever order, %s', (direction) => {
  const graph = graphOf(`for (int i = 0; i < n; i++) { while (x < 3) { ${BRANCHES} } if (x > 9) break; }`);
  const analysis = passed(direction);
  const states = (order: 'reversePostorder' | 'postorder' | 'index') => {
    const { before, after } = solve(graph, analysis, { order });
    return graph.vertices.map((_, v) => [new Set(before(v)), new Set(after(v))]);
  };
  const usual = states('reversePostorder');
  expect(states('postorder')).toEqual(usual);
  expect(states('index')).toEqual(usual);
});

test.each(['forward', 'backward'] as const)(
  'states within a long block follow one another, %s',
  (direction) => {
    const graph = graphOf('x = x * 2; '.repeat(200));
    const { around } = solve(graph, passed(direction));
    const ids = graph.vertices.flatMap(({ instructions }) => instructions.map(({ id }) => id));
    const sides = ids.map((id) => around(id) ?? { before: new Set<number>(), after: new Set<number>() });
    sides.forEach(({ before, after }, k) => {
      const [came, passedBy] = direction === 'forward' ? [before, after] : [after, before];
      const earlier = direction === 'forward' ? ids.slice(0, k) : ids.slice(k + 1);
      expect(came).toEqual(new Set(earlier));
      expect(passedBy).toEqual(new Set([...earlier, itemAt(ids, k)]));
    });
  },
);
