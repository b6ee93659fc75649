/**
 * The papers' results, as the page on theory restates them: what is recorded, which sets hold, which numbers come out.
 * Each in C and in Fortran, and again with other names and another order of declarations.
 */
import { describe, expect, test } from 'vitest';
import { type DifferentiateRequest, differentiate, execute, type Language, type Options } from '../index';

type Sources = Partial<Record<Language, string>>;

/** Without what the papers before [ADF] did not have. */
const BEFORE_LIVENESS: Partial<Options> = { adjointLiveness: false };

function request(language: Language, source: string, options: Partial<Options> = {}): DifferentiateRequest {
  return { source, language, options };
}

/** What is recorded: values as they are pushed, control by its kind; sorted. */
function recorded(language: Language, source: string, options: Partial<Options> = {}): string[] {
  const d = differentiate(request(language, source, options));
  expect(d.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
  return d.recordings.map((r) => (r.kind === 'value' ? flat(r.text) : r.kind)).sort();
}

/** One spelling of elements for both languages. */
function flat(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')').replaceAll(' ', '');
}

function inBoth(sources: Sources, run: (language: Language, source: string) => void): void {
  for (const language of ['c', 'fortran'] as const) {
    const source = sources[language];
    if (source === undefined) continue;
    test(`${language}`, () => run(language, source));
    test(`${language}, renamed`, () => run(language, renamed(source)));
  }
}

/** Names that the results do not mention get other names. */
function renamed(source: string): string {
  return source.replaceAll(/\b(check|snip|work)\b/g, 'zz_$1');
}

function checks(language: Language, source: string, more: Partial<Parameters<typeof execute>[0]> = {}): void {
  for (const record of ['tbr', 'all', 'initialized'] as const) {
    const run = execute({ ...request(language, source), ...more, options: { ...more.options, record } });
    expect(run.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
    expect(run.check.verdict, run.check.sentence).toBe('passed');
  }
}

const TABLE: Sources = {
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
};

describe('result 1: [TBR] Table 2.1', () => {
  inBoth(TABLE, (language, source) => {
    const d = differentiate(request(language, source, BEFORE_LIVENESS));
    const found = d.recordings.map((r) => (r.kind === 'value' ? flat(r.text) : r.kind)).sort();
    expect(found.filter((x) => !x.startsWith('t') && x !== 'value')).toEqual([
      'branch',
      'count',
      'i',
      'j',
      'x(i)',
      'x(j)',
    ]);
    expect(found).not.toContain('a');
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
  inBoth(sources, (language, source) => {
    expect(recorded(language, source, BEFORE_LIVENESS)).toEqual(['x1']);
    const d = differentiate(request(language, source, BEFORE_LIVENESS));
    const use = d.analyses.find((a) => a.name === 'adjointUse');
    const ids = d.statements.filter((s) => s.kind === 'assign').map((s) => s.id);
    const usedAfter = (k: number) => use?.statements[ids[k] as string]?.after.toSorted();
    expect(usedAfter(0)).toEqual(['x1', 'x2']);
    expect(usedAfter(2)).toEqual(['x2']);
    expect(usedAfter(3)).toEqual(['x2', 'z']);
    checks(language, source);
  });
});

const BRATU: Sources = {
  fortran: `      subroutine bratu(dim,parmax,x,prm,F)
      integer dim, parmax, i
      double precision x(dim), prm(parmax), F(dim)
      double precision h
      h = 2.0/(dim+1)
      F(1) = -2*x(1)+h*h*prm(1)/12.0
     +          *(1+10*exp(x(1)/(1.0+prm(2)*x(1))))
      F(2) = x(1)+h*h*prm(1)/12.0*exp(x(1)/(1.0+prm(2)*x(1)))
      do 1 i=2,dim-1
        F(i-1) = F(i-1)+x(i)+h*h*prm(1)/12.0
     +          *exp(x(i)/(1.0+prm(2)*x(i)))
        F(i) = F(i)-2*x(i)+h*h*prm(1)/12.0*exp(x(i)/(1.0+prm(2)*x(i)))
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

describe('result 3: [TBR] Bratu', () => {
  inBoth(BRATU, (language, source) => {
    // Unsplit, TBR records no real value in the loop.
    const inLoop = (options: Partial<Options>) => {
      const d = differentiate(request(language, source, { ...BEFORE_LIVENESS, ...options }));
      const loop = d.statements.find((s) => s.kind === 'loop');
      const inside = new Set(d.statements.filter((s) => s.nesting > 0).map((s) => s.id));
      expect(loop).toBeDefined();
      return d.recordings.filter(
        (r) => r.kind === 'value' && r.type === 'f64' && r.statement !== null && inside.has(r.statement),
      );
    };
    expect(inLoop({}).map((r) => r.text)).toEqual([]);
    expect(inLoop({ record: 'all' }).length).toBe(3);
    const split = inLoop({ splitNested: true });
    expect(split.some((r) => r.location === 'f')).toBe(false);
    checks(language, source);
  });
});

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
  inBoth(sources, (language, source) => {
    const d = differentiate(request(language, source, BEFORE_LIVENESS));
    expect(d.recordings.filter((r) => r.kind === 'value' && r.type === 'f64')).toEqual([]);
    const run = execute({ ...request(language, source), inputs: { x1: 0.5, x2: 1.5 } });
    expect(run.outputs.y3?.[0]).toBeCloseTo(0.03391322100889, 13);
    expect(run.derivatives.x1?.[0]).toBeCloseTo(0.0620777346605, 13);
    expect(run.derivatives.x2?.[0]).toBeCloseTo(-0.47822457120764, 13);
    const structured = differentiate(
      request(language, source, { ...BEFORE_LIVENESS, reversal: 'structured' }),
    );
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
      expect(differentiate(request(language, source, { reversal })).graphs.original.vertices.length).toBe(11);
    }
    for (const reversal of ['joins', 'structured', 'statements', 'blocks'] as const)
      checks(language, source, { options: { reversal } });
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
  inBoth(sources, (language, source) => {
    for (const reversal of ['joins', 'structured', 'statements', 'blocks'] as const) {
      const run = execute({ ...request(language, source, { reversal }), inputs: { x: -5, y: -0.5 } });
      expect(run.outputs.x?.[0]).toBeCloseTo(-0.9489846194, 9);
      expect(run.derivatives.x?.[0]).toBeCloseTo(0.0788305906, 9);
      expect(run.derivatives.y?.[0]).toBeCloseTo(5 * Math.cos(1.25), 12);
      expect(run.check.verdict, run.check.sentence).toBe('passed');
    }
  });
});

describe('result 7: [ADF] 1.5 as an ordinary loop', () => {
  const sources: Sources = {
    fortran: `      subroutine FLW2D1COL(nsg1,nsg2,nubo,t3,pres,vnocl,
     +   g3,g4,rh3,rh4,ns,nseg,sq)
      integer nsg1, nsg2, ns, nseg, nubo(2,nseg), iseg, is1, is2
      double precision t3(ns), pres(ns), vnocl(2,nseg), g3(ns), g4(ns)
      double precision rh3(ns), rh4(ns), sq, qsor, qs, dplim, pm
      do 30 iseg=nsg1,nsg2
        is1 = nubo(1,iseg)
        is2 = nubo(2,iseg)
        qsor = t3(is1)*vnocl(2,iseg)
        qs = t3(is2)*vnocl(2,iseg)
        dplim = qsor*g4(is1)+qs*g4(is2)
        rh4(is1) = rh4(is1) + dplim
        rh4(is2) = rh4(is2) - dplim
        pm = pres(is1)+pres(is2)
        dplim = qsor*g3(is1)+qs*g3(is2)+pm*vnocl(2,iseg)
        rh3(is1) = rh3(is1) + dplim
        rh3(is2) = rh3(is2) - dplim
        call CK(pm,sq)
30    continue
      end
      subroutine CK(pm,sq)
      double precision pm, sq
      sq = sq + pm*pm*sq
      end
`,
  };
  inBoth(sources, (language, source) => {
    const d = differentiate({ ...request(language, source), routine: 'flw2d1col' });
    const values = d.recordings.filter((r) => r.kind === 'value').map((r) => r.location);
    expect(values).not.toContain('dplim');
    expect(values).not.toContain('rh3');
    expect(values).not.toContain('rh4');
    for (const name of ['is1', 'is2', 'qsor', 'qs']) expect(values).toContain(name);
    // The statements that only feed rh3 and rh4 leave the forward sweep.
    const gone = d.statements.filter((s) => s.kind === 'assign' && !s.kept).map((s) => s.text.split(' ')[0]);
    expect(gone.filter((t) => t?.startsWith('rh')).length).toBe(4);
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
  inBoth(DISCREPANCY, (language, source) => {
    expect(recorded(language, source, BEFORE_LIVENESS)).toEqual(['e1']);
    // The resets of e1b and e2b are merged away.
    const code = differentiate(request(language, source, BEFORE_LIVENESS)).code.text.toLowerCase();
    expect(code).not.toMatch(/\be[12]b = 0/);
    // With recomputation nothing is recorded.
    expect(recorded(language, source, { recompute: true })).toEqual([]);
    checks(language, source);
    checks(language, source, { options: { recompute: true, useResults: true } });
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
  inBoth(sources, (language, source) => {
    const found = recorded(language, source, BEFORE_LIVENESS);
    expect(found).toEqual(
      ['T(i)', 'T(i)', 'arrow', 'branch', 'count', 'i']
        .map((x) => (language === 'fortran' ? x.toLowerCase() : x))
        .sort(),
    );
    const d = differentiate(request(language, source, BEFORE_LIVENESS));
    expect(d.code.text.match(/goto/gi)?.length ?? 0).toBeLessThanOrEqual(1);
    const first = language === 'c' ? 0 : 1;
    checks(language, source, {
      inputs: {
        n: 16,
        i: first + 5,
        T: [2, 1, 1, 1, 1, 0.5, 1, 1, 1, 1, -0.9, 1, 1, 1, 1, 1],
        U: Array(16).fill(-0.4),
        t: [2, 1, 1, 1, 1, 0.5, 1, 1, 1, 1, -0.9, 1, 1, 1, 1, 1],
        u: Array(16).fill(-0.4),
      },
    });
  });
});

describe('result 12: traps', () => {
  const traps: Record<string, string> = {
    'x = x*y first': 'void snip(double *x, double y) { *x = *x * y; *x = sin(*x); }',
    'x = 1/x': 'void snip(double *x) { *x = 1 / *x; *x = *x * *x; }',
    'a[i] = 0 where a is required':
      'void snip(int n, double a[n], double *s) { *s = 0; for (int i = 0; i < n; i++) *s += a[i]*a[i]; for (int i = 0; i < n; i++) a[i] = 0; }',
    'x = x': 'void snip(double *x) { *x = *x; *x = *x * *x; *x = *x; }',
    'an index array that changes':
      'void snip(int n, double a[n], double *s) { int p[3]; p[0] = 0; p[1] = 1; p[2] = 2; for (int k = 0; k < 3; k++) { a[p[k]] = a[p[k]] * a[p[0]]; p[k] = 2 - k; p[p[k]] = k; } *s = a[0]*a[1] + a[2]*a[2]; }',
    'a loop with zero trips':
      'void snip(int n, double x, double *y) { int i = 3; double a[4]; a[0] = x; a[3] = x*x; *y = a[i]*x; for (i = 5; i < 2; i++) *y = 0; *y = *y * *y; }',
    'a loop variable used after its loop':
      'void snip(double x[6], double *y) { int i; for (i = 0; i < 5; i++) x[i] = x[i]*x[i+1]; *y = x[i]*x[i-1]; for (i = 0; i < 3; i++) *y = *y * x[i]; }',
    'active on one path only':
      'void snip(double x, double c, double *y) { double t; if (x > 0.2) t = x*x; else t = 3.0; *y = t*t; t = 2.0; *y = *y + t; }',
  };
  for (const [name, source] of Object.entries(traps)) {
    test(name, () => {
      for (const reversal of ['joins', 'structured', 'statements', 'blocks'] as const) {
        for (const adjointLiveness of [true, false]) {
          for (const recompute of reversal === 'statements' ? [false] : [true, false]) {
            checks('c', source, { options: { reversal, adjointLiveness, recompute } });
          }
        }
      }
    });
  }
});
