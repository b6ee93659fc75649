import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../examples';
import { differentiate, explain } from '../index';
import type { Differentiation, Explanation, Options, Subject } from '../pipeline/results';
import { some } from '../testing/draws';

/*
 * What cards call things: a formula tells the old value of a name from the new one, a scalar is overwritten for certain,
 * and what has no derivative is told by the half that fails, in the card as in the message.
 */

const textOf = ({ short, long, facts }: Explanation) => [short, ...facts.map((f) => f.text), long].join('\n');

function cardsOf(d: Differentiation): Explanation[] {
  const subjects: Subject[] = [
    ...d.recordings.map(({ id }): Subject => ({ kind: 'recording', id })),
    ...d.statements.map(({ id }): Subject => ({ kind: 'statement', id })),
    ...d.variables.map(({ key }): Subject => ({ kind: 'variable', key })),
    ...d.code.origins.filter((o) => o.whole).map(({ start, end }): Subject => ({ kind: 'code', start, end })),
  ];
  return subjects.map((subject) => explain(d, subject));
}

const C = `double f(int n, double w[n], double p) {
  double s = 1.0, q;
  for (int k = n - 1; k > 0; k--) {
    w[k] = w[k] * w[k - 1];
  }
  for (int i = 0; i < n; i++) {
    q = p * 3.0;
    s = s * q;
    s = s * w[i] + exp(s);
    q = exp(q);
    s = s + q * q;
  }
  return s;
}
`;
const FORTRAN = `subroutine f(n, w, p, s)
  integer :: n, i
  real(8) :: w(n), p, s, q
  s = 1.0d0
  do i = 2, n
    w(i) = w(i) * w(i - 1)
    q = p * 3.0d0
    s = s * q
    s = s * w(i) + exp(s * s)
    q = exp(q)
    s = s + q * q
  end do
end subroutine
`;
const RESULTS = `double f(double x, double y) {
  double a = exp(y);
  x = exp(x);
  return x * x * a * a;
}
`;

/** Every formula of a partial derivative, in parts. */
const formulasOf = (text: string) =>
  [...text.matchAll(/`∂(\(new [^`]*?\)|[^`/(]*(?:\([^`/]*?\))?)\/∂([^`=]*?)(?: = ([^`]*))?`/g)].map(
    ([all, above = '', below = '', value = '']) => ({ all, above, below, value }),
  );

/** How often a name stands in a formula without a word that says which of its values is meant. */
function bareIn(formula: string, name: string): number {
  const escaped = name.replace(/[^\w]/g, '\\$&');
  return [...formula.matchAll(new RegExp(`(?<!(?:old|new) )(?<![\\w.])${escaped}(?![\\w[(])`, 'g'))].length;
}

describe('names in cards', () => {
  const kernels: [string, 'c' | 'fortran', string, Partial<Options>][] = [
    ['C', 'c', C, {}],
    ['Fortran', 'fortran', FORTRAN, {}],
    ['results used again', 'c', RESULTS, { useResults: true }],
    ...some(EXAMPLES, 8).map(
      ({ id, language, source }): [string, 'c' | 'fortran', string, Partial<Options>] => [
        id,
        language,
        source,
        {},
      ],
    ),
  ];
  let marked = 0;
  test.each(kernels)('%s: formulas tell old values from new ones', (_, language, source, options) => {
    const d = differentiate({ language, source, options });
    const wrong: string[] = [];
    for (const card of cardsOf(d))
      for (const { all, above, below, value } of formulasOf(textOf(card))) {
        const name = above.replace(/^\(new (.*)\)$/, '$1');
        const isNew = above !== name;
        const old = `${below} ${value}`.includes(`old ${name}`);
        if (isNew) marked++;
        // Both or neither, where the formula is written out; and of two values none goes by the name alone.
        if ((value !== '' && isNew !== old) || (isNew && bareIn(value, name) > 0)) wrong.push(all);
        if (!isNew && !options.useResults && bareIn(`${below} ${value}`, name) > 0) wrong.push(all);
      }
    expect(wrong).toEqual([]);
  });
  test('both values are met', () => {
    expect(marked).toBeGreaterThan(50);
    const text = (language: 'c' | 'fortran', source: string, options: Partial<Options> = {}) =>
      cardsOf(differentiate({ language, source, options })).map(textOf).join('\n');
    expect(text('c', C)).toContain('`∂(new w[k])/∂w[k - 1] = old w[k]`');
    expect(text('c', C)).toContain('`∂(new s)/∂(old s) = w[i] + exp(old s)`');
    expect(text('fortran', FORTRAN)).toContain('`∂(new w(i))/∂w(i - 1) = old w(i)`');
    expect(text('c', RESULTS, { useResults: true })).toContain('`∂a/∂y = a`');
    expect(text('c', RESULTS, { useResults: true })).toContain('`∂(new x)/∂(old x) = exp(old x)`');
  });

  const TESTED = {
    c: `void f(int n, double x[n], double limit) {
  int i = 0;
  double a = 3.0;
  while (i < n) {
    if (i % 2 == 0) x[i] = x[i] * x[i] * a;
    if (x[i] > limit) x[i] = sin(x[i]);
    a = a / 2.0;
    i = i + 1;
  }
}
`,
    fortran: `subroutine f(n, x, limit)
  integer :: n, i
  real(8) :: x(n), limit, a
  i = 1
  a = 3.0d0
  do while (i <= n)
    if (mod(i, 2) == 0) x(i) = x(i) * x(i) * a
    if (x(i) > limit) x(i) = sin(x(i))
    a = a / 2.0d0
    i = i + 1
  end do
end subroutine
`,
  };
  test.each(['c', 'fortran'] as const)(
    '%s: what has no derivative is told by the half that fails',
    (language) => {
      const source = TESTED[language];
      const sides = { independents: ['x', 'limit'], dependents: ['x'] };
      const d = differentiate({ language, source, ...sides });
      const [message] = d.diagnostics.filter(({ code }) => code === 'independent-useless');
      expect(message?.message).toBe(
        'The independent `limit` passes no derivative on to a dependent, so its derivative is zero.',
      );
      const limit = explain(d, { kind: 'variable', key: 'limit' });
      expect(limit.short).toContain(
        '`limit` never passes a derivative on to a dependent, so its derivative is zero.',
      );
      const a = explain(d, { kind: 'variable', key: 'a' });
      expect(a.short).toBe(
        '`a` never depends on an independent, so its tangent is zero throughout, and its adjoint would reach no independent.',
      );
      // The adjoint is not zero: as an independent, the same variable has one, and its tangent stays what it is given.
      const own = differentiate({ language, source: source.replace('a = 3.0', 'a = limit + 3.0'), ...sides });
      expect(own.code.text).toMatch(/\bab\b/);
      expect(d.code.text).not.toMatch(/\bab\b/);
      expect(cardsOf(d).map(textOf).join('\n')).toContain(
        'No adjoint of this value of `a` is kept, because it would reach no independent.',
      );
      for (const card of cardsOf(d)) {
        expect(textOf(card)).not.toMatch(
          /influences? no dependent|never influences|derivative is zero throughout/,
        );
        // `i` is a scalar: what sets it overwrites it.
        expect(textOf(card)).not.toMatch(/`i = i \+ 1` \(line \d+\) may overwrite/);
      }
      const branch = d.recordings.find(({ kind }) => kind === 'branch');
      expect(textOf(explain(d, { kind: 'recording', id: branch?.id ?? '' }))).toMatch(/ overwrites /);
    },
  );

  test('a DO that is left early reads as it was written, in sets, graphs and cards; a DO WHILE as its test', () => {
    const source = `subroutine f(n, x)
  integer :: n, i, j
  real(8) :: x
  do i = n, 2, -2
    x = x * sin(x)
    do j = 1, n
      if (x > 1.0d0) cycle
      x = x * x
    end do
    if (x < 0.1d0) exit
  end do
  do while (x > 0.5d0)
    x = x * 0.5d0
  end do
end subroutine
`;
    const d = differentiate({ language: 'fortran', source });
    const heads = d.statements.filter(({ kind }) => kind === 'loop').map(({ text }) => text);
    expect(heads).toEqual(['do i = n, 2, -2', 'do j = 1, n', 'do while (x > 0.5d0)']);
    for (const graph of [d.graphs.original, d.graphs.forward]) {
      const tests = graph.vertices
        .filter(({ kind }) => kind === 'LOOP')
        .map((v) => v.statements.at(-1)?.text);
      expect(tests).toEqual(['do i = n, 2, -2', 'do j = 1, n', 'x > 0.5d0']);
    }
  });
});
