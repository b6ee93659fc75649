import { describe, expect, test } from 'vitest';
import { draws, seedsOf } from './draws';
import { judgeTexts } from './written/batch';
import { write } from './written/judge';

/*
 * Random texts in what a person would write and the printers of random trees don't: side effects in expressions, pointers,
 * macros, switches that fall through, jumps, array expressions, masks, sections, COMMON, statement functions. Each is read
 * without a complaint, leaves what the system's compiler makes of the same text, and has the adjoint of dual numbers under
 * drawn options.
 */
const count = draws(3, 40);

/** Constructs that fewer texts hold are as good as absent. */
const RARE = 0.02;

describe.each([
  ['c', 55],
  ['fortran', 65],
] as const)('texts in %s', (language, kinds) => {
  test('are read as the compiler reads them, and have the right adjoints', () => {
    const { failures, illConditioned } = judgeTexts(language, seedsOf(count));
    expect(failures).toEqual([]);
    expect(illConditioned).toBeLessThanOrEqual(0.01 * count + 1);
  });

  test('hold every construct often enough', () => {
    const texts = draws(200, 400);
    const holding = new Map<string, number>();
    for (let seed = 1; seed <= texts; seed++)
      for (const name of write(language, seed).constructs) holding.set(name, (holding.get(name) ?? 0) + 1);
    expect([...holding].filter(([, n]) => n < RARE * texts)).toEqual([]);
    expect(holding.size).toBeGreaterThanOrEqual(kinds);
  });
});
