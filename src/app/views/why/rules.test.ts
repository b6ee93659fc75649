import { expect, test } from 'vitest';
import { RULE } from '../../../engine/explain/words';
import { citationsIn } from '../../../examples/citations';
import { RULES } from './rules';

test('every rule that a card can name has its equation, and stands where it is said to', () => {
  for (const name of Object.values(RULE)) {
    const rule = RULES[name];
    expect([name, rule?.equations.length ?? 0]).not.toEqual([name, 0]);
    expect(rule?.words).toMatch(/^[A-Z“].*\.$/);
    if (!name.startsWith('ours: ')) expect(citationsIn(name), name).not.toContain(null);
  }
  expect(Object.keys(RULES).sort()).toEqual(Object.values(RULE).sort());
});

test('a citation tells the section, and what no paper has is none', () => {
  expect(citationsIn('[TBR] 5.2, [ADF] (1.8)').map((cited) => cited?.section)).toEqual([
    '5.2 Top-Down TBR Analysis',
    '1.4.2 Derived Rules for TBR Analysis',
  ]);
  expect(citationsIn('[TBR] 4.6, [ADF] (1.13), [XYZ] 1, ours: elements')).toEqual([null, null, null, null]);
});
