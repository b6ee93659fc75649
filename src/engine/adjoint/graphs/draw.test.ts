import { describe, expect, test } from 'vitest';
import type { FlowGraph } from '../../ir/graph/flow';
import type { Graph } from '../../pipeline/results';
import { check } from '../../testing/check';
import { controlFlow, plainTexts } from '../../testing/controlTexts';
import { draws, seedsOf } from '../../testing/draws';
import { randomFrom } from '../../testing/prng';
import { randomControl } from '../../testing/randomControl';
import { toDot } from './dot';
import { type ControlPlan, drawGraphs, storeEverything } from './draw';
import { toTikz } from './tikz';

function draw(text: string, plan: (graph: FlowGraph) => ControlPlan = (g) => storeEverything(g)) {
  const { graph, program } = controlFlow(text);
  return drawGraphs(graph, plainTexts(program), plan(graph));
}

function print(graph: Graph): string {
  const number = new Map(graph.vertices.map((v) => [v.id, v.number]));
  const vertices = graph.vertices.map(
    (v) =>
      `${v.number} ${v.kind}${v.control ? ' *' : ''} ${v.id}${v.statements.map((s) => ` | ${s.text}`).join('')}`,
  );
  const edges = graph.edges.map(
    (e) => `${number.get(e.from)} -> ${number.get(e.to)}${e.label ? ` [${e.label}]` : ''}`,
  );
  return [...vertices, ...edges].join('\n');
}

function printAll(graphs: ReturnType<typeof draw>): string {
  return ['original', 'forward', 'adjoint']
    .map((name) => `${name}\n${print(graphs[name as keyof typeof graphs])}\n`)
    .join('\n');
}

/** `1 -> 2 -> 3 [1]` as the paper's text gives edges, sorted. */
function edgesOf(graph: Graph): string[] {
  const number = new Map(graph.vertices.map((v) => [v.id, v.number]));
  return graph.edges.map((e) => `${number.get(e.from)} ${number.get(e.to)} ${e.label}`.trim()).sort();
}
function edges(text: string): string[] {
  return text
    .split(',')
    .flatMap((chain) => {
      const ends = chain.trim().split('→');
      return ends.slice(1).map((end, i) => {
        const [, to = '', label = ''] = /^(-?\d+)(?:\[(\w+)\])?$/.exec(end) ?? [];
        const from = (ends[i] as string).replace(/\[.*/, '');
        return `${from} ${to} ${label}`.trim();
      });
    })
    .sort();
}

const CFR = 'i=1\nwhile i<3 {\nif i<2 {\ny2\n} else {\ny1\n}\ni=i+1\n}\ny3';

describe('[CFR] 2, theory result 4', () => {
  const graphs = draw(CFR);
  const vertices = (graph: Graph) =>
    graph.vertices.map((v) => `${v.number} ${v.kind} ${v.statements.map((s) => s.text).join('; ')}`.trim());

  test('G', () => {
    expect(vertices(graphs.original)).toEqual([
      '1 ENTRY',
      '2 BASICBLOCK i=1',
      '3 BASICBLOCK t = i<3',
      '4 LOOP t',
      '5 BRANCH i<2',
      '6 BASICBLOCK y2',
      '7 BASICBLOCK y1',
      '8 ENDBRANCH',
      '9 BASICBLOCK i=i+1; t = i<3',
      '10 ENDLOOP',
      '11 BASICBLOCK y3',
      '12 EXIT',
    ]);
    expect(edgesOf(graphs.original)).toEqual(
      edges('1→2→3→4, 4→5[1], 4→11, 5→6[1], 5→7[0], 6→8, 7→8, 8→9→10→4, 11→12'),
    );
  });

  test('G⃗', () => {
    expect(vertices(graphs.forward).slice(12)).toEqual([
      '13 BASICBLOCK ctr := 0',
      '14 BASICBLOCK push(ctr)',
      '15 BASICBLOCK push(1)',
      '16 BASICBLOCK push(0)',
      '17 BASICBLOCK ctr += 1',
    ]);
    expect(edgesOf(graphs.forward)).toEqual(
      edges('1→2→3→13→4, 4→5[1], 4→14→11, 5→6[1], 5→7[0], 6→15→8, 7→16→8, 8→9→17→10→4, 11→12'),
    );
  });

  test('G⃖', () => {
    expect(vertices(graphs.adjoint)).toEqual([
      '-1 EXIT',
      '-2 BASICBLOCK i=1~',
      '-3 BASICBLOCK',
      '-4 ENDLOOP',
      '-5 ENDBRANCH',
      '-6 BASICBLOCK y2~',
      '-7 BASICBLOCK y1~',
      '-8 BRANCH branchId',
      '-9 BASICBLOCK i=i+1~',
      '-10 FORLOOP rCtr = 1 .. rBound',
      '-11 BASICBLOCK y3~',
      '-12 ENTRY',
      '13 BASICBLOCK rBound := pop',
      '14 BASICBLOCK branchId := pop',
    ]);
    expect(edgesOf(graphs.adjoint)).toEqual(
      edges('-12→-11→13→-10, -10→-9[1], -9→14→-8, -8→-6[1], -8→-7[0], -6→-5, -7→-5, -5→-4→-10, -10→-3→-2→-1'),
    );
  });

  test('other styles keep the test in the LOOP: 11 vertices', () => {
    const { original } = draw(CFR, (g) => storeEverything(g, 'joins'));
    expect(original.vertices.length).toBe(11);
    expect(original.vertices.map((v) => v.kind)[2]).toBe('LOOP');
  });
});

test('nested branches are numbered after every branch that their end closes', () => {
  const { original } = draw('if a {\nif b {\np\n} else {\nq\n}\n} else {\nr\n}');
  expect(
    original.vertices.map((v) => `${v.number} ${v.kind} ${v.statements.map((s) => s.text).join('')}`.trim()),
  ).toEqual([
    '1 ENTRY',
    '2 BRANCH a',
    '3 BRANCH b',
    '4 BASICBLOCK p',
    '5 BASICBLOCK q',
    '6 ENDBRANCH',
    '7 BASICBLOCK r',
    '8 ENDBRANCH',
    '9 EXIT',
  ]);
});

const STRUCTURED: [name: string, text: string][] = [
  ['cfr', CFR],
  ['loops-in-branches-in-loops', 'while ?1 {\nif ?2 {\nwhile ?3 {\nif ?4 {\nA\n}\n}\n} else {\nB\n}\n}'],
  ['empty-branches', 'if ?1 {\n}\nif ?2 {\n} else {\nA\n}\nif ?3 {\nif ?4 {\n}\n}'],
  ['loop-at-start-and-end', 'while ?1 {\nA\n}\nB\nwhile ?2 {\nC\n}'],
  ['consecutive-loops', 'while ?1 {\nA\n}\nwhile ?2 {\nB\n}'],
  ['nested-loops', 'while ?1 {\nwhile ?2 {\nwhile ?3 {\nA\n}\n}\n}'],
  ['loop-ends-branch', 'if ?1 {\nwhile ?2 {\nA\n}\n} else {\nwhile ?3 {\n}\n}'],
  ['empty-loop-only', 'while ?1 {\n}'],
  ['post-test', 'A\ndo {\nB\n} while ?1\nC'],
  ['switch', 'switch ?1 {\ncase {\nA\n}\ncase {\n}\ncase {\nB\n}\n}'],
  ['nothing', ''],
];

describe('Algorithms 1 to 5, graph by graph', () => {
  test.each(STRUCTURED)('%s', (name, text) => {
    check(import.meta.url, `golden/${name}.txt`, printAll(draw(text)));
  });
});

const JUMPS: [name: string, text: string][] = [
  ['break', 'while ?1 x {\nA\nif ?2 {\nB\nexit x\n}\nC\n}\nD'],
  ['continue', 'while ?1 x {\nA\nif ?2 {\nnext x\n}\nB\n}'],
  ['return', 'A\nif ?1 {\nexit return\n}\nB'],
  ['break-of-two-loops', 'while ?1 x {\nwhile ?2 {\nif ?3 {\nexit x\n}\nA\n}\n}\nB'],
  ['irreducible', 'A\nif ?1 {\n goto M\n}\nL:\nB\nM:\nC\nif ?2 {\n goto L\n}\nD'],
];

describe('jumps', () => {
  test.each(JUMPS)('%s', (name, text) => {
    check(
      import.meta.url,
      `golden/joins-${name}.txt`,
      printAll(draw(text, (g) => storeEverything(g, 'joins'))),
    );
  });

  test('a counted loop runs backward with its own index and pushes the bounds that change', () => {
    const plan = (g: FlowGraph): ControlPlan => {
      const head = g.vertices.findIndex((v) => v.kind === 'LOOP');
      const bounds = [{ name: 'n', recording: 'r1' }];
      return {
        ...storeEverything(g, 'joins'),
        loops: new Map([[head, { kind: 'counted', range: 'i = n - 1 .. 0', bounds, index: null }]]),
      };
    };
    check(import.meta.url, 'golden/joins-counted.txt', printAll(draw('for 3 {\nA\n}\nB', plan)));
  });

  test('control that nothing hangs on has no counterpart', () => {
    const plan = (g: FlowGraph): ControlPlan => {
      const skipped = g.vertices.filter((v) => v.loops.length > 0).map((v) => v.index);
      return {
        ...storeEverything(g, 'joins'),
        arrivals: new Map(),
        loops: new Map(),
        skipped: new Set(skipped),
      };
    };
    const { adjoint } = draw('A\nwhile ?1 {\nB\n}\nC', plan);
    expect(adjoint.edges.map((e) => `${e.from} ${e.to}`)).toEqual(['v1 v0', 'v5 v1', 'v6 v5']);
  });

  test.each(['statements', 'blocks'] as const)('%s', (style) => {
    const plan = (g: FlowGraph): ControlPlan => {
      const cases = g.vertices.flatMap((v) =>
        v.kind !== 'BASICBLOCK'
          ? []
          : [
              {
                vertex: v.index,
                recording: 'r1',
                lines: [
                  {
                    text: `block ${v.index}~`,
                    statement: null,
                    span: { start: 0, end: 0 },
                    role: 'derivative' as const,
                  },
                ],
              },
            ],
      );
      return { ...storeEverything(g, 'joins'), style, cases, end: 'r0' };
    };
    check(import.meta.url, `golden/${style}.txt`, printAll(draw(CFR, plan)));
  });
});

test('the graphs as text for other programs', () => {
  const { adjoint } = draw('if ?1 {\nx_1 = "a" & b%\n}');
  check(import.meta.url, 'golden/branch.dot', toDot(adjoint, 'adjoint'));
  check(import.meta.url, 'golden/branch.tex', toTikz(adjoint));
});

// ------------------------------------------------------------------------------------------------ random programs

/** What the forward sweep stores is what the backward sweep takes, and it goes back the way it came. */
function checkReversal(text: string, style: 'structured' | 'joins', seed: number): number {
  const { graph, program } = controlFlow(text);
  if (!graph.exits) return 0;
  let walks = 0;
  const graphs = drawGraphs(graph, plainTexts(program), storeEverything(graph, style));
  for (const g of Object.values(graphs)) checkGraph(g);
  for (let k = 0; k < 4; k++) {
    const path = walkForward(graphs.forward, seed + k);
    if (!path) continue;
    // A loop asks once more than it runs, at its own end in either direction.
    const turns = new Set(graphs.adjoint.vertices.filter((v) => /LOOP/.test(v.kind)).map((v) => v.id));
    const seen = (list: readonly string[]) => list.filter((id) => !turns.has(id));
    expect(seen(walkBackward(graphs.adjoint, path.tape)), text).toEqual(seen(path.vertices.reverse()));
    walks++;
  }
  return walks;
}

function checkGraph(graph: Graph): void {
  const ids = graph.vertices.map((v) => v.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(graph.edges.filter((e) => !ids.includes(e.from) || !ids.includes(e.to))).toEqual([]);
  expect(new Set(graph.vertices.map((v) => v.number)).size).toBe(ids.length);
}

/** Vertices that G has, in the order of a random walk through G⃗, and what was stored on the way; null if it is too long. */
function walkForward(graph: Graph, seed: number): { vertices: string[]; tape: string[] } | null {
  const random = randomFrom(seed);
  const tape: string[] = [];
  const counters = new Map<string, number>();
  const vertices: string[] = [];
  let at = 'v0';
  for (let steps = 0; steps < 400; steps++) {
    const vertex = graph.vertices.find((v) => v.id === at);
    if (!vertex) throw new Error(`no ${at}`);
    if (vertex.control) {
      const text = vertex.statements[0]?.text ?? '';
      const [name = ''] = /(ctr|trips)(\(\d+\))?/.exec(text) ?? [];
      if (text.endsWith(':= 0')) counters.set(name, 0);
      else if (text.endsWith('+= 1')) counters.set(name, (counters.get(name) ?? 0) + 1);
      else if (name !== '') tape.push(`${counters.get(name)}`);
      else tape.push(text.slice(5, -1));
    } else vertices.push(at);
    if (vertex.kind === 'EXIT') return { vertices, tape };
    at = random.pick(graph.edges.filter((e) => e.from === at)).to;
  }
  return null;
}

/** The walk through G⃖ that the tape tells. */
function walkBackward(graph: Graph, tape: string[]): string[] {
  const vertices: string[] = [];
  let popped = '';
  const bounds = new Map<string, number>();
  let at = graph.vertices.find((v) => v.kind === 'ENTRY')?.id ?? '';
  for (;;) {
    const vertex = graph.vertices.find((v) => v.id === at);
    if (!vertex || vertices.length > 1000) throw new Error(`lost at ${at}`);
    const text = vertex.statements[0]?.text ?? '';
    if (vertex.control) {
      const value = tape.pop();
      if (value === undefined) throw new Error('the tape is empty');
      if (/^(rBound|trips)/.test(text)) bounds.set(text.split(' ')[0] as string, Number(value));
      else popped = value;
    } else vertices.push(at);
    const out = graph.edges.filter((e) => e.from === at);
    if (vertex.kind === 'EXIT') break;
    if (vertex.kind === 'FORLOOP') {
      const bound = text.split(' .. ')[1] as string;
      const left = bounds.get(bound) ?? 0;
      bounds.set(bound, left - 1);
      at = (left > 0 ? out.find((e) => e.label === '1') : out.find((e) => e.label !== '1'))?.to as string;
    } else if (out.length > 1) at = out.find((e) => e.label === popped)?.to as string;
    else at = out[0]?.to as string;
  }
  expect(tape).toEqual([]);
  return vertices;
}

const count = draws(40, 400);

describe('the backward sweep goes back the way that the forward sweep came', () => {
  test('structured', () => {
    let walks = 0;
    for (const seed of seedsOf(count)) {
      const text = randomControl(randomFrom(seed), false).replaceAll(/^(goto|exit|next) .*$/gm, 'Z');
      walks += checkReversal(text.replaceAll(/^L\d+:$/gm, ''), 'structured', seed * 10);
    }
    expect(walks).toBeGreaterThan(count / 4);
  });
  test('joins', () => {
    let walks = 0;
    for (const seed of seedsOf(2 * count))
      walks += checkReversal(randomControl(randomFrom(seed), seed % 2 === 0), 'joins', seed * 10);
    expect(walks).toBeGreaterThan(count / 4);
  });
});
