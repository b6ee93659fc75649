import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FIXTURE_SOURCE, fixture } from '../testing/fixture';
import { createActions } from './actions';
import { EMPTY_PLAYGROUND } from './document/playground';
import { statementAt } from './results/lookup';
import { createState, isStale } from './state';
import {
  cursorOf,
  focusByCursor,
  focusOnCode,
  focusOnRecording,
  focusOnStatement,
  focusOnVertex,
  litBy,
} from './view/focus';

const REQUEST = { source: FIXTURE_SOURCE, language: 'c' } as const;

describe('undo', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const started = () => {
    const store = createState({ playground: { ...EMPTY_PLAYGROUND, source: 'a' } });
    return { store, actions: createActions(store), text: () => store.getState().playground.source };
  };

  test('gathers what is typed without a pause', () => {
    const { actions, text } = started();
    for (const each of ['ab', 'abc', 'abcd']) actions.edit(each);
    vi.advanceTimersByTime(5_000);
    actions.edit('abcde');
    actions.undo();
    expect(text()).toBe('abcd');
    actions.undo();
    expect(text()).toBe('a');
    actions.redo();
    actions.redo();
    expect(text()).toBe('abcde');
  });

  test('goes through options as well as text', () => {
    const { store, actions, text } = started();
    actions.edit('ab');
    actions.setOption('record', 'all');
    actions.setInput('x', '3');
    actions.undo();
    expect(store.getState().playground.inputs).toEqual({});
    actions.undo();
    expect(store.getState().playground.options.record).toBe('tbr');
    expect(text()).toBe('ab');
  });

  test('leaves what is no part of the program alone', () => {
    const { store, actions } = started();
    actions.setTheme('dark');
    actions.arrange('all');
    actions.show('sets');
    actions.undo();
    expect(store.getState()).toMatchObject({ theme: 'dark', onTop: { all: 'sets' } });
  });

  test('brings back what an example replaced', () => {
    const { actions, text } = started();
    actions.load({ ...EMPTY_PLAYGROUND, source: 'example' }, { example: 'x' });
    actions.undo();
    expect(text()).toBe('a');
  });
});

describe('typing', () => {
  test('switches the language when the text clearly is of the other one, and back', () => {
    const store = createState();
    const actions = createActions(store);
    actions.edit('subroutine s(x)\n  real(8) :: x\n  x = 2 * x\nend subroutine s\n');
    expect(store.getState().playground.language).toBe('fortran');
    actions.edit(FIXTURE_SOURCE);
    expect(store.getState().playground.language).toBe('c');
  });

  test('does not, once the user chose', () => {
    const store = createState();
    const actions = createActions(store);
    actions.chooseLanguage('fortran');
    actions.edit(FIXTURE_SOURCE);
    expect(store.getState().playground.language).toBe('fortran');
  });

  test('over the whole text begins anew where it is another program, and goes on where it is the same', () => {
    const store = createState({ draft: 'first' });
    const actions = createActions(store);
    actions.edit('double f(double x) {\n  return x * x;\n}\n');
    actions.setInput('x', '-5');
    actions.tamper({ without: ['f/0 x'] });
    actions.edit('double f(double x) {\n  return sin(x) * x;\n}\n', true);
    expect(store.getState().playground.inputs).toEqual({ x: '-5' });
    expect(store.getState().draft).toBe('first');
    actions.edit('double g(double x) {\n  return log(x);\n}\n', true);
    expect(store.getState().playground).toMatchObject({ inputs: {}, tamper: { without: [] } });
    expect(store.getState().draft).not.toBe('first');
    actions.undo();
    expect(store.getState().playground).toMatchObject({
      inputs: { x: '-5' },
      tamper: { without: ['f/0 x'] },
    });
  });

  test('ends lines in one way, as the editor does', () => {
    const store = createState();
    const actions = createActions(store);
    actions.load({ ...EMPTY_PLAYGROUND, source: '\ufeffa\r\nb\rc\n' });
    expect(store.getState().playground.source).toBe('a\nb\nc\n');
    actions.edit('d\r\ne');
    expect(store.getState().playground.source).toBe('d\ne');
  });

  test('makes results stale at once', () => {
    const store = createState({ shownRequest: { source: 'other', language: 'c' } });
    expect(isStale(store.getState())).toBe(true);
  });
});

describe('the shared cursor', () => {
  const result = fixture(REQUEST);
  const lit = (focus: Parameters<typeof litBy>[0]) => {
    const { statements, recording, vertices } = litBy(focus, result);
    return {
      statements: [...statements],
      recording,
      original: [...vertices.original],
      forward: [...vertices.forward],
      adjoint: [...vertices.adjoint],
    };
  };

  test('a statement of a called routine lights the vertices that call it, by way of others too', () => {
    const call = (caller: string, callee: string, statement: string) =>
      ({ caller, callee, statement }) as (typeof result.callGraph.calls)[0];
    const calling: typeof result = {
      ...result,
      called: [{ ...(result.statements[0] as (typeof result.statements)[0]), id: 's9', routine: 'h' }],
      callGraph: { routines: [], calls: [call('f', 'g', 's3'), call('g', 'h', 's7'), call('h', 'h', 's9')] },
    };
    const of = (id: string) => litBy(focusOnStatement(calling, id, 'why'), calling).vertices;
    expect(of('s9')).toEqual(of('s3'));
    expect(of('s9').forward.size).toBeGreaterThan(0);
  });

  test('a statement lights its vertex in all three graphs', () => {
    expect(lit(focusOnStatement(result, 's3', 'source'))).toEqual({
      statements: ['s3'],
      recording: null,
      original: ['v5'],
      forward: ['v5'],
      adjoint: ['v5'],
    });
  });
  test('a loop lights what counts its trips', () => {
    const { forward, adjoint } = lit(focusOnStatement(result, 's2', 'source'));
    expect(forward).toEqual(['v4.1', 'v4', 'v6.1', 'v4.2']);
    expect(adjoint).toContain('v6');
  });
  test('a recording lights its statement, and is explained', () => {
    expect(focusOnRecording(result, 'r2', 'run').subject).toEqual({ kind: 'recording', id: 'r2' });
    expect(lit(focusOnRecording(result, 'r2', 'run'))).toMatchObject({ statements: ['s3'], recording: 'r2' });
  });
  test('a generated line lights what it comes from', () => {
    const place = { start: 3, end: 9, statement: 's1', recording: null };
    expect(lit(focusOnCode(result, place, 'code'))).toMatchObject({ statements: ['s1'], original: ['v3'] });
    expect(focusOnCode(result, place, 'code').subject).toEqual({ kind: 'code', start: 3, end: 9 });
  });
  test('a vertex lights its counterparts; one that stores control only its own', () => {
    expect(lit(focusOnVertex(result, 'adjoint', 'v3', 'graphs')).original).toEqual(['v3']);
    expect(lit(focusOnVertex(result, 'original', 'v9', 'graphs'))).toMatchObject({
      forward: ['v9'],
      adjoint: ['v9'],
    });
    expect(lit(focusOnVertex(result, 'forward', 'v4.2', 'graphs'))).toMatchObject({ recording: 'r3' });
  });
  test('is found again by key in another result, and only there lights anything', () => {
    const before = focusOnRecording(result, 'r1', 'code');
    const cursor = cursorOf(before);
    expect(cursor).toBe('r:f/r1');
    const next = fixture(REQUEST);
    expect(litBy(before, next).statements.size).toBe(0);
    expect(focusByCursor(next, cursor ?? '', 'kept')).toMatchObject({ recording: 'r1', result: next });
    expect(focusByCursor(next, 's:gone', 'kept')).toBeNull();
  });
  test('an offset finds the innermost statement', () => {
    expect(statementAt(result, FIXTURE_SOURCE.indexOf('sin'))?.id).toBe('s3');
    expect(statementAt(result, 0)).toBeNull();
  });
  test('a statement of a routine that is called is found by its place, and again by its key', () => {
    const called = [
      {
        id: 's90',
        key: 'g/0',
        kind: 'assign' as const,
        text: 'x = y',
        span: { start: 0, end: 3 },
        routine: 'g',
      },
    ];
    const more = { ...result, called };
    expect(statementAt(more, 1)?.id).toBe('s90');
    const focus = focusOnStatement(more, 's90', 'source');
    expect(cursorOf(focus)).toBe('s:g/0');
    expect(focusByCursor(more, 's:g/0', 'kept')).toMatchObject({ subject: { kind: 'statement', id: 's90' } });
  });
});
