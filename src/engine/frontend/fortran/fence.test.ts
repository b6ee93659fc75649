import { expect, test } from 'vitest';
import { parseFortran } from '.';
import { FENCED } from './lower/intrinsics/intrinsics';
import { FENCED_ATTRIBUTES, FENCED_CLASS, FENCED_STATEMENTS } from './parse/fence';

/* Every construct that the fence keeps out is named where it stands, with what to write instead. */

const inside = (line: string): string => `subroutine s(x, y)\nreal(8) x, y\n${line}\ny = x\nend subroutine\n`;

/** What a text says that holds the construct, and what it should say. */
const EXAMPLES: readonly (readonly [source: string, message: string, instead: string])[] = [
  ...FENCED_STATEMENTS.flatMap(({ words, instead, opens }) =>
    words.map((word) => {
      const line = opens ? `${word} (x)\nend ${opens}` : `${word} (3)`;
      return [inside(line), `${word.toUpperCase()} is not supported.`, instead] as const;
    }),
  ),
  ...Object.entries(FENCED).map(([name, instead]) => {
    const message = `The intrinsic ${name.toUpperCase()} is not supported.`;
    return [inside(`y = ${name}(x)`), message, instead] as const;
  }),
  ...Object.entries(FENCED_ATTRIBUTES).map(
    ([word, { what, instead }]) =>
      [inside(`real(8), ${word}[*] :: z`), `${what} not supported.`, instead] as const,
  ),
  [inside('class(*) :: z'), `${FENCED_CLASS.what} not supported.`, FENCED_CLASS.instead],
];

test('what the fence keeps out is said where it stands, with what to write instead', () => {
  const silent = EXAMPLES.filter(([source, message, instead]) => {
    const { diagnostics } = parseFortran(source);
    const said = diagnostics.find((d) => d.code === 'unsupported' && d.message === message);
    return !said || !JSON.stringify(said).includes(JSON.stringify(instead).slice(1, -1));
  });
  expect(silent.map(([, message]) => message)).toEqual([]);
});
