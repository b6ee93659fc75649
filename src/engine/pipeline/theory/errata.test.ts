/**
 * The errata of the page on theory (section 13). Each test carries out the uncorrected rule beside ours, and shows what it
 * would break: a set that misses a member, a graph without a way through, or a gradient that is wrong.
 */
import { describe, expect, test } from 'vitest';
import { generateAdjoint } from '../../adjoint/generate';
import { additive } from '../../analyses/problems/additive';
import { certainlyKilled } from '../../analyses/problems/kill';
import { setAnalysis } from '../../analyses/problems/sets';
import { required } from '../../analyses/problems/tbr';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { BitSet } from '../../base/bitset';
import { solve } from '../../dataflow/solve';
import { solveStructured } from '../../dataflow/structured';
import { defaultHost } from '../../execute/host';
import { executeRun } from '../../execute/run';
import { differentiate, type ExecuteRequest, execute, type Graph, type Options } from '../../index';
import type { Instruction } from '../../ir/graph/flow';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';

const c = (source: string, more: Partial<ExecuteRequest> = {}): ExecuteRequest => ({
  source,
  language: 'c',
  ...more,
});

function analysed(request: ExecuteRequest): { compiled: Compile; a: RoutineAnalysis } {
  const compiled = compile(request, () => 0);
  const a = compiled.analysis?.routines.get(compiled.routine?.name ?? '');
  if (!a) throw new Error('no analysis');
  return { compiled, a };
}

function instructionsOf(a: RoutineAnalysis): Instruction[] {
  return a.model.graph.vertices.flatMap((v) => v.instructions);
}

/** The gradient of the adjoint that comes of an analysis made worse. */
function gradientWith(request: ExecuteRequest, change: (a: RoutineAnalysis) => RoutineAnalysis) {
  const { compiled, a } = analysed(request);
  const sides = compiled.interface;
  if (!sides) throw new Error('no interface');
  const entry = a.model.routine.name;
  const adjoint = generateAdjoint(
    compiled.program,
    entry,
    { routines: new Map([[entry, change(a)]]), split: new Map() },
    new Set([...sides.independents, ...sides.dependents]),
    { merge: true, gather: true, kept: null, reversal: 'joins', suffix: 'b' },
  );
  return executeRun({
    mode: 'adjoint',
    source: compiled.source,
    primal: { program: compiled.program, entry },
    adjoint,
    tangent: compiled.tangent,
    generated: adjoint,
    independents: sides.independents,
    dependents: sides.dependents,
    inputs: request.inputs,
    host: defaultHost(),
  });
}

/** Ours is right by differences; without the recordings in question it is wrong. */
function needs(request: ExecuteRequest, keys: readonly string[]): void {
  const ours = execute(request);
  expect(ours.check.verdict, ours.check.sentence).toBe('passed');
  const { recordings } = differentiate(request);
  for (const key of keys) expect(recordings.map((r) => `${r.statement}:${r.location}`)).toContain(key);
  const without = execute({ ...request, tamper: { without: keys } });
  expect(without.ok && without.check.verdict === 'passed').toBe(false);
}

describe('[TBR] 5.1, Lemma 3: Kill that starts at the empty set', () => {
  test('loses at every loop what was overwritten before it', () => {
    const { a } = analysed(
      c('void f(int n, double x, double *y) { double t = x; for (int i = 0; i < n; i++) { *y = t; } }'),
    );
    const { graph, locations, effects, routine } = a.model;
    const ours = certainlyKilled(locations, effects);
    const printed = { ...ours, bottom: () => new BitSet(locations.size) };
    const names = (analysis: typeof ours) => locations.print(solve(graph, analysis).after(graph.exit));
    expect(names(ours)).toEqual(['t', 'i']);
    expect(names(printed)).not.toContain('t');
    // Lemma 4 holds for ours only: the structured form gives the same.
    expect(locations.print(solveStructured(routine, ours, additive(ours))?.exit ?? [])).toEqual(names(ours));
  });
});

describe('[CFR] Algorithm 1, lines 14 to 16', () => {
  test('as printed take a stranger off the stack where branches are nested', () => {
    const { graphs } = differentiate(
      c(
        'void f(double a, double b, double *y) { if (a > 0) { if (b > 0) *y = a; else *y = b; } else *y = a*b; }',
      ),
    );
    const { original } = graphs;
    const printed = printedNumbering(original);
    const ours = original.vertices.toSorted((p, q) => p.number - q.number).map((v) => v.id);
    expect(new Set(printed).size).toBeLessThan(printed.length);
    expect(printed).not.toContain(ours[ours.length - 1]);
    expect(new Set(ours).size).toBe(original.vertices.length);
  });
});

/** Algorithm 1 as the paper prints it, for graphs without loops. */
function printedNumbering(graph: Graph): string[] {
  const order: string[] = [];
  const stack: string[] = [];
  const visited = new Set<string>();
  const kind = new Map(graph.vertices.map((v) => [v.id, v.kind]));
  const next = (id: string | undefined) => graph.edges.filter((e) => e.from === id).map((e) => e.to);
  const topsort = (id: string) => {
    if (visited.has(id)) return;
    visited.add(id);
    if (kind.get(id) === 'ENDBRANCH') {
      stack.push(id);
      return;
    }
    order.push(id);
    next(id).forEach(topsort);
    if (kind.get(id) !== 'BRANCH') return;
    const top = stack.at(-1);
    if (top !== undefined) order.push(top);
    next(top).forEach(topsort);
    stack.pop();
  };
  const entry = graph.vertices.find((v) => v.kind === 'ENTRY');
  if (entry) topsort(entry.id);
  return order;
}

describe('[CFR] Algorithm 5: ENDBRANCH for ENDLOOP', () => {
  test('as printed leaves no way from EXIT to ENTRY past a loop', () => {
    const { graphs } = differentiate(
      c(
        'void f(double x1, double x2, double *y3) { double y1 = x1, y2 = x2; int i; i=1; while(i<3){ if(i<2) y2=sin(x1); else y1=cos(x2); i=i+1;} *y3=y1*y2; }',
        { options: { reversal: 'structured' } },
      ),
    );
    expect(reachesEntry(turned(graphs.original, 'ENDBRANCH'))).toBe(false);
    expect(reachesEntry(turned(graphs.original, 'ENDLOOP'))).toBe(true);
    expect(reachesEntry(graphs.adjoint)).toBe(true);
  });
});

/** Edges turned round; at a LOOP, those from and to outside go by way of its predecessor of the given kind. */
function turned(
  { vertices, edges }: Graph,
  closing: 'ENDBRANCH' | 'ENDLOOP',
): Pick<Graph, 'vertices' | 'edges'> {
  const kind = new Map(vertices.map((v) => [v.id, v.kind]));
  const closes = (loop: string) => edges.find((e) => e.to === loop && kind.get(e.from) === closing)?.from;
  const made: { from: string; to: string; label: string }[] = [];
  for (const { from, to } of edges) {
    const entersLoop = kind.get(to) === 'LOOP' && kind.get(from) !== 'ENDLOOP';
    const leavesLoop =
      kind.get(from) === 'LOOP' && edges.find((e) => e.from === from && e.to === to)?.label !== '1';
    const source = entersLoop ? closes(to) : to;
    const target = leavesLoop ? closes(from) : from;
    if (source !== undefined && target !== undefined) made.push({ from: source, to: target, label: '' });
  }
  // Turned round, ENTRY is EXIT.
  const turnedKind = { ENTRY: 'EXIT', EXIT: 'ENTRY' } as const;
  return {
    vertices: vertices.map((v) =>
      v.kind === 'ENTRY' || v.kind === 'EXIT' ? { ...v, kind: turnedKind[v.kind] } : v,
    ),
    edges: made,
  };
}

/** Is there a way from ENTRY to EXIT of this graph that goes past every loop? */
function reachesEntry({ vertices, edges }: Pick<Graph, 'vertices' | 'edges'>): boolean {
  const seen = new Set(vertices.filter((v) => v.kind === 'ENTRY').map((v) => v.id));
  for (const id of seen) for (const e of edges) if (e.from === id) seen.add(e.to);
  return vertices.some((v) => v.kind === 'EXIT' && seen.has(v.id));
}

describe('[SPG] 3 item 5: the backward code of v9 before that of v11', () => {
  /** `y = y*sin(x)` twice, with compiler variables and one stack; returns the adjoints of x and y. */
  const gradient = (v11First: boolean): [number, number] => {
    let y = 1.3;
    const x = 0.7;
    let [v0, v1, v2, v3] = [0, 0, 0, 0];
    const stack: number[] = [];
    const pop = () => stack.pop() as number;
    for (let k = 0; k < 2; k++) {
      stack.push(v1);
      v1 = y;
      stack.push(v3);
      v3 = x;
      stack.push(v2);
      v2 = Math.sin(v3);
      stack.push(v0);
      v0 = v1 * v2;
      stack.push(y);
      y = v0;
    }
    let [xb, yb] = [0, 1];
    for (let k = 0; k < 2; k++) {
      y = pop();
      const v0b = yb;
      yb = 0;
      v0 = pop();
      const v2b = v1 * v0b;
      const v1b = v2 * v0b;
      const v9 = () => {
        v1 = pop();
        yb += v1b;
      };
      const v11 = () => {
        v2 = pop();
        const v3b = Math.cos(v3) * v2b;
        v3 = pop();
        xb += v3b;
      };
      for (const part of v11First ? [v11, v9] : [v9, v11]) part();
    }
    return [xb, yb];
  };
  test('pops what another variable pushed: the gradient upstream is wrong', () => {
    const run = execute(
      c('void f(double x, double *y) { *y = *y * sin(x); *y = *y * sin(x); }', {
        inputs: { x: 0.7, y: 1.3 },
      }),
    );
    const right = [run.derivatives.x?.[0], run.derivatives.y?.[0]] as [number, number];
    expect(gradient(true)[0]).toBeCloseTo(right[0], 12);
    expect(gradient(true)[1]).toBeCloseTo(right[1], 12);
    expect(Math.abs(gradient(false)[0] - right[0])).toBeGreaterThan(0.1);
  });
});

const SNIP = 'y = sin(x1 + x2); z = y; x1 = x2; *v = z * x2; x2 = 0; *v = *v + x2;';
const LIVE_OFF: Partial<Options> = { adjointLiveness: false };

describe('[TBR] 5.1.0.1: AdjU(I4) printed as {x1, z}', () => {
  test('x2, which the derivative does read, would not be recorded', () => {
    const request = c(`void f(double x1, double x2, double *v) { double y, z; ${SNIP} }`, {
      options: LIVE_OFF,
    });
    const { a } = analysed(request);
    const fourth = instructionsOf(a)[3] as Instruction;
    expect(a.model.locations.print(a.derivativeUse(fourth) ?? []).sort()).toEqual(['x2', 'z']);
    needs(request, ['s4:x2']);
  });
});

describe('[TBR] 5.1.0.1: the derivative of I1 with the adjoint of z', () => {
  test('reads an adjoint that has been reset: it is that of y', () => {
    const request = c(`void f(double x1, double x2, double *v) { double y, z; ${SNIP} }`, {
      options: { ...LIVE_OFF, merge: false },
      inputs: { x1: 0.4, x2: 0.9 },
    });
    const { code } = differentiate(request);
    const line = code.text.split('\n').find((l) => l.includes('cos(x1 + x2)'));
    expect(line).toBeDefined();
    const broken = code.text.slice(code.text.indexOf('cos(x1 + x2)') - 80).split('\n');
    expect(broken.join(' ')).toMatch(/\byb\b/);
    const run = execute(request);
    expect(run.derivatives.x1?.[0]).toBeCloseTo(0.9 * Math.cos(1.3), 12);
    // By then z̄ is zero, since I2 has consumed it; so would be the derivative.
    expect(run.derivatives.x1?.[0]).not.toBeCloseTo(0, 3);
  });
});

describe('[TBR] 5.2: recording on InReq alone', () => {
  test('misses an instruction that overwrites its own operand first', () => {
    const request = c('void f(double *x, double y) { *x = *x * y; }', { options: LIVE_OFF });
    const { a } = analysed(request);
    const { graph, locations } = a.model;
    const [first] = instructionsOf(a);
    const inReq = solve(graph, required(locations, a.tbrAt, new BitSet(locations.size))).around(
      (first as Instruction).id,
    )?.before;
    expect(locations.print(inReq ?? [])).toEqual([]);
    needs(request, ['s0:x']);
  });
});

describe('[TBR] 5.1: one rule for products and quotients', () => {
  test('misses the divisor of c/x', () => {
    const request = c('void f(double c, double *x, double *y) { *y = c / *x; *x = 1; }', {
      independents: ['x'],
      options: LIVE_OFF,
    });
    const { a } = analysed(request);
    const [first] = instructionsOf(a);
    // As for a product: x active gives Vars(c) only.
    expect(a.model.locations.print(a.derivativeUse(first as Instruction) ?? [])).toContain('x');
    needs(request, ['s1:x']);
  });
});

describe('[TBR] 2 and 5.1: no adjoint statement for what is not active', () => {
  const request = c(
    'void f(double x, double c, double *y) { double t; t = x*x; if (c > 0) t = 3.0; *y = t; }',
    {
      independents: ['x'],
      inputs: { x: 0.7, c: 1 },
    },
  );
  test('loses the reset where a path with an active value meets one without', () => {
    const ours = gradientWith(request, (a) => a);
    const printed = gradientWith(request, (a) => ({
      ...a,
      derivatives: new Map([...a.derivatives].filter(([, d]) => d.contributions.length > 0)),
    }));
    expect(ours.check.verdict).toBe('passed');
    expect(ours.derivatives.x).toEqual([0]);
    expect(printed.derivatives.x?.[0]).toBeCloseTo(1.4, 12);
    expect(printed.check.verdict).toBe('failed');
  });
  test('and a reset of a[i] reads i', () => {
    needs(
      c('void f(double a[4], int i, double *y) { a[i] = 0; i = 1; *y = a[0] + 2*a[1] + 3*a[2] + 4*a[i]; }', {
        inputs: { i: 2 },
        options: LIVE_OFF,
      }),
      ['s1:i'],
    );
  });
});

describe('[TBR] Appendix A: 12 where Appendix B has 1.2', () => {
  /** The weight of the source terms of one inner equation, with exp = 1 and the coefficient 1. */
  const weight = (middle: string) => {
    const run = execute(
      c(
        `void f(double h, double F[3]) {
  F[0] = h*h/12.0; F[1] = h*h/${middle}; F[2] = h*h/12.0; }`,
        { inputs: { h: 1 } },
      ),
    );
    return (run.outputs.F ?? []).reduce((sum, x) => sum + x, 0);
  };
  test('the three terms weigh one only with 10/12 in the middle', () => {
    expect(weight('1.2')).toBeCloseTo(1, 14);
    expect(weight('12.0')).toBeCloseTo(0.25, 14);
  });
});

describe('[CFR] eq. 3 with cos(v4), eq. 4 with sin(v4)', () => {
  const derivatives = (fn: string) => {
    const run = execute(
      c(
        `void f(double v1, double v2, double *v6) { double v3, v4; v3 = v1*v2; v4 = v1*v3; *v6 = ${fn}(v4); }`,
        {
          inputs: { v1: 0.7, v2: 1.3 },
        },
      ),
    );
    expect(run.check.verdict).toBe('passed');
    return [run.derivatives.v1?.[0] ?? 0, run.derivatives.v2?.[0] ?? 0];
  };
  test('it is the sine: c64 = cos(v4)', () => {
    const [first, second] = derivatives('sin') as [number, number];
    expect(first).toBeCloseTo(1.46306839, 8);
    expect(second).toBeCloseTo(0.39390303, 8);
    expect(derivatives('cos')[0]).toBeLessThan(0);
  });
});

describe('[SPG] 4: the loop is said to run twice', () => {
  test('it runs once, and the derivatives are those printed', () => {
    const run = execute({
      source:
        'void f(double *x, double *y) { if (*x < *y) { *x = *x * *y; while (*y < *x) { *x = sin(*x * *y); } } }',
      language: 'c',
      inputs: { x: -5, y: -0.5 },
      trace: true,
    });
    const { trace } = run;
    if (!trace) throw new Error('no trace');
    const forward = Array.from(trace.statement, (k) => trace.statements[k]).filter(
      (s) => s?.sweep === 'forward' && s.role === 'primal' && s.text.includes('sin'),
    );
    expect(forward).toHaveLength(1);
    expect(run.derivatives.x?.[0]).toBeCloseTo(0.0788305904, 8);
    expect(run.derivatives.y?.[0]).toBeCloseTo(1.5766118111, 8);
  });
});

describe('[ADF] eq. 1.12: subtracting kill(I) ∩ use(U⃖) only', () => {
  test('keeps in W what I has recorded for its own derivative', () => {
    const { a } = analysed(c('void f(double *x, double y) { *x = *x * y; }', { options: LIVE_OFF }));
    const { graph, locations, effects } = a.model;
    const atEntry = (solution: typeof a.adjointWrite) => locations.print(solution.before(graph.entry));
    const printed = solve(
      graph,
      setAnalysis('printed', 'backward', locations, new BitSet(locations.size), (i, state) => {
        const next = state.clone();
        next.unionWith(effects(i).out);
        const subtracted = effects(i).kill.clone();
        subtracted.intersectWith(a.required.around(i.id)?.before ?? new BitSet(locations.size));
        next.subtract(subtracted);
        return next;
      }),
    );
    expect(atEntry(printed)).toEqual(['x']);
    expect(atEntry(a.adjointWrite)).toEqual([]);
  });
});
