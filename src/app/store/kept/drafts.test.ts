import { describe, expect, test } from 'vitest';
import { EMPTY_PLAYGROUND } from '../document/playground';
import { createDrafts } from './drafts';

function memory(room = Number.POSITIVE_INFINITY): Storage {
  const entries = new Map<string, string>();
  const size = () => [...entries.values()].reduce((sum, text) => sum + text.length, 0);
  return {
    get length() {
      return entries.size;
    },
    key: (i) => [...entries.keys()][i] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, text) {
      if (size() - (entries.get(key)?.length ?? 0) + text.length > room) throw new Error('full');
      entries.set(key, text);
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
const draft = (id: string, at: number, source = id) => ({
  id,
  at,
  playground: { ...EMPTY_PLAYGROUND, source },
});

describe('drafts', () => {
  test('come back newest first', () => {
    const drafts = createDrafts(() => storage);
    const storage = memory();
    for (const each of [draft('a', 1), draft('b', 3), draft('c', 2)]) expect(drafts.save(each)).toBe(true);
    expect(drafts.list().map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });

  test('are at most so many: the oldest go', () => {
    const storage = memory();
    const drafts = createDrafts(() => storage);
    for (let i = 0; i < 40; i++) drafts.save(draft(`d${i}`, i));
    expect(drafts.list()).toHaveLength(24);
    expect(drafts.list()[0]?.id).toBe('d39');
  });

  test('make room for a large one, and say so when there is none', () => {
    const storage = memory(12_000);
    const drafts = createDrafts(() => storage);
    for (let i = 0; i < 8; i++) expect(drafts.save(draft(`d${i}`, i, 'x'.repeat(400)))).toBe(true);
    expect(drafts.save(draft('large', 99, 'y'.repeat(6_000)))).toBe(true);
    expect(drafts.list()[0]?.playground.source).toHaveLength(6_000);
    expect(drafts.save(draft('too large', 100, 'z'.repeat(20_000)))).toBe(false);
    expect(drafts.list()[0]?.id).toBe('large');
  });

  test('do without a storage that is switched off', () => {
    const drafts = createDrafts(() => {
      throw new Error('denied');
    });
    expect(drafts.list()).toEqual([]);
    expect(drafts.save(draft('a', 1))).toBe(false);
  });

  test('pass over what somebody else wrote there', () => {
    const storage = memory();
    storage.setItem('backsweep.draft.odd', '{"at":1,"playground":{"source":5}}');
    storage.setItem('backsweep.draft.odder', 'not json');
    storage.setItem('unrelated', '1');
    expect(createDrafts(() => storage).list()).toEqual([]);
  });
});
