import { describe, expect, test } from 'vitest';
import { itemAt } from '../../base/lookup';
import {
  breakIt,
  type DifferentiateRequest,
  type DrawnKernel,
  differentiate,
  execute,
  explain,
  judgeAnswer,
  type PredictQuestion,
  practiceKernel,
  predictions,
  type Trace,
} from '../../index';
import type { KernelWish } from '../../questions/kernel';
import { draws, FIRST_SEED, seedsOf } from '../../testing/draws';
import { type PathSets, pathSets } from '../../testing/pathSets';
import { printed } from '../../testing/printed';
import { generateProgram } from '../../testing/random';
import { compile } from '../compile/compile';
import { practice } from './predictions';

const wish = (seed: number): KernelWish => ({
  language: seed % 3 === 0 ? 'fortran' : 'c',
  level: 1 + (seed % 5),
  size: 5 + (seed % 4),
});

function asked(kernel: DrawnKernel, seed: number) {
  // Several statements are made of one, too.
  const options = seed % 2 === 0 ? ({ reversal: 'blocks', basicBlocks: 'codelist' } as const) : {};
  const request = { source: kernel.source, language: kernel.language, inputs: kernel.inputs, options };
  const found = predictions(request, seed);
  expect(found.diagnostics, kernel.source).toEqual([]);
  return { request, questions: found.questions };
}

const rightAnswer = ({ form, value, choices }: PredictQuestion) =>
  form === 'number' ? (value as number) : choices.filter(({ right }) => right).map((each) => each.value);

const KINDS = ['arrow', 'leaves', 'next', 'pushes', 'recorded', 'reset', 'restores', 'set', 'top', 'vertex'];

describe('questions about a drawn kernel', () => {
  test('have answers, and each judges its own answer right and others wrong', () => {
    const kinds = new Set<string>();
    const least = FIRST_SEED + draws(2, 60);
    // Not every two kernels have every question: more are drawn until each has been met.
    for (const seed of seedsOf(60)) {
      if (seed >= least && kinds.size === KINDS.length) break;
      const { questions } = asked(practice(wish(seed), seed), seed);
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
      for (const question of questions) {
        kinds.add(question.kind);
        const titles = question.choices.map(({ title }) => title);
        expect(new Set(titles).size, titles.join()).toBe(titles.length);
        const right = rightAnswer(question);
        expect(judgeAnswer(question, right)).toMatchObject({ right: true });
        if (typeof right === 'number') {
          expect(judgeAnswer(question, right + 1).right).toBe(false);
          continue;
        }
        if (question.form === 'one') expect(right, question.text).toHaveLength(1);
        const others = question.choices.map(({ value }) => value).filter((value) => !right.includes(value));
        expect(judgeAnswer(question, others).right, question.text).toBe(false);
      }
    }
    expect([...kinds].sort()).toEqual(KINDS);
  });

  test('what is said to be stored is what breaks the gradient, or has a card that says why', () => {
    for (const seed of seedsOf(draws(1, 30))) {
      const { request, questions } = asked(practice(wish(seed), seed), seed);
      const d = differentiate(request);
      for (const { right, subject, breaks } of questions.find(({ kind }) => kind === 'recorded')?.choices ??
        []) {
        if (subject !== null) expect(explain(d, subject, request.inputs).short).not.toBe('');
        for (const key of breaks) {
          const run = breakIt(request, key);
          expect(run.change).toBe(right ? 'removed' : 'forced');
          if (!right && run.ok) expect(run.effect, run.sentence).toBe('unchanged');
          if (run.ok && run.effect === 'unchanged') expect(run.reason).not.toBe('');
        }
      }
    }
  });

  test('a drawn kernel is the same for the same seed, and as hard as the one it follows', () => {
    const first = practice({ language: 'c', level: 4, size: 6 }, 3);
    const again = practiceKernel(first, 8);
    expect(again).toEqual(practiceKernel(first, 8));
    expect(again).toMatchObject({ language: 'c', level: 4 });
    expect(again.source).not.toBe(practiceKernel(first, 9).source);
  });
});

describe('of a run', () => {
  test('a solver that knows only its trace is always right', () => {
    let solved = 0;
    const wanted = draws(12, 150);
    for (const seed of seedsOf(10_000)) {
      const program = generateProgram(seed, { routines: 1, exits: 0, recursion: 0, size: 7 });
      const drawn = seed % 2 === 0;
      const kernel = drawn ? practice(wish(seed), seed) : null;
      const request = kernel ?? {
        source: printed(program.program, 'c'),
        language: 'c' as const,
        inputs: program.inputs as Record<string, number[]>,
      };
      const { trace } = execute({ ...request, trace: 'only' });
      if (trace === undefined) continue;
      const { questions } = predictions(request, seed);
      const about = questions.filter((each) => each.about === 'run');
      // Arrows are rare among the others.
      const some = [...about.filter(({ kind }) => kind === 'arrow'), ...about].slice(0, 12);
      for (const question of some) {
        const answer = solvedByTrace(question, trace, request);
        expect(
          judgeAnswer(question, answer).right,
          `${seed}: ${question.text} ${answer}\n${request.source}`,
        ).toBe(true);
        solved++;
      }
      if (solved >= wanted) break;
    }
    expect(solved).toBeGreaterThanOrEqual(wanted);
  });
});

/** Plays the run with a memory and a stack of its own. */
function solvedByTrace(
  question: PredictQuestion,
  trace: Trace,
  request: DifferentiateRequest,
): number | string[] {
  const memory = Float64Array.from(trace.initial);
  const stack: { value: number; recording: string | null; visit: number }[] = [];
  const cell = (k: number) =>
    itemAt(trace.locations, itemAt(trace.location, k)).start + itemAt(trace.index, k);
  let pushed = 0;
  for (let k = 0; k < trace.steps; k++) {
    const { tape, recording } = itemAt(trace.statements, itemAt(trace.statement, k));
    if (tape === 'push') {
      if (recording === question.recording) pushed++;
      const value = memory[cell(k)] as number;
      stack.push({ value, recording, visit: itemAt(trace.visit, k) });
    } else if (tape === 'pop') {
      const top = stack.pop();
      if (question.kind === 'restores' && question.step === k - 1) return top?.value ?? Number.NaN;
      memory[cell(k)] = top?.value ?? Number.NaN;
    } else if (itemAt(trace.location, k) >= 0) memory[cell(k)] = itemAt(trace.after, k);
    if (question.kind === 'top' && question.step === k) {
      const top = stack.at(-1);
      return question.choices
        .map(({ value }) => value)
        .filter((value) => value.startsWith(`${top?.recording}@${top?.visit}:`))
        .filter((_, n, all) => all.length === 1 || n === all.length - 1);
    }
  }
  if (question.kind === 'pushes') return pushed;
  // What the backward sweep undoes next: the first row after this one that belongs to another run of a statement.
  for (let k = (question.step ?? 0) + 1; k < trace.steps; k++) {
    const { statement, role, tape } = itemAt(trace.statements, itemAt(trace.statement, k));
    if (itemAt(trace.call, k) !== 0 || (role !== 'derivative' && tape !== 'pop') || statement === null)
      continue;
    if (statement === question.statement && itemAt(trace.visit, k) === question.visit) continue;
    if (question.kind === 'arrow') return arrowsOnTheWay(question, trace, request, statement);
    const chosen = question.choices.filter((each) =>
      question.kind === 'next' ? each.statement === statement : each.vertex === vertexOf(request, statement),
    );
    if (chosen.length > 0) return chosen.map(({ value }) => value);
  }
  return [];
}

const vertexOf = (request: DifferentiateRequest, statement: string) =>
  differentiate(request).statements.find(({ id }) => id === statement)?.vertex;

/** Of the offered arrows, those on a path to the vertex of what is undone next, past no vertex that undoes anything in this run. */
function arrowsOnTheWay(
  { statement: from, choices }: PredictQuestion,
  trace: Trace,
  request: DifferentiateRequest,
  next: string,
): string[] {
  const { statements, graphs } = differentiate(request);
  const vertexIn = (id: string | null) => statements.find((each) => each.id === id)?.vertex ?? undefined;
  const undone = new Set<string | undefined>();
  for (let k = trace.turn; k < trace.steps; k++) {
    const { statement, role, tape } = itemAt(trace.statements, itemAt(trace.statement, k));
    if (itemAt(trace.call, k) === 0 && (role === 'derivative' || tape === 'pop'))
      undone.add(vertexIn(statement));
  }
  const found = new Set<string>();
  const walk = (way: readonly string[]) => {
    const last = way.at(-1);
    if (way.length > 1 && last === vertexIn(next)) {
      for (const { value, edge } of choices)
        if (edge !== null && way.some((id, k) => id === edge.from && way[k + 1] === edge.to))
          found.add(value);
      return;
    }
    if (way.length > 1 && undone.has(last)) return;
    for (const { from: at, to } of graphs.adjoint.edges)
      if (at === last && (!way.includes(to) || to === vertexIn(next))) walk([...way, to]);
  };
  walk([vertexIn(from) ?? '']);
  return [...found];
}

function chosenBy(paths: PathSets, question: PredictQuestion): (value: string) => boolean {
  if (question.kind === 'leaves') return (id) => !paths.stays(id);
  if (question.kind === 'recorded') return (id) => paths.stores(id);
  const members = paths[question.analysis as 'varied'](question.statement ?? '', question.point ?? 'before');
  return (key) => members.has(key);
}

describe('of sets', () => {
  test('who looks for paths through the graph, without the analyses, is always right', () => {
    let solved = 0;
    const wanted = draws(20, 400);
    for (const seed of seedsOf(10_000)) {
      const kernel = practice(wish(seed), seed);
      const { request, questions } = asked(kernel, seed);
      const c = compile(request, () => 0);
      const d = differentiate(request);
      const routine = c.program.routines.find(({ name }) => name === d.routine?.name);
      if (routine === undefined) continue;
      const { independents, dependents, options } = d.request;
      const paths = pathSets(c.program, routine, independents, dependents, options.reversal);
      const sets = questions.filter(({ kind }) => kind === 'set').filter((_, k) => k % 7 === seed % 7);
      // Elements are told apart for what is stored, which the paths are not told of.
      const statements = questions.filter(
        ({ kind }) => kind === 'leaves' || (kind === 'recorded' && kernel.level !== 4),
      );
      for (const question of [...sets, ...statements]) {
        const given = question.choices.map(({ value }) => value).filter(chosenBy(paths, question));
        expect(
          judgeAnswer(question, given).right,
          `${seed}: ${question.text} ${given}\n${kernel.source}`,
        ).toBe(true);
        solved++;
      }
      if (solved >= wanted) break;
    }
    expect(solved).toBeGreaterThanOrEqual(wanted);
  });
});

test('variables are called what the text calls them, and what a function returns else by its name', () => {
  const titles = (body: string) => {
    const source = `double f(double x) {\n  double s = x * x;\n  ${body}\n}\n`;
    const { questions } = predictions({ source, language: 'c' });
    const set = questions.find(({ kind }) => kind === 'set');
    return set?.choices.map(({ title }) => title).sort();
  };
  expect(titles('s = s * x; return s;')).toEqual(['`s`', '`x`']);
  expect(titles('return s * x;')).toEqual(['`f`', '`s`', '`x`']);
});

test('a long kernel has no more questions than a short one, and a link finds its own', () => {
  const lines = Array.from({ length: 60 }, (_, k) => `  s = s * x + ${k};\n`).join('');
  const source = `double f(double x) {\n  double s = x;\n${lines}  return s;\n}\n`;
  const request = { source, language: 'c' } as const;
  const all = predictions(request, 1, 400).questions;
  const { questions } = predictions(request, 1);
  const of = (kind: string) => questions.filter((each) => each.kind === kind);
  expect([of('set').length, of('reset').length]).toEqual([24, 6]);
  expect(of('recorded')[0]?.choices.length).toBe(12);
  for (const { id } of all.filter(({ kind }) => kind === 'set').slice(0, 3))
    expect(predictions(request, 1, 6, id).questions.map((each) => each.id)).toContain(id);
});

test('an array is in a set where an element is', () => {
  const source = 'double f(const double x[2]) { double y = x[0]; y = y * x[1]; return y; }';
  const { questions } = predictions({ source, language: 'c' });
  const first = questions.find(({ id }) => id.startsWith('set:varied:before'));
  expect(first?.choices.map(({ value, right }) => [value, right])).toContainEqual(['x', true]);
});

test('of a kernel with an error there are diagnostics, and no questions', () => {
  const found = predictions({ source: 'double f(double x) { return x * ; }', language: 'c' });
  expect(found.ok).toBe(false);
  expect(found.diagnostics).not.toEqual([]);
  expect(found.questions).toEqual([]);
});

test('a run that does not end has no questions, and says why', () => {
  const source = 'double f(double x) { while (x > 0) { x = x * 1.5; } return x; }';
  const found = predictions({ source, language: 'c', inputs: { x: 1 }, budget: { steps: 1000 } });
  expect(found.noRun).not.toBe('');
  expect(found.questions.every(({ about }) => about === 'program')).toBe(true);
});
