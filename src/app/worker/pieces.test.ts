import fc from 'fast-check';
import { expect, test } from 'vitest';
import { join, piecesOf } from './pieces';

/** As a message is: a copy. */
const sent = <T>(value: T): T => structuredClone(value);

test('whatever is taken apart is put together again', () => {
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant(undefined));
  const long = fc.integer({ min: 0, max: 1000 }).map((n) => Array.from({ length: n }, (_, i) => ({ i })));
  const answer = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      leaf,
      long,
      fc.constant(new Float64Array([1, 2])),
      fc.array(tie('any')),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tie('any'), { noNullPrototype: true }),
    ),
  })).any;
  fc.assert(
    fc.property(answer, (whole) => {
      const come = [...piecesOf(whole)].reduce<unknown>((so, piece) => join(so, sent(piece)), undefined);
      expect(come).toStrictEqual(whole);
    }),
  );
});

test('no piece of an answer is long', () => {
  const statements = Array.from({ length: 1000 }, (_, i) => ({ id: `s${i}` }));
  const pieces = [...piecesOf({ trace: { statements, steps: 3 }, ok: true })];
  expect(
    pieces.map(({ path, value }) => [path.join('.'), Array.isArray(value) ? value.length : value]),
  ).toEqual([
    ['trace.statements', 300],
    ['trace.statements', 300],
    ['trace.statements', 300],
    ['trace.statements', 100],
    ['trace.steps', 3],
    ['ok', true],
  ]);
});
