/**
 * Random texts of constructs that have no counterpart in the representation: complex numbers, pointers that move, structures,
 * functions and texts that are chosen among, entries. Each is made of two pieces, whose numbers, formulas and ways of writing are drawn.
 */
import type { ExecuteRequest } from '../index';
import { type Random, randomFrom } from './prng';

/** What stands before the routine, among its declarations, and in it. */
interface Piece {
  readonly before: string;
  readonly declared?: string;
  readonly inside: string;
}
type Maker = (r: Random, k: number) => Piece;

const number = (r: Random) => r.pick(['0.5', '0.25', '1.5', '0.75']);
const real = (r: Random, v: string) =>
  r
    .pick(['V*V', 'sin(V)*C', 'C*V - 0.1', 'V/(V*V + C)', 'exp(-C*V)'])
    .replaceAll('V', v)
    .replaceAll('C', number(r));

const C = {
  'complex numbers': (r, k) => ({
    before: `double complex step${k}(double complex z, double complex c) { z = z*z${r.pick(['', '*0.5', '/(1 + z)'])} + c; return ${r.pick(['z', 'conj(z)', 'z*c', 'cexp(z*0.1)'])}; }`,
    inside: r.pick([
      `{ double complex z = x[0] + x[1]*I; for (int i = 0; i < n; i++) z = ${r.pick([`step${k}(z, x[i])*0.5`, 'z*(0.3 + x[i]*I)', `csqrt(z*z + step${k}(0.1*I, z))`, 'ccos(z)*0.25 - z/(2 + I)'])}; s += ${r.pick(['creal(z)', 'cimag(z*z)', 'cabs(z + 3)', 'carg(z + 3)'])}; }`,
      `{ double complex a[n]; for (int i = 0; i < n; i++) a[i] = x[i] - ${number(r)}*I; a[1] ${r.pick(['+=', '*=', '-='])} a[0]; double complex *p = a; p++; s += creal(*p*conj(a[n - 1])) + cimag(step${k}(p[1], a[0])); }`,
    ]),
  }),
  'functions in tables': (r, k) => ({
    before: `double first${k}(double v) { return ${real(r, 'v')}; }\ndouble second${k}(double v) { return ${real(r, 'v')}; }\nstatic double (*const table${k}[])(double) = {first${k}, second${k}, cos};`,
    inside: r.pick([
      `for (int i = 0; i < n; i++) s += table${k}[i % 3](x[i]);`,
      `{ double (*f)(double) = ${r.pick(['x[0] > x[1]', 'n > 3'])} ? first${k} : table${k}[2]; s += f(x[2]); f = second${k}; s *= (*f)(x[3]); }`,
    ]),
  }),
  'texts that steer': (r, k) => ({
    before: `double named${k}(const char *name, double v) { if (strcmp(name, "square") == 0) return v*v; return !strcmp(name, "half") ? v*0.5 : ${real(r, 'v')}; }`,
    inside: r.pick([
      `s += named${k}("square", x[0]) + named${k}("none", x[1]);`,
      `{ const char *names[] = {"half", "square"}; for (int i = 0; i < n; i++) s += named${k}(names[i % 2], x[i]); printf("%s\\n", names[0]); }`,
    ]),
  }),
  structures: (r, k) => ({
    before: `struct body${k} { double at[2], m; }; double energy${k}(const struct body${k} *b) { return ${real(r, 'b->at[0]')}*b->m + b->at[1]; }\nstruct body${k} made${k}(double a, double m) { struct body${k} b = {{a, a*m}, m}; return b; }`,
    inside: r.pick([
      `{ struct body${k} b[2] = {{{x[0], x[1]}, 2}, made${k}(x[2], x[3])}; b[1].at[0] *= b[0].m; for (int i = 0; i < 2; i++) s += energy${k}(&b[i]); }`,
      `{ struct body${k} *b = malloc(n*sizeof *b), c; if (!b) return -1; for (int i = 0; i < n; i++) b[i] = made${k}(x[i], ${number(r)}); c = b[1]; b[1] = b[0]; b[0] = c; s += energy${k}(b) - energy${k}(b + 1); free(b); }`,
    ]),
  }),
  'pointers that move': (r) => ({
    before: '',
    inside: r.pick([
      `{ double u[n], w[n], *p = u, *q = w; for (int i = 0; i < n; i++) { u[i] = x[i]; w[i] = ${real(r, 'x[i]')}; } for (int t = 0; t < 3; t++) { for (int i = 1; i < n; i++) q[i] = p[i]*0.5 + p[i - 1]; double *o = p; p = q; q = o; } s += p[n - 1]*q[1]; }`,
      `{ double u[n]; for (int i = 0; i < n; i++) u[i] = ${real(r, 'x[i]')}; double *p = ${r.pick(['n > 2', 'x[0] < x[1]'])} ? x : u; s += p[1]; double *q = x + 1; for (q = x; q < x + n; q++) s += *q * ${number(r)} + p[0]; }`,
    ]),
  }),
  'memory that grows': (r) => ({
    before: '',
    inside: `{ double *grown = ${r.pick(['malloc(n*sizeof(double))', 'NULL'])}; for (int i = 0; i < n; i++) { grown = ${r.pick(['', '(double *) '])}realloc(grown, (i + 1)*sizeof(double)); grown[i] = ${real(r, 'x[i]')}${r.pick(['', ' + (i > 0 ? grown[i - 1] : 0)'])}; } s += grown[n - 1]*grown[0]; free(grown); }`,
  }),
  'heads without types': (r, k) => ({
    before: `double old${k}(m, v, by)\nint m;\ndouble *v, by;\n{ double t = 0; while (m--) t += ${r.pick(['*v++', 'm[v]'])}*by; return ${real(r, 't')}; }`,
    inside: `s += old${k}(n, x, ${r.pick(['x[0]', number(r)])});`,
  }),
  'lasting pointers': (r, k) => ({
    before: `static double *work${k};\nstatic void make${k}(int n) { work${k} = malloc(n*sizeof(double)); }\nstatic void fill${k}(int n, const double *x) { for (int i = 0; i < n; i++) work${k}[i] = ${real(r, 'x[i]')}; }`,
    inside: `make${k}(n); fill${k}(n, x); s += work${k}[1]*${r.pick(['x[0]', `work${k}[n - 1]`])}; free(work${k});`,
  }),
  'rows in structures': (r, k) => ({
    before: `typedef struct { int rows, cols; double **at; } table${k};\nstatic double sum${k}(const table${k} *t) { double v = 0; for (int i = 0; i < t->rows; i++) for (int j = 0; j < t->cols; j++) v += ${real(r, 't->at[i][j]')}; return v; }`,
    inside: `{ table${k} t; t.rows = n; t.cols = ${r.pick(['2', 'n'])}; t.at = malloc(t.rows*sizeof(double *)); for (int i = 0; i < t.rows; i++) { t.at[i] = malloc(t.cols*sizeof(double)); for (int j = 0; j < t.cols; j++) t.at[i][j] = x[i]*x[j]; } s += sum${k}(&t); for (int i = 0; i < t.rows; i++) free(t.at[i]); free(t.at); }`,
  }),
  'rows of pointers': (r, k) => ({
    before: `double trace${k}(int n, double **a) { double t = 0; for (int i = 0; i < n; i++) t += a[i][i]; return t; }`,
    inside: `{ double **rows${k} = malloc(n*sizeof(double *)); for (int i = 0; i < n; i++) { rows${k}[i] = malloc(n*sizeof(double)); for (int j = 0; j < n; j++) rows${k}[i][j] = x[i]*${real(r, 'x[j]')}; } s += trace${k}(n, rows${k}); for (int i = 0; i < n; i++) free(rows${k}[i]); free(rows${k}); }`,
  }),
} satisfies Record<string, Maker>;

const FORTRAN = {
  COMPLEX: (r, k) => ({
    before: `function step${k}(z, c) result(w)\n  complex(8), intent(in) :: z, c\n  complex(8) :: w\n  w = z*z + c\n  w = ${r.pick(['w', 'conjg(w)', 'w*c', 'exp(0.1d0*w)'])}\nend function\n`,
    declared: `  complex(8) :: z${k}, a${k}(4)\n  complex(8), external :: step${k}\n`,
    inside: r.pick([
      `  z${k} = cmplx(x(1), x(2), 8)\n  do i = 1, n\n    z${k} = ${r.pick([`step${k}(z${k}, (0.1d0, 0.2d0)*x(i))*0.5d0`, `z${k} + sum([(x(j)*exp(z${k}*j*0.1d0), j = 1, n)])*0.1d0`, `z${k}*(0.3d0 + x(i)*(0d0, 1d0))`, `sqrt(z${k}**2 + x(i))`])}\n  end do\n  s = s + ${r.pick([`real(z${k})`, `aimag(z${k}*z${k})`, `abs(z${k} + 3)`])}\n`,
      `  a${k} = x*(1d0, ${number(r)}d0)\n  a${k}(2:4) = a${k}(1:3)*conjg(a${k}(2:4)) + a${k}(1)\n  s = s + real(sum(a${k})) + aimag(dot_product(a${k}, step${k}(a${k}(1), a${k}(2))*a${k}))\n`,
    ]),
  }),
  POINTER: (r, k) => ({
    before: '',
    declared: `  real(8), target :: u${k}(4), w${k}(4)\n  real(8), pointer :: p${k}(:), q${k}(:), o${k}(:)\n`,
    inside: r.pick([
      `  u${k} = x\n  w${k} = ${real(r, 'x')}\n  p${k} => u${k}\n  q${k} => w${k}\n  do i = 1, 3\n    q${k}(2:4) = p${k}(2:4)*${number(r)}d0 + p${k}(1:3)\n    o${k} => p${k}\n    p${k} => q${k}\n    q${k} => o${k}\n  end do\n  s = s + p${k}(4)*q${k}(2)\n`,
      `  u${k} = x*x\n  if (x(1) > ${number(r)}d0) then\n    p${k} => u${k}(2:4)\n  else\n    p${k} => x(1:3)\n  end if\n  s = s + sum(p${k}) + p${k}(size(p${k}))\n  allocate (q${k}(n))\n  q${k} = ${real(r, 'x')}\n  s = s*q${k}(1)\n  deallocate (q${k})\n`,
    ]),
  }),
  ENTRY: (r, k) => ({
    before: `subroutine put${k}(a)\n  real(8) :: a, b\n  real(8), save :: kept = ${number(r)}d0\n  kept = kept*a\n  return\n  entry get${k}(b)\n  b = ${real(r, 'kept')}\nend subroutine\n`,
    declared: `  real(8) :: b${k}\n`,
    inside: `  call put${k}(x(1))\n  call put${k}(x(2))\n  call get${k}(b${k})\n  s = s + b${k}\n`,
  }),
  'alternate returns': (r, k) => ({
    before: `subroutine side${k}(v, w, *, *)\n  real(8) :: v, w\n  w = ${real(r, 'v')}\n  if (v > ${number(r)}d0) return 1\n  if (v > 0.3d0) return 2\nend subroutine\nsubroutine turn${k}(x, s)\n  real(8) :: x(4), s, w\n  call side${k}(x(1), w, *10, *20)\n  s = s + w\n  return\n10 s = s*w\n  return\n20 s = s - w*x(2)\nend subroutine\n`,
    inside: `  call turn${k}(x, s)\n`,
  }),
  'real DO and assigned GO TO': (r, k) => ({
    before: `subroutine jump${k}(x, s)\n  real(8) :: x(4), s, t\n  integer :: l\n  assign 50 to l\n  if (x(1) > ${number(r)}d0) assign 60 to l\n  do t = 0d0, 1d0, 0.25d0\n    s = s + t*x(1)\n  end do\n  go to l, (50, 60)\n50 s = s + ${real(r, 'x(2)')}\n60 continue\nend subroutine\n`,
    inside: `  call jump${k}(x, s)\n`,
  }),
  'dimension(1) dummies': (r, k) => ({
    before: `subroutine scal${k}(n, a, v)\n  integer :: n, i\n  real(8) :: a, v(1)\n  do i = 1, n\n    v(i) = ${real(r, 'v(i)')}*a\n  end do\nend subroutine\n`,
    declared: `  real(8) :: v${k}(4)\n`,
    inside: `  v${k} = x\n  call scal${k}(${r.pick(['4', 'n'])}, x(2), v${k})\n  call scal${k}(2, 0.5d0, v${k}(${r.pick(['2', '3'])}))\n  s = s + v${k}(3)*v${k}(4)\n`,
  }),
  'arrays of modules': (r, k) => ({
    before: `module kept${k}\n  real(8), allocatable :: u${k}(:)\ncontains\n  subroutine make${k}(m)\n    integer, intent(in) :: m\n    if (.not. allocated(u${k})) allocate (u${k}(m))\n  end subroutine\n  subroutine fill${k}(x)\n    real(8) :: x(4)\n    u${k} = ${real(r, 'x')}\n  end subroutine\nend module\nsubroutine through${k}(n, x, e)\n  use kept${k}\n  integer :: n\n  real(8) :: x(4), e\n  call make${k}(n)\n  call fill${k}(x)\n  e = sum(u${k})*u${k}(n)\n  deallocate (u${k})\nend subroutine\n`,
    declared: `  real(8) :: e${k}\n`,
    inside: `  call through${k}(n, x, e${k})\n  s = s + e${k}\n`,
  }),
  'PACK and SHAPE': (r, k) => ({
    before: '',
    declared: `  real(8) :: m${k}(2, 2)\n`,
    inside: `  m${k} = reshape(${real(r, 'x')}, shape(m${k}))\n  s = s + sum(pack(x, x > ${number(r)}d0)*2) + product(pack(m${k}, .true.)) + transfer(s, s)\n`,
  }),
  'derived types': (r, k) => ({
    before: `module shapes${k}\n  type body\n    real(8) :: at(2) = 0.5d0, m = 1d0\n  contains\n    procedure :: energy\n    procedure, ${r.pick(['pass(this)', 'pass(this), non_overridable'])} :: add\n  end type\ncontains\n  real(8) function energy(this)\n    class(body), intent(in) :: this\n    energy = ${real(r, 'this%at(1)')}*this%m + this%at(2)\n  end function\n  subroutine add(v, this)\n    real(8), intent(in) :: v\n    class(body), intent(inout) :: this\n    this%m = this%m + this%at(1)*v\n  end subroutine\nend module\nsubroutine move${k}(x, e)\n  use shapes${k}\n  real(8) :: x(4), e\n  type(body) :: b, c(2)\n  b%m = x(1)\n  c(1) = body([x(2), x(3)], m=x(4))\n  c(2) = b\n  call c(1)%add(${r.pick(['x(1)', 'v=x(1)'])})\n  e = b%energy() + c(1)%energy()*c(2)%at(1)\nend subroutine\n`,
    declared: `  real(8) :: e${k}\n`,
    inside: `  call move${k}(x, e${k})\n  s = s + e${k}\n`,
  }),
  'OPTIONAL and keywords': (r, k) => ({
    before: `subroutine add${k}(v, by, scale)\n  real(8), intent(inout) :: v\n  real(8), intent(in) :: by\n  real(8), intent(in), optional :: scale\n  if (present(scale)) then\n    v = v + by*scale\n  else\n    v = v + ${real(r, 'by')}\n  end if\nend subroutine\n`,
    declared: `  interface\n    subroutine add${k}(v, by, scale)\n      real(8), intent(inout) :: v\n      real(8), intent(in) :: by\n      real(8), intent(in), optional :: scale\n    end subroutine\n  end interface\n`,
    inside: `  call add${k}(s, x(1))\n  call add${k}(by=x(2), v=s, scale=${r.pick(['x(3)', `${number(r)}d0`])})\n`,
  }),
  'COMMON by storage': (r, k) => ({
    before: `subroutine load${k}(x)\n  real(8) :: x(4), a, b(3)\n  common /blk${k}/ a, b\n  a = x(1)\n  b = ${real(r, 'x(2:4)')}\nend subroutine\nsubroutine read${k}(v)\n  real(8) :: v, w(4)\n  common /blk${k}/ w\n  v = w(1)*w(3) + w(4)\nend subroutine\n`,
    declared: `  real(8) :: c${k}\n`,
    inside: `  call load${k}(x)\n  call read${k}(c${k})\n  s = s + c${k}\n`,
  }),
} satisfies Record<string, Maker>;

export const CONSTRUCTS: readonly string[] = [...Object.keys(C), ...Object.keys(FORTRAN)];

export interface ConstructText {
  readonly request: ExecuteRequest;
  readonly constructs: readonly string[];
}

export function constructText(seed: number): ConstructText {
  const r = randomFrom(seed + 0.75 * 2 ** 32);
  const isC = r.chance(0.5);
  const makers: Readonly<Record<string, Maker>> = isC ? C : FORTRAN;
  const offered = Object.keys(makers);
  const constructs = [r.pick(offered), r.pick(offered)];
  const pieces = constructs.flatMap((each, k) => makers[each]?.(r, k) ?? []);
  const part = (what: keyof Piece) => pieces.map((piece) => piece[what] ?? '').join('\n');
  const x = [0.4, 0.9, 1.2, 0.7].map((v) => v + 0.05 * r.pick([0, 1, 2]));
  const options = {
    record: r.pick(['tbr', 'least', 'all'] as const),
    calls: r.pick(['joint', 'split', 'inline'] as const),
    elements: r.chance(0.7),
  };
  const source = isC
    ? `#include <complex.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n${part('before')}\ndouble f(int n, double x[n]) { double s = 0.3;\n${part('inside')}\nreturn s; }`
    : `${part('before')}subroutine f(n, x, s)\n  integer :: n, i, j\n  real(8), target :: x(4)\n  real(8) :: s\n${part('declared')}  s = 0.3d0\n${part('inside')}end subroutine`;
  const language = isC ? 'c' : 'fortran';
  return { request: { source, language, routine: 'f', inputs: { n: 4, x }, options }, constructs };
}
