import { describe, expect, test } from 'vitest';
import { algorithmSteps, differentiate, graphText } from '../../index';

const CFR = `void f(const double x[2], double y[3]) {
  int i = 1;
  while (i < 3) {
    if (i < 2) y[1] = sin(x[0]); else y[0] = cos(x[1]);
    i = i + 1;
  }
  y[2] = y[0] * y[1];
}`;
const JUMP = 'void f(double *x) { while (*x < 9) { if (*x > 5) break; *x = *x * *x; } }';

describe('the algorithms of control-flow reversal through the door', () => {
  test('[CFR] 2: the graphs are those of the style `structured`', () => {
    const shown = algorithmSteps({ source: CFR, language: 'c' });
    expect(shown.refused).toBeNull();
    expect(shown.runs.map((r) => r.algorithm)).toEqual([1, 2, 5]);
    expect(shown.graphs.original.vertices.length).toBe(12);
    const { graphs } = differentiate({ source: CFR, language: 'c', options: { reversal: 'structured' } });
    const shape = (g: typeof graphs.adjoint) => g.vertices.map((v) => `${v.number} ${v.kind}`);
    expect(shape(graphs.original)).toEqual(shape(shown.graphs.original));
    expect(shape(graphs.adjoint)).toEqual(shape(shown.graphs.adjoint));
  });

  test('a counted loop of Fortran counts and tests apart', () => {
    const source =
      'subroutine f(n, x, y)\n integer :: n, i\n real(8) :: x(n), y\n do i = 1, n\n y = y + x(i)**2\n end do\nend\n';
    const texts = algorithmSteps({ source, language: 'fortran' }).graphs.original.vertices.map(
      ({ statements }) => statements.map(({ text }) => text).join('; '),
    );
    expect(texts).toContain('i = i + 1; t = i <= n');
    expect(texts.join()).not.toContain('do');
  });

  test('where the graph is not structured they are refused with a reason', () => {
    const shown = algorithmSteps({ source: JUMP, language: 'c' });
    expect(shown.runs).toEqual([]);
    expect(shown.refused).not.toBeNull();
    expect(shown.jumps.map(({ start, end }) => JUMP.slice(start, end))).toEqual(['break']);
    expect(shown.graphs.adjoint.vertices.length).toBeGreaterThan(0);
  });

  test('half a program is refused, not crashed', () => {
    expect(algorithmSteps({ source: 'void f(', language: 'c' }).refused).not.toBeNull();
  });

  test('a graph as text', () => {
    const { graphs } = differentiate({ source: CFR, language: 'c' });
    expect(graphText(graphs.adjoint, 'dot', 'f_b')).toContain('digraph "f_b"');
    expect(graphText(graphs.adjoint, 'tikz')).toContain('\\begin{tikzpicture}');
  });

  test('a RETURN at the end is no jump', () => {
    const source = `subroutine f(x)
  real(8) :: x
  if (x < 0) return
  do i = 1, 3
    if (x > 2) exit
    x = x*x
  end do
  if (x > 3) then
    x = 2*x
    return
  end if
  return
end subroutine
`;
    const { jumps } = algorithmSteps({ source, language: 'fortran' });
    expect(jumps.map(({ start, end }) => source.slice(start, end))).toEqual(['return', 'exit']);
    expect(jumps[0]?.start).toBe(source.indexOf('return'));
  });

  test('of gotos those that are written are named', () => {
    const source =
      'double f(double x) { again: if (x > 4) goto damp; x = x - 1; goto again; damp: x = 0.1*x; if (x > 1) goto again; return x; }';
    const { jumps } = algorithmSteps({ source, language: 'c' });
    const written = ['goto damp', 'goto again', 'goto again'];
    expect(jumps.map(({ start, end }) => source.slice(start, end))).toEqual(written);
  });
});
