import { expect, test } from 'vitest';
import { execute } from '../index';
import { draws, seedsOf, tellsShares } from '../testing/draws';
import { fitCaseOf, requestOf } from '../testing/oracles';
import { generateProgram } from '../testing/random';
import { optionsFor, textOf, write } from '../testing/written/judge';

/*
 * The modes beside adjoint and tangent on random programs and texts, under drawn options: several directions at once give,
 * direction by direction, what single tangents do; the tangent of the adjoint agrees with differences of the adjoint.
 */
const count = draws(1, 150);

const errors = ({
  diagnostics,
}: {
  diagnostics: readonly { severity: string; code: string; message: string }[];
}) => diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.code}: ${d.message}`);

function distance(a: readonly number[] = [], b: readonly number[] = []): number {
  const scale = Math.max(1e-300, ...a.map(Math.abs), ...b.map(Math.abs));
  return a.length === b.length
    ? Math.max(0, ...a.map((x, i) => (Object.is(x, b[i]) ? 0 : Math.abs(x - (b[i] as number)) / scale)))
    : 1;
}

test.each(['c', 'fortran'] as const)('several directions are single ones, in %s', (language) => {
  let compared = 0;
  for (const seed of seedsOf(count)) {
    // They are refused for globals, which random texts always have.
    const c = fitCaseOf(generateProgram(seed, { language, globals: 0 }));
    if (!c) continue;
    const directions: Record<string, number[][]> = {};
    for (const name of c.independents)
      directions[name] = [1, 2].map((row) => (c.inputs[name] ?? []).map((_, i) => Math.cos(row + 3 * i)));
    const request = { ...requestOf(c, { splitNested: seed % 3 === 0 }), directions };
    const single = execute({ ...request, mode: 'tangent' });
    if (errors(single).length > 0) continue;
    const all = execute({ ...request, mode: 'vector-tangent' });
    const said = errors(all);
    if (said.length > 0 && said.every((text) => text.startsWith('not-combinable'))) continue;
    expect(said, `seed ${seed}`).toEqual([]);
    compared++;
    for (const [name, values] of Object.entries(single.derivatives))
      expect(distance(all.derivatives[name], values), `seed ${seed}, ${name}`).toBeLessThanOrEqual(1e-13);
  }
  if (tellsShares(count)) expect(compared).toBeGreaterThan(count / 4);
});

test.each(['c', 'fortran'] as const)('the tangent of the adjoint is its derivative, in %s', (language) => {
  let compared = 0;
  for (const seed of seedsOf(count)) {
    const source = textOf(write(language, seed).pieces);
    const options = optionsFor(seed);
    const first = execute({ source, language, options });
    if (errors(first).length > 0 || first.check.verdict !== 'passed') continue;
    const second = execute({ source, language, options, mode: 'tangent-over-adjoint' });
    expect(errors(second), `seed ${seed}`).toEqual([]);
    expect(second.check.verdict, `seed ${seed}: ${second.check.sentence}`).not.toBe('failed');
    compared++;
    for (const [name, values] of Object.entries(first.derivatives))
      expect(distance(second.derivatives[name], values), `seed ${seed}, ${name}`).toBeLessThanOrEqual(1e-12);
  }
  if (tellsShares(count)) expect(compared).toBeGreaterThan(count / 4);
});
