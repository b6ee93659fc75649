import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { draws, FIRST_SEED } from '../../testing/draws';
import { mutated } from '../../testing/mutate';
import { randomFrom } from '../../testing/prng';
import { verify } from '../../testing/verify';
import { parseFortran } from '.';

/*
 * The papers' listings and our kernels, broken at random: nothing throws, every message stands in the text, and what is
 * made of it is a sound program, errors or not, so that half a program still gets its graph.
 */
const here = dirname(fileURLToPath(import.meta.url));
const corpus = ['fixtures', 'kernels'].flatMap((folder) =>
  readdirSync(join(here, folder)).map((file) => readFileSync(join(here, folder, file), 'utf8')),
);

const count = draws(60, 4000);

test('broken texts', () => {
  const random = randomFrom(FIRST_SEED);
  for (let i = 0; i < count; i++) {
    const text = mutated(random, corpus);
    const { program, diagnostics } = parseFortran(text);
    for (const { span, notes } of diagnostics)
      for (const each of [span, ...notes.flatMap((note) => note.span ?? [])])
        expect(each.start >= 0 && each.start <= each.end && each.end <= text.length, text).toBe(true);
    expect(verify(program), text).toEqual([]);
  }
});
