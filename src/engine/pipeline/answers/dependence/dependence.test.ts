import { describe, expect, test } from 'vitest';
import { dependence, differentiate } from '../../../index';
import type { DependenceMatrix, DifferentiateRequest, Language } from '../../results';

/** A matrix as lines: `∂` differentiable, `=` kept, `·` other, blank for none. */
function drawn({ rows, columns, cells }: DependenceMatrix): string[] {
  const sign = { differentiable: '∂', kept: '=', other: '·' } as const;
  return [
    `  ${columns.join(' ')}`,
    ...rows.map((row) => {
      const line = columns.map((column) => {
        const cell = cells.find((each) => each.row === row && each.column === column);
        return (cell ? sign[cell.kind] : ' ').padEnd(column.length);
      });
      return `${row} ${line.join(' ')}`.trimEnd();
    }),
  ];
}

const of = (source: string, language: Language = 'c', more: Partial<DifferentiateRequest> = {}) => {
  const request = { source, language, ...more };
  const result = dependence(request);
  expect(result.reason).toBe('');
  const { statements } = differentiate(request);
  const text = (id: string) => statements.find((each) => each.id === id)?.text ?? id;
  return { ...result, text };
};

describe('the matrix of a routine', () => {
  test('operands, tests, subscripts and integers are told apart', () => {
    const { routine } = of(`void f(int n, double a[n], double x, double y, double *r, double *s) {
  *r = x * x;
  if (y > 0) *s = a[n - 1];
}
`);
    expect(drawn(routine)).toEqual(['  n a x y s', 'r     ∂', 's · ∂   · =']);
  });

  test('a loop carries a dependence through what it sets last', () => {
    const { routine, text } = of(`double f(int n, double x, double y) {
  double t = x, u = 0, v = y;
  for (int i = 0; i < n; i++) { u = t; t = v; }
  return u;
}
`);
    expect(drawn(routine)).toEqual(['  n x y', 'f · ∂ ∂']);
    const cell = routine.cells.find(({ column }) => column === 'x');
    expect(cell?.statements.map(text)).toEqual(['t = x', 'u = t']);
  });

  test('what is flat is no derivative, and what a branch hides influences all the same', () => {
    const { routine } = of(`double f(double x, double y, double z) {
  double r = floor(x) * y;
  int k = z > 1.0;
  if (k) r = 2 * r;
  return r;
}
`);
    expect(drawn(routine)).toEqual(['  x y z', 'f · ∂ ·']);
  });

  test('the rest of an array stays; a call passes on what its summary says', () => {
    const { routine } = of(
      `subroutine half(n, a, b)
  integer n
  real(8) a(n), b
  call put(a(2), b)
end subroutine
subroutine put(u, v)
  real(8) u, v
  u = sin(v)
end subroutine
`,
      'fortran',
      { routine: 'half' },
    );
    expect(drawn(routine)).toEqual(['  a b', 'a = ∂']);
  });
});

test('blocks: what one assignment overwrites, the block does not depend on', () => {
  const { blocks, text } = of(`double f(double x, double y) {
  double t = x * y;
  double u = t + y;
  t = 3 * u;
  return t;
}
`);
  expect(blocks.map(({ matrix }) => drawn(matrix))).toEqual([['  x y', 'u ∂ ∂', 'f ∂ ∂']]);
  const cell = blocks[0]?.matrix.cells.find(({ row, column }) => row === 'u' && column === 'x');
  expect(cell?.statements.map(text)).toEqual(['t = x*y', 'u = t + y']);
});

test('blocks: a temporary that one block leaves to another is shown in both', () => {
  const { blocks } = of(
    `subroutine length(r, d)
  real(8) r(3), d, s
  s = dot_product(r, r)
  if (s == 0d0) then
    write (*, *) 'nothing', &
      d
  end if
  d = sqrt(s)
end subroutine
`,
    'fortran',
  );
  const [start, body, after, last] = blocks.map(({ matrix }) => drawn(matrix));
  expect(start).toEqual(['  ', 'sum']);
  expect(body).toEqual(['  r sum', 'sum ∂ ∂']);
  expect(after).toEqual(['  sum', 's ∂']);
  expect(last).toEqual(['  s', 'd ∂']);
  expect(blocks.flatMap(({ matrix }) => matrix.rows)).not.toContain('i');
});

test('the matrix agrees with varied and useful of the analyses, one input and one output at a time', () => {
  const source = `void g(int n, double x, double y, double z, double *p, double *q) {
  double a = x, b = 1, c = z;
  while (a < y) { a = a + b * z; b = sin(b) + c; }
  *p = a;
  if (n > 2) *q = b * b; else *q = y;
}
`;
  const { routine } = of(source);
  for (const column of ['x', 'y', 'z']) {
    for (const row of ['p', 'q']) {
      const { analyses } = differentiate({
        source,
        language: 'c',
        independents: [column],
        dependents: [row],
      });
      const varied = analyses.find(({ name }) => name === 'varied');
      const exit = Object.keys(varied?.vertices ?? {}).at(-1) ?? '';
      const cell = routine.cells.find((each) => each.row === row && each.column === column);
      expect(cell?.kind === 'differentiable').toBe(varied?.vertices[exit]?.after.includes(row));
    }
  }
});

describe('activity at every place', () => {
  const source = `double f(double x, double y, double z) {
  double t = x * y;
  double dead = x;
  if (x > z) t = t + z;
  return t * floor(x);
}
`;
  const { occurrences } = of(source, 'c', { independents: ['x'] });
  const at = (before: string, name: string) => {
    const start = source.indexOf(name, source.indexOf(before));
    return occurrences.find(({ span }) => span.start === start);
  };

  test('operands and targets that a derivative passes are active', () => {
    expect(at('x * y', 'x')).toMatchObject({ state: 'active', by: ['x'], of: ['f'], write: false });
    expect(at('t = x', 't')).toMatchObject({ state: 'active', write: true });
    expect(at('x * y', 'y')).toMatchObject({ state: 'useful', by: [] });
    expect(at('x * y', 'y')?.reason).toBe(
      '`y` influences `f`, but depends on no independent here: its tangent is zero.',
    );
  });
  test('where it goes nowhere, or through a test or a flat function, it does not', () => {
    expect(at('dead = x', 'dead')).toMatchObject({ state: 'varied', of: [] });
    expect(at('x > z', 'x')?.reason).toBe(
      '`x` depends on `x`, but here it only decides a test: no derivative passes.',
    );
    expect(at('floor(x)', 'x')).toMatchObject({ state: 'varied' });
    expect(at('x > z', 'z')).toMatchObject({ state: 'passive' });
  });
  test('what is passed to a call, by value, by reference or whole, is an argument of it', () => {
    const called = `void part(double c, double *s, double v[2], int k) {
  *s = *s * c + v[k];
}
double f(double x, double y, double w[2]) {
  double s = x, idle = 3.0;
  part(idle * y, &s, w, (int) x);
  idle = idle + 1.0;
  return s;
}
`;
    const named = of(called, 'c', { routine: 'f', independents: ['x', 'w'] }).occurrences;
    const found = (before: string, name: string) => {
      const start = called.indexOf(name, called.indexOf(before));
      return named.find(({ span }) => span.start === start);
    };
    expect(found('&s, w', '&s')).toMatchObject({ state: 'active', by: ['x', 'w'], of: ['f'], write: false });
    expect(found('w, (int)', 'w')).toMatchObject({ state: 'active', by: ['w'], of: ['f'] });
    expect(found('y, &s', 'y')).toMatchObject({ state: 'useful', of: ['f'] });
    expect(found('x);', 'x')).toMatchObject({ state: 'varied', of: [] });
    expect(found('x);', 'x')?.reason).toBe(
      '`x` depends on `x`, but here its derivative is zero or there is none: no derivative passes.',
    );
    expect(found('idle = idle', 'idle')?.reason).toBe(
      '`idle` neither depends on an independent nor passes a derivative on to a dependent here.',
    );
    expect(found('idle = idle', 'idle')).toMatchObject({ state: 'passive', by: [], of: [], write: true });
  });
  test('a return names its operands only', () => {
    const start = source.indexOf('return');
    expect(occurrences.filter(({ span }) => span.start === start)).toEqual([]);
    expect(at('t * floor', 't')).toMatchObject({ state: 'active' });
  });
  test('callees show the contexts that were united', () => {
    const both = `double sq(double u) { return u * u; }
double f(double x, double y) { return sq(x) + sq(y); }
`;
    const found = of(both, 'c', { routine: 'f', independents: ['x'] }).occurrences;
    const inside = found.find(({ span }) => span.start === both.indexOf('u * u'));
    expect(inside).toMatchObject({ state: 'active', statement: null });
    expect(inside?.reason).toContain('in some call');
  });
});

test('a text that is wrong has no dependence, and says so', () => {
  const { ok, reason } = dependence({ source: 'double f(', language: 'c' });
  expect(ok).toBe(false);
  expect(reason).toMatch(/^The program could not be analysed: ./);
});
