import { describe, expect, test } from 'vitest';
import { certify, differentiate, type ExecuteRequest } from '..';
import { requestOfSeed } from './certified';
import { draws, seedsOf } from './draws';
import { secondOpinion } from './second';
import { type Asked, printedFor } from './secondPrinted';

/** Of a request: what is said on its IR, and on its printed JavaScript, which has no budget: it is not asked of endless runs. */
function opinions(request: ExecuteRequest) {
  const { verdict, note } = certify(request, 1);
  const asked = note.includes('too long') ? null : printedFor(request);
  return [verdict, asked ? secondOpinion(asked) : 'not-applicable'] as const;
}

test('random adjoints: the certificate and the second opinion agree', () => {
  let exact = 0;
  const apart: string[] = [];
  for (const seed of seedsOf(draws(2, 5000))) {
    const [first, second] = opinions({ ...requestOfSeed(seed), mode: 'adjoint' });
    if (first !== second) apart.push(`seed ${seed}: ${first}, ${second}`);
    if (second === 'exact') exact++;
  }
  expect(apart).toEqual([]);
  expect(exact).toBeGreaterThan(0);
});

describe('what is wrong is different', () => {
  const request: ExecuteRequest = {
    source:
      'void f(int k, double a[3], double x, double *z) { for (int i = 0; i < 3; i++) { x = x*a[i]; if (x > 0.1) a[i] = sin(a[i])*x; } a[k] = 0.5; *z = x*x + pow(a[1], 2.5); }',
    language: 'c',
    inputs: { a: [1.3, 0.7, 0.4], x: 0.6, z: 0, k: 1 },
  };
  const asked = printedFor(request) as Asked;
  const lines = asked.adjoint.text.split('\n');
  const without = (line: string) => {
    const text = lines.filter((each) => each !== line).join('\n');
    return secondOpinion({ ...asked, adjoint: { ...asked.adjoint, text } });
  };

  test('as it is, it is exact', () => {
    expect(opinions(request)).toEqual(['exact', 'exact']);
  });

  test('without a recording, in both', () => {
    const { recordings } = differentiate({ source: request.source, language: 'c' });
    const values = recordings.filter(({ kind }) => kind === 'value');
    expect(values.length).toBeGreaterThan(0);
    const told = values.map(({ key }) => opinions({ ...request, tamper: { without: [key] } }));
    for (const [first, second] of told) expect(second).toBe(first);
    expect(told).toContainEqual(['different', 'different']);
  });

  test.each([
    ['an increment', /^\s*\w+b(\[.*\])? \+= /],
    ['a reset', /^\s*\w+b(\[.*\])? = 0;/],
  ])('without %s', (_, kind) => {
    const found = lines.filter((line) => kind.test(line));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((line) => without(line) === 'different').length).toBeGreaterThan(0);
  });
});
