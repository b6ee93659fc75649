import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../../../index';
import { parseFortran } from '..';

const QUADRATURE = `
module integrate
  implicit none
contains
  recursive function adapt(f, a, b, depth) result(s)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8), intent(in) :: a, b
    integer, intent(in) :: depth
    real(8) :: s, m
    m = (a + b)/2
    s = (b - a)/6*(f(a) + 4*f(m) + f(b))
    if (depth > 0) s = adapt(f, a, m, depth - 1) + adapt(f, m, b, depth - 1)
  end function
  real(8) function g(x)
    real(8), intent(in) :: x
    g = exp(-x*x)
  end function
  real(8) function h(x)
    real(8), intent(in) :: x
    h = sin(3*x)*x
  end function
  real(8) function both(a, b)
    real(8), intent(in) :: a, b
    both = adapt(g, a, b, 2) * adapt(f=h, a=a, b=b, depth=1)
  end function
end module
`;

test.each([
  ['beside it', 'abstract interface', ''],
  ['inside of it', '', 'interface'],
])('an argument that nothing passes is what the interface %s says', (_, outside, inside) => {
  const said = (where: string) =>
    where &&
    `${where}
logical function chooses(x)
real(8), intent(in) :: x
end function
subroutine slope(n, x, y)
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: y(n)
end subroutine
end interface`;
  const source = `module m
${said(outside)}
contains
subroutine f(n, x, h, chosen, g)
${said(inside)}
integer, intent(in) :: n
real(8), intent(inout) :: x(n)
real(8), intent(in) :: h
real(8) :: d(n)
procedure(chooses) :: chosen
procedure(slope) :: g
call g(n, x, d)
if (chosen(h)) x = x + h*d
end subroutine
end module`;
  const { ok, diagnostics } = differentiate({ source, language: 'fortran' });
  expect(ok).toBe(true);
  expect(diagnostics.map(({ code }) => code)).not.toContain('unknown-external');
});

const OLD = `
      SUBROUTINE STEP(N,Y,H,F)
      INTEGER N,I
      REAL*8 Y(N),H,DY(10)
      EXTERNAL F
      CALL F(N,Y,DY)
      DO 10 I=1,N
   10 Y(I)=Y(I)+H*DY(I)
      END
      SUBROUTINE TWICE(N,Y,H,G)
      INTEGER N
      REAL*8 Y(N),H
      EXTERNAL G
      CALL STEP(N,Y,H,G)
      CALL STEP(N,Y,2*H,G)
      END
      SUBROUTINE DECAY(N,Y,DY)
      REAL*8 Y(N),DY(N)
      DO 10 I=1,N
   10 DY(I)=-Y(I)**2
      END
      SUBROUTINE MAIN(N,Y,H)
      REAL*8 Y(N),H
      EXTERNAL DECAY
      CALL TWICE(N,Y,H,DECAY)
      END
`;

describe('routines as arguments', () => {
  test('are read once for each routine that is passed', () => {
    const { program, diagnostics } = parseFortran(QUADRATURE);
    expect(program.routines.map((r) => r.name)).toEqual(['adapt_g', 'adapt_h', 'g', 'h', 'both']);
    expect(diagnostics.map((d) => `${d.severity} ${d.message}`)).toEqual([
      'info `adapt` is read once for each routine that is passed to it: here as `adapt_g`, in which `g` stands for `f`.',
      'info `adapt` is read once for each routine that is passed to it: here as `adapt_h`, in which `h` stands for `f`.',
    ]);
    const { check } = execute({ source: QUADRATURE, language: 'fortran' });
    expect(check.verdict, check.sentence).toBe('passed');
  });

  test('are handed on', () => {
    const { program, diagnostics } = parseFortran(OLD);
    expect(program.routines.map((r) => r.name)).toEqual(['step_decay', 'twice_decay', 'decay', 'main']);
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    const { check } = execute({ source: OLD, language: 'fortran' });
    expect(check.verdict, check.sentence).toBe('passed');
  });

  test('that nobody passes are external', () => {
    const alone = OLD.slice(0, OLD.indexOf('      SUBROUTINE DECAY'));
    const { program, diagnostics } = parseFortran(alone);
    expect(program.routines.map((r) => [r.name, r.parameters.length])).toEqual([
      ['step_g', 3],
      ['twice', 3],
      ['g', 3],
    ]);
    expect(diagnostics.map((d) => `${d.severity} ${d.code} ${d.message}`)).toEqual([
      'warning routine-argument Nothing here calls `twice`, so nobody says what is passed for `g`: it is taken for the routine `g`, and is no argument any more.',
      'info routine-argument `step` is read once for each routine that is passed to it: here as `step_g`, in which `g` stands for `f`.',
      'warning unknown-external The body of `g` is not here: it is taken to read and write whatever it can.',
    ]);
    const { code } = differentiate({ source: alone, language: 'fortran', routine: 'twice' });
    expect(code.text).toContain('call g_b(');
  });

  test('by one name in two routines are two', () => {
    const { program, diagnostics } = parseFortran(
      'real(8) function one(f, x)\ninterface\nreal(8) function f(x)\nreal(8), intent(in) :: x\nend function\nend interface\nreal(8) x\none = f(x)\nend\nreal(8) function two(f, x)\nreal(8) f, x\nexternal f\ntwo = f(x, x)\nend',
    );
    expect(program.routines.map((r) => [r.name, r.parameters.length])).toEqual([
      ['one', 1],
      ['two', 1],
      ['f', 1],
      ['f2', 2],
    ]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('are passed on to the routine itself', () => {
    const alone = QUADRATURE.slice(0, QUADRATURE.indexOf('  real(8) function g(x)'));
    const { program, diagnostics } = parseFortran(`${alone}end module`);
    expect(program.routines.map((r) => [r.name, r.parameters.length])).toEqual([
      ['adapt', 3],
      ['f', 1],
    ]);
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning routine-argument',
      'info external',
    ]);
  });
});
