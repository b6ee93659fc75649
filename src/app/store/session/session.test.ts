import { afterEach, describe, expect, test, vi } from 'vitest';
import { FIXTURE_SOURCE, fixture } from '../../testing/fixture';
import type { Client, Outcome } from '../../worker/client';
import type { Question } from '../../worker/protocol';
import { createActions } from '../actions';
import { EMPTY_PLAYGROUND } from '../document/playground';
import { createState, diagnosticsOf, isStale } from '../state';
import { focusOnRecording } from '../view/focus';
import type { Clients } from './clients';
import { type Session, startSession } from './session';

vi.mock('../../worker/spawn', () => ({ spawnEngine: () => () => null, spawnLayout: () => null }));

type Answer = (question: Question) => Outcome<unknown>;

/** Workers that answer at once with what the test says, and remember what they were asked. */
function stage(answer: Answer) {
  const asked: Question[] = [];
  const client: Client = {
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(answer(question) as Outcome<never>);
    },
    load: () => {},
    cancel: () => {},
  };
  const clients: Clients = { analysis: client, execution: client, certificate: client, layout: client };
  const store = createState({ playground: { ...EMPTY_PLAYGROUND, source: FIXTURE_SOURCE } });
  return { store, actions: createActions(store), session: startSession(store, clients), asked };
}

const good: Answer = (question) => {
  if (question.kind === 'differentiate') return { kind: 'answer', answer: fixture(question.request) };
  if (question.kind === 'explain')
    return { kind: 'answer', answer: { title: 'why', short: '', long: '', facts: [] } };
  return { kind: 'cancelled' };
};
const settle = async () => {
  for (let i = 0; i < 8; i++) await Promise.resolve();
};
let session: Session | null = null;
afterEach(() => session?.stop());

describe('the session', () => {
  const half = {
    severity: 'error',
    code: 'syntax',
    message: 'half',
    span: { start: 0, end: 1 },
    notes: [],
  } as const;
  const halfTyped: Answer = (question) =>
    question.kind === 'differentiate' && question.request.source.endsWith('*')
      ? { kind: 'answer', answer: { ...fixture(question.request), ok: false, diagnostics: [half] } }
      : good(question);

  test('asks for each change, and shows the answer', async () => {
    const { store, actions, asked, ...rest } = stage(good);
    session = rest.session;
    await settle();
    expect(store.getState().shown?.ok).toBe(true);
    expect(isStale(store.getState())).toBe(false);
    actions.setOption('record', 'all');
    expect(isStale(store.getState())).toBe(true);
    await settle();
    expect(store.getState().shown?.request.options.record).toBe('all');
    expect(asked.filter(({ kind }) => kind === 'differentiate')).toHaveLength(2);
    actions.setNote('changes no result');
    await settle();
    expect(asked.filter(({ kind }) => kind === 'differentiate')).toHaveLength(2);
  });

  test('keeps the last good result while the text is half typed, but not when another program is loaded or pasted', async () => {
    const { store, actions, ...rest } = stage(halfTyped);
    session = rest.session;
    await settle();
    const before = store.getState().shown;
    actions.edit(`${FIXTURE_SOURCE} x *`);
    await settle();
    expect(store.getState().shown).toBe(before);
    expect(store.getState().latest?.diagnostics).toEqual([half]);
    expect(isStale(store.getState())).toBe(true);
    actions.edit('double other(double z) { return z *', true);
    await settle();
    const pasted = store.getState().shown;
    expect(pasted).not.toBe(before);
    actions.load({ ...EMPTY_PLAYGROUND, source: 'other *' });
    await settle();
    expect(store.getState().shown).not.toBe(pasted);
  });

  test('does not run half a line that follows a good text at once', async () => {
    vi.useFakeTimers();
    const { actions, asked, ...rest } = stage(halfTyped);
    session = rest.session;
    await settle();
    actions.edit(`${FIXTURE_SOURCE} x *`);
    await settle();
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(asked.filter(({ kind }) => kind === 'execute')).toEqual([]);
    actions.edit(`${FIXTURE_SOURCE} x`);
    await settle();
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(asked.filter(({ kind }) => kind === 'execute')).toHaveLength(1);
    vi.useRealTimers();
  });

  test('asks for what takes long when the typist pauses, and for another program at once', async () => {
    vi.useFakeTimers();
    const slow: Answer = (question) => {
      if (question.kind === 'differentiate') vi.advanceTimersByTime(400);
      return good(question);
    };
    const { actions, asked, ...rest } = stage(slow);
    const count = () => asked.filter(({ kind }) => kind === 'differentiate').length;
    session = rest.session;
    await settle();
    for (const key of ['1', '2', '3']) {
      actions.edit(`${FIXTURE_SOURCE} ${key}`);
      vi.advanceTimersByTime(300);
    }
    expect(count()).toBe(1);
    vi.advanceTimersByTime(100);
    expect(count()).toBe(2);
    await settle();
    actions.load({ ...EMPTY_PLAYGROUND, source: 'another' });
    expect(count()).toBe(3);
    vi.useRealTimers();
  });

  test('answers for the text as it is, where something was typed and taken back at once', async () => {
    const { store, actions, ...rest } = stage(halfTyped);
    session = rest.session;
    await settle();
    actions.edit(`${FIXTURE_SOURCE} x *`);
    actions.edit(FIXTURE_SOURCE);
    await settle();
    expect(store.getState().latest?.ok).toBe(true);
    expect(diagnosticsOf(store.getState())).not.toContainEqual(half);
  });

  test('shows nothing of a text that was emptied, and no error either', async () => {
    const nothing = {
      severity: 'error',
      code: 'no-routine',
      message: 'nothing',
      span: { start: 0, end: 0 },
      notes: [],
    } as const;
    const { store, actions, ...rest } = stage((question) =>
      question.kind === 'differentiate' && question.request.source.trim() === ''
        ? { kind: 'answer', answer: { ...fixture(question.request), ok: false, diagnostics: [nothing] } }
        : good(question),
    );
    session = rest.session;
    await settle();
    actions.edit(' ');
    await settle();
    expect(store.getState().shown?.ok).toBe(false);
    expect(store.getState().execution).toBeNull();
    expect(isStale(store.getState())).toBe(false);
    expect(diagnosticsOf(store.getState())).toEqual([]);
  });

  test('finds the cursor again after an edit, and the cursor of a link', async () => {
    const { store, actions, ...rest } = stage(good);
    session = rest.session;
    await settle();
    const { shown } = store.getState();
    if (shown === null) throw new Error('nothing shown');
    actions.pin(focusOnRecording(shown, 'r2', 'code'));
    actions.edit(`${FIXTURE_SOURCE}\n`);
    await settle();
    expect(store.getState().pinned).toMatchObject({ recording: 'r2', result: store.getState().shown });
    actions.load({ ...EMPTY_PLAYGROUND, source: 'linked' }, { cursor: 's:f/s1' });
    await settle();
    expect(store.getState().pinned?.statements).toEqual(['s1']);
  });

  test('explains what is pinned', async () => {
    const { store, actions, asked, ...rest } = stage(good);
    session = rest.session;
    await settle();
    const { shown } = store.getState();
    if (shown === null) throw new Error('nothing shown');
    actions.pin(focusOnRecording(shown, 'r1', 'code'));
    await settle();
    expect(asked.at(-1)).toMatchObject({ kind: 'explain', subject: { kind: 'recording', id: 'r1' } });
    expect(store.getState().explanation?.text.title).toBe('why');
  });

  test('says so when the analysis takes too long or breaks, and keeps what it had', async () => {
    const troubles: Outcome<unknown>[] = [
      { kind: 'overdue', milliseconds: 15_000 },
      { kind: 'broken', message: 'a bug' },
    ];
    for (const trouble of troubles) {
      const { store, actions, ...rest } = stage((question) =>
        question.kind === 'differentiate' && question.request.source.length < 10 ? trouble : good(question),
      );
      session = rest.session;
      await settle();
      const before = store.getState().shown;
      actions.edit('short');
      await settle();
      expect(store.getState().shown).toBe(before);
      expect(store.getState().latest).toMatchObject({ ok: false });
      expect(store.getState().latest?.diagnostics[0]?.message).toMatch(/15 seconds|a bug/);
      rest.session.stop();
    }
  });
});
