import { describe, expect, test } from 'vitest';
import { parseInput } from '../../app/store/playground';
import { EXAMPLES, playgroundOf } from '../../examples';
import { breakIt, differentiate, probe } from '../index';
import { printed } from '../testing/printed';
import { generateProgram } from '../testing/random';
import { PROFILES } from '../testing/random/profile';
import { compile } from './compile';
import { derivativeReaders, replayOf } from './replay';
import type { ExecuteRequest } from './results';

const request: ExecuteRequest = {
  language: 'c',
  source: `double f(double x, double y, double c) {
  double a = x * y;
  double b = sin(a) + c;
  x = b * x;
  c = 5.0;
  if (x > 1000.0) y = 2.0 * y;
  return x * y + 0.0 * c;
}
`,
  inputs: { x: 1.5, y: 0.5, c: 0.25 },
};

describe('the probe', () => {
  const d = differentiate(request);
  const idOf = (text: string) => d.statements.find((s) => s.text.startsWith(text))?.id ?? '';

  test('finds the adjoint at every point right where nothing was broken', () => {
    const found = probe(request);
    expect([found.ok, found.wrong, found.compared]).toEqual([true, null, found.statements + 1]);
    expect(found.sentence).toMatch(/^The adjoints are right at every point/);
  });

  test('holds one adjoint at one point against a difference taken there', () => {
    const point = { statement: idOf('x ='), visit: 1, location: 'b', index: 0 };
    const { reading, sentence } = probe(request, point);
    // Just before x = b * x: f = x*b*y, so ∂f/∂b = x*y.
    expect(reading?.adjoint).toBeCloseTo(0.75, 12);
    expect(reading?.difference).toBeCloseTo(0.75, 8);
    expect(reading?.agrees).toBe(true);
    expect(sentence).toBe(
      'Just before `x = b*x` (line 4), the adjoint of `b` is 0.75, and a finite difference taken there gives 0.75. They agree.',
    );
  });

  test('names the statement whose derivative reads what a broken recording has lost', () => {
    const key = d.recordings.find((r) => r.location === 'x')?.key ?? '';
    const { wrong, sentence } = probe({ ...request, tamper: { without: [key] } });
    expect(wrong?.statement).toBe(idOf('x ='));
    expect(wrong?.location).toBe('b');
    expect(wrong?.agrees).toBe(false);
    expect(wrong?.difference).toBeCloseTo(0.75, 8);
    expect(sentence).toMatch(
      /^The first wrong adjoint on the way back is made by `x = b\*x` \(line 4\)\. Before it the adjoint of `b` is /,
    );
  });

  test('says what it cannot do', () => {
    expect(probe({ ...request, mode: 'tangent' }).refused).toBe(
      'Adjoints are probed: choose the adjoint mode.',
    );
    const ask = (point: object) =>
      probe(request, { statement: idOf('x ='), visit: 1, location: 'b', index: 0, ...point }).sentence;
    expect(ask({ statement: idOf('y =') })).toBe('The run never comes to this statement.');
    expect(ask({ visit: 2 })).toBe('The statement runs once only.');
    expect(ask({ location: 'q' })).toBe('The routine has no variable q.');
    expect(probe({ ...request, source: 'double f(' }).ok).toBe(false);
    const source =
      'double g(double a) { a = a * a; return a; }\ndouble f(double x) { double y = g(x); return y * x; }';
    const inside = differentiate({ language: 'c', source }).statements.find((s) => s.text.startsWith('a ='));
    const point = { statement: inside?.id ?? 's0', visit: 1, location: 'a', index: 0 };
    expect(probe({ language: 'c', source }, point).refused).toMatch(
      /^This statement stands in g, which is called\. The probe looks at the statements of f only/,
    );
  });
});

describe.each(EXAMPLES.map((example) => [example.id, example] as const))('in %s', (_, example) => {
  const { language, source } = example;
  const { independents, dependents } = playgroundOf(example);
  const own: ExecuteRequest = {
    language,
    source,
    ...(independents ? { independents } : {}),
    ...(dependents ? { dependents } : {}),
    inputs: Object.fromEntries(
      Object.entries(example.inputs).map(([key, text]) => [key, parseInput(text) ?? 0]),
    ),
  };
  const d = differentiate(own);

  test('all adjoints are right', () => {
    const found = probe(own);
    expect([found.refused, found.wrong]).toEqual(['', null]);
    expect(found.statements).toBeGreaterThan(0);
  });

  test('each break that spoils the gradient is found, at a statement that reads what is lost', () => {
    for (const { key, kind, location } of d.recordings) {
      if (kind !== 'value') continue;
      const { effect } = breakIt(own, key);
      const tampered = { ...own, tamper: { without: [key] } };
      const found = probe(tampered);
      if (effect !== 'changed') {
        if (effect === 'unchanged') expect([key, found.wrong]).toEqual([key, null]);
        continue;
      }
      expect([key, found.refused]).toEqual([key, '']);
      const c = compile(tampered, () => 0);
      const run = replayOf(c, own.inputs);
      const l = run?.analysis.model.locations.all.find((each) => each.key === location);
      if (!run || !l) throw new Error(`no location ${location}`);
      const readers = derivativeReaders(run.analysis, l.index).map((i) => `s${i.id}`);
      // What is lost may be an index or a test's operand: then it is the control under it that goes wrong.
      const integer = !/^f/.test(c.program.variables[l.variables[0] ?? 0]?.type ?? '');
      if (!integer) expect([key, readers]).toEqual([key, expect.arrayContaining([found.wrong?.statement])]);
      expect(found.wrong?.agrees).toBe(false);
    }
  });
});

test('all adjoints of random programs are right at every point', () => {
  let compared = 0;
  for (const [, , profile] of PROFILES)
    for (let seed = 1; seed <= 12; seed++) {
      const made = generateProgram(seed, { ...profile, language: 'c' });
      const own = {
        source: printed(made.program, 'c'),
        language: 'c',
        routine: made.entry,
        inputs: made.inputs,
      } as const;
      const found = probe(own);
      if (!found.ok) continue;
      compared += found.compared;
      if (found.wrong) expect([seed, found.sentence, own.source]).toEqual([seed, '', '']);
    }
  expect(compared).toBeGreaterThan(300);
});
