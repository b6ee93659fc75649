import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { differentiate } from '../index';
import { isStructured } from '../ir/graph/innerTest';
import { DEFAULT_OPTIONS, type Options } from '../pipeline/options';
import { type Candidate, candidate, complaints } from './compiledAdjoint';
import { compilerFor } from './compilers';
import { draws, seedsOf, tellsShares } from './draws';
import { requestOf } from './oracles';
import {
  type BitsCompared,
  checkScatteredGotos,
  checkStyle,
  compareBits,
  type Kind,
  reversalCase,
  STYLES,
} from './reversal';

/*
 * The reversal styles on random programs, half of which jump by gotos; gcc and gfortran see some of them too.
 */
const programs = draws(4, 300);
const compiled = draws(2, 12);

/** The seeds of a share of all programs. */
const seeds = (share: number) => seedsOf(programs * share);

const ratios: number[] = [];
function note({ joins, structured }: BitsCompared): void {
  ratios.push(joins / structured);
}

describe.each<readonly [Kind, number]>([
  ['nested', 0.5],
  ['gotos', 0.25],
])('%s', (kind, share) => {
  test('every style that accepts a program has its gradient', () => {
    const wrong: string[] = [];
    const counts = { programs: 0, runs: 0, refused: 0, illConditioned: 0 };
    const codes = new Map<string, number>();
    for (const seed of seeds(share)) {
      const c = reversalCase(seed, kind);
      counts.programs++;
      for (const style of STYLES) {
        const verdict = checkStyle(c, style);
        counts.runs++;
        if (verdict.kind === 'refused') {
          counts.refused++;
          for (const code of verdict.codes)
            codes.set(`${style} ${code}`, (codes.get(`${style} ${code}`) ?? 0) + 1);
        }
        if (verdict.kind === 'ill-conditioned') counts.illConditioned++;
        if (verdict.kind === 'failed' && wrong.length < 5)
          wrong.push(
            `${seed} ${style}: ${verdict.failures.map((f) => `${f.oracle}: ${f.message}`).join('; ')}`,
          );
      }
      if (kind === 'nested') {
        const bits = compareBits(requestOf(c, {}));
        if (bits) note(bits);
        if (bits && bits.joins > bits.structured && wrong.length < 5)
          wrong.push(`${seed}: joins pushes ${bits.joins} bits of control, structured ${bits.structured}`);
      }
    }
    console.log(`${kind}: ${JSON.stringify({ ...counts, refusals: Object.fromEntries(codes) })}`);
    expect(wrong).toEqual([]);
    expect(counts.illConditioned).toBeLessThanOrEqual(0.01 * counts.runs + 1);
    if (kind === 'nested') expect(counts.refused).toBeLessThanOrEqual(0.02 * counts.runs + 1);
  });
});

test('gotos into loops and branches', () => {
  const wrong: string[] = [];
  let runs = 0;
  for (const seed of seeds(0.25)) {
    for (const style of ['joins', 'statements', 'blocks'] as const) {
      const found = checkScatteredGotos(seed, style);
      if (found === 'passed') runs++;
      else if (found !== null && wrong.length < 5) wrong.push(`${seed} ${style}: ${found}`);
    }
  }
  console.log(`scattered gotos: ${runs} runs`);
  expect(wrong).toEqual([]);
  if (tellsShares(programs)) expect(runs).toBeGreaterThan(programs * 0.25);
});

test('joins pushes no more control than structured on the examples', () => {
  const folder = new URL('../../examples/kernels/', import.meta.url);
  for (const name of readdirSync(folder).filter((each) => /\.(c|f|f90)$/.test(each))) {
    const source = readFileSync(new URL(name, folder), 'utf8');
    const bits = compareBits({ source, language: name.endsWith('.c') ? 'c' : 'fortran' });
    if (!bits) continue;
    note(bits);
    expect(bits.joins, name).toBeLessThanOrEqual(bits.structured);
  }
});

test.each([
  ['two bounds that change', 'do i = j, m, 1', 'integer', 32],
  ['two bounds that change, and a step', 'do i = j, m, 1 + 0 * m', 'integer', 32],
  ['one bound that changes', 'do i = 1, m', 'integer', 32],
  ['one wide bound that changes', 'do i = 1_8, m', 'integer(8)', 64],
])('a loop with %s takes one count', (_, head, type, bits) => {
  const source = `subroutine f(j, m, x)
  ${type} :: i, j, m
  real(8) :: x
  ${head}
    x = x * sin(x)
    j = j + 1
    m = m - 1
  end do
end subroutine f
`;
  const inputs = { j: [1], m: [4], x: [0.6] };
  expect(compareBits({ source, language: 'fortran', inputs })).toEqual({ joins: bits, structured: bits });
});

test('the mean ratio of control bits', () => {
  const mean = ratios.reduce((sum, each) => sum + each, 0) / ratios.length;
  const figure = `joins pushes ${mean.toFixed(3)} of the control bits of structured, mean of ${ratios.length} runs`;
  console.log(figure);
  if (process.env.BACKSWEEP_FIGURES) appendFileSync(process.env.BACKSWEEP_FIGURES, `Control: ${figure}.\n`);
  expect(mean).toBeLessThan(1);
});

/** So many adjoints make one executable where the language allows. */
const BATCH = 25;
/** Optimisation finds more to warn of and takes twice the time: one batch in so many has it. */
const OPTIMISED = 8;

describe.each(['c', 'fortran'] as const)('compiled as %s', (to) => {
  test.skipIf(!compilerFor(to === 'c' ? 'c' : 'free'))('every style that accepts a program agrees', () => {
    const wrong: string[] = [];
    const judged = new Map<Options['reversal'], number>();
    let batch: Candidate[] = [];
    let batches = 0;
    const judge = () => {
      wrong.push(...complaints(batch, to, batches++ % OPTIMISED !== 0));
      batch = [];
    };
    for (const kind of ['nested', 'gotos'] as const) {
      for (const seed of seedsOf(compiled / 2)) {
        if (wrong.length >= 5) break;
        const c = reversalCase(seed, kind);
        const nested = c.program.routines.every(({ body }) => isStructured(body));
        for (const reversal of STYLES) {
          if (reversal === 'structured' && !nested) continue;
          const options = { ...DEFAULT_OPTIONS, reversal };
          const made = candidate(`${kind} ${seed} ${reversal}`, c, options, to);
          judged.set(reversal, (judged.get(reversal) ?? 0) + made.length);
          batch.push(...made);
        }
        if (batch.length >= BATCH) judge();
      }
    }
    judge();
    console.log(`compiled as ${to}: ${JSON.stringify(Object.fromEntries(judged))}`);
    expect(wrong).toEqual([]);
    // Few are declined: what the other language can't say.
    for (const style of STYLES) expect(judged.get(style)).toBeGreaterThan(compiled / 4);
  });
});

/** Where the source has no jump, nor has what is printed: in C and in Fortran, the adjoint and the tangent. */
test('nested code gives code without gotos', () => {
  const wrong: string[] = [];
  for (const seed of seeds(0.25)) {
    const c = reversalCase(seed, 'nested');
    for (const mode of ['adjoint', 'tangent'] as const)
      for (const target of ['c', 'fortran'] as const)
        for (const reversal of STYLES) {
          const request = { ...requestOf(c, { reversal }), mode, target };
          const { ok, code } = differentiate(request);
          const found = code.text.split('\n').find((line) => /\bgo ?to\b/i.test(line));
          if (ok && found !== undefined && wrong.length < 5)
            wrong.push(`${seed} ${mode} ${target} ${reversal}: ${found}`);
        }
  }
  expect(wrong).toEqual([]);
});
