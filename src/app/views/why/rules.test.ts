import { expect, test } from 'vitest';
import { RULE } from '../../../engine/explain/words';
import { paperOf, RULES } from './rules';

test('every rule that a card can name has its equation', () => {
  for (const name of Object.values(RULE)) {
    const rule = RULES[name];
    expect([name, rule?.equations.length ?? 0]).not.toEqual([name, 0]);
    expect(rule?.words).toMatch(/^[A-Z“].*\.$/);
  }
  expect(Object.keys(RULES).sort()).toEqual(Object.values(RULE).sort());
  expect(paperOf('4.2 [TBR]')).toBe('To-be-recorded analysis');
  expect(paperOf('4.3')).toBe('');
});
