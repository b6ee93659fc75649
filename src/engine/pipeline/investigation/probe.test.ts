import { describe, expect, test } from 'vitest';
import { parseInput } from '../../../app/store/document/playground';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { breakIt, differentiate, execute, probe } from '../../index';
import { draws, seedsOf, some } from '../../testing/draws';
import { printed } from '../../testing/printed';
import { generateProgram } from '../../testing/random';
import { PROFILES } from '../../testing/random/profile';
import { compile } from '../compile/compile';
import type { ExecuteRequest } from '../results';
import { derivativeReaders, replayOf } from './replay';

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

  test('takes what roundings leave where terms cancel for no fault', () => {
    const source = `void f(double x, double *a, double *b, double *c) {
  *a = 0.1*x;
  *b = 0.2*x;
  *c = -0.3*x;
}`;
    expect(probe({ language: 'c', source })).toMatchObject({ ok: true, wrong: null });
  });

  test('holds one adjoint at one point against a difference taken there', () => {
    const point = { statement: idOf('x ='), visit: 1, location: 'b', index: 0 };
    const { reading, sentence } = probe(request, point);
    // Just before x = b * x: f = x*b*y, so ∂f/∂b = x*y.
    expect(reading?.adjoint).toBeCloseTo(0.75, 12);
    expect(reading?.difference).toBeCloseTo(0.75, 8);
    expect(reading?.agrees).toBe(true);
    expect(sentence).toBe(
      'Just before `x = b * x` (line 4), the adjoint of `b` is 0.75, and a finite difference taken there gives 0.75. They agree.',
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
      /^The first wrong adjoint on the way back is made by `x = b \* x` \(line 4\)\. Before it the adjoint of `b` is /,
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
    expect(ask({ statement: 's4' })).toMatch(/^A test or the head of a loop/);
    expect(ask({ location: 'q' })).toBe('The routine has no variable q.');
    expect(probe({ ...request, source: 'double f(' }).ok).toBe(false);
    expect(ask({ calls: [{ statement: idOf('x ='), visit: 1 }] })).toBe(
      'The run never comes to this statement.',
    );
    expect(ask({ calls: [{ statement: idOf('x ='), visit: 2 }] })).toBe('The run never comes to this call.');
  });
});

describe('the probe of what is called', () => {
  const c: ExecuteRequest = {
    language: 'c',
    source: `double square(double a) {
  double s = a * a;
  return s * a;
}
void twice(int n, double *p, double w) {
  for (int i = 0; i < n; i++) {
    double t = square(p[i]);
    p[i] = t * w;
  }
}
double f(int n, double x[n], double w) {
  twice(n, x, w);
  twice(n - 1, x, w * x[1]);
  return x[0] * x[1];
}
`,
    inputs: { n: 3, x: [1.1, 0.9, 1.3], w: 0.7 },
  };
  const fortran: ExecuteRequest = {
    language: 'fortran',
    source: `subroutine scale(n, a, f)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(0:n, 2)
  real(8), intent(in) :: f
  integer :: i
  do i = 0, n
    a(i, 2) = a(i, 2) * f * a(i, 1)
    a(i, 1) = sin(a(i, 2)) + f
  end do
end subroutine
subroutine f(n, u, k)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(0:n, 2), k
  call scale(n, u, k)
  k = k * u(1, 1)
  call scale(n, u, 2.0d0 * k)
end subroutine
`,
    inputs: { n: 2, u: [1.1, 0.9, 1.3, 0.4, 0.5, 0.6], k: 0.8 },
  };

  /** Of the points that a trace comes by, so many in the fast tier. */
  const POINTS = 30;

  /** Real elements that a trace names at its steps in calls, or those of one location, probed there. */
  function probedAlong(request: ExecuteRequest, only: string | null = null) {
    const { trace } = execute({ ...request, trace: true });
    if (!trace) throw new Error('no trace');
    const around = (call: number): { statement: string; visit: number }[] => {
      const { inside, statement, visit } = trace.calls[call] as (typeof trace.calls)[number];
      return statement === null ? [] : [...around(inside), { statement, visit }];
    };
    const asked = new Set<string>();
    for (let k = 0; k < trace.steps; k++) {
      const s = trace.statements[trace.statement[k] as number];
      const own = trace.locations.filter((l) => l.routine === s?.routine && l.primal !== null);
      if ((trace.depth[k] ?? 0) === 0 || trace.visit[k] === 0 || s?.statement == null) continue;
      for (const { primal, type, derivative, length } of own)
        if (!derivative && /^f/.test(type) && (only === null || primal === only))
          asked.add(
            JSON.stringify({
              statement: s.statement,
              visit: trace.visit[k],
              calls: around(trace.call[k] as number),
              location: primal,
              index: length - 1,
            }),
          );
    }
    const points = only === null ? some([...asked], POINTS) : [...asked];
    return points.map((point) => probe(request, JSON.parse(point)));
  }

  test.each([
    ['c', 'joint', c],
    ['c', 'split', c],
    ['fortran', 'joint', fortran],
    ['fortran', 'split', fortran],
  ] as const)('in %s with %s calls: adjoints agree with differences, at each point', (_, calls, request) => {
    const own = { ...request, options: { calls } };
    const whole = probe(own);
    expect([whole.refused, whole.wrong, whole.compared]).toEqual(['', null, whole.statements + 1]);
    const found = probedAlong(own);
    const readings = found.flatMap(({ reading }) => reading ?? []);
    expect(readings.length).toBeGreaterThan(10);
    expect(readings.filter(({ adjoint }) => adjoint !== null && adjoint !== 0).length).toBeGreaterThan(8);
    for (const { sentence, reading } of found)
      if (reading?.adjoint != null) expect(sentence).toMatch(/They agree\.$/);
  });

  test('reads what has no backward code before an adjoint goes back to who passed the value', () => {
    const source =
      'static double w(double M) { while (M > 1.0) M -= 1.0; return M; }\ndouble f(double x) { double M = x*x; M = w(M); return M*x; }';
    for (const storage of ['store', 'recompute'] as const) {
      const found = probe({ source, language: 'c', inputs: { x: 1.7 }, options: { storage } });
      expect([found.ok, found.wrong], found.sentence).toEqual([true, null]);
    }
  });

  test('says in which run of which call, and writes elements as the language does', () => {
    const sentences = probedAlong(fortran, 'a').map(({ sentence }) => sentence);
    expect(sentences).toContainEqual(
      expect.stringMatching(
        /^Just before `a\(i, 2\) = a\(i, 2\) \* f \* a\(i, 1\)` \(line 7\), in its run 2 of 3, in the call `call scale\(n, u, k\)` \(line 14\), the adjoint of `a\(0, 1\)` is /,
      ),
    );
    const deep = probedAlong(c, 'a').map(({ sentence }) => sentence);
    expect(deep).toContainEqual(
      expect.stringMatching(
        /^Just before `s = a \* a` \(line 2\), in the call `t = square\(p\[i\]\)` \(line 7\), the 2nd of 3, in the call `twice\(n, x, w\)` \(line 12\), the adjoint of `a` is /,
      ),
    );
  });

  test('a break in a called routine is found there, in the call where it does harm first', () => {
    for (const request of [c, fortran]) {
      const d = differentiate(request);
      const value = d.recordings.filter(({ kind }) => kind === 'value' || kind === 'snapshot');
      expect(value.length).toBeGreaterThan(0);
      for (const { key } of value) {
        const { effect } = breakIt(request, key);
        const { wrong, sentence } = probe({ ...request, tamper: { without: [key] } });
        expect([key, wrong === null]).toEqual([key, effect !== 'changed']);
        if (wrong) expect(wrong.agrees).toBe(false);
        if (wrong && wrong.calls.length > 0) expect(sentence).toMatch(/in the call `/);
      }
    }
  });
});

describe.each(some(EXAMPLES, 4, 1).map((example, k) => [example.id, example, k] as const))(
  'in %s',
  (_, example, turn) => {
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
      const values = d.recordings.filter(({ kind }) => kind === 'value');
      for (const { key, location } of some(values, 1, turn)) {
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
  },
);

/** Of each profile. */
const count = draws(1, 12);

test('all adjoints of random programs are right at every point', () => {
  let compared = 0;
  for (const [, , profile] of PROFILES)
    for (const seed of seedsOf(count)) {
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
  expect(compared).toBeGreaterThan(20 * count);
});

test('as many points are compared as fit, where each has thousands of elements', () => {
  const n = 3000;
  const source =
    'void f(int n, const double x[n], double y[n]) { for (int i = 0; i < n; i++) y[i] += x[i]*x[i]; }';
  const ones = Array.from({ length: n }, () => 1);
  const found = probe({ source, language: 'c', inputs: { n, x: ones, y: ones } });
  expect(found).toMatchObject({ ok: true, wrong: null, statements: n });
  expect(found.compared * 2 * n).toBeLessThan(2_000_000);
  expect(found.sentence).toMatch(/^The adjoints are right at \d+ points, spread over the 3000 statements/);
});
