import { describe, expect, test } from 'vitest';
import { parseInput } from '../../app/store/document/playground';
import { EXAMPLES } from '../../examples';
import { toDifferentiation } from '../pipeline/answers/differentiate';
import { compile } from '../pipeline/compile/compile';
import type { DifferentiateRequest, Input } from '../pipeline/results';
import { type ClaimCount, falseClaims, falseOfVariables } from '../testing/claims';
import { draws, seedsOf, some } from '../testing/draws';
import { printed } from '../testing/printed';
import { generateProgram } from '../testing/random';
import { PROFILES } from '../testing/random/profile';

/* What cards claim is held against the analyses, the generated code and runs of it, on every example and on random programs. */

function wrongOf(request: DifferentiateRequest, inputs: Record<string, Input>, count: ClaimCount): string[] {
  const c = compile(request, () => 0);
  const d = toDifferentiation(c);
  if (!d.ok) return [];
  return [...falseClaims(c, d, inputs, count), ...falseOfVariables(c, d)];
}

/** Checkpointed calls, one of whose adjoints puts back what it overwrites. */
const CALLS = `double length(double u, double v) {
  double q = u * u + v * v;
  q = sqrt(q);
  return q;
}
void turn(int n, double a[n], double angle) {
  for (int i = 0; i + 1 < n; i += 2) {
    double c = cos(angle) * a[i] - sin(angle) * a[i + 1];
    a[i + 1] = sin(angle) * a[i] + cos(angle) * a[i + 1];
    a[i] = c;
  }
}
void shift(int n, double a[n], double by) {
  for (int i = 0; i < n; i++) a[i] = a[i] + by;
  a[0] = by * a[0];
}
double f(int n, double a[n], double x) {
  turn(n, a, x * x);
  double s = length(a[0], a[1]);
  turn(n, a, s);
  shift(n, a, s * a[1]);
  s = s * length(a[0], a[2]);
  shift(n, a, s);
  return s * a[2];
}
`;

/** A value that depends on nothing, one that nothing reads, and a test whose operand is put back before it is met on the way back. */
const STEERED = `double f(double x, double y) {
  double a = 2.0;
  double unread = x * x;
  if (x > 0.5) y = sin(x) * a;
  x = x * x;
  unread = unread * y;
  return x * y * a;
}
`;

/** Of each profile. */
const PROGRAMS = draws(1, 30);

const total: ClaimCount = { met: new Map() };

describe('what cards claim holds', () => {
  test.each(some(EXAMPLES, 4, 1).map((example) => [example.id, example] as const))('%s', (_, example) => {
    const { source, language, independents, dependents } = example;
    const inputs = Object.fromEntries(
      Object.entries(example.inputs).map(([key, text]) => [key, parseInput(text) ?? 0]),
    );
    const request = {
      source,
      language,
      ...(independents ? { independents } : {}),
      ...(dependents ? { dependents } : {}),
    };
    expect(wrongOf(request, inputs, total)).toEqual([]);
  });

  test.each(PROFILES.map(([name, , profile]) => [name, profile] as const))('%s', (_, profile) => {
    const wrong: string[] = [];
    for (const seed of seedsOf(PROGRAMS)) {
      const language = seed % 2 === 0 ? 'fortran' : 'c';
      const made = generateProgram(seed, { ...profile, language });
      const request: DifferentiateRequest = {
        source: printed(made.program, language),
        language,
        routine: made.entry,
      };
      wrong.push(...wrongOf(request, made.inputs, total).map((w) => `seed ${seed}: ${w}`));
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  test('calls', () => {
    expect(wrongOf({ source: CALLS, language: 'c' }, { n: 5, a: '1 + 0.1*i', x: 0.7 }, total)).toEqual([]);
  });

  test('what neither depends nor is read, and a test', () => {
    expect(wrongOf({ source: STEERED, language: 'c' }, { x: 1.2, y: 0.7 }, total)).toEqual([]);
  });

  test('an adjoint that nothing reads', () => {
    const source = 'double f(double x) { double a[2]; a[0] = -1.0; a[1] = x; return a[1] * x; }';
    const options = { activity: false, basicBlocks: 'codelist' } as const;
    expect(wrongOf({ source, language: 'c', options }, {}, total)).toEqual([]);
  });

  test('each of the claims was met', () => {
    console.log([...total.met].map(([claim, n]) => `${claim}: ${n}`).join(', '));
    for (const claim of [
      'depends on no',
      'passes no',
      'runs again',
      'no reset',
      'contains',
      'test again',
      'grows by',
    ])
      expect([claim, (total.met.get(claim) ?? 0) > 0]).toEqual([claim, true]);
  });
});
