import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/index';
import type { Trace } from '../../../engine/pipeline/results';
import { some } from '../../../engine/testing/draws';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { runOf } from '../../store/document/playground';
import { createPlayback, elementName, heights, nameOnTape, nextStop, tapeKind, told } from './playback';
import { cellRows, variableRows, WINDOW } from './rows';

function traceOf(id: string): Trace {
  const example = EXAMPLES.find((each) => each.id === id);
  if (!example) throw new Error(`no example ${id}`);
  const { trace } = execute({ ...runOf(playgroundOf(example), {}), trace: 'only' });
  if (!trace) throw new Error(`${id} left no trace`);
  return trace;
}

describe.each(some(EXAMPLES, 8, 1).map(({ id }) => id))('the trace of %s', (id) => {
  const trace = traceOf(id);
  const play = createPlayback(trace);

  test('is whole, and says where each step is in the generated code', () => {
    expect([trace.cutAt, trace.ended]).toEqual([null, '']);
    const without = trace.statements.filter(({ code, text }) => code === null && !/^\s*$/.test(text));
    expect(without.map(({ text }) => text)).toEqual([]);
  });

  test('can be gone through forward and back: what a step finds is what stood there', () => {
    // Locals begin anew at each call of their routine; those of the entry routine begin once.
    const entry = trace.statements[trace.statement[0] ?? 0]?.routine ?? '';
    const checked = (k: number) => {
      const cell = play.written(k);
      const { routine } = trace.locations[trace.location[k] ?? -1] ?? { routine: '' };
      return cell >= 0 && routine === entry && play.defined(cell) ? cell : -1;
    };
    for (let k = 0; k < trace.steps; k++) {
      const cell = checked(k);
      if (cell >= 0 && (trace.depth[k] ?? 0) === 0) expect(play.value(cell)).toBe(trace.before[k]);
      play.moveTo(k);
    }
    const end = Array.from({ length: trace.initial.length }, (_, cell) => play.value(cell));
    play.moveTo(-1);
    expect(Array.from(trace.initial, (_, cell) => play.value(cell))).toEqual([...trace.initial]);
    play.moveTo(trace.steps - 1);
    expect(Array.from(trace.initial, (_, cell) => play.value(cell))).toEqual(end);
  });

  test('every push has its pop, of the same value, and the stack is as high as the trace says', () => {
    for (let k = 0; k < trace.steps; k++) {
      const kind = tapeKind(trace, k);
      if (kind === null) continue;
      const other = play.partner(k);
      expect(other).toBeGreaterThanOrEqual(0);
      expect(play.partner(other)).toBe(k);
      expect(trace.after[other]).toBe(trace.after[k]);
      expect(tapeKind(trace, other)?.replace(/^p(ush|op)/, '')).toBe(kind.replace(/^p(ush|op)/, ''));
      // Control, too, goes by the name that it has in the code, in both sweeps.
      expect(nameOnTape(play, k)).toBe(nameOnTape(play, other));
      expect(nameOnTape(play, k)).not.toBe('mark');
    }
    for (const k of [Math.floor(trace.turn / 2), trace.turn, trace.steps - 1]) {
      play.moveTo(k);
      expect(play.top(Number.POSITIVE_INFINITY)).toHaveLength(trace.tapeHeight[k] ?? 0);
    }
    expect(trace.tapeHeight[trace.steps - 1]).toBe(0);
  });

  test('the statements of the entry routine are visited as often in either sweep', () => {
    const most = { forward: new Map<string, number>(), backward: new Map<string, number>() };
    for (let k = 0; k < trace.steps; k++) {
      const s = trace.statements[trace.statement[k] ?? 0];
      const visit = trace.visit[k] ?? 0;
      if (!s?.statement || !s.sweep || visit === 0) continue;
      most[s.sweep].set(s.statement, Math.max(visit, most[s.sweep].get(s.statement) ?? 0));
    }
    for (const [statement, visits] of most.backward)
      if (most.forward.has(statement))
        expect([statement, visits]).toEqual([statement, most.forward.get(statement)]);
  });

  test('every step can be told', () => {
    for (let k = -1; k < trace.steps; k++) expect(told(play, k)).toMatch(/^[A-Z\w].*\.$/s);
  });
});

describe('a trace', () => {
  const trace = traceOf('spg-loop.c');
  const play = createPlayback(trace);

  test('takes at most 100 bytes a step, what is found when it opens included', () => {
    const { initial, ...rest } = trace;
    const columns = Object.values(rest).filter((x) => ArrayBuffer.isView(x));
    const bytes = columns.reduce((sum, x) => sum + x.byteLength, 0) / trace.steps;
    expect(bytes).toBe(42);
    // Three more columns of four bytes: the last write, the partner on the tape, the cell below.
    expect(bytes + 12).toBeLessThanOrEqual(100);
  });

  test('halts where a statement runs or a variable changes', () => {
    const x = trace.locations.findIndex(({ name }) => name === 'x');
    play.moveTo(-1);
    const first = nextStop(play, { statements: new Set(), locations: new Set([x]) }, 1);
    expect(told(play, first)).toBe('x goes from −5 to 2.5.');
    play.moveTo(first);
    const { statement } = trace.statements[trace.statement[first] ?? 0] ?? { statement: null };
    const next = nextStop(play, { statements: new Set([statement ?? '']), locations: new Set() }, 1);
    expect(trace.statements[trace.statement[next] ?? 0]?.statement).toBe(statement);
    expect(nextStop(play, { statements: new Set(), locations: new Set() }, 1)).toBe(trace.steps - 1);
    expect(nextStop(play, { statements: new Set(), locations: new Set() }, -1)).toBe(-1);
  });

  test('tells the height of the tape over the run, the most in each stretch', () => {
    const high = Math.max(...trace.tapeHeight);
    expect(heights(trace, 4)).toMatchObject({ most: high });
    expect(heights(trace, 4).heights).toHaveLength(4);
    expect(Math.max(...heights(trace, 7).heights)).toBe(high);
  });

  test('shows a window of a long array, which follows what changes', () => {
    const long = traceOf('heat.c');
    const rows = variableRows(long);
    const first = new Map<number, number>();
    const routines = new Set([long.statements[0]?.routine ?? '']);
    const u = rows.find(({ location }) => long.locations[location]?.name === 'u');
    for (let k = 0; k < long.steps; k++) {
      const shown = cellRows(long, rows, k, { routines, whole: new Set(), first }).filter(({ key }) =>
        key.startsWith(`${u?.location} `),
      );
      expect(shown).toHaveLength(WINDOW);
      if (long.location[k] === u?.location)
        expect(shown.some(({ name }) => name === `u[${long.index[k]}]`)).toBe(true);
      expect(shown.map(({ rest }) => rest?.shown)).toEqual([...Array(WINDOW - 1).fill(undefined), WINDOW]);
    }
    // All of it where it is asked for.
    const whole = new Set([u?.location ?? -1]);
    const all = cellRows(long, rows, 0, { routines, whole, first }).filter(({ key }) =>
      key.startsWith(`${u?.location} `),
    );
    expect(all).toHaveLength(u?.length ?? 0);
    expect(all.at(-1)?.rest).toMatchObject({ shown: u?.length, of: u?.length });
  });
});

test('elements are written as the program writes them', () => {
  const one = traceOf('bratu.f').locations.find(({ name }) => name === 'x');
  expect(one && elementName(one, 0)).toBe('x(1)');
  const location = (subscripts: Trace['locations'][number]['subscripts']) => ({
    ...(one as Trace['locations'][number]),
    name: 'a',
    subscripts,
  });
  expect(elementName(location({ lower: [1, -1], strides: [1, 3], order: [1, 0], style: 'fortran' }), 5)).toBe(
    'a(3, 0)',
  );
  // A dimension of one element moves nothing.
  expect(elementName(location({ lower: [4, -1], strides: [1, 1], order: [1, 0], style: 'fortran' }), 2)).toBe(
    'a(4, 1)',
  );
  expect(elementName(location({ lower: [0, 0], strides: [3, 1], order: [0, 1], style: 'c' }), 5)).toBe(
    'a[1][2]',
  );
});
