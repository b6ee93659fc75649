import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printC } from '../../backend/c';
import { draws, IS_DEEP, seedsOf } from '../../testing/draws';
import { mutated } from '../../testing/mutate';
import { randomFrom } from '../../testing/prng';
import { generateProgram } from '../../testing/random';
import { verify } from '../../testing/verify';
import { parseC } from '.';

/* Broken texts: nothing is thrown, every place is in the text, and what was read is a good program. */

const folder = new URL('golden/', import.meta.url);
const written = readdirSync(folder).filter((name) => name.endsWith('.c'));
const corpus = [
  ...written.map((name) => readFileSync(new URL(name, folder), 'utf8').slice(0, 4000)),
  ...Array.from(
    { length: 10 },
    (_, i) => printC(generateProgram(i + 1, { language: 'c', gotos: 0.5 }).program, null).text,
  ),
];

const count = draws(40, 2000);

test('broken texts', () => {
  for (const seed of seedsOf(count)) inspect(mutated(randomFrom(seed), corpus), seed);
});

/** Characters from one cut to the next. */
const STEP = IS_DEEP ? 31 : 101;

test('every text cut again and again', () => {
  for (const text of corpus.slice(0, written.length))
    for (let end = 0; end < text.length; end += STEP) inspect(text.slice(0, end), end);
});

test('C++ cut after every character', () => {
  const text = `using namespace std; using real = double; extern "C" { template <typename T> T g(const std::vector<T>& x);
auto f = [&](real a) -> real { return static_cast<real>(a) + std::sin(a); }; for (auto& e : x) s += e; } std::vector<double> y(3);`;
  for (let end = 0; end <= text.length; end++) inspect(text.slice(0, end), end);
});

function inspect(text: string, seed: number): void {
  const { program, diagnostics } = parseC(text);
  for (const d of diagnostics)
    for (const span of [d.span, ...d.notes.flatMap((note) => (note.span ? [note.span] : []))]) {
      const inText = 0 <= span.start && span.start <= span.end && span.end <= text.length;
      expect(inText, `${seed}: ${d.code} at ${span.start}–${span.end}`).toBe(true);
    }
  expect(verify(program), `${seed}`).toEqual([]);
}

test('choices among addresses in several arguments do not multiply without end', () => {
  const choice = (k: number): string =>
    Array.from({ length: 16 }, (_, i) => `n == ${16 * k + i} ? a${i} : `).join('');
  const args = Array.from({ length: 6 }, (_, k) => `${choice(k)}a0`);
  const formals = (name: string, count: number): string =>
    Array.from({ length: count }, (_, i) => `double *${name}${i}`).join(', ');
  const text = `void g(${formals('p', 6)}) { *p0 = *p1 * *p5; }\nvoid f(int n, ${formals('a', 16)}) { g(${args.join(', ')}); }`;
  const { diagnostics } = parseC(text);
  expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
});
