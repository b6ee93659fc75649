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
        const comment = lines.slice(head, head + 4);
        expect(comment.map(({ card }) => card.title)).toEqual(Array(4).fill('What does this comment say?'));
        expect(comment[1]?.line).toMatch(/independents:/);
        expect(lines[head + 4]?.card.title).not.toBe('What does this comment say?');
      }
    },
  );
});
