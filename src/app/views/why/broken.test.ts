import { expect, test } from 'vitest';
import { differentiate } from '../../../engine/index';
import { type Focus, focusOnLocation, focusOnRecording, focusOnStatement } from '../../store/view/focus';
import { breakables, isControl, tamperedWith, worstFirst } from './broken';

const component = (name: string, relativeError: number, wrong: boolean) => ({
  name,
  index: 0,
  right: 1,
  broken: 2,
  element: name,
  difference: null,
  relativeError,
  wrong,
});

test('the worst component stands on top, the right ones last', () => {
  const all = [
    component('a', 0, false),
    component('b', 0.5, true),
    component('c', Number.NaN, true),
    component('d', 0, false),
  ];
  expect(worstFirst(all).map(({ name }) => name)).toEqual(['c', 'b', 'a', 'd']);
  expect(worstFirst(Array.from({ length: 40 }, () => component('x', 1, true)))).toHaveLength(12);
});

test('a recording is taken away once; one that was forced is only let go', () => {
  expect(tamperedWith({ without: ['p'], with: [] }, 'p', 'removed')).toEqual({ without: ['p'], with: [] });
  expect(tamperedWith({ without: ['p'], with: ['q'] }, 'q', 'removed')).toEqual({ without: ['p'], with: [] });
  expect(tamperedWith({ without: [], with: [] }, 'q', 'forced')).toEqual({ without: [], with: ['q'] });
  expect(tamperedWith({ without: ['q'], with: [] }, 'q', 'forced')).toEqual({ without: [], with: [] });
});

test('what can be broken: a stored value at its push, one left out at its statement', () => {
  const d = differentiate({
    language: 'c',
    source: 'double f(double x, double c) { x = x * x; c = 5.0 + x; x = x * c; return x; }',
  });
  const stored = d.recordings.find((r) => r.location === 'x');
  const at = (text: string) => d.statements.find((s) => s.text.startsWith(text))?.id ?? '';
  const texts = (focus: Focus) => breakables(d, focus).map(({ change, location }) => `${change} ${location}`);
  expect(texts(focusOnRecording(d, stored?.id ?? '', 'test'))).toEqual(['removed x']);
  expect(texts(focusOnStatement(d, at('c ='), 'test'))).toEqual(['forced c']);
  expect(texts(focusOnLocation(d, { location: 'x', statement: at('c ='), point: 'before' }, 'test'))).toEqual(
    [],
  );
});

test('control cannot be broken, a snapshot can', () => {
  const d = differentiate({
    language: 'c',
    source: `void g(double *a) { *a = *a * *a; }
double f(double x) { double t = x; g(&t); while (t > 1.0) t = sqrt(t); return t; }`,
  });
  const focus = (kind: string) =>
    focusOnRecording(d, d.recordings.find((r) => r.kind === kind)?.id ?? '', 'test');
  expect(isControl(d, focus('count'))).toBe(true);
  expect(breakables(d, focus('count'))).toEqual([]);
  expect(isControl(d, focus('snapshot'))).toBe(false);
  expect(breakables(d, focus('snapshot')).map(({ change }) => change)).toEqual(['removed']);
});
