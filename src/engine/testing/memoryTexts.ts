/**
 * Random texts of what once came out wrong: each is made of a few pieces, a piece is of one genus, and its numbers, formulas and
 * the way it is written are drawn.
 */
import { certify, differentiate, type ExecuteRequest, execute } from '../index';
import { type Random, randomFrom } from './prng';
import { countText, type Statistics } from './statistics';

export const GENERA = [
  'extents that change',
  'callees with memory',
  'callees that name few elements',
  'sections whose subscripts change',
  'overlap',
  'externals with globals',
  'wrapping 64 bits',
  'names in two cases',
  'tests that guard',
  'several names for memory',
  'single beside double precision',
] as const;
export type Genus = (typeof GENERA)[number];

export interface MemoryText {
  readonly request: ExecuteRequest;
  readonly genera: readonly Genus[];
}

/** What stands before the routine, and what in it. */
interface Piece {
  readonly before: string;
  readonly inside: string;
}
type Maker = (r: Random, k: number) => Piece;

/** A formula of two values, the same in both languages. */
const formula = (r: Random, u: string, v: string) =>
  r
    .pick(['U*V', 'U*U + C*V', 'sin(U)*V + C', 'C*U - V*V', 'U/(V*V + C)'])
    .replaceAll('U', u)
    .replaceAll('V', v)
    .replaceAll('C', r.pick(['0.5', '0.25', '1.5']));

const OVERLAPS: readonly Maker[] = [
  (r, k) => ({
    before: `void shift${k}(int m, const double *a, double *b) { for (int i = 0; i < m; i++) b[i] = ${formula(r, 'a[i]', 'b[i]')}; }`,
    inside: r.pick([
      `shift${k}(n - 1, x, x + 1);`,
      `shift${k}(n - 1, x + 1, x);`,
      `{ int by = ${r.pick([1, 2])}; shift${k}(n - by, x, x + by); }`,
    ]),
  }),
  (r, k) => ({
    before: `double fold${k}(int m, double *a, double *b) { if (m < 1) return a[0]; b[0] = ${formula(r, 'a[0]', 'b[0]')}; return b[0]*0.5 + fold${k}(m - 1, b, a + 1); }`,
    inside: `s += fold${k}(n - ${r.pick([1, 2])}, x, x + 1);`,
  }),
  (r, k) => ({
    before: `double held${k}[6]; void step${k}(double *p) { for (int i = 0; i < 3; i++) p[i] = ${formula(r, 'p[i]', `held${k}[i + 1]`)}; }`,
    inside: `for (int i = 0; i < 6; i++) held${k}[i] = x[i % n]; step${k}(held${k} + ${r.pick(['1', '(n > 2)', '0'])}); s += held${k}[1]*held${k}[3];`,
  }),
  (r, k) => ({
    before: `void kick${k}(double *p, double *q) { p[0] = ${formula(r, 'q[0]', 'p[1]')}; q[1] *= p[0]; }`,
    inside: `{ double b[2][2] = {{x[0], x[1]}, {x[2], x[3]}}; int at = n > ${r.pick([3, 4])}; kick${k}(b[1], b[at]); s += b[1][0]*b[1][1] + b[0][1]; }`,
  }),
];

const C: Partial<Record<Genus, Maker>> = {
  'extents that change': (r, k) => ({
    before: `void part${k}(int m, double v[m]) { for (int i = 0; i < m; i++) v[i] = ${formula(r, 'v[i]', 'v[0]')}; }`,
    inside: r.pick([
      `{ int m = n; while (m > 1) { m--; part${k}(m, x); s += x[m]; } }`,
      `{ int all = n; while (n > 1) { n--; part${k}(n, x); } n = all; }`,
      `{ int all = n; n = 1; part${k}(all, x); part${k}(all - n, x); n = all; }`,
    ]),
  }),
  'callees with memory': (r, k) => ({
    before: `double keep${k}(double v) { static double last = 0.25; static int calls = 0; double got = ${formula(r, 'last', 'v')}; calls++; if (calls % 2 == ${r.pick([0, 1])}) last = ${formula(r, 'v', 'last')}; return got; }`,
    inside: r.pick([
      `for (int i = 0; i < n; i++) s += keep${k}(x[i])*x[i];`,
      `s += keep${k}(x[0]); x[1] = keep${k}(x[1]*0.5); s = s + keep${k}(s);`,
    ]),
  }),
  'callees that name few elements': (r, k) => ({
    before: `void at${k}(double a, double *c) { c[${r.pick([0, 1])}] *= ${r.pick(['0.5', 'a', '(a + 0.25)'])}; }`,
    inside: `x[3] = ${formula(r, 'x[3]', 'x[2]')}; for (int i = n - 1; i > 0; i--) { at${k}(s, ${r.pick(['x', 'x + i - 1'])}); x[i - 1] = 0.5*x[i] + 0.25*x[i - 1]; } s += x[3]*x[0];`,
  }),
  overlap: (r, k) => r.pick(OVERLAPS)(r, k),
  'externals with globals': (_, k) => ({
    before: `double seen${k}; double outside${k}(double y);`,
    inside: `seen${k} = s*x[0]; s = outside${k}(s); s = s*seen${k};`,
  }),
  'wrapping 64 bits': (r, k) => ({
    before: '',
    inside: r.pick([
      `{ unsigned long long h${k} = 88172645463325252ULL; for (int i = 0; i < n; i++) { h${k} ^= h${k} << 13; h${k} ^= h${k} >> 7; s += x[i]*(double)(h${k} >> 60); } }`,
      `{ unsigned long h${k} = 5381; for (int i = 0; i < n; i++) { h${k} = h${k}*33 + i; s += x[i]*(h${k} & 7); } }`,
      `{ unsigned h${k} = 2166136261u; for (int i = 0; i < n; i++) { h${k} = (h${k} ^ i)*16777619u; s += x[i]*(h${k} % 7u); } }`,
      `{ unsigned char h${k} = 250; for (int i = 0; i < n; i++) { h${k} += ${r.pick([3, 7])}; s += x[i]*h${k}*0.01; } }`,
    ]),
  }),
  'single beside double precision': (r) => ({
    before: '',
    inside: `{ float g = x[0]; g ${r.pick(['+=', '-=', '*='])} ${r.pick(['0.25', '0.25f', 'x[1]', 'n'])}; g = ${r.pick(['-g', '0.5 + g', 'g*(double)g', 's - g'])}; s += g*x[2]; }`,
  }),
  'names in two cases': (r, k) => ({
    before: `double Part${k}(double V, double v) { return ${formula(r, 'V', 'v')}; }`,
    inside: `{ double T = x[0], t = x[1], S = s; t = ${formula(r, 't', 'T')}; T = T*S; s += Part${k}(t, T) + S*0.5; }`,
  }),
  'tests that guard': (r) => ({
    before: '',
    inside: r.pick([
      `for (int i = 0; i < n && x[i] < 90; i++) if (i + 1 < n && x[i + 1] > ${r.pick(['0.1', '0.7'])}) s += ${formula(r, 'x[i]', 'x[i + 1]')};`,
      `{ int i = n; while (i > 0 && x[i - 1] > -90) { i--; s += x[i]*x[i]; } if (i < n || x[n] > 0) s *= 0.5; }`,
    ]),
  }),
};

const FORTRAN: Partial<Record<Genus, Maker>> = {
  'sections whose subscripts change': (r, k) => ({
    before: `subroutine part${k}(v, i)\n  integer :: i\n  real(8) :: v(2)\n  v = ${formula(r, 'v', 'v')}\n  i = i + 1\nend subroutine\n`,
    inside: `  a(1, :) = x(1:2)\n  a(2, :) = x(2:3)\n  i = 1\n  call part${k}(a(i, :), i)\n${r.chance(0.5) ? `  call part${k}(a(i, :), i)\n` : ''}  s = s + sum(a*a)\n`,
  }),
  'extents that change': (r, k) => ({
    before: `subroutine cut${k}(m, v)\n  integer :: m\n  real(8) :: v(m)\n  v = ${formula(r, 'v', 'v(1)')}\n  m = m - 1\nend subroutine\n`,
    inside: `  i = n\n  do while (i > 1)\n    call cut${k}(i, x)\n    s = s + x(i)\n  end do\n`,
  }),
  'callees with memory': (r, k) => ({
    before: `subroutine keep${k}(v, got)\n  real(8) :: v, got\n  real(8), save :: last = 0.25d0\n  got = got + ${formula(r, 'last', 'v')}\n  last = ${formula(r, 'v', 'last')}\nend subroutine\n`,
    inside: `  do i = 1, n\n    call keep${k}(x(i), s)\n  end do\n`,
  }),
  'callees that name few elements': (r, k) => ({
    before: `subroutine at${k}(a, c)\n  real(8) :: a, c(${r.pick(['*', '2'])})\n  c(1) = c(1)*${r.pick(['0.5d0', 'a', '(a + 0.25d0)'])}\nend subroutine\n`,
    inside: `  x(4) = ${formula(r, 'x(4)', 'x(3)')}\n  do i = n, 2, -1\n    call at${k}(s, ${r.pick(['x', 'x(i - 1)'])})\n    x(i - 1) = 0.5d0*x(i) + 0.25d0*x(i - 1)\n  end do\n  s = s + x(4)*x(1)\n`,
  }),
  'tests that guard': (r) => ({
    before: '',
    inside: `  do i = 1, n\n    if (i < n) then\n      if (x(i + 1) > 0.2d0) s = s + ${formula(r, 'x(i)', 'x(i + 1)')}\n    end if\n  end do\n`,
  }),
  'single beside double precision': (r, k) => ({
    before: `subroutine low${k}(v, got)\n  real(8) :: v(3), got\n  real :: g\n  g = real(v(1))\n  g = real(g + ${r.pick(['0.25d0', '0.25', 'v(2)'])})\n  g = ${r.pick(['-g', 'real(0.5d0 + g)', 'g*g'])}\n  got = got + g*v(3)\nend subroutine\n`,
    inside: `  call low${k}(x, s)\n`,
  }),
  'several names for memory': (r, k) => {
    const sets = ['(w(1), m(1, 1))', `(w(${r.pick([1, 2, 4])}), p)`, '(q(2), u)', '(t, b(1))'];
    return {
      before: `subroutine share${k}(v, got)\n  real(8) :: v(3), got, w(4), m(2, 2), p, q(2), u, t, b(3)\n  equivalence ${sets.filter((_, i) => i === 1 || r.chance(0.7)).join(', ')}\n  w = 0.5d0\n  m(1, :) = v(1:2)\n  m(2, :) = v(2)*v(3)\n  p = ${formula(r, 'p', 'v(1)')}\n  b = v\n  t = 0.75d0\n  u = 0.25d0\n  q = w(2:3)\n  u = ${formula(r, 'u', 'b(1)')}\n  got = got + w(4)*q(2) + m(1, 2)*t + b(1)\nend subroutine\n`,
      inside: `  call share${k}(x, s)\n`,
    };
  },
};

export function memoryText(seed: number): MemoryText {
  const r = randomFrom(seed + 0.25 * 2 ** 32);
  const isC = r.chance(0.65);
  const makers = isC ? C : FORTRAN;
  const offered = GENERA.filter((genus) => makers[genus]);
  const genera = [r.pick(offered), r.pick(offered)];
  const pieces = genera.flatMap((genus, k) => makers[genus]?.(r, k) ?? []);
  const before = pieces.map((piece) => piece.before).join('\n');
  const inside = pieces.map((piece) => piece.inside).join('\n');
  const x = [0.4, 0.9, 1.2, 0.7].map((v) => v + 0.05 * r.pick([0, 1, 2]));
  const options = {
    record: r.pick(['tbr', 'least', 'all'] as const),
    calls: r.pick(['joint', 'split', 'inline'] as const),
    snapshots: r.pick(['lazy', 'eager'] as const),
    elements: r.chance(0.7),
  };
  const source = isC
    ? `${before}\ndouble f(int n, double x[n]) { double s = 0.3;\n${inside}\nreturn s; }`
    : `${before}subroutine f(n, x, s)\n  integer :: n, i\n  real(8) :: x(n), s, a(2, 2)\n  s = 0.3d0\n${inside}end subroutine`;
  const language = isC ? 'c' : 'fortran';
  return { request: { source, language, routine: 'f', inputs: { n: 4, x }, options }, genera };
}

/** What a text may be refused for: it asks for what cannot be made right. */
const REFUSALS = new Set(['unsupported', 'bad-number', 'aliasing', 'unknown-extent']);

/** The texts that are neither refused nor right, exactly. */
export function judgeMemoryTexts(seeds: Iterable<number>, statistics: Statistics): string[] {
  const wrong: string[] = [];
  for (const seed of seeds) {
    const { request, genera } = memoryText(seed);
    countText(statistics, genera);
    const made = differentiate(request);
    const error = made.diagnostics.find(({ severity }) => severity === 'error');
    if (error && !REFUSALS.has(error.code)) wrong.push(`seed ${seed}: ${error.message}\n${request.source}`);
    // What is defined elsewhere cannot be run.
    if (error || genera.includes('externals with globals')) continue;
    const { ok, check } = execute(request);
    const { verdict, note } = certify(request, 1);
    if (ok && (check.verdict === 'failed' || verdict !== 'exact'))
      wrong.push(`seed ${seed}: ${check.verdict}, ${note}\n${request.source}`);
  }
  return wrong;
}
