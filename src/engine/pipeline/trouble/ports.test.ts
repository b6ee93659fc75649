/** What users of tools of this kind report, a kernel each: the statement, by its text, where the derivative goes astray. */
import { expect, test } from 'vitest';
import { differentiate, trouble } from '../../index';
import type { ExecuteRequest, Language, TroubleKind } from '../results';

interface Port {
  readonly about: string;
  readonly source: string;
  readonly language?: Language;
  readonly inputs: ExecuteRequest['inputs'];
  readonly of: { name: string; index: number };
  readonly more?: Partial<ExecuteRequest>;
  /** Begins the line that the statement stands in. */
  readonly line: string;
  readonly visit?: number;
  readonly sweep?: 'forward' | 'backward';
  readonly kind: TroubleKind;
}

const PORTS: readonly Port[] = [
  {
    about: 'product by a mask',
    source: `double f(int n, double x[n]) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double mask = x[i] > 0 ? 1.0 : 0.0;
    s += mask*x[i];
  }
  return s;
}`,
    inputs: { n: 3, x: [1, -2, 3] },
    of: { name: 'x', index: 1 },
    line: 's += mask',
    visit: 2,
    sweep: 'backward',
    kind: 'a factor of 0',
  },
  {
    about: 'the length of a vector at 0',
    language: 'fortran',
    source: `subroutine length(n, x, r)
  integer n, i
  real(8) x(n), r, s
  s = 0
  do i = 1, n
    s = s + x(i)**2
  end do
  r = sqrt(s)
end subroutine`,
    inputs: { n: 3, x: [0, 0, 0] },
    of: { name: 'x', index: 2 },
    line: 'r = sqrt(s)',
    sweep: 'backward',
    kind: '√ at 0',
  },
  {
    about: '0·log(0)',
    source: `double entropy(int n, double p[n]) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s -= p[i]*log(p[i]);
  return s;
}`,
    inputs: { n: 3, p: [0.5, 0, 0.5] },
    of: { name: 'p', index: 1 },
    line: 's -= p[i]',
    visit: 2,
    sweep: 'backward',
    kind: '0·∞',
  },
  {
    about: 'a maximum of equals',
    source: `void pool(int n, double x[n], double y[n]) {
  for (int i = 0; i + 1 < n; i++)
    y[i] = fmax(x[i], x[i + 1]);
}`,
    inputs: { n: 4, x: [1, 2, 2, 0], y: [0, 0, 0, 0] },
    of: { name: 'x', index: 2 },
    line: 'y[i] = fmax',
    visit: 2,
    sweep: 'forward',
    kind: 'a tie',
  },
  {
    about: 'an integer on the way',
    source: `static double area(int w, double h) { return w*h; }
double f(double w) {
  int k = w;
  return area(k, 2.5);
}`,
    inputs: { w: 3.7 },
    of: { name: 'w', index: 0 },
    line: 'int k = w',
    sweep: 'forward',
    kind: 'a cast',
  },
  {
    about: 'a branch not taken, with ∞',
    language: 'fortran',
    source: `subroutine f(n, x, y)
  integer n, i
  real(8) x(n), y
  y = 0
  do i = 1, n
    y = y + merge(log(x(i)), 0d0, x(i) > 0)
  end do
end subroutine`,
    inputs: { n: 3, x: [2, 0, 3] },
    of: { name: 'x', index: 1 },
    line: 'y = y + merge',
    visit: 2,
    sweep: 'backward',
    kind: '0·∞',
  },
  {
    about: 'a running minimum with <=',
    source: `double least(int n, double x[n]) {
  double m = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] <= m)
      m = x[i];
  return m;
}`,
    inputs: { n: 4, x: [1, 3, 1, 2] },
    of: { name: 'x', index: 0 },
    line: 'if (x[i] <= m)',
    visit: 2,
    sweep: 'forward',
    kind: 'a tie',
  },
  {
    about: 'a threshold, where the difference is wrong and the adjoint right',
    source: `double f(double x) {
  double y = x*x;
  if (x >= 1.0)
    y = 3*x;
  return y;
}`,
    inputs: { x: 1 - 1e-9 },
    of: { name: 'x', index: 0 },
    line: 'if (x >= 1.0)',
    sweep: 'forward',
    kind: 'a jump',
  },
  {
    about: 'catastrophic cancellation',
    source: `double f(double x) {
  double c = cos(x);
  double a = 1 - c;
  return a/(x*x);
}`,
    inputs: { x: 1e-6 },
    of: { name: 'x', index: 0 },
    line: 'double a = 1 - c',
    sweep: 'forward',
    kind: 'a difference of near-equal numbers',
  },
  {
    about: 'an overwritten independent',
    language: 'fortran',
    source: `subroutine f(n, x, y)
  integer n, i
  real(8) x(n), y
  x(1) = 0
  y = 0
  do i = 1, n
    y = y + x(i)**2
  end do
end subroutine`,
    inputs: { n: 3, x: [1, 2, 3] },
    of: { name: 'x', index: 0 },
    line: 'x(1) = 0',
    sweep: 'forward',
    kind: 'an overwritten independent',
  },
];

/** The line of a statement, by the graph of the routine. */
function lineOf(request: ExecuteRequest, statement: string | undefined): string {
  const { graphs } = differentiate(request);
  const all = graphs.original?.vertices.flatMap((v) => v.statements) ?? [];
  const found = all.find((s) => s.statement === statement);
  const before = request.source.slice(0, found?.span.start ?? 0).lastIndexOf('\n');
  return request.source.slice(before + 1).trimStart();
}

test.each(PORTS.map((port) => [port.about, port] as const))('%s', (_, port) => {
  const { source, language = 'c', inputs, of, more } = port;
  const request: ExecuteRequest = { source, language, inputs, ...more };
  const { ok, diagnostics, sentence, first } = trouble(request, of);
  expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
  expect({ kind: first?.kind, sweep: first?.sweep, visit: first?.visit, sentence }).toMatchObject({
    kind: port.kind,
    sweep: port.sweep,
    visit: port.visit ?? 1,
  });
  expect(lineOf(request, first?.statement).startsWith(port.line), first?.statement).toBe(true);
  expect(first?.instead).not.toBe('');
});

test('what is as it should be is said to be so', () => {
  const source = 'double f(double x) { double y = sin(x); return y*y; }';
  const { sentence, first } = trouble({ source, language: 'c', inputs: { x: 1.5 } }, { name: 'x', index: 0 });
  expect(first).toBeNull();
  expect(sentence).toContain('as it should be');
});
