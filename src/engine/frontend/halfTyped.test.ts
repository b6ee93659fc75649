import { expect, test } from 'vitest';
import { lineStarts, positionAt } from '../base/span';
import { corpusKernels } from '../testing/corpusKernels';
import { draws, seedsOf } from '../testing/draws';
import { type Random, randomFrom } from '../testing/prng';
import { parseC } from './c';
import { parseFortran } from './fortran';

/*
 * A text one keystroke from right, which is the normal state of an editor: a token is missing, stands twice, or stands after
 * the next one. It draws few messages, the first of them near the token.
 */

const TOKEN = /"[^"\n]*"|'[^'\n]*'|\w+|[-+*/<>=!&|]{2}|[^\s\w]/g;
const KERNELS = corpusKernels().filter(({ source }) => source.length < 3000);

function slipped(random: Random, source: string): { text: string; at: number } {
  const tokens = [...source.matchAll(TOKEN)].map(({ index, 0: token }) => ({
    start: index,
    end: index + token.length,
  }));
  const k = random.int(0, tokens.length - 2);
  const [one, next] = [tokens[k], tokens[k + 1]];
  if (!one || !next) return { text: source, at: 0 };
  const [token, after] = [one, next].map(({ start, end }) => source.slice(start, end));
  const text = random.pick([
    source.slice(0, one.start) + source.slice(one.end),
    `${source.slice(0, one.end)} ${token}${source.slice(one.end)}`,
    `${source.slice(0, one.start)}${after} ${token}${source.slice(next.end)}`,
  ]);
  return { text, at: one.start };
}

test.each(['c', 'fortran'] as const)('one keystroke from right, in %s', (language) => {
  const kernels = KERNELS.filter((kernel) => kernel.language === language);
  const parse = language === 'c' ? parseC : parseFortran;
  let [count, messages, many, far] = [0, 0, 0, 0];
  for (const seed of seedsOf(draws(60, 2000))) {
    const random = randomFrom(seed);
    const { text, at } = slipped(random, random.pick(kernels).source);
    const errors = parse(text).diagnostics.filter(({ severity }) => severity === 'error');
    const starts = lineStarts(text);
    const lineOf = (offset: number) => positionAt(starts, offset).line;
    const nearest = Math.min(...errors.map(({ span }) => Math.abs(lineOf(span.start) - lineOf(at))));
    count++;
    messages += errors.length;
    many += Number(errors.length > 3);
    far += Number(errors.length > 0 && nearest > 2);
  }
  expect(messages / count).toBeLessThan(1.5);
  expect(many / count).toBeLessThan(0.1);
  expect(far / count).toBeLessThan(0.1);
});
