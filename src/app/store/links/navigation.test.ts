import { expect, test } from 'vitest';
import { EMPTY_PLAYGROUND } from '../document/playground';
import type { Draft } from '../kept/drafts';
import { openedEntry } from './navigation';

const text = (source: string) => ({ ...EMPTY_PLAYGROUND, source });
const entry = { backsweep: 1, playground: text('as written'), fixed: false, draft: 'd', at: 100 };
const keeping = (...drafts: Draft[]) => ({ save: () => true, list: () => drafts, remove: () => {} });
const draft = (at: number): Draft => ({ id: 'd', at, playground: text('as typed') });

test('an entry that its page could not write any more gives way to its draft', () => {
  expect(openedEntry(entry, keeping(draft(150)))?.playground.source).toBe('as typed');
  expect(openedEntry(entry, keeping(draft(50)))?.playground.source).toBe('as written');
  expect(openedEntry(entry, keeping({ ...draft(150), id: 'other' }))?.playground.source).toBe('as written');
});

test('an entry too large for the browser is its draft', () => {
  expect(openedEntry({ ...entry, playground: null }, keeping(draft(50)))?.playground.source).toBe('as typed');
  expect(openedEntry({ ...entry, playground: null }, keeping())).toBeNull();
});

test('somebody’s version stays as it was sent', () => {
  expect(openedEntry({ ...entry, fixed: true }, keeping(draft(150)))).toEqual({
    playground: text('as written'),
    fixed: true,
    draft: null,
    stands: {},
  });
});

test('what an earlier page wrote, or a stranger, is read or passed over', () => {
  const { draft: _, at: __, ...earlier } = entry;
  expect(openedEntry(earlier, keeping(draft(150)))?.playground.source).toBe('as written');
  for (const state of [null, 7, {}, { backsweep: 1 }, { backsweep: 1, playground: { source: 3 } }])
    expect(openedEntry(state, keeping())).toBeNull();
});

test('steppers stand where they stood, but for what is no stand', () => {
  const stands = { sweep: { of: 'run', at: 12 }, steps: { of: 3, at: 1 }, lesson: null };
  expect(openedEntry({ ...entry, stands }, keeping())?.stands).toEqual({ sweep: { of: 'run', at: 12 } });
  expect(openedEntry({ ...entry, stands: null }, keeping())?.stands).toEqual({});
});
