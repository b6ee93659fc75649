import { expect, test } from 'vitest';
import { differentiate, execute } from '../../../engine';
import { EMPTY_PLAYGROUND } from '../../store/document/playground';
import { isChosen, STRATEGIES, strategiesFor } from '../../store/document/strategies';
import { byCode, type Compared, timeOf } from '../../store/session/compare';
import { duration } from '../../ui/numbers';
import { extremes, FIGURES, type Figure, isBest } from './figures';
import { compareSheets } from './sheets';

const figure = (id: string) => FIGURES.find((each) => each.id === id) as Figure;
const timed = (...times: [primal: number, derivative: number][]): Compared => ({
  strategy: { id: 'x', title: 'x', blurb: '', change: {} },
  result: null,
  execution: null,
  needed: null,
  times: times.map(([primal, derivative]) => ({
    ok: true,
    reason: '',
    primal,
    derivative,
    spread: 0,
    runs: 1,
  })),
});

test('a time is that of the fastest round, a ratio is to the one kernel', () => {
  // In the last round of the second, preparing a run took longer than running it.
  const rows = [timed([2, 9], [1, 8]), timed([4, 6], [0, 0]), timed()];
  expect(rows.map((row) => timeOf(row))).toEqual([8, 6, null]);
  expect(rows.map((row) => figure('ratio').of(row, rows))).toEqual([8, 6, null]);
});

const ran = (id: string, text: string, ok = true): Compared => ({
  ...timed(),
  strategy: { id, title: id, blurb: '', change: {} },
  result: { code: { text } } as Compared['result'],
  execution: { ok } as Compared['execution'],
});

test('strategies of one code are timed as one, and what does not run not at all', () => {
  const rows = [ran('a', 'push'), ran('b', 'pop'), ran('c', 'push'), ran('d', 'pop', false), timed()];
  expect(byCode(rows).map((alike) => alike.map(({ id }) => id))).toEqual([['a', 'c'], ['b']]);
});

test('there is no ratio until all codes were timed: the kernel too gets faster while it is run', () => {
  const slow = { ...timed([1, 2]), execution: { ok: true } as Compared['execution'] };
  expect(figure('ratio').of(slow, [slow, ran('b', 'pop')])).toBeNull();
  expect(figure('ratio').of(slow, [slow, ran('b', 'pop', false)])).toBe(2);
});

test('the best is marked where it tells something, and ties share it', () => {
  const rows = [timed([1, 10]), timed([1, 10.1]), timed([1, 20]), timed([1, 30])];
  const time = figure('time');
  const { best, most } = extremes(time, rows);
  expect([best, most]).toEqual([10, 30]);
  expect(rows.map((row) => isBest(time, time.of(row, rows) ?? 0, best))).toEqual([true, true, false, false]);
  expect(extremes(time, rows.slice(0, 2)).best).toBeNull();
  expect(extremes(time, []).best).toBeNull();
});

test('only what the engine can do is compared, and calls only where there are some', () => {
  const available = {
    record: ['tbr'],
    adjointLiveness: [true, false],
    elements: [true, false],
    calls: ['joint', 'split'],
    snapshots: ['lazy'],
    recompute: [false],
    useResults: [false],
  } as const;
  const ids = (calls: boolean) =>
    strategiesFor({ hasCalls: calls, hasLoops: false }, available).flatMap(({ strategies }) =>
      strategies.map(({ id }) => id),
    );
  expect(ids(false)).toEqual(['tbr-dead', 'tbr-coarse', 'tbr']);
  expect(ids(true)).toEqual(['tbr-dead', 'tbr-coarse', 'tbr', 'joint-lazy', 'split']);
});

test('ids of strategies are unique, and the defaults are TBR, joins and joint', () => {
  const all = STRATEGIES.flatMap(({ strategies }) => strategies);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const chosen = all.filter((strategy) => isChosen(strategy, EMPTY_PLAYGROUND.options));
  expect(chosen.map(({ id }) => id)).toEqual(['tbr', 'joins', 'joint-lazy']);
});

test('durations are short', () => {
  expect([8.5e-5, 0.0012345, 12.5, 2500].map(duration)).toEqual(['85 ns', '1.23 µs', '12.5 ms', '2.5 s']);
});

test('for a spreadsheet figures are bare numbers, for reading they have their units', () => {
  const row = timed([1, 0.004]);
  const sheet = (exact: boolean) => compareSheets('f', 'x', [], () => row, exact)[0];
  const column = FIGURES.findIndex(({ id }) => id === 'time') + 1;
  expect([sheet(true)?.head[column], sheet(true)?.rows[0]?.[column]]).toEqual(['time (ms)', '0.004']);
  expect([sheet(false)?.head[column], sheet(false)?.rows[0]?.[column]]).toEqual(['time', '4 µs']);
  expect(sheet(true)?.rows[0]?.[1]).toBe('');
});

test('sites are those of the routines that are called too', () => {
  const source = `void g(double *x, int n) { for (int i = 0; i < n; i++) x[0] = sin(x[0]); }
void f(double *x, int n) { g(x, n); }`;
  for (const calls of ['joint', 'split', 'inline'] as const) {
    const request = { source, language: 'c', routine: 'f', options: { calls } } as const;
    const result = differentiate(request);
    const { tape } = execute({ ...request, inputs: { x: [1], n: 4 } });
    const row = { ...timed(), result };
    expect(figure('sites').of(row, [row]), calls).toBe(Object.keys(tape.byRecording).length);
    expect(tape.values).toBe(4);
  }
});
