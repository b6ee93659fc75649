import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../examples';
import { differentiate, explain } from '../index';
import type { DifferentiateRequest, Differentiation, Explanation, Subject } from '../pipeline/results';
import { hiddenNames, mangled, wordsOf } from '../testing/cards';
import { some } from '../testing/draws';

/*
 * Every line of generated code, whatever made it, has a card that says something about it, in whole sentences and with
 * names that its reader can see.
 */

const folder = new URL('../testing/corpus/', import.meta.url);
const corpus = (['c', 'fortran'] as const).flatMap((language) =>
  readdirSync(new URL(`${language}/`, folder)).map((file) => ({
    name: file,
    language,
    source: readFileSync(new URL(`${language}/${file}`, folder), 'utf8'),
  })),
);
const kernels = [...EXAMPLES.map(({ id, language, source }) => ({ name: id, language, source })), ...corpus];

/** Every kernel is read with the defaults, and some with one of these in turn. */
const OTHERS: readonly Pick<DifferentiateRequest, 'mode' | 'options'>[] = [
  { options: { reversal: 'structured', useResults: true, recompute: true } },
  { mode: 'tangent-over-adjoint' },
  { options: { calls: 'split' } },
  { mode: 'vector-tangent' },
  { options: { calls: 'inline', reversal: 'blocks' } },
  { mode: 'tangent' },
  { options: { record: 'all', adjointLiveness: false, merge: false } },
  { options: { reversal: 'statements', basicBlocks: 'codelist' } },
  { options: { basicBlocks: 'preaccumulate', snapshots: 'eager' } },
  { options: { storage: 'recompute', adjointLiveness: false } },
];

/** Every statement, every line that is in none, and every recording, each once. */
function subjectsOf(d: Differentiation): Subject[] {
  const ranges = new Map<string, Subject>();
  const add = (start: number, end: number) => ranges.set(`${start} ${end}`, { kind: 'code', start, end });
  for (const { whole, start, end } of d.code.origins) if (whole) add(start, end);
  let start = 0;
  for (const line of d.code.text.split('\n')) {
    const first = start + line.length - line.trimStart().length;
    if (line.trim() !== '') add(first, first + 1);
    start += line.length + 1;
  }
  return [...ranges.values(), ...d.recordings.map(({ id }): Subject => ({ kind: 'recording', id }))];
}

/** Where the way of a card leaves the arrows of the graph. */
function undrawn({ graphs }: Differentiation, { witness = [] }: Explanation): string[] {
  const isDrawn = (a: string, b: string) =>
    graphs.original.edges.some(({ from, to }) => from === a && to === b);
  return witness.filter((to, i) => i > 0 && !isDrawn(witness[i - 1] as string, to));
}

const VAGUE = /^It (stores something|takes back what|leads the|belongs to the frame)|could not be explained/;

/** Of each kernel. */
const LINES = 3;

/** One in six in the fast tier. */
const read = some(kernels, kernels.length / 6);

/** The kernels that are read with other options, too, by the name: in which way. */
const others = new Map(
  some(read, read.length / 3).map(({ name }, k) => [name, OTHERS[k % OTHERS.length]] as const),
);

test.each([
  'double f(double x) { while (x > 2) x = sqrt(x)*x/3; return x*x; }',
  `double g(double x) { return x*x; }
double f(double x) { while (g(x) > 2) { x = sin(x)*x; } return x*x; }`,
])(
  'the way of a card goes along the arrows where tests of loops have vertices of their own: %s',
  (source) => {
    for (const reversal of ['joins', 'structured'] as const) {
      const d = differentiate({ source, language: 'c', options: { reversal } });
      const ways = subjectsOf(d).map((subject) => explain(d, subject));
      expect(ways.some(({ witness = [] }) => witness.length > 1)).toBe(true);
      for (const card of ways) expect(undrawn(d, card), card.title).toEqual([]);
    }
  },
);

describe('every line of generated code has a card', () => {
  test.each(read.map((kernel, k) => [kernel.name, kernel, k] as const))(
    '%s',
    (name, { language, source }, k) => {
      const other = others.get(name);
      for (const way of [{}, ...(other ? [other] : [])]) {
        const d = differentiate({ language, source, ...way });
        if (way !== other) expect(d.ok).toBe(true);
        if (!d.ok) continue;
        const seen = new Set(wordsOf(`${source} ${d.code.text}`));
        const cards = new Map<string, Explanation>();
        for (const subject of some(subjectsOf(d), LINES, k)) {
          const card = explain(d, subject);
          cards.set(JSON.stringify(card), card);
          const isStatement =
            subject.kind === 'code' &&
            d.code.origins.some((o) => o.whole && o.start === subject.start && o.end === subject.end);
          if (isStatement) expect(card.short, card.title).not.toMatch(VAGUE);
        }
        expect([...cards.values()].flatMap((card) => [...mangled(card), ...hiddenNames(card, seen)])).toEqual(
          [],
        );
        for (const card of cards.values()) expect(undrawn(d, card), card.title).toEqual([]);
      }
    },
  );

  test.each([
    ['literals.c', 'adjoint'],
    ['alternate-return.f', 'tangent'],
    ['ddotnrm.f', 'tangent'],
  ] as const)(
    'what a statement is lowered to goes by the text where the code has no name for it: %s',
    (name, mode) => {
      const { source, language } = corpus.find((kernel) => kernel.name === name) as (typeof corpus)[number];
      const d = differentiate({ source, language, mode });
      const seen = new Set(wordsOf(`${source} ${d.code.text}`));
      const cards = subjectsOf(d).map((subject) => explain(d, subject));
      expect(cards.flatMap((card) => hiddenNames(card, seen))).toEqual([]);
    },
  );

  test('what a call was given goes by its own name where the routine stands in its place', () => {
    const source = `double rate(double t, double y) { return y * y; }
double step(double t, double h, double y) { double k = rate(t, y) * h; return k + y; }
double f(double y) { double t = 0.0, h = 0.1; while (t < 1.0) { double e = step(t, h, y); t += h; y = y * e; } return y; }
`;
    const options = { calls: 'inline', reversal: 'blocks' } as const;
    const d = differentiate({ language: 'c', source, routine: 'f', options });
    const seen = new Set(wordsOf(`${source} ${d.code.text}`));
    const cards = subjectsOf(d).map((subject) => explain(d, subject));
    expect(cards.flatMap((card) => hiddenNames(card, seen))).toEqual([]);
  });

  test('a local of what stands in place goes by the name that it has there, where the code has no use for it', () => {
    const source = `void swap(double *a, double *b) { double t = *a; *a = *b; *b = t; }
double med3(double a, double b, double c) { if (a > b) swap(&a, &b); if (b > c) swap(&b, &c); if (a > b) swap(&a, &b); return b * b; }
`;
    const options = { calls: 'inline', reversal: 'blocks' } as const;
    const d = differentiate({ language: 'c', source, routine: 'med3', options });
    const seen = new Set(wordsOf(`${source} ${d.code.text}`));
    const cards = subjectsOf(d).map((subject) => explain(d, subject));
    expect(cards.flatMap((card) => hiddenNames(card, seen))).toEqual([]);
    expect(cards.map(({ title }) => title)).toContain(
      'Why is the number of the block stored at `t = b` (line 1)?',
    );
  });

  test('a name inside of a line is answered by the line', () => {
    for (const { language, source } of some(EXAMPLES, 8)) {
      const d = differentiate({ language, source });
      const whole = d.code.origins.filter((o) => o.whole);
      for (const { start, end } of some(
        d.code.origins.filter((o) => !o.whole),
        LINES,
      )) {
        const around = whole.filter((o) => o.start <= start && o.end >= end);
        const inner = around.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
        if (!inner) continue;
        const line = explain(d, { kind: 'code', start: inner.start, end: inner.end });
        expect(explain(d, { kind: 'code', start, end })).toEqual(line);
      }
    }
  });
});
