import { afterEach, expect, test, vi } from 'vitest';
import { defaultHost } from './host';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('without a clock of its own the host has the calendar’s', () => {
  vi.stubGlobal('performance', undefined);
  const { now } = defaultHost();
  const [before, shown, after] = [Date.now(), now(), Date.now()];
  expect(shown).toBeGreaterThanOrEqual(before);
  expect(shown).toBeLessThanOrEqual(after);
});
