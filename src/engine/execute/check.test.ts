import { describe, expect, test } from 'vitest';
import { exactly, plus, twoProduct } from '../base/doubleDouble';
import { differentiate, execute } from '../index';
import type { DotProductCheck, FiniteDifferenceCheck } from '../pipeline/results';
import { conclude, dotProduct, roundings } from './check';
import type { Checked } from './checked';
import { distance, gradientDifferences, tangentDifferences } from './differences';
import type { Values } from './inputs/binding';

const NEWTON = `double root(double a, double x) {
  for (int i = 0; i < 9; i++) x = x - (x * x * x - a) / (3 * x * x);
  return x;
}
double f(double a, double x) { return root(a, x) - root(a, 1.5 * x); }
`;

describe('derivatives that vanish', () => {
  const { check, derivatives } = execute({
    source: NEWTON,
    language: 'c',
    independents: ['x'],
    inputs: { a: 2, x: 1.3 },
  });

  test('a root does not depend on where the search started: what is left of it is rounding, and is no fault', () => {
    expect(derivatives.x?.[0]).not.toBe(0);
    expect(Math.abs(derivatives.x?.[0] ?? 1)).toBeLessThan(1e-60);
    // The programs don't agree in a single digit.
    expect(check.dotProduct?.relativeError).toBeGreaterThan(0.1);
    expect(check.verdict).toBe('passed');
    expect(check.sentence).toBe(
      'The derivatives are right: tangent and adjoint differ by no more than they round.',
    );
  });

  test('a small number that is wrong stays wrong', () => {
    const source = 'double f(double x) {\n  x = x * x;\n  x = x * x;\n  return 1e-30 * sin(x);\n}\n';
    const request = { source, language: 'c', inputs: { x: 1.3 } } as const;
    expect(execute(request).check.verdict).toBe('passed');
    const { recordings } = differentiate(request);
    expect(recordings.length).toBeGreaterThan(0);
    for (const { key } of recordings)
      expect(execute({ ...request, tamper: { without: [key] } }).check.verdict, key).toBe('failed');
  });
});

describe('roundings', () => {
  test('are nothing of what is exactly linear, and as large as what scaling moves', () => {
    expect(roundings({ x: [2] }, (factor) => ({ x: [2 * factor] }))).toEqual({ x: [0] });
    const noise = roundings({ x: [1e-28] }, (factor) => ({ x: [1e-28 * factor + 1e-30] }));
    expect(noise.x?.[0]).toBeGreaterThan(1e-29);
    expect(noise.x?.[0]).toBeLessThan(1e-28);
  });

  test('what overflows, or does not end, says nothing', () => {
    expect(roundings({ x: [1] }, () => ({ x: [Number.POSITIVE_INFINITY] }))).toEqual({ x: [0] });
    expect(roundings({ x: [1] }, () => null)).toEqual({ x: [0] });
    // What a run does not have counts as zero there.
    expect(roundings({ x: [1] }, () => ({}))).toEqual({ x: [10] });
  });

  test('are asked for only where tangent and adjoint disagree, and excuse no more than they are', () => {
    const none = () => {
      throw new Error('not needed');
    };
    const c = { seeds: { y: [1] }, single: false };
    const compare = (adjoint: number, noise: () => Record<string, number[]>) =>
      dotProduct(
        c,
        { y: [1e-28] },
        { x: [adjoint] },
        { x: [1] },
        { tangents: () => ({ y: [0] }), adjoints: noise },
      ).passed;
    expect(compare(1e-28, none)).toBe(true);
    expect(compare(1.01e-28, () => ({ x: [0] }))).toBe(false);
    expect(compare(1.01e-28, () => ({ x: [1e-31] }))).toBe(false);
    expect(compare(1.01e-28, () => ({ x: [2e-30] }))).toBe(true);
  });
});

/** One real x at 2, and f of it. */
const checked = (evaluate: (x: number) => number | null, more: Partial<Checked> = {}): Checked => ({
  independents: ['x'],
  dependents: ['f'],
  inputs: { x: [2] },
  seeds: { f: [1] },
  elementText: (key) => key,
  single: false,
  evaluate: (inputs: Values) => {
    const f = evaluate(inputs.x?.[0] ?? Number.NaN);
    return f === null ? null : { f: [f] };
  },
  kink: false,
  goOn: () => true,
  ...more,
});
const square = (x: number) => x * x;
const noNoise = () => ({});

describe('differences', () => {
  const NOTHING: FiniteDifferenceCheck = { components: [], worst: null, passed: true };

  test('of runs that end early, or for which there is no time, are none', () => {
    expect(
      gradientDifferences(
        checked(() => null),
        { x: [4] },
        noNoise,
      ),
    ).toEqual(NOTHING);
    expect(
      tangentDifferences(
        checked(() => null),
        { x: [1] },
        { f: [4] },
        noNoise,
      ),
    ).toEqual(NOTHING);
    const late = checked(square, { goOn: () => false });
    expect(gradientDifferences(late, { x: [4] }, noNoise)).toEqual(NOTHING);
    expect(tangentDifferences(late, { x: [1] }, { f: [4] }, noNoise)).toEqual(NOTHING);
  });

  test('tell a right derivative from a wrong one', () => {
    expect(gradientDifferences(checked(square), { x: [4] }, noNoise)).toMatchObject({
      passed: true,
      worst: { name: 'x', index: 0, element: 'x' },
    });
    const wrong = gradientDifferences(checked(square), { x: [5] }, noNoise);
    expect(wrong).toMatchObject({
      passed: false,
      worst: { name: 'x', relativeError: expect.closeTo(0.2, 3) },
    });
    expect(wrong.components[0]?.difference).toBeCloseTo(4, 6);
    expect(tangentDifferences(checked(square), { x: [1] }, { f: [5] }, noNoise).passed).toBe(false);
  });

  test('tell of a right derivative although one beside it is not finite', () => {
    const two = checked(square, { inputs: { x: [2, 0] } });
    const found = gradientDifferences(two, { x: [4, Number.NaN] }, noNoise);
    expect(found.components.map(({ passed }) => passed)).toEqual([true, false]);
    expect(found.passed).toBe(false);
  });

  test('that tend to zero are those of a derivative that is zero, and others are not', () => {
    const zero = (f: (x: number) => number, at = 0, single = false) =>
      gradientDifferences(checked(f, { inputs: { x: [at] }, single }), { x: [0] }, noNoise).passed;
    expect(zero((x) => x ** 3)).toBe(true);
    expect(zero((x) => Math.fround(x) ** 3, 0, true)).toBe(true);
    expect(zero((x) => x * Math.abs(x) ** 0.7)).toBe(true);
    expect(zero((x) => (x - 1.6) ** 2 * Math.sin(3 * x), 1.6)).toBe(true);
    for (const size of [1, 1e-6, 1e-9, 1e-12]) expect(zero((x) => x ** 3 + size * x)).toBe(false);
    expect(zero(Math.sin, 0.5)).toBe(false);
    const cube = checked((x) => x ** 3, { inputs: { x: [0] } });
    expect(tangentDifferences(cube, { x: [1] }, { f: [0] }, noNoise).passed).toBe(true);
    expect(tangentDifferences(checked(Math.sin), { x: [1] }, { f: [0] }, noNoise).passed).toBe(false);
  });

  test('excuse what is no more than rounding, and blame nothing for it', () => {
    const excused = gradientDifferences(checked(square), { x: [5] }, () => ({ x: [1.5] }));
    expect(excused).toMatchObject({ passed: true, worst: null });
    expect(gradientDifferences(checked(square), { x: [5] }, () => ({ x: [0.5] })).passed).toBe(false);
  });

  test.each([[1e10], [1e6], [-1e13]])(
    'excuse nothing beside %d that those in twice the digits tell',
    (large) => {
      const beside = checked((x) => large + x * x, {
        evaluateTwice: ({ x }) => ({ f: [plus(exactly(large), twoProduct(x?.[0] ?? 0, x?.[0] ?? 0))] }),
      });
      const judged = (value: number) => gradientDifferences(beside, { x: [value] }, noNoise).passed;
      expect(judged(4)).toBe(true);
      expect([0, -4, 2, 4.004, 5, 8].filter(judged)).toEqual([]);
    },
  );

  test('of small numbers, as constants of physics are, are taken on their scale', () => {
    const boltzmann = 1.38e-23;
    const small = checked((x) => Math.exp(-4e-21 / (x * 300)), { inputs: { x: [boltzmann] } });
    const slope = (Math.exp(-4e-21 / (boltzmann * 300)) * 4e-21) / (300 * boltzmann ** 2);
    expect(gradientDifferences(small, { x: [slope] }, noNoise).passed).toBe(true);
    expect(gradientDifferences(small, { x: [1.01 * slope] }, noNoise).passed).toBe(false);
    expect(tangentDifferences(small, { x: [1] }, { f: [slope] }, noNoise).passed).toBe(true);
    expect(tangentDifferences(small, { x: [1] }, { f: [1.01 * slope] }, noNoise).passed).toBe(false);
  });

  test('are taken on the side where there are numbers', () => {
    const left = checked((x) => (x > 2 ? Number.NaN : x * x));
    expect(gradientDifferences(left, { x: [4] }, noNoise).passed).toBe(true);
    const right = checked((x) => (x < 2 ? null : x * x));
    expect(gradientDifferences(right, { x: [4] }, noNoise).passed).toBe(true);
    // At a kink neither side is right by itself.
    expect(
      gradientDifferences(
        checked((x) => (x > 2 ? null : x * x), { kink: true }),
        { x: [4] },
        noNoise,
      ),
    ).toEqual(NOTHING);
  });
});

describe('differences of what changes fast beside its inputs', () => {
  const nearZero = (f: (x: number) => number) => checked(f, { inputs: { x: [1e-20] } });
  const judged = (f: (x: number) => number, value: number) => [
    gradientDifferences(nearZero(f), { x: [value] }, noNoise).passed,
    tangentDifferences(nearZero(f), { x: [1] }, { f: [value] }, noNoise).passed,
  ];

  test('are taken closer where none fits, and excuse nothing by how they round', () => {
    expect(judged(Math.sqrt, 5e9)).toEqual([true, true]);
    expect(judged(Math.sqrt, 5.1e9)).toEqual([false, false]);
    expect(judged((x) => 1 + 3 * x, 3)).toEqual([true, true]);
    expect(judged((x) => 1 + 3 * x, 2)).toEqual([false, false]);
  });

  test('are taken closer beside large inputs too', () => {
    const wave = checked((x) => Math.sin(2 * Math.PI * x), { inputs: { x: [1e5] } });
    const slope = 2 * Math.PI;
    expect(gradientDifferences(wave, { x: [slope] }, noNoise).passed).toBe(true);
    expect(gradientDifferences(wave, { x: [1.01 * slope] }, noNoise).passed).toBe(false);
  });

  test('say nothing of a power at 0 that has numbers on one side only', () => {
    const source = 'double f(double x) { return pow(x, 1.5); }';
    const { check } = execute({ source, language: 'c', inputs: { x: 0 } });
    expect(check.verdict).not.toBe('failed');
  });
});

describe('the distance of two gradients', () => {
  test.each([
    ['nothing where they are the same, no number too', [1, Number.NaN], [1, Number.NaN], 0],
    ['relative to the derivative', [2, 4], [2, 5], 0.25],
    ['relative to the largest, for small ones', [1000, 0], [1000, 0.5], 0.5],
    ['infinite where one is no number', [1, 2], [1, Number.NaN], Number.POSITIVE_INFINITY],
  ])('is %s', (_, a, b, expected) => {
    expect(distance({ x: a }, { x: b })).toBe(expected);
  });
});

const calm = {
  nothing: false,
  unset: null,
  cut: () => null,
  jump: () => null,
  notFinite: null,
  kink: false,
  allZero: false,
  isIllConditioned: () => false,
};

describe('where terms cancel', () => {
  /** Its value in doubles is lost. */
  const lost = (derivative: number, more: Partial<Checked> = {}) =>
    gradientDifferences(
      checked(() => 7, {
        evaluateTwice: ({ x }) => ({ f: [[(x?.[0] ?? 0) ** 2, 0]] }),
        derivativesTwice: () => ({ x: [[derivative, 0]] }),
        ...more,
      }),
      { x: [derivative] },
      noNoise,
    );

  test('a run in twice the digits decides', () => {
    expect(lost(4)).toMatchObject({ passed: true, worst: { name: 'x' } });
    expect(lost(4.001).components).toMatchObject([{ passed: false }]);
    expect(lost(4.001).components).not.toMatchObject([{ isRounded: true }]);
  });

  test('a derivative that has lost digits itself is told from one that is wrong', () => {
    const rounded = lost(4.001, { derivativesTwice: () => ({ x: [[4, 0]] }) });
    expect(rounded.components).toMatchObject([{ passed: false, isRounded: true }]);
    expect(conclude(null, rounded, calm)).toMatchObject({
      verdict: 'ill-conditioned',
      sentence: expect.stringMatching(/in twice the digits .* of x 3 digits are right\.$/),
    });
    const other = { ...rounded, components: rounded.components.map(({ isRounded: _, ...each }) => each) };
    expect(conclude(null, other, calm).verdict).toBe('failed');
  });

  test('a run that is too long, or for which there is no time, decides nothing', () => {
    expect(lost(4, { evaluateTwice: () => null }).passed).toBe(false);
  });
});

describe('the conclusion', () => {
  const dot = (passed: boolean): DotProductCheck => ({
    tangent: 2,
    adjoint: passed ? 2 : 3,
    relativeError: passed ? 1e-12 : 0.5,
    passed,
  });
  const differences = (passed: boolean): FiniteDifferenceCheck =>
    gradientDifferences(checked(square), { x: [passed ? 4 : 5] }, noNoise);
  const NOTHING: FiniteDifferenceCheck = { components: [], worst: null, passed: true };

  test.each([
    [null, null, {}, 'none', 'There was nothing to check the derivatives against.'],
    [null, NOTHING, {}, 'none', 'There was nothing to check the derivatives against.'],
    [dot(true), null, { notFinite: '`y`' }, 'none', /^`y` is not finite here/],
    [
      dot(true),
      null,
      {},
      'passed',
      'The derivatives are right: the tangent agrees with the adjoint to 12 digits.',
    ],
    [
      null,
      differences(true),
      {},
      'passed',
      /^The derivatives are right: central differences agree to \d+ digits at worst, in x\.$/,
    ],
    [
      dot(true),
      { ...NOTHING, worst: { name: 'x', index: 0, element: 'x', relativeError: 0.6 } },
      {},
      'passed',
      /central differences differ by no more than they round, most in x\.$/,
    ],
    [dot(true), differences(true), {}, 'passed', /to 12 digits, and central differences agree/],
    [dot(true), differences(true), { allZero: true }, 'passed', /^All derivatives are zero/],
    [
      dot(true),
      differences(false),
      {},
      'failed',
      'The derivatives are wrong: for x the program says 5, central differences say 4.',
    ],
    [dot(false), null, {}, 'failed', 'The derivatives are wrong: tangent and adjoint differ, 2 against 3.'],
    [
      dot(false),
      differences(true),
      {},
      'failed',
      'The derivatives are wrong: tangent and adjoint differ, 2 against 3.',
    ],
    [dot(false), differences(true), { kink: true }, 'failed', /^The derivatives are wrong/],
    [
      dot(true),
      differences(false),
      { kink: true },
      'kink',
      /meets a kink; the tangent agrees with the adjoint to 12 digits\.$/,
    ],
    [dot(true), differences(true), { nothing: true }, 'none', /^Nothing is derived/],
    [null, differences(false), { kink: true }, 'kink', /meets a kink\.$/],
    [
      dot(false),
      differences(false),
      { isIllConditioned: () => true },
      'ill-conditioned',
      /^The derivatives can’t be checked here/,
    ],
  ] as const)('%#', (product, found, more, verdict, sentence) => {
    const check = conclude(product, found, { ...calm, ...more });
    expect(check.verdict).toBe(verdict);
    expect(check.sentence).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
    expect([check.dotProduct, check.finiteDifference]).toEqual([product, found]);
  });
});

test.each([
  ['double f(double x) { return x * x * x; }', { x: 0 }],
  ['float f(float x) { return x * x * x; }', { x: 0 }],
  ['double f(double x) { return x * pow(fabs(x), 1.5); }', { x: 0 }],
  ['double f(double x, double y) { return (x - y) * (x - y) * sin(3 * x) / y; }', { x: 0.7, y: 0.7 }],
  ['double f(double x, double y) { return (x - y) * (x - y) * sin(3 * x) / y; }', { x: 1.6, y: 1.6 }],
])('where all derivatives are zero, differences of %s tend to zero with their steps', (source, inputs) => {
  const { check } = execute({ source, language: 'c', inputs });
  expect(check.verdict, check.sentence).toBe('passed');
});
