import { describe, expect, test } from 'vitest';
import { algorithmSteps } from '../../../engine/index';
import { FIXTURE_SOURCE } from '../../testing/fixture';
import { appeared, nextAt } from './appearing';

const { runs, graphs } = algorithmSteps({ source: FIXTURE_SOURCE, language: 'c' });
const run = (algorithm: number) => {
  const found = runs.find((each) => each.algorithm === algorithm);
  if (found === undefined) throw new Error(`no algorithm ${algorithm}`);
  return found;
};
const counted = (algorithm: number, at: number) =>
  (['original', 'forward', 'adjoint'] as const).map(
    (name) =>
      graphs[name].vertices.filter(({ id }) => appeared(runs, run(algorithm), at)[name].vertices(id)).length,
  );

describe('what an algorithm has made', () => {
  test('sorting takes the vertices of the original graph one by one', () => {
    const after = run(1).steps.map((_, at) => counted(1, at)[0] ?? 0);
    expect(after).toEqual(after.toSorted((a, b) => a - b));
    expect(after[0]).toBeLessThan(2);
    expect(after.at(-1)).toBe(graphs.original.vertices.length);
    expect(counted(1, 99).slice(1)).toEqual([0, 0]);
  });
  test('the vertices of both sweeps come from algorithm 2, their edges from 5', () => {
    expect(counted(2, 0)[0]).toBe(graphs.original.vertices.length);
    expect(counted(2, 0)[1]).toBeLessThan(2);
    const last = appeared(runs, run(5), run(5).steps.length - 1);
    expect(graphs.adjoint.edges.every((_, e) => last.adjoint.edges(e))).toBe(true);
    expect(graphs.adjoint.edges.every((_, e) => appeared(runs, run(5), 0).adjoint.edges(e))).toBe(false);
    expect(graphs.forward.edges.some((_, e) => appeared(runs, run(2), 99).forward.edges(e))).toBe(false);
  });
});

test('a vertex is found again, round the end', () => {
  const { steps } = run(1);
  const vertex = steps[0]?.vertex ?? '';
  expect(steps[nextAt(run(1), 0, vertex)]?.vertex).toBe(vertex);
  expect(nextAt(run(1), steps.length - 1, vertex)).toBe(0);
  expect(nextAt(run(1), 0, 'nowhere')).toBe(-1);
});
