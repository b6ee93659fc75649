import { describe, expect, test } from 'vitest';
import { analysisSteps, differentiate } from '../../../engine/index';
import { FIXTURE_SOURCE } from '../../testing/fixture';
import { changes, firstChange, halts, nextHalt, vertexName } from './stops';

const request = { source: FIXTURE_SOURCE, language: 'c' } as const;
const { visits } = analysisSteps(request, 'useful', 'postorder');

describe('where the stepper halts', () => {
  test('at a vertex, each time it is visited', () => {
    const vertex = visits[0]?.vertex ?? '';
    const here = { vertex, location: '' };
    expect(halts(visits[0], here)).toBe(true);
    const next = nextHalt(visits, 0, here);
    expect(next === visits.length - 1 || visits[next]?.vertex === vertex).toBe(true);
  });
  test('where a variable comes or goes', () => {
    const first = firstChange(visits, 'x');
    expect(first).toBeGreaterThanOrEqual(0);
    expect(visits.slice(0, first).some((visit) => changes(visit, 'x'))).toBe(false);
    expect(nextHalt(visits, -1, { vertex: '', location: 'x' })).toBe(first);
    expect(firstChange(visits, 'no such thing')).toBe(-1);
  });
  test('without a breakpoint, at the end', () => {
    expect(nextHalt(visits, 0, { vertex: '', location: '' })).toBe(visits.length - 1);
    expect(halts(undefined, { vertex: '', location: '' })).toBe(false);
  });
});

test('a vertex has a short name', () => {
  const { vertices } = differentiate(request).graphs.original;
  expect(vertices.slice(0, 2).map((each) => vertexName(each))).toEqual(['1 ENTRY', '2 x < y']);
  expect(vertexName(undefined)).toBe('');
});
