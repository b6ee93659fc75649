/**
 * Graphs = code: whatever the generated code pushes stands in the forward graph, at as many places and with the same
 * number, and whatever it pops in the adjoint graph.
 */
import { expect, test } from 'vitest';
import { differentiate } from '../..';
import { controlAsC } from '../../testing/controlC';
import { corpusKernels } from '../../testing/corpusKernels';
import { draws, seedsOf, some } from '../../testing/draws';
import { randomFrom } from '../../testing/prng';
import { randomControl } from '../../testing/randomControl';
import type { Options } from '../options';
import type { DifferentiateRequest, Differentiation, Graph, Recording } from '../results';

const STYLES = ['joins', 'structured', 'statements', 'blocks'] as const;
const RECORD = ['tbr', 'all', 'least'] as const;

function ways(): Partial<Options>[] {
  return STYLES.flatMap((reversal) => RECORD.map((record) => ({ reversal, record })));
}

test('a tangent, which has no sweeps, has the graph of the program alone, calls what that calls, and no sets of an adjoint', () => {
  const source = 'double g(double a) { return a * a; }\ndouble f(double x) { x = x * g(x); return x; }\n';
  for (const mode of ['tangent', 'vector-tangent'] as const) {
    const { graphs, statements, analyses, callGraph } = differentiate({ source, language: 'c', mode });
    expect(graphs.original.vertices.length).toBeGreaterThan(2);
    expect([graphs.forward, graphs.adjoint].flatMap(({ vertices }) => vertices)).toEqual([]);
    expect(statements.every(({ kept }) => kept)).toBe(true);
    expect(analyses.map(({ title }) => title)).toEqual(['Varied', 'Useful', 'Active']);
    expect(callGraph.calls).toMatchObject([{ mode: 'plain', snapshot: [] }]);
  }
});

test('kernels of the corpus, in every style of reversal', () => {
  let compared = 0;
  const all = ways();
  some(corpusKernels(), 8).forEach(({ source, language, file }, k) => {
    for (const options of some(all, 2, k))
      compared += compare({ source, language, target: 'c', options }, file);
  });
  expect(compared).toBeGreaterThan(60);
});

test('random control', () => {
  let compared = 0;
  for (const seed of seedsOf(draws(12, 2_000))) {
    const options = { reversal: seed % 4 === 0 ? 'blocks' : 'joins' } as const;
    compared += compare(
      { source: controlAsC(randomControl(randomFrom(seed), seed % 3 === 0)), language: 'c', options },
      `seed ${seed}`,
    );
  }
  expect(compared).toBeGreaterThan(12);
});

/** How many recordings stand in both. */
function compare(request: DifferentiateRequest, name: string): number {
  const d = differentiate(request);
  // Where control never comes, code is printed that no graph has.
  if (!d.ok || d.diagnostics.some(({ code }) => code === 'unreachable-code')) return 0;
  const of = `${name} ${JSON.stringify(request.options)}`;
  const [pushed, popped] = [drawnIn(d.graphs.forward, 'push'), drawnIn(d.graphs.adjoint, 'pop')];
  for (const r of d.recordings) {
    // A number that cannot be another: the code says it, though only one way comes to that place.
    if (r.kind === 'arrow' && written(d, r).length === 1 && /\d/.test(written(d, r)[0] ?? '')) continue;
    expect(drawn(pushed, r), `${of}: ${r.id} ${r.kind} ${r.text} pushed`).toEqual(written(d, r));
    const pops = popped.get(r.id)?.length ?? 0;
    // Control is popped on every edge that comes back to where it was pushed; in the code those edges are one place.
    const expected = isControl(r) ? Math.min(r.pop.length, 1) : r.pop.length;
    expect(isControl(r) ? Math.min(pops, 1) : pops, `${of}: ${r.id} ${r.kind} ${r.text} popped`).toBe(
      expected,
    );
  }
  const known = d.recordings.map((r) => r.id);
  const unknown = [...pushed.keys(), ...popped.keys()].filter((id) => !known.includes(id));
  expect(unknown, `${of}: only in the graphs`).toEqual([]);
  return d.recordings.length;
}

function isControl(r: Recording): boolean {
  return r.kind !== 'value' && r.kind !== 'snapshot';
}

/** What is pushed at each place: the number of control, or nothing more than that it is. */
function written({ code }: Differentiation, r: Recording): string[] {
  return r.push.map(({ start, end }) => argument(code.text.slice(start, end))).sort();
}

function drawn(lines: ReadonlyMap<string, readonly string[]>, r: Recording): string[] {
  return (lines.get(r.id) ?? []).map(argument).sort();
}

function argument(text: string): string {
  return /^push\w*\((\d+)\)/.exec(text)?.[1] ?? '';
}

/** By recording: its lines. What runs before every test of a loop stands twice in a graph, once in the code. */
function drawnIn(graph: Graph, role: 'push' | 'pop'): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, control, statements } of graph.vertices)
    for (const s of statements) {
      if (s.role !== role || (role === 'push' && /\.r\b/.test(id))) continue;
      // An update of integers is undone without the tape.
      if (!control && s.recording === undefined) continue;
      const recording = s.recording ?? '?';
      found.set(recording, [...(found.get(recording) ?? []), s.text]);
    }
  return found;
}
