import { describe, expect, test } from 'vitest';
import { execute, schedule } from '../index';
import type { Options } from '../pipeline/options';
import { draws, seedsOf, some } from '../testing/draws';
import { caseOf, requestOf } from '../testing/oracles';
import { generateProgram } from '../testing/random';

/*
 * A loop of l steps with s snapshots. One step computes one sine, and its adjoint, which needs the sine, one cosine: what is
 * counted beyond a cosine a step are steps that ran.
 */
const steps = (directive: string) => `
void f(int l, double *z, double c) {
  int i;
  /* backsweep: ${directive} */
  for (i = 0; i < l; i++) { double t = sin(*z); *z = *z + c * t * t; }
}
`;
const run = (directive: string, l: number, options: Partial<Options> = {}) => {
  const e = execute({ source: steps(directive), language: 'c', inputs: { l, z: [0.3], c: 0.1 }, options });
  expect(e.ok, e.diagnostics.map((d) => d.message).join()).toBe(true);
  return e;
};
const ran = (e: ReturnType<typeof run>, l: number) => e.operations.derivative.elementary - l;

/** The least number of extra steps, by dynamic programming: t(l, s) = min over m of m + t(m, s) + t(l-m, s-1). */
function leastExtra(most: number, slots: number): number[][] {
  const t = [...Array(slots + 1)].map(() => Array<number>(most + 1).fill(Number.POSITIVE_INFINITY));
  const at = (s: number, l: number) => t[s]?.[l] ?? Number.POSITIVE_INFINITY;
  for (let s = 0; s <= slots; s++) {
    const row = t[s] as number[];
    row[0] = 0;
    row[1] = 0;
    for (let l = 2; l <= most && s > 0; l++)
      for (let m = 1; m < l; m++) row[l] = Math.min(row[l] as number, m + at(s, m) + at(s - 1, l - m));
  }
  return t;
}

/** m(n, s) of theory 11. */
function leastMixed(most: number, slots: number): number[][] {
  const m = [...Array(slots + 1)].map(() => Array<number>(most + 1).fill(Number.POSITIVE_INFINITY));
  const at = (s: number, n: number) => m[s]?.[n] ?? Number.POSITIVE_INFINITY;
  for (let s = 0; s <= slots; s++)
    for (let n = 1; n <= most; n++) {
      const row = m[s] as number[];
      if (n <= s + 1) row[n] = n;
      else if (s === 1) row[n] = (n * (n + 1)) / 2 - 1;
      else if (s > 1) {
        row[n] = 1 + at(s - 1, n - 1);
        for (let i = 1; i < n; i++) row[n] = Math.min(row[n] as number, i + at(s, i) + at(s - 1, n - i));
      }
    }
  return m;
}

describe('the number of steps', () => {
  const all = [...Array(80 * 8).keys()].map((k) => [1 + (k % 80), 1 + Math.floor(k / 80)] as const);

  test('binomial schedules run the least number of extra steps, with at most s snapshots', () => {
    const least = leastExtra(80, 8);
    for (const [l, s] of some(all, 12)) {
      const e = run(`checkpoint(binomial, ${s})`, l);
      expect([l, s, ran(e, l) - l]).toEqual([l, s, least[s]?.[l]]);
      expect(e.tape.peakSnapshots).toBeLessThanOrEqual(s);
    }
  });

  test.each([
    [10, 3, 15],
    [16, 3, 33],
    [56, 3, 210],
    [100, 5, 316],
    [1000, 10, 3636],
    [5, 2, 6],
    [20, 4, 39],
    [41, 7, 78],
    [64, 1, 2016],
    [8, 8, 7],
    [200, 6, 680],
  ])('%i steps with %i snapshots: %i more', (l, s, extra) => {
    expect(ran(run(`checkpoint(binomial, ${s})`, l), l) - l).toBe(extra);
  });

  test('mixed schedules run as many steps as their recurrence says', () => {
    const least = leastMixed(80, 8);
    for (const [n, s] of some(all, 12)) {
      const e = run(`checkpoint(mixed, ${s})`, n);
      expect([n, s, ran(e, n)]).toEqual([n, s, least[s]?.[n]]);
      expect(e.tape.peakSnapshots).toBeLessThanOrEqual(s);
    }
  });
});

/** What a directive may be refused for. */
const REFUSALS = ['no-checkpoint', 'not-independent', 'unknown-extent'];
const STYLES = ['joins', 'structured', 'statements', 'blocks'] as const;

test('of random programs with directives, or all recomputed, the gradient is that of the program without, bit for bit', () => {
  let carriedOut = 0;
  const count = draws(3, 1500);
  for (const seed of seedsOf(count)) {
    const language = seed % 2 === 0 ? 'c' : 'fortran';
    const profile = { language, routines: seed % 3, exits: seed % 4 === 0 ? 0.4 : 0, singles: 0 } as const;
    const options: Partial<Options> = {
      reversal: profile.exits === 0 ? STYLES[seed % 4] : 'joins',
      record: seed % 7 === 0 && seed % 4 !== 2 ? 'least' : 'tbr',
      snapshots: seed % 5 === 0 ? 'eager' : 'lazy',
      calls: seed % 11 === 0 ? 'split' : 'joint',
      // Merging adds what two statements give to one adjoint before it goes there, and the bounds of a piece keep them apart.
      merge: false,
    };
    const of = (pieces: number, storage: Options['storage']) =>
      execute(requestOf(caseOf(generateProgram(seed, { ...profile, pieces })), { ...options, storage }));
    const plain = of(0, 'store');
    const marked = of(seed % 3 === 0 ? 0 : 0.7, seed % 3 === 1 ? 'store' : 'recompute');
    if (!plain.ok) continue;
    const refused = marked.diagnostics.filter((d) => d.severity === 'error');
    if (refused.length > 0) {
      expect(REFUSALS, `${seed}: ${refused[0]?.message}`).toContain(refused[0]?.code);
      continue;
    }
    carriedOut++;
    expect([seed, marked.derivatives]).toEqual([seed, plain.derivatives]);
    expect([seed, marked.check.verdict]).toEqual([seed, plain.check.verdict]);
  }
  expect(carriedOut).toBeGreaterThan(count / 4);
});

test('what is drawn of a schedule is what its code does', () => {
  const request = {
    source: steps('checkpoint()'),
    language: 'c',
    inputs: { l: 17, z: [0.3], c: 0.1 },
  } as const;
  for (const [kind, amount] of [
    ['every', 5],
    ['binomial', 3],
    ['mixed', 4],
  ] as const) {
    const e = run(`checkpoint(${kind}, ${amount})`, 17);
    const drawn = schedule(request, { kind, steps: 17, amount });
    expect([kind, drawn.forward, drawn.snapshots]).toEqual([kind, ran(e, 17), e.tape.peakSnapshots]);
    expect(drawn.events.filter((event) => event.kind === 'adjoint').map(({ from }) => from)).toEqual(
      [...Array(17).keys()].reverse(),
    );
    expect(drawn.loops).toMatchObject([{ title: 'for (i = 0; i < l; i++)', trips: 17 }]);
  }
  expect(schedule(request, { kind: 'binomial', steps: 1000, amount: 10 }).forward).toBe(1000 + 3636);
});

describe('independent iterations', () => {
  const loop = (body: string, directive = '/* backsweep: independent() */') => `
void f(int n, int p[n], double x[n + 1], double y[2 * n], double *s, double *last) {
  int i, k;
  double t;
  ${directive}
  for (i = 0; i < n; i++) {
    ${body}
  }
}`;
  const inputs = {
    n: 4,
    p: [3, 1, 2, 0],
    x: [0.1, 0.2, 0.3, 0.4, 0.5],
    y: [0.5, 0.4, 0.3, 0.2, 0.1, 0.6, 0.7, 0.8],
    s: [0.2],
    last: [0.3],
  };
  const of = (source: string) => execute({ source, language: 'c', inputs });

  test('keep the tape of one: theory 12.16', () => {
    const source = `void f(int n, const double x[n], double y[n]) {
  int i;
  /* backsweep: independent() */
  for (i = 0; i < n; i++) { double t = x[i] * x[i]; y[i] = sin(t) * t; }
}`;
    const e = execute({ source, language: 'c', inputs: { n: 4, x: [0.1, 0.2, 0.3, 0.4] } });
    expect(e.check.verdict).toBe('passed');
    expect(e.tape.bytes).toBe(0);
    const expected = [0.0039998666676667, 0.0319829353812293, 0.1077085771014543, 0.2538196575634771];
    e.derivatives.x?.forEach((x, k) => {
      expect(x).toBeCloseTo(expected[k] as number, 15);
    });
  });

  test.each([
    ['own elements, a private one, a sum', 't = x[i] * x[i]; y[2 * i] = sin(t) * t; *s += t * y[2 * i];'],
    ['a sum into elements that meet', 'y[p[i]] = y[p[i]] + sin(x[i]) * x[p[i]];'],
    ['an element that it reads and overwrites', 'y[i + 1] = y[i + 1] * y[i + 1] * x[i];'],
  ])('%s: the gradient is that of the loop', (_, body) => {
    const [fused, plain] = [of(loop(body)), of(loop(body, ''))];
    expect(fused.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(fused.check.verdict).toBe('passed');
    for (const [name, values] of Object.entries(plain.derivatives))
      values.forEach((value, k) => {
        expect(fused.derivatives[name]?.[k]).toBeCloseTo(value, 12);
      });
  });

  test('a routine that only adds to what it is passed makes a sum of it', () => {
    const text = (more: string) =>
      `static void add(double t, double *s) { *s = *s + t * t; ${more}}\n` +
      loop('t = sin(x[i]); add(t * x[i], s); add(t, &y[p[i]]);');
    const [fused, plain] = [of(text('')), of(text('').replace(/\/\*.*\*\//, ''))];
    expect(fused.check.verdict, fused.check.sentence).toBe('passed');
    expect(fused.derivatives.x).toEqual(plain.derivatives.x?.map((x) => expect.closeTo(x, 12)));
    expect(fused.tape.bytes).toBeLessThan(plain.tape.bytes);
    for (const more of ['*s = *s * t;', 'if (*s > t) *s = *s + t;', 'add(*s, s);'])
      expect(of(text(more)).diagnostics.map(({ code }) => code)).toContain('not-independent');
  });

  test.each([
    ['g[0] = g[1] * x; g[1] = sin(g[0]);', 'upd(x[i]);', '`g`'],
    ['static double kept = 0.5; kept = kept * x; g[2] = kept;', 'upd(x[i]);', '`kept`'],
    ['g[0] = g[0] + x * g[1];', 'upd(x[i]); y[i] = g[0] * x[i];', '`g`'],
    ['*last = g[1] * x;', 'g[i % 2] = x[i]; upd(x[i], &t); y[i] = t * t;', '`g`'],
  ])('a call that keeps {%s} between iterations is refused', (does, body, name) => {
    const takes = does.includes('last') ? ', double *last' : '';
    const of = (directive?: string) =>
      execute({
        source: `double g[4];\nvoid upd(double x${takes}) { ${does} }\n${loop(body, directive)}`,
        language: 'c',
        routine: 'f',
        inputs: { ...inputs, g: [0.3, 0.5, 0.2, 0.1] },
      });
    const [problem] = of().diagnostics.filter((d) => d.severity === 'error');
    expect(problem?.code).toBe('not-independent');
    expect(problem?.message).toContain(name);
    expect(of('').check.verdict).toBe('passed');
  });

  test('sums in a schedule whose routines call each other are found, and soon', () => {
    const body = 't = sin(x[i]); /* backsweep: checkpoint(mixed, 2) */ for (k = 0; k < 3; k++) *s += t * k;';
    const { check, diagnostics } = of(loop(body));
    expect(check.verdict, diagnostics[0]?.message).toBe('passed');
    const [problem] = of(loop(body.replace('+=', '='))).diagnostics;
    expect(problem?.code).toBe('not-independent');
  });

  test.each([
    ['x[i + 1] = x[i] * x[i];', '`x`', 'rule c'],
    ['*s = *s + x[i]; y[i] = *s * *s;', '`s`', 'rule b'],
    ['*s = *s * x[i];', '`s`', 'rule b'],
    ['*last = x[i]; y[i] = *last * x[i];', '`last`', 'rule a'],
    ['k = p[i]; y[i + k] = y[i + k] * y[i + k];', '`y`', 'rule c'],
    ['y[(int)(0.5 * i)] = y[(int)(0.5 * i)] * x[i];', '`y`', 'rule c'],
    ['k = 0; y[(int)(4294967296L * i)] *= x[i];', '`y`', 'rule c'],
  ])('%s is refused: %s, %s', (body, name, rule) => {
    const [problem] = of(loop(body)).diagnostics.filter((d) => d.severity === 'error');
    expect(problem?.code).toBe('not-independent');
    expect(problem?.message).toContain(name);
    expect(problem?.message).toContain(rule);
  });
});

describe('what can’t be carried out is said at the directive', () => {
  test.each([
    ['checkpoint(binomial, 0)', 'for (i = 0; i < n; i++) *x = *x * *x;', 'no number of snapshots'],
    ['checkpoint(every, k)', 'for (i = 0; i < n; i++) *x = *x * *x;', 'no number of iterations'],
    ['checkpoint(mixed, 2)', 'while (*x < 3.0) *x = *x * *x + 1.0;', 'no counted loop'],
    ['independent()', '*x = *x * *x;', 'no counted loop'],
    ['checkpoint()', '{ *x = *x * *x; if (*x > 2.0) return; }', 'left by a jump'],
    ['checkpoint()', 'for (i = 0; i < n; i++) a[i] = a[i] * *x;', '`a`'],
  ])('%s before %s: %s', (directive, statement, reason) => {
    const source = `void f(int n, double *x, double *a) {\n  int i;\n  /* backsweep: ${directive} */\n  ${statement}\n  *x = sin(*x);\n}`;
    const { diagnostics } = execute({ source, language: 'c', inputs: { n: 3, x: [0.5] } });
    const [problem] = diagnostics.filter((d) => d.severity === 'error');
    expect(problem?.message).toContain(reason);
    expect(source.slice(problem?.span.start, problem?.span.end)).toBe(`backsweep: ${directive}`);
  });
});

test('recomputing all takes room for a state and work that grows with the square', () => {
  const source = steps('checkpoint()').replace(/\/\*.*\*\//, '');
  const [short, long] = [20, 40].map((l) =>
    execute({ source, language: 'c', inputs: { l, z: [0.3], c: 0.1 }, options: { storage: 'recompute' } }),
  );
  expect(short?.check.verdict).toBe('passed');
  expect(long?.tape.peakBytes).toBe(short?.tape.peakBytes);
  expect(short?.tape.peakBytes).toBeLessThanOrEqual(32);
  const growth =
    (long?.operations.derivative.elementary ?? 0) / (short?.operations.derivative.elementary ?? 1);
  expect(growth).toBeGreaterThan(3.5);
});
