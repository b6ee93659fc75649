import { expect, test } from 'vitest';
import { shownCharacter } from './characters';

test.each([
  ['a', '`a`'],
  ['×', '`×`'],
  ['😀', '`😀`'],
  ['\u0000', 'U+0000 (null)'],
  ['\u0007', 'U+0007'],
  ['\u00a0', 'U+00A0 (no-break space)'],
  ['\u200b', 'U+200B (zero-width space)'],
  ['\u202e', 'U+202E (right-to-left override)'],
  // Of a pair whose other half is gone, and a mark that would sit on the quote before it.
  ['\ud800', 'U+D800'],
  ['\u0301', 'U+0301'],
  ['\u3000', 'U+3000'],
])('%j is named so that one can see it', (character, shown) => {
  expect(shownCharacter(character)).toBe(shown);
});
