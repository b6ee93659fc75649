import { describe, expect, test } from 'vitest';
import { execute } from '../../../index';
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

  test('that nobody passes anything to are refused', () => {
    const alone = OLD.slice(0, OLD.indexOf('      SUBROUTINE TWICE'));
    const { diagnostics } = parseFortran(alone);
    expect(diagnostics.map((d) => `${d.code} ${d.message} ${d.notes.map((n) => n.message)}`)).toEqual([
      'unsupported Routines as arguments are not supported. Add a routine that calls this one and passes it, and choose that.',
    ]);
  });
});
