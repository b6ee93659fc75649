import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../examples';
import { differentiate, explain } from '../index';
import type { Differentiation } from '../pipeline/results';
import { some } from '../testing/draws';

/** Lines of the generated code after its runtime, with the card of each. */
function linesOf(d: Differentiation) {
  const { text, runtime } = d.code;
  let offset = 0;
  return text.split('\n').flatMap((line) => {
    const start = offset + line.length - line.trimStart().length;
    offset += line.length + 1;
    if (line.trim() === '' || (runtime && start >= runtime.start && start < runtime.end)) return [];
    return [{ line: line.trim(), card: explain(d, { kind: 'code', start, end: offset - 1 }) }];
  });
}

describe('what stands around the statements of the generated code', () => {
  test.each(some(EXAMPLES, 6).map((example) => [example.id, example] as const))(
    'every line of the comment at the head of %s is one',
    (_, { language, source }) => {
      for (const target of ['c', 'fortran'] as const) {
        const lines = linesOf(differentiate({ language, source, target }));
        const head = lines.findIndex(({ line }) => line.includes('Adjoint of '));
        const end = lines.findIndex(
          ({ card }, k) => k > head && card.title !== 'What does this comment say?',
        );
        const comment = lines.slice(head, end);
        expect(comment.length).toBeGreaterThanOrEqual(4);
        expect(comment[1]?.line).toMatch(/independents:/);
        expect(comment.map(({ line }) => /^(\/\*|\*|!)/.test(line))).not.toContain(false);
      }
    },
  );

  test('a loop that sets adjoints of a local array to zero hands nothing to the caller', () => {
    const source = 'double f(double x) { double a[2]; a[0] = x; a[1] = x * x; return a[0] * a[1]; }';
    for (const target of ['c', 'fortran'] as const) {
      const lines = linesOf(differentiate({ language: 'c', source, target }));
      const loop = lines.filter(({ line }) => /^(for|do) /.test(line));
      expect(loop.map(({ card }) => card.short)).toEqual([expect.stringMatching(/elements of an array/)]);
    }
  });

  test('a line that sets a tangent to zero computes none', () => {
    const source = 'void f(double x, double *y) { *y = x; *y = 3.0; }';
    const lines = linesOf(differentiate({ language: 'c', source, mode: 'tangent' }));
    const set = lines.filter(({ line }) => /^\*yd? = (0|3)/.test(line));
    expect(set.map(({ card }) => card.short)).toEqual([
      expect.stringMatching(/^It sets the tangent of .* to zero/),
      expect.stringMatching(/^The tangent of `\*y` is set to zero beside it: /),
    ]);
  });
});
