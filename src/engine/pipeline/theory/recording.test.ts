/** Results 1, 2, 3, 8 and 9 of the page on theory: what has to be recorded. */
import { describe, expect } from 'vitest';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import type { Options } from '../../index';
import { differentiate } from '../../index';
import type { Instruction } from '../../ir/graph/flow';
import {
  BEFORE_LIVENESS,
  checks,
  differentiated,
  inBoth,
  nameOf,
  recorded,
  requestOf,
  type Sources,
  type Subject,
} from '../../testing/theory';
import { compile } from '../compile/compile';

/** The analysis of the routine, for sets that the door does not show by themselves. */
function analysed(s: Subject, options: Partial<Options> = {}): RoutineAnalysis {
  const c = compile(requestOf(s, options), () => 0);
  return c.analysis?.routines.get(c.routine?.name ?? '') as RoutineAnalysis;
}

/** use(I') of every assignment, in source order. */
function adjointUses(s: Subject, a: RoutineAnalysis): string[][] {
  const assignments = a.model.graph.vertices
    .flatMap((v) => v.instructions)
    .filter((i: Instruction) => i.kind === 'leaf' && i.statement.kind === 'assign');
  return assignments.map((i) =>
    a.model.locations
      .print(a.derivativeUse(i) ?? [])
      .map((x) => nameOf(s, x))
      .sort(),
  );
}

describe('result 1: [TBR] Table 2.1', () => {
  const sources: Sources = {
    c: `int check(int j); // backsweep: external(check, read(j), written(), dependence())
void work(int n, double x[n]) {
  int i = 0, j = 10;
  double a = 3.14159;
  while (check(j)) {
    if (fmax(i, j) > 7) {
      x[i] = j + sin(x[i]);
    } else {
      x[j] = j * cos(x[j]) + a;
    }
    i = i + 1;
    j = j - 1;
    a = a / 2;
  }
}`,
    fortran: `      subroutine work(n, x)
      integer n, i, j
      double precision x(0:n-1), a
      logical check
c     backsweep: external(check, read(j), written(), dependence())
      external check
      i = 0
      j = 10
      a = 3.14159d0
      do while (check(j))
        if (max(i, j) .gt. 7) then
          x(i) = j + sin(x(i))
        else
          x(j) = j*cos(x(j)) + a
        end if
        i = i + 1
        j = j - 1
        a = a/2
      end do
      end`,
  };
  inBoth(sources, (s) => {
    expect(recorded(s, BEFORE_LIVENESS)).toEqual(['branch', 'count', 'i', 'j', 'x(i)', 'x(j)']);
    const uses = adjointUses(s, analysed(s, BEFORE_LIVENESS));
    expect(uses).toContainEqual(['i', 'x']);
    expect(uses).toContainEqual(['j', 'x']);
    expect(uses.flat()).not.toContain('a');
  });
});

describe('result 2: [TBR] 5.1', () => {
  const sources: Sources = {
    c: 'void snip(double x1, double x2, double *v) { double y, z; y = sin(x1 + x2); z = y; x1 = x2; *v = z * x2; }',
    fortran: `subroutine snip(x1, x2, v)
  real(8) :: x1, x2, v, y, z
  y = sin(x1 + x2)
  z = y
  x1 = x2
  v = z * x2
end subroutine`,
  };
  inBoth(sources, (s) => {
    expect(recorded(s, BEFORE_LIVENESS)).toEqual(['x1']);
    expect(adjointUses(s, analysed(s, BEFORE_LIVENESS))).toEqual([['x1', 'x2'], [], [], ['x2', 'z']]);
    const d = differentiated(s, BEFORE_LIVENESS);
    const third = d.recordings[0]?.statement;
    const ids = d.statements.filter((x) => x.kind === 'assign').map((x) => x.id);
    expect(third).toBe(ids[2]);
    const use = d.analyses.find((a) => a.name === 'adjointUse');
    const usedAfter = (k: number) =>
      use?.statements[ids[k] as string]?.after.map((x) => nameOf(s, x)).toSorted();
    expect(usedAfter(2)).toEqual(['x2']);
    expect(usedAfter(3)).toEqual(['x2', 'z']);
    checks(s);
  });
});

describe('result 3: [TBR] Bratu', () => {
  const sources: Sources = {
    c: `void bratu(int dim, int parmax, double x[dim], double prm[parmax], double F[dim]) {
  double h = 2.0/(dim + 1);
  F[0] = -2*x[0] + h*h*prm[0]/12.0*(1 + 10*exp(x[0]/(1.0 + prm[1]*x[0])));
  F[1] = x[0] + h*h*prm[0]/12.0*exp(x[0]/(1.0 + prm[1]*x[0]));
  for (int i = 1; i < dim - 1; i++) {
    F[i-1] = F[i-1] + x[i] + h*h*prm[0]/12.0*exp(x[i]/(1.0 + prm[1]*x[i]));
    F[i] = F[i] - 2*x[i] + h*h*prm[0]/1.2*exp(x[i]/(1.0 + prm[1]*x[i]));
    F[i+1] = x[i] + h*h*prm[0]/12.0*exp(x[i]/(1.0 + prm[1]*x[i]));
  }
  F[dim-2] = F[dim-2] + x[dim-1] + h*h*prm[0]/12.0*exp(x[dim-1]/(1.0 + prm[1]*x[dim-1]));
  F[dim-1] = F[dim-1] - 2*x[dim-1];
  F[dim-1] = F[dim-1] + h*h*prm[0]/12.0*(1 + 10*exp(x[dim-1]/(1.0 + prm[1]*x[dim-1])));
}`,
    fortran: `      subroutine bratu(dim,parmax,x,prm,F)
      integer dim, parmax, i
      double precision x(dim), prm(parmax), F(dim)
      double precision h
      h = 2.0d0/(dim+1)
      F(1) = -2*x(1)+h*h*prm(1)/12.0
     +          *(1+10*exp(x(1)/(1.0+prm(2)*x(1))))
      F(2) = x(1)+h*h*prm(1)/12.0*exp(x(1)/(1.0+prm(2)*x(1)))
      do 1 i=2,dim-1
        F(i-1) = F(i-1)+x(i)+h*h*prm(1)/12.0
     +          *exp(x(i)/(1.0+prm(2)*x(i)))
        F(i) = F(i)-2*x(i)+h*h*prm(1)/1.2d0*exp(x(i)/(1.0+prm(2)*x(i)))
        F(i+1) = x(i)+h*h*prm(1)/12.0*exp(x(i)/(1.0+prm(2)*x(i)))
1     continue
      F(dim-1) = F(dim-1)+x(dim)+h*h*prm(1)/12.0*exp(x(dim)/(1.0
     +          +prm(2)*x(dim)))
      F(dim) = F(dim)-2*x(dim)
      F(dim) = F(dim)+h*h*prm(1)/12.0*(1+10*exp(x(dim)/(1.0
     +          +prm(2)*x(dim))))
      end
`,
  };
  inBoth(sources, (s) => {
    const inLoop = (options: Partial<Options>) => {
      const d = differentiated(s, { ...BEFORE_LIVENESS, ...options });
      const inside = new Set(d.statements.filter((x) => x.nesting > 0).map((x) => x.id));
      return d.recordings
        .filter((r) => r.kind === 'value' && r.type === 'f64' && inside.has(r.statement ?? ''))
        .map((r) => nameOf(s, r.text));
    };
    const elements = ['f(i-1)', 'f(i)', 'f(i+1)'];
    // Unsplit, TBR records no real value in the loop.
    expect(inLoop({})).toEqual([]);
    expect(inLoop({ record: 'all' })).toEqual(elements);
    // Split, it records the six temporaries of the exponentials and none of F; without TBR all nine.
    const split = inLoop({ splitNested: true });
    expect(split).toHaveLength(6);
    expect(split.filter((x) => x.startsWith('f('))).toEqual([]);
    const all = inLoop({ splitNested: true, record: 'all' });
    expect(all).toHaveLength(9);
    expect(all).toEqual(expect.arrayContaining([...split, ...elements]));
    checks(s, { options: { splitNested: true } });
  });
});

const DISCREPANCY: Sources = {
  c: 'void snip(int n, double T[n], double U[n], double *e) { double e1, e2 = 0; for (int i = 0; i < n; i++) { e1 = T[i] - U[i]; e2 = e2 + e1*e1; } *e = sqrt(e2); }',
  fortran: `subroutine snip(n, T, U, e)
  integer :: n, i
  real(8) :: T(n), U(n), e, e1, e2
  e2 = 0
  do i = 1, n
    e1 = T(i) - U(i)
    e2 = e2 + e1*e1
  end do
  e = sqrt(e2)
end subroutine`,
};

describe('result 8: [TAP] Fig. 4 to 7', () => {
  inBoth(DISCREPANCY, (s) => {
    expect(recorded(s, BEFORE_LIVENESS)).toEqual(['e1']);
    const adjointOf = (name: string) => `${s.renamed(name)}b`;
    const code = differentiated(s, BEFORE_LIVENESS).code.text;
    // The resets of e1b and e2b are merged away; e2b is 0 only where the root has no slope.
    const resets = (name: string) =>
      code.match(new RegExp(`^\\s+${adjointOf(name)} = 0\\.0(d0)?;?$`, 'gim'))?.length ?? 0;
    expect([resets('e1'), resets('e2')]).toEqual([0, 1]);
    expect(code).toMatch(new RegExp(`${s.renamed('e2')} == 0[^\\n]*\\n\\s+${adjointOf('e2')} = 0`, 'i'));
    // With recomputation nothing is recorded.
    expect(recorded(s, { recompute: true })).toEqual([]);
    checks(s);
    checks(s, { options: { recompute: true, useResults: true } });
  });
});

describe('result 8, tangent: each instruction after its derivative, as printed', () => {
  inBoth(DISCREPANCY, (s) => {
    const { code } = differentiate({ ...requestOf(s), mode: 'tangent' });
    const named = s.original(
      code.text.replaceAll(/\b(\w+)d\b/g, (_, base: string) => `${s.original(base)}d`),
    );
    const lines = named
      .toLowerCase()
      .replaceAll('*e ', 'e ')
      .split('\n')
      .map((line) => line.replaceAll(/[\s;]|double|[[\]()]/g, ''));
    const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
    const order = [
      at(/^e2d=0/),
      at(/^(do|for)i/),
      at(/^e1d=tdi-udi$/),
      at(/^e1=ti-ui$/),
      at(/^e2d=e2d\+2\.0(d0)?\*e1\*e1d$|^e2d\+=2\.0\*e1\*e1d$|^e2d=e2d\+e1\*e1d\+e1\*e1d$/),
      at(/^e2=e2\+e1\*?e1$/),
    ];
    expect(
      order.every((k) => k >= 0),
      `${order} in\n${lines.join('\n')}`,
    ).toBe(true);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});

describe('result 9: [TAP] Fig. 8', () => {
  const sources: Sources = {
    c: `void snip(int n, double T[n], double U[n], int i) {
  while (T[i] > 0.0) {
    if (T[i] > 1.0) {
      U[i] = U[i] + log(T[i]);
    } else {
      U[i] = U[i] + T[i-5];
      if (U[i] < 0.0) goto five;
    }
    T[i] = 3*U[i];
five:
    i = i + 5;
    T[i] = 2*T[i] + 1;
  }
}`,
    fortran: `      subroutine snip(n, T, U, i)
      integer n, i
      real*8 T(n), U(n)
      do while(T(i).gt.0.0)
        if (T(i).gt.1.0) then
          U(i)=U(i)+log(T(i))
        else
          U(i)=U(i)+T(i-5)
          if(U(i).lt.0.0) goto 5
        endif
        T(i)=3*U(i)
5       i=i+5
        T(i)=2*T(i)+1
      enddo
      end
`,
  };
  inBoth(sources, (s) => {
    // Two joins store arrows, T(i) at both its assignments, i; U never; one counter.
    expect(recorded(s, BEFORE_LIVENESS)).toEqual(['arrow', 'branch', 'count', 'i', 't(i)', 't(i)']);
    const { code } = differentiated(s, BEFORE_LIVENESS);
    expect(code.text.match(/goto/gi)?.length ?? 0).toBeLessThanOrEqual(1);
    const T = [2, 1, 1, 1, 1, 0.5, 1, 1, 1, 1, -0.9, 1, 1, 1, 1, 1];
    const U = Array(16).fill(-0.4);
    const spelt = (name: string) => (s.language === 'c' ? name : name.toLowerCase());
    checks(s, { inputs: { n: 16, i: s.language === 'c' ? 5 : 6, [spelt('T')]: T, [spelt('U')]: U } });
  });
});
