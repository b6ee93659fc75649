import { describe, expect, test } from 'vitest';
import type { AlgorithmDemonstration, AlgorithmRun } from '../../pipeline/results';
import { check } from '../../testing/check';
import { controlFlow, plainTexts } from '../../testing/controlTexts';
import { draws, seedsOf } from '../../testing/draws';
import { randomFrom } from '../../testing/prng';
import { randomControl } from '../../testing/randomControl';
import { demonstrateAlgorithms } from './algorithmSteps';

const CFR = 'i=1\nwhile i<3 {\nif i<2 {\ny2\n} else {\ny1\n}\ni=i+1\n}\ny3';

function demonstrate(text: string): AlgorithmDemonstration {
  const { graph, program } = controlFlow(text);
  return demonstrateAlgorithms(graph, plainTexts(program), []);
}

function runOf(shown: AlgorithmDemonstration, algorithm: number): AlgorithmRun | undefined {
  return shown.runs.find((r) => r.algorithm === algorithm);
}

function print(shown: AlgorithmDemonstration): string {
  const number = new Map(shown.graphs.original.vertices.map((v) => [v.id, v.number]));
  return shown.runs
    .map(({ algorithm, title, lines, steps }) => {
      const rows = steps.map((s) => {
        const edge = s.edge === null ? null : shown.graphs.original.edges[s.edge];
        const at = edge
          ? `(${number.get(edge.from)},${number.get(edge.to)})`
          : `${number.get(s.vertex ?? '')}`;
        const made = s.makes.map(
          (m) =>
            ` +${m.graph} ${[...m.vertices, ...m.edges.map((e) => edgeText(shown, m.graph, e))].join(' ')}`,
        );
        return `${at} ${s.line}: ${lines[s.line - 1]?.trim()} | ${s.note}${made.join('')}`;
      });
      return [`Algorithm ${algorithm}, ${title}`, ...rows].join('\n');
    })
    .join('\n\n');
}

function edgeText(
  shown: AlgorithmDemonstration,
  graph: keyof AlgorithmDemonstration['graphs'],
  e: number,
): string {
  const { vertices, edges } = shown.graphs[graph];
  const number = (id: string | undefined) => vertices.find((v) => v.id === id)?.number;
  return `${number(edges[e]?.from)}->${number(edges[e]?.to)}`;
}

/** Runs that together make the graphs make every vertex and edge of them once. */
function checkComplete(shown: AlgorithmDemonstration, algorithms: readonly number[]): void {
  for (const graph of ['forward', 'adjoint'] as const) {
    const made = algorithms
      .flatMap((a) => runOf(shown, a)?.steps ?? [])
      .flatMap((s) => s.makes)
      .filter((m) => m.graph === graph);
    const { vertices, edges } = shown.graphs[graph];
    expect(made.flatMap((m) => m.vertices).sort()).toEqual(vertices.map((v) => v.id).sort());
    expect(made.flatMap((m) => m.edges).sort((a, b) => a - b)).toEqual(edges.map((_, e) => e));
  }
}

function checkDemonstration(text: string): void {
  const shown = demonstrate(text);
  for (const { lines, steps } of shown.runs)
    for (const s of steps) {
      expect(lines[s.line - 1]).toBeDefined();
      expect(s.note).not.toContain('undefined');
    }
  const numbered = runOf(shown, 1)
    ?.steps.flatMap((s) => s.makes)
    .flatMap((m) => m.vertices);
  expect(numbered).toEqual(shown.graphs.original.vertices.map((v) => v.id));
  checkComplete(shown, [2, 5]);
  if (runOf(shown, 3)) checkComplete(shown, [2, 3]);
  if (runOf(shown, 4)) checkComplete(shown, [2, 4]);
}

describe('Algorithms 1 to 5, step by step', () => {
  test('[CFR] 2', () => {
    check(import.meta.url, 'golden/steps-cfr.txt', print(demonstrate(CFR)));
  });
  test('a simple branch', () => {
    check(import.meta.url, 'golden/steps-branch.txt', print(demonstrate('A\nif ?1 {\nB\n} else {\nC\n}\nD')));
  });
  test('a simple loop', () => {
    check(import.meta.url, 'golden/steps-loop.txt', print(demonstrate('A\nwhile ?1 {\nB\n}\nC')));
  });
  test('algorithms that do not apply are left out', () => {
    const which = (text: string) => demonstrate(text).runs.map((r) => r.algorithm);
    expect(which('A')).toEqual([1, 2, 3, 4, 5]);
    expect(which(CFR)).toEqual([1, 2, 5]);
    expect(which('while ?1 {\n}\nwhile ?2 {\n}')).toEqual([1, 2, 4, 5]);
    expect(which('while ?1 x {\nif ?2 {\nexit x\n}\n}')).toEqual([]);
  });
  test('every vertex and edge is made once, on random structured programs', () => {
    for (const seed of seedsOf(draws(20, 200))) {
      // Without its jumps an endless loop would have no end.
      const text = randomControl(randomFrom(seed), false).replaceAll(/^loop /gm, 'while ?999 ');
      const nested = text.replaceAll(/^(goto|exit|next) .*$/gm, 'Z').replaceAll(/^L\d+:$/gm, '');
      checkDemonstration(nested);
    }
  });
});
