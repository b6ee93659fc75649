/**
 * Element by element nothing is recorded in vain (theory 4.4): on straight-line code with constant subscripts and on single
 * loops with affine ones, every recording site is needed in some run. Texts in both languages, loops of strides ±1 to ±3 with
 * constant and with symbolic bounds, subscripts of strides 0 to ±3.
 */
import { describe, expect, test } from 'vitest';
import {
  differentiate,
  type ExecuteRequest,
  execute,
  type Language,
  neededRecordings,
  type Options,
} from '../../index';
import { draws, seedsOf, tellsShares } from '../../testing/draws';
import { type Random, randomFrom } from '../../testing/prng';

const PROGRAMS = draws(4, 40);
/** Subscripts lie around the middle, so that any bound that a symbolic one can stand for here stays within. */
const LENGTH = 110;
const MIDDLE = 24;
const MOST = 16;

interface Kernel {
  readonly text: Readonly<Record<Language, string>>;
  readonly sizes: readonly number[];
}

/** Draws a subscript, or a place for a loop variable and what it may be. */
type Subscript = () => string;

/** Lines of assignments to `a`, `b`, `s` and `t`; elements by subscript. */
function assignments(random: Random, count: number, subscript: Subscript): string[] {
  const element = () => `${random.pick(['a', 'a', 'a', 'b'])}[${subscript()}]`;
  const operand = () => (random.chance(0.75) ? element() : random.pick(['s', 't', 'x']));
  return Array.from({ length: count }, () => {
    const target = random.chance(0.8) ? element() : random.pick(['s', 't']);
    const value = random.pick([
      () => `${operand()}*${operand()}`,
      () => `${operand()}*${operand()} + ${operand()}`,
      () => `${operand()} + ${operand()}`,
      () => `sin(${operand()})`,
      () => 'x',
      () => '0.5',
    ])();
    return `${target} = ${value}`;
  });
}

const constants =
  (random: Random): Subscript =>
  () =>
    `${random.int(0, 4)}`;

/** p·i + q, about the same elements whatever the sign of p. */
function affine(random: Random, factors: readonly number[]): Subscript {
  return () => {
    const p = random.pick(factors);
    const shift = MIDDLE + random.int(0, 6);
    const q = p < 0 ? shift - p * MOST : shift;
    if (p === 0) return `${shift}`;
    return `${p === 1 ? 'i' : p === -1 ? '-i' : `${p}*i`} + ${q}`;
  };
}

interface Loop {
  readonly first: string;
  readonly last: string;
  readonly step: number;
  readonly lines: readonly string[];
}

function loop(random: Random, symbolic: boolean, factors: readonly number[]): Loop {
  const step = random.pick([1, 1, -1, 2, -2, 3, -3]);
  const low = random.int(0, 2);
  const high = symbolic ? 'n' : `${low + random.int(1, 4) * Math.abs(step) + random.int(0, 1)}`;
  const [first, last] = step > 0 ? [`${low}`, high] : [high, `${low}`];
  return { first, last, step, lines: assignments(random, random.int(1, 3), affine(random, factors)) };
}

function textOf(parts: readonly (string | Loop)[]): Kernel['text'] {
  const inC = parts.map((p) => {
    if (typeof p === 'string') return `${p};`;
    const { first, last, step, lines } = p;
    const by = step > 0 ? `i <= ${last}; i += ${step}` : `i >= ${last}; i -= ${-step}`;
    return `for (int i = ${first}; ${by}) { ${lines.join('; ')}; }`;
  });
  const asFortran = (line: string) => line.replace(/\[([^\]]*)\]/g, '($1)');
  const inFortran = parts.flatMap((p) =>
    typeof p === 'string'
      ? [asFortran(p)]
      : [`do i = ${p.first}, ${p.last}, ${p.step}`, ...p.lines.map(asFortran), 'end do'],
  );
  return {
    c: `void f(int n, double x, double s, double t, double a[${LENGTH}], double b[${LENGTH}]) {\n${inC.join('\n')}\n}`,
    fortran: [
      'subroutine f(n, x, s, t, a, b)',
      'integer :: n, i',
      `real(8) :: x, s, t, a(0:${LENGTH - 1}), b(0:${LENGTH - 1})`,
      ...inFortran,
      'end subroutine',
    ].join('\n'),
  };
}

const SIZES = [MOST + 8, MOST + 7, MOST + 6, 15, 14, 9, 8, 7, 5, 4, 3, 2, -1];

const KINDS: Readonly<Record<string, (random: Random) => Kernel>> = {
  'straight-line code, constant subscripts': (random) => ({
    text: textOf(assignments(random, random.int(3, 9), constants(random))),
    sizes: [1],
  }),
  'a loop with constant bounds': (random) => ({
    text: textOf([loop(random, false, [0, 1, 1, 1, 2, 3, -1, -2])]),
    sizes: [1],
  }),
  'a loop with a symbolic bound': (random) => ({
    text: textOf([loop(random, true, [0, 1, 1, 1, 2, 3, -1, -2])]),
    sizes: SIZES,
  }),
  'straight-line code around a loop': (random) => ({
    text: textOf([
      ...assignments(random, random.int(0, 3), constants(random)),
      loop(random, true, [0, 1, 1, 2]),
      ...assignments(random, random.int(0, 3), constants(random)),
    ]),
    sizes: SIZES,
  }),
};
const OPTIONS: readonly Partial<Options>[] = [{ adjointLiveness: false }, {}];

/** Sites of the tape of which no run needed anything. */
function inVain(request: ExecuteRequest, sizes: readonly number[]): { sites: number; idle: string[] } {
  const sites = differentiate(request).recordings.filter((r) => r.kind === 'value');
  const needed = new Set<string>();
  for (const n of sizes) {
    if (sites.every((r) => needed.has(r.id))) break;
    const { ok, reason, byRecording } = neededRecordings({ ...request, inputs: { n } });
    expect({ ok, reason }).toEqual({ ok: true, reason: '' });
    for (const [id, count] of Object.entries(byRecording)) if (count.needed > 0) needed.add(id);
  }
  return { sites: sites.length, idle: sites.filter((r) => !needed.has(r.id)).map((r) => r.text) };
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  test.each(['c', 'fortran'] as const)('in %s', (language) => {
    let all = 0;
    let passed = 0;
    const wrong: unknown[] = [];
    for (const seed of seedsOf(PROGRAMS)) {
      const { text, sizes } = (KINDS[kind] as (random: Random) => Kernel)(randomFrom(seed));
      for (const options of OPTIONS) {
        const request = { source: text[language], language, options };
        const { sites, idle } = inVain(request, sizes);
        all += sites;
        if (idle.length > 0) wrong.push([seed, options, idle, request.source]);
      }
      const run = execute({
        source: text[language],
        language,
        inputs: { n: sizes[seed % sizes.length] as number },
        // No check is given up on a busy machine.
        budget: { milliseconds: 60_000 },
      });
      const hasOutput = !run.diagnostics.some(({ code }) => code === 'no-dependents');
      if (run.check.verdict === 'passed' || !hasOutput) passed++;
      else if (run.check.verdict !== 'none') wrong.push([seed, run.check.sentence, text[language]]);
    }
    expect(wrong).toEqual([]);
    if (!tellsShares(PROGRAMS)) return;
    expect(all).toBeGreaterThan(PROGRAMS / 4);
    expect(passed).toBeGreaterThan(PROGRAMS / 2);
  });
});
