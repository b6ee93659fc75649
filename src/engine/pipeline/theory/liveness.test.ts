/** Results 7 and 10 of the page on theory: what leaves the forward sweep, and what a call has to save. */
import { describe, expect } from 'vitest';
import { differentiate, type Options } from '../../index';
import { checks, inBoth, nameOf, requestOf, type Sources, type Subject } from '../../testing/theory';

describe('result 7: [ADF] 1.5 as an ordinary loop', () => {
  const sources: Sources = {
    c: `void ck(double *pm, double *sq) { *sq = *sq + *pm * *pm * *sq; }
void flow(int nsg1, int nsg2, int ns, int nseg, int nubo[nseg][2], double t3[ns], double pres[ns],
    double vnocl[nseg][2], double g3[ns], double g4[ns], double rh3[ns], double rh4[ns], double *sq) {
  int is1, is2;
  double qsor, qs, dplim, pm;
  for (int iseg = nsg1; iseg <= nsg2; iseg++) {
    is1 = nubo[iseg][0];
    is2 = nubo[iseg][1];
    qsor = t3[is1]*vnocl[iseg][1];
    qs = t3[is2]*vnocl[iseg][1];
    dplim = qsor*g4[is1] + qs*g4[is2];
    rh4[is1] = rh4[is1] + dplim;
    rh4[is2] = rh4[is2] - dplim;
    pm = pres[is1] + pres[is2];
    dplim = qsor*g3[is1] + qs*g3[is2] + pm*vnocl[iseg][1];
    rh3[is1] = rh3[is1] + dplim;
    rh3[is2] = rh3[is2] - dplim;
    ck(&pm, sq);
  }
}`,
    fortran: `      subroutine flow(nsg1,nsg2,nubo,t3,pres,vnocl,
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
        call ck(pm,sq)
30    continue
      end
      subroutine ck(pm,sq)
      double precision pm, sq
      sq = sq + pm*pm*sq
      end
`,
  };
  const derived = (s: Subject, options: Partial<Options> = {}) => {
    const d = differentiate({ ...requestOf(s, options), routine: s.renamed('flow') });
    expect(d.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
    return d;
  };
  const stored = (s: Subject, options: Partial<Options> = {}) =>
    new Set(
      derived(s, options)
        .recordings.filter((r) => r.kind === 'value' || r.kind === 'snapshot')
        .map((r) => nameOf(s, r.location)),
    );
  inBoth(sources, (s) => {
    const names = stored(s);
    for (const name of ['dplim', 'rh3', 'rh4']) expect(names).not.toContain(name);
    for (const name of ['is1', 'is2', 'qsor', 'qs', 'sq']) expect(names).toContain(name);
    // The statements that only feed rh3 and rh4 leave the forward sweep; the call stays, as its adjoint needs sq.
    const { statements } = derived(s);
    const gone = statements.filter((x) => !x.kept && x.kind === 'assign').map((x) => nameOf(s, x.text));
    expect(gone.map((text) => text.split('=')[0])).toEqual([
      'dplim',
      'rh4(is1)',
      'rh4(is2)',
      'dplim',
      'rh3(is1)',
      'rh3(is2)',
    ]);
    expect(statements.filter((x) => x.kind === 'call').map((x) => x.kept)).toEqual([true]);
    // Recomputed, none of the scalars of an iteration is recorded.
    const recomputed = stored(s, { recompute: true });
    for (const name of ['is1', 'is2', 'qsor', 'qs']) expect(recomputed).not.toContain(name);
    const first = s.language === 'c' ? 0 : 1;
    const nubo = [0, 1, 1, 2, 2, 0].map((k) => k + first);
    const inputs = { nsg1: first, nsg2: first + 2, ns: 3, nseg: 3, nubo };
    checks(s, { routine: s.renamed('flow'), inputs });
    checks(s, { routine: s.renamed('flow'), inputs, options: { recompute: true, snapshots: 'eager' } });
  });
});

/** Fig. 10; `later` stands where the figure has its second dots. */
const call = (laterC: string, laterFortran: string): Sources => ({
  c: `double x;
double g(double *a, double T[7], double *r2) { *r2 = x*T[6]; *a = *a*T[0]*x; return *a*x; }
void top(double *a, double T[12], int k, double *r, double *r2) {
  *a = *a + 3*T[2];
  *r = g(a, &T[k], r2);
${laterC}}`,
  fortran: `      subroutine top(a, T, k, r, r2)
      double precision a, T(12), r, r2, x, g
      integer k
      common /blk/ x
      a = a + 3*T(2)
      r = g(a, T(k), r2)
${laterFortran}      end
      double precision function g(a, T, r2)
      double precision a, T(7), r2, x
      common /blk/ x
      r2 = x*T(7)
      a = a*T(1)*x
      g = a*x
      end
`,
});

function snapshot(s: Subject, snapshots: Options['snapshots']): string[] {
  const d = differentiate({
    ...requestOf(s, { snapshots, adjointLiveness: false }),
    routine: s.renamed('top'),
  });
  expect(d.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
  const saved = d.recordings.filter((r) => r.kind === 'snapshot').map((r) => nameOf(s, r.location));
  return [...new Set(saved.map((name) => name.replace(/^\w+\./, '')))].sort();
}

const INPUTS = { a: 0.7, k: 3, x: 1.3, 'blk.x': 1.3 };

describe('result 10: [TAP] Fig. 10, where all that the call reads is overwritten later', () => {
  const sources = call(
    '  for (int i = 0; i < 12; i++) T[i] = 0;\n  x = 0;\n  k = 0;\n',
    '      do i = 1, 12\n        T(i) = 0\n      end do\n      x = 0\n      k = 0\n',
  );
  inBoth(sources, (s) => {
    expect(snapshot(s, 'eager')).toEqual(['a', 'k', 't', 'x']);
    // Lazily it takes what the call itself overwrites; the others are recorded where they are overwritten.
    expect(snapshot(s, 'lazy')).toEqual(['a']);
    for (const snapshots of ['eager', 'lazy'] as const)
      checks(s, { routine: s.renamed('top'), options: { snapshots }, inputs: inputsOf(s) });
  });
});

describe('result 10, where nothing later writes x, T and k', () => {
  inBoth(call('', ''), (s) => {
    expect(snapshot(s, 'eager')).toEqual(['a']);
    expect(snapshot(s, 'lazy')).toEqual(['a']);
    for (const snapshots of ['eager', 'lazy'] as const)
      checks(s, { routine: s.renamed('top'), options: { snapshots }, inputs: inputsOf(s) });
  });
});

function inputsOf(s: Subject) {
  const { x, 'blk.x': inBlock, ...rest } = INPUTS;
  return s.language === 'c' ? { ...rest, x } : { ...rest, 'blk.x': inBlock };
}
