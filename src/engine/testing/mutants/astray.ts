/** Texts of which something is to be said beside "right" and "wrong": in the check, in a card, of one derivative. */
import type { Rare } from './rareCase';

const PORTS: readonly [what: string, source: string, x: readonly number[], kind: string][] = [
  [
    'a tie of a maximum',
    'double f(double x[2]) { double m = fmax(x[0], x[1]); return m*m; }',
    [2, 2],
    'a tie',
  ],
  [
    'a root of squares at 0',
    'double f(double x[2]) { return sqrt(x[0]*x[0] + x[1]*x[1]); }',
    [0, 0],
    '√ at 0',
  ],
  [
    'a mask',
    'double f(double x[2]) { double mask = x[0] > 0 ? 1.0 : 0.0; return mask*x[0] + x[1]; }',
    [-2, 3],
    'a factor of 0',
  ],
  [
    'a cancellation',
    'double f(double x[1]) { double c = cos(x[0]); double a = 1 - c; return a/(x[0]*x[0]); }',
    [1e-6],
    'a difference of near-equal numbers',
  ],
  [
    'a square that nearly cancels',
    'double f(double x[1]) { double d = x[0]*x[0] - 2; return d*d; }',
    [Math.SQRT2],
    'a difference of near-equal numbers',
  ],
];

export const ASTRAY: readonly Rare[] = [
  {
    what: 'a derivative that a cast cuts is zero for that',
    source: 'double f(double x) { int k = x; return k*2.0; }',
    run: { inputs: { x: 2.5 }, says: 'zero, because the value becomes an integer at line 1' },
  },
  {
    what: 'where roundings decide on a last trip, differences are no measure',
    source:
      'double f(double lower, double upper) { double s = 0; double n = 10000; double h = (upper - lower)/n; for (double x = lower; x <= upper; x += h) s += x*x*h; return s; }',
    mode: 'tangent',
    run: {
      inputs: { lower: 0.7200000000000001, upper: 0.8900000000000001 },
      directions: { lower: [[-0.0647]], upper: [[-0.4765]] },
      verdict: 'kink',
      says: 'one side of a jump',
    },
  },
  {
    what: 'of what was never set nothing is judged',
    source: 'double f(double x, int m) { double v[5]; if (v[m] != 0.0) return x*x; return x; }',
    run: { inputs: { x: 2, m: 3 }, verdict: 'none', says: 'judges nothing' },
  },
  {
    what: 'a card tells what the tape tells, where the steps of the program show a read',
    source:
      'double f(int n, double x[n]) { int i = 1; double s = 1; x[i++] += s; x[i++] /= x[0]; x[--i] -= x[i == 2 ? 1 : 0] * 0.5; s += x[2]; return s; }',
    run: { inputs: { n: 5, x: [1, 2, 3, 4, 5] }, needs: true },
  },
  {
    what: 'a card tells what the tape tells, where a subscript is set beside its use',
    source:
      'double f(int n, double x[n]) { int i = 0; double s = 1; x[i++] *= x[i + 1] * 0 + 2; i = 1; x[i++] += s; x[i++] /= x[0]; x[--i] -= x[i == 2 ? 1 : 0] * 0.5; s += (x[4] *= x[3], x[4]++, --x[2], x[2] * x[4]); return s; }',
    run: { inputs: { n: 5, x: [1, 2, 3, 4, 5] }, needs: true },
  },
  {
    what: 'a card tells what the tape tells, where they show none',
    language: 'fortran',
    source:
      'subroutine model(p, g, mode)\n integer mode\n real(8) p(2), g(2)\n if (mode == 2) then\n g(1) = p(1)*p(2)\n g(2) = p(1) + p(2)**2\n end if\nend subroutine\nsubroutine drive(p, cost)\n integer it\n real(8) p(2), cost, g(2), d\n cost = 1\n do it = 1, 2\n call model(p, g, 2)\n d = g(1)*g(2)\n p(1) = p(1) - 0.1d0*d*g(1)\n call model(p, g, 1)\n cost = cost + p(1)\n end do\nend subroutine',
    run: { inputs: { p: [1.1, 0.8] }, needs: true },
  },
  ...PORTS.map(
    ([what, source, x, kind]): Rare => ({
      what: `${what} is found`,
      source,
      run: { inputs: { x }, verdict: 'any', astray: { name: 'x', index: 0, kind } },
    }),
  ),
];
