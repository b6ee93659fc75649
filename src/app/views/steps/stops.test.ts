import { describe, expect, test } from 'vitest';
import { analysisSteps, differentiate } from '../../../engine/index';
import { FIXTURE_SOURCE } from '../../testing/fixture';
import { changes, firstChange, halts, NOWHERE, nextHalt, vertexName } from './stops';

const request = { source: FIXTURE_SOURCE, language: 'c' } as const;
const { visits } = analysisSteps(request, 'useful', 'postorder');
const stops = visits.map(({ vertex, added, removed }) => ({ place: vertex, added, removed }));

describe('where the stepper halts', () => {
  test('at a place, each time it is come to', () => {
    const place = stops[0]?.place ?? '';
    const here = { place, location: '' };
    expect(halts(stops[0], here)).toBe(true);
    const next = nextHalt(stops, 0, here);
    expect(next === stops.length - 1 || stops[next]?.place === place).toBe(true);
  });
  test('where a variable comes or goes', () => {
    const first = firstChange(stops, 'x');
    expect(first).toBeGreaterThanOrEqual(0);
    expect(stops.slice(0, first).some((stop) => changes(stop, 'x'))).toBe(false);
    expect(nextHalt(stops, -1, { place: '', location: 'x' })).toBe(first);
    expect(firstChange(stops, 'no such thing')).toBe(-1);
    expect(firstChange(stops, NOWHERE.location)).toBe(-1);
  });
  test('without a breakpoint, at the end', () => {
    expect(nextHalt(stops, 0, NOWHERE)).toBe(stops.length - 1);
    expect(halts(stops[0], NOWHERE)).toBe(false);
    expect(halts(undefined, NOWHERE)).toBe(false);
  });
});

test('a vertex has a short name', () => {
  const { vertices } = differentiate(request).graphs.original;
  expect(vertices.slice(0, 2).map((each) => vertexName(each))).toEqual(['1 ENTRY', '2 x < y']);
  expect(vertexName(undefined)).toBe('');
});
