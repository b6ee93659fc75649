/** Results 4 and 6 of the page on theory: control reversed, in every style. */
import { describe, expect } from 'vitest';
import { execute } from '../../index';
import {
  BEFORE_LIVENESS,
  checks,
  differentiated,
  inBoth,
  requestOf,
  type Sources,
} from '../../testing/theory';

describe('result 4: [CFR] 2', () => {
  const sources: Sources = {
    c: `void snip(double x1, double x2, double *y3) {
  double y1, y2; int i;
  i=1; while(i<3){ if(i<2) y2=sin(x1); else y1=cos(x2); i=i+1;} *y3=y1*y2;
}`,
    fortran: `subroutine snip(x1, x2, y3)
  real(8), intent(in) :: x1, x2
  real(8), intent(out) :: y3
  real(8) :: y1, y2
  integer :: i
  i = 1
  do while (i < 3)
    if (i < 2) then
      y2 = sin(x1)
    else
      y1 = cos(x2)
    end if
    i = i + 1
  end do
  y3 = y1*y2
end subroutine`,
  };
  inBoth(sources, (s) => {
    const d = differentiated(s, BEFORE_LIVENESS);
    expect(d.recordings.filter((r) => r.kind === 'value' && r.type === 'f64')).toEqual([]);
    const run = execute({
      ...requestOf(s),
      inputs: { [s.renamed('x1')]: 0.5, [s.renamed('x2')]: 1.5 },
    });
    expect(run.outputs[s.renamed('y3')]?.[0]).toBeCloseTo(0.03391322100889, 13);
    expect(run.derivatives[s.renamed('x1')]?.[0]).toBeCloseTo(0.0620777346605, 13);
    expect(run.derivatives[s.renamed('x2')]?.[0]).toBeCloseTo(-0.47822457120764, 13);
    const structured = differentiated(s, { ...BEFORE_LIVENESS, reversal: 'structured' });
    const kinds = structured.graphs.original.vertices
      .toSorted((a, b) => a.number - b.number)
      .map((v) => v.kind);
    expect(kinds).toEqual([
      'ENTRY',
      'BASICBLOCK',
      'BASICBLOCK',
      'LOOP',
      'BRANCH',
      'BASICBLOCK',
      'BASICBLOCK',
      'ENDBRANCH',
      'BASICBLOCK',
      'ENDLOOP',
      'BASICBLOCK',
      'EXIT',
    ]);
    const edges = (g: (typeof structured.graphs)['original']) => {
      const number = new Map(g.vertices.map((v) => [v.id, v.number]));
      return g.edges
        .map((e) => `${number.get(e.from)}→${number.get(e.to)}${e.label && `[${e.label}]`}`)
        .sort();
    };
    expect(edges(structured.graphs.original)).toEqual(
      [
        '1→2',
        '2→3',
        '3→4',
        '4→5[1]',
        '4→11',
        '5→6[1]',
        '5→7[0]',
        '6→8',
        '7→8',
        '8→9',
        '9→10',
        '10→4',
        '11→12',
      ].sort(),
    );
    expect(edges(structured.graphs.forward)).toEqual(
      [
        '1→2',
        '2→3',
        '3→13',
        '13→4',
        '4→5[1]',
        '4→14',
        '14→11',
        '5→6[1]',
        '5→7[0]',
        '6→15',
        '15→8',
        '7→16',
        '16→8',
        '8→9',
        '9→17',
        '17→10',
        '10→4',
        '11→12',
      ].sort(),
    );
    expect(edges(structured.graphs.adjoint)).toEqual(
      [
        '-12→-11',
        '-11→13',
        '13→-10',
        '-10→-9[1]',
        '-10→-3',
        '-9→14',
        '14→-8',
        '-8→-6[1]',
        '-8→-7[0]',
        '-6→-5',
        '-7→-5',
        '-5→-4',
        '-4→-10',
        '-3→-2',
        '-2→-1',
      ].sort(),
    );
    for (const reversal of ['joins', 'statements', 'blocks'] as const) {
      expect(differentiated(s, { reversal }).graphs.original.vertices.length).toBe(11);
    }
    for (const reversal of ['joins', 'structured', 'statements', 'blocks'] as const)
      checks(s, { options: { reversal } });
  });
});

describe('result 6: [SPG] 4', () => {
  const sources: Sources = {
    c: 'void snip(double *x, double *y) { if (*x < *y) { *x = *x * *y; while (*y < *x) { *x = sin(*x * *y); } } }',
    fortran: `subroutine snip(x, y)
  real(8), intent(inout) :: x
  real(8), intent(in) :: y
  if (x < y) then
    x = x*y
    do while (y < x)
      x = sin(x*y)
    end do
  end if
end subroutine`,
  };
  inBoth(sources, (s) => {
    for (const reversal of ['joins', 'structured', 'statements', 'blocks'] as const) {
      const run = execute({
        ...requestOf(s, { reversal }),
        inputs: { [s.renamed('x')]: -5, [s.renamed('y')]: -0.5 },
      });
      expect(run.outputs[s.renamed('x')]?.[0]).toBeCloseTo(-0.9489846194, 9);
      expect(run.derivatives[s.renamed('x')]?.[0]).toBeCloseTo(0.0788305906, 9);
      expect(run.derivatives[s.renamed('y')]?.[0]).toBeCloseTo(5 * Math.cos(1.25), 12);
      expect(run.check.verdict, run.check.sentence).toBe('passed');
    }
  });
});

describe('result 4, nested branches are numbered depth first', () => {
  const sources: Sources = {
    c: 'void snip(double a, double b, double *y) { if (a > 0) { if (b > 0) *y = a; else *y = b; } else *y = a*b; }',
    fortran: `subroutine snip(a, b, y)
  real(8) :: a, b, y
  if (a > 0) then
    if (b > 0) then
      y = a
    else
      y = b
    end if
  else
    y = a*b
  end if
end subroutine`,
  };
  inBoth(sources, (s) => {
    const { vertices } = differentiated(s).graphs.original;
    expect(vertices.toSorted((a, b) => a.number - b.number).map((v) => v.kind)).toEqual([
      'ENTRY',
      'BRANCH',
      'BRANCH',
      'BASICBLOCK',
      'BASICBLOCK',
      'ENDBRANCH',
      'BASICBLOCK',
      'ENDBRANCH',
      'EXIT',
    ]);
  });
});
