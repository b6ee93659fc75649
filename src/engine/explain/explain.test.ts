import { describe, expect, test } from 'vitest';
import { parseInput } from '../../app/store/document/playground';
import { EXAMPLES } from '../../examples';
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { differentiate, explain } from '../index';
import { isReal, walk } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import { locationKey } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { VariableId } from '../ir/types';
import { statementExpressions } from '../ir/uses';
import { toDifferentiation } from '../pipeline/answers/differentiate';
import { explainInput } from '../pipeline/answers/explain';
import { compile } from '../pipeline/compile/compile';
import type { Compile } from '../pipeline/compile/compiled';
import { countOf, needsOf } from '../pipeline/investigation/needs';
import {
  derivativeReaders,
  explainedAnalyses,
  isCertain,
  meeting,
  replayOf,
} from '../pipeline/investigation/replay';
import type { Replay } from '../pipeline/investigation/replayValues';
import type { DifferentiateRequest, Differentiation, Explanation, Input, Subject } from '../pipeline/results';
import { mangled } from '../testing/cards';
import { draws, seedsOf, some } from '../testing/draws';
import { drawOptions } from '../testing/options';
import { refusal } from '../testing/oracles';
import { printed } from '../testing/printed';
import { randomFrom } from '../testing/prng';
import { generateProgram } from '../testing/random';
import { PROFILES } from '../testing/random/profile';
import { contextOf } from './explain';
import { type NotRecorded, whyNotRecorded } from './notRecorded';
import { whyRecordedInRun } from './recordings';

/*
 * Every card is held against a run: what it names as the read does happen, and what it names as the overwrite comes after
 * it, on the same element; and where it says that nothing is needed, no derivative of the run reads what is lost.
 */

interface Count {
  recorded: number;
  /** A run of the routine does as the card says. */
  met: number;
  onlyInGraph: number;
  /** A run does so, but perhaps with another element of the array. */
  unclear: number;
  /** No run came to its end. */
  unknown: number;
  left: number;
  /** How often each reason was given for leaving something out. */
  reasons: Partial<Record<NotRecorded['kind'], number>>;
  /** Of those only in the graph, in small programs: looked for again among many other inputs, and found after all. */
  again: number;
  found: number;
}

const noCount = (): Count => ({
  recorded: 0,
  met: 0,
  onlyInGraph: 0,
  unclear: 0,
  unknown: 0,
  left: 0,
  reasons: {},
  again: 0,
  found: 0,
});

function holdAgainstRun(
  request: DifferentiateRequest,
  inputs: Record<string, Input>,
  count: Count,
  cards: boolean,
): string[] {
  const c = compile(request, () => 0);
  const d = toDifferentiation(c);
  const wrong: string[] = [];
  if (!d.ok || !c.routine) return wrong;
  for (const [name, analysis] of explainedAnalyses(c)) {
    // The entry runs on the test's inputs, what it calls by itself on default ones.
    const entry = name === c.routine.name;
    const run = replayOf(c, entry ? inputs : {}, undefined, name);
    const context = contextOf(explainInput(c, inputs), d, analysis);
    const others: Others | null =
      run && run.columns.steps < SMALL
        ? { run: otherRuns(c, name, run), mayNeed: (other, i, l) => mayNeed(c, other, i, l) }
        : null;
    const { graph, effects, locations } = analysis.model;
    for (const i of graph.vertices.flatMap((v) => v.instructions)) {
      for (const l of effects(i).out) {
        const at = `${name} s${i.id} ${locations.all[l]?.key}`;
        if (isRecorded(analysis, i, l))
          wrong.push(...checkRecorded(context, others, i, l, count).map((w) => `${at}: ${w}`));
        else if (run) {
          const runs = [run, ...firstRuns(others?.run ?? null)];
          wrong.push(...checkLeft(c, context, runs, i, l, count).map((w) => `${at}: ${w}`));
        }
      }
    }
  }
  if (cards) wrong.push(...allCards(d).flatMap(mangled));
  return wrong;
}

function isRecorded(analysis: RoutineAnalysis, i: Instruction, l: number): boolean {
  const plan = analysis.calls.get(i.id);
  return (analysis.recorded.get(i.id)?.includes(l) || plan?.sbk.has(l) || plan?.snp.has(l)) ?? false;
}

type Context = ReturnType<typeof contextOf>;

/** Runs on many other inputs; and whether a gradient of one may hang on what it stores. */
interface Others {
  run: (n: number) => Replay | null;
  mayNeed: (run: Replay, i: Instruction, l: number) => boolean;
}

/** A program that runs for fewer steps than this is small: many inputs can be tried on it. */
const SMALL = 200;
const MANY_RUNS = draws(8, 250);

/**
 * Runs on many other inputs than those that the cards try, and drawn in another way: sizes from nothing up, scalars at and
 * around every constant of the program, integer arrays that point anywhere.
 */
function otherRuns(c: Compile, name: string, first: Replay): (n: number) => Replay | null {
  const constants = new Set<number>([0, 1, 2, -1]);
  for (const { body } of c.program.routines)
    walkStatements(body, (s) => {
      for (const e of statementExpressions(s))
        walk(e, (x) => {
          if (x.kind === 'constant' && Math.abs(x.value) < 1e3) constants.add(x.value);
        });
    });
  const near = [...constants];
  const runs: Replay[] = [];
  let drawn = 0;
  let steps = 0;
  const typeOf = (key: string) =>
    c.program.variables.find((v) => locationKey(c.program, v.id) === key)?.type ?? 'f64';
  return (n) => {
    while (runs.length <= n) {
      if (drawn++ > MANY_RUNS || steps > 100_000) return null;
      const random = randomFrom(drawn);
      const inputs: Record<string, Input> = {};
      for (const [key, values] of Object.entries(first.inputs)) {
        const real = isReal(typeOf(key));
        const one = () => {
          if (!real) return random.int(-1, 5);
          const v = random.pick(near);
          return random.pick([v, v + 0.01, v - 0.01, -v, 4 * random.next() - 2, 10 * v]);
        };
        if (values.length === 1) {
          if (random.chance(0.6)) inputs[key] = one();
        } else if (real && random.chance(0.6)) {
          const shift = random.pick([0, -0.5, -1]);
          inputs[key] = `${random.pick([0.1, 1, 3, 30])}*(random(${drawn}) + ${shift})`;
        } else if (random.chance(0.4)) inputs[key] = values.map(one);
      }
      const limits = { steps: 2_000, milliseconds: Infinity, bytes: 2 ** 24, elements: 1_000_000 };
      const run = replayOf(c, inputs, limits, name);
      steps += run?.columns.steps ?? 10;
      if (run?.complete) runs.push(run);
    }
    return runs[n] ?? null;
  };
}

/** Of a location that is left out, so many runs on other inputs are held against the reason. */
const RUNS_OF_LEFT = 12;

function firstRuns(runs: ((n: number) => Replay | null) | null): Replay[] {
  const found: Replay[] = [];
  for (let run = runs?.(0); run && found.length < RUNS_OF_LEFT; run = runs?.(found.length)) found.push(run);
  return found;
}

function checkRecorded(c: Context, others: Others | null, i: Instruction, l: number, count: Count): string[] {
  const { analysis } = c;
  if (analysis.calls.get(i.id)?.snp.has(l)) return [];
  const reason = whyRecordedInRun(c, i, l);
  if (reason.kind === 'strategy') return analysis.options.record === 'tbr' ? ['nobody asked for it'] : [];
  if (reason.kind === 'forced') return ['nobody forced it'];
  if (reason.kind === 'caller')
    return c.analysis.model.routine.name === c.input.routine ? ['nothing calls it'] : [];
  count.recorded++;
  if (!reason.read || !reason.need) return ['no read, or no need of it'];
  if (!isPath(analysis, reason.path)) return [`${reason.path.join(' ')} is no path`];
  const { seen, reader, shown, inputs } = reason.witness;
  if (seen === 'met') {
    count.met++;
    // The run of the program meets an overwrite that the forward sweep leaves out: only the tape tells of the need.
    if (!shown) return leavesOut(c, l) ? [] : ['met, but no read is shown'];
    return reader?.id !== reason.read.id || inputs === '' ? ['met, but by another read'] : [];
  }
  if (seen === 'unclear') count.unclear++;
  if (seen === 'unknown') count.unknown++;
  if (seen !== 'missed') return [];
  count.onlyInGraph++;
  if (others) {
    count.again++;
    for (let n = 0, run = others.run(0); run; run = others.run(++n)) {
      const met = meeting(run, derivativeReaders(analysis, l), i, l);
      if (!met || !isCertain(run, met, l) || !others.mayNeed(run, i, l)) continue;
      count.found++;
      break;
    }
  }
  return [];
}

/** Is there an overwrite of l that the forward sweep does not run? */
function leavesOut({ analysis }: Context, l: number): boolean {
  const { graph, effects } = analysis.model;
  const instructions = graph.vertices.flatMap((v) => v.instructions);
  return instructions.some((k) => k.kind === 'leaf' && effects(k).out.has(l) && !analysis.stays.has(k.id));
}

/** A derivative may read a value whose factor is zero whatever the inputs: no gradient hangs on that. */
function mayNeed(c: Compile, { analysis, inputs }: Replay, i: Instruction, l: number): boolean {
  if (analysis.model.routine.name !== c.routine?.name) return true;
  const key = analysis.model.locations.all[l]?.key;
  const own = (c.adjoint?.recordings ?? []).filter((r) => r.statement === i.id && r.location === key);
  const needs = needsOf(c, inputs);
  return needs === null || own.length === 0 || countOf(needs, own).needed > 0;
}

function isPath(analysis: RoutineAnalysis, path: readonly number[]): boolean {
  const { successors } = analysis.model.graph;
  return path.every((v, k) => k === 0 || (successors[path[k - 1] as number] ?? []).includes(v));
}

function checkLeft(
  c: Compile,
  context: Context,
  runs: readonly Replay[],
  i: Instruction,
  l: number,
  count: Count,
): string[] {
  const reason = whyNotRecorded(context, i, l);
  const [first] = runs as [Replay];
  count.left++;
  count.reasons[reason.kind] = (count.reasons[reason.kind] ?? 0) + 1;
  switch (reason.kind) {
    case 'not-written':
      return ['it is written'];
    case 'tampered':
      return ['nobody tampered'];
    case 'dropped':
      return runsForward(c, i) ? ['the forward sweep runs it'] : [];
    case 'undefined':
      return runs.some((run) => writtenBefore(run, i, l))
        ? ['nothing was set, but a run sets it before']
        : [];
    case 'inside':
      return storesInside(c, first, reason.callee) ? [] : [`${reason.callee} stores nothing`];
    case 'recomputed':
      return runsAgain(c, first, l) ? [] : ['nothing computes it again'];
    case 'killed':
      if (reason.killers.some((k) => !first.analysis.model.effects(k).out.has(l)))
        return ['killed by what does not write it'];
  }
  return runs.flatMap((run) => contradiction(run, reason, i, l)).slice(0, 1);
}

/** A run in which a derivative reads the very value that is lost, though no card says that it is stored. */
function contradiction(run: Replay, reason: NotRecorded, i: Instruction, l: number): string[] {
  const met = meeting(run, derivativeReaders(run.analysis, l), i, l);
  if (met && isCertain(run, met, l))
    return [`${reason.kind}, but s${met.reader.id} reads it in step ${met.readAt}`];
  if (reason.kind !== 'unread') return [];
  const all = run.analysis.model.graph.vertices.flatMap((v) => v.instructions);
  const read = meeting(run, all, i, l, 'program');
  return read && isCertain(run, read, l) && read.reader.id !== i.id
    ? [`unread, but s${read.reader.id} reads it`]
    : [];
}

/** Did a statement write the location before the first run of i? */
function writtenBefore(run: Replay, i: Instruction, l: number): boolean {
  const { columns } = run;
  const own = new Set(run.analysis.model.locations.all[l]?.variables);
  const first = columns.statement.subarray(0, columns.steps).indexOf(i.id);
  for (let k = 0; k < first; k++)
    if (own.has(run.variables[columns.location[k] as number] as VariableId)) return true;
  return false;
}

function storesInside(c: Compile, run: Replay, callee: string): boolean {
  const inside = run.reach.get(callee);
  return (c.adjoint?.recordings ?? []).some((r) => inside?.has(r.routine));
}

/** Is there primal code in the backward sweep that sets it? */
function runsAgain(c: Compile, run: Replay, l: number): boolean {
  const own = new Set(run.analysis.model.locations.all[l]?.variables);
  let found = false;
  for (const r of c.adjoint?.program.routines ?? [])
    walkStatements(r.body, (s) => {
      if (s.kind !== 'assign' || s.sweep !== 'backward' || s.role !== 'primal') return;
      const original = s.origin === null ? undefined : run.analysis.nesting.statements.get(s.origin);
      if (original?.kind === 'assign' && own.has(original.target.variable)) found = true;
    });
  return found;
}

/** Is there primal code for it in the forward sweep? */
function runsForward(c: Compile, i: Instruction): boolean {
  let found = false;
  for (const r of c.adjoint?.program.routines ?? [])
    walkStatements(r.body, (s) => {
      if (s.origin === i.id && s.sweep === 'forward' && s.role === 'primal' && s.kind === 'assign')
        found = true;
    });
  return found;
}

/** Of the cards of sets, so many in the fast tier. */
const SETS = 60;

/** A card for everything that a reader can point at. */
function allCards(d: Differentiation): Explanation[] {
  const keys = d.variables.map((v) => v.key);
  // Sets have thousands of members: those of every third statement stand for all.
  const inSets: Subject[] = [
    ...d.statements
      .filter((_, k) => k % 3 === 0)
      .flatMap((s) =>
        d.analyses.flatMap((a) => {
          const sets = a.statements[s.id];
          const names = sets ? [...new Set([...sets.before, ...keys.slice(0, 2)])] : [];
          return names.map((location): Subject => {
            return { kind: 'location', location, statement: s.id, point: 'before', analysis: a.name };
          });
        }),
      ),
    ...d.statements.flatMap((s) =>
      keys.map((location): Subject => ({ kind: 'location', location, statement: s.id, point: 'after' })),
    ),
  ];
  return [
    ...d.recordings.map((r) => explain(d, { kind: 'recording', id: r.id })),
    ...d.statements.map((s) => explain(d, { kind: 'statement', id: s.id })),
    ...keys.map((key) => explain(d, { kind: 'variable', key })),
    ...d.code.origins
      .filter((o) => o.whole)
      .map((o) => explain(d, { kind: 'code', start: o.start, end: o.end })),
    ...some(inSets, SETS).map((subject) => explain(d, subject)),
  ];
}

/** Of each profile. */
const PROGRAMS = draws(1, 40);
/** All cards of every so many programs are read for mangled sentences. */
const CARDS_EVERY = 16;

function shares({
  recorded,
  met,
  onlyInGraph,
  unclear,
  unknown,
  left,
  reasons,
  again,
  found,
}: Count): string {
  const of = (n: number) => `${n} (${((100 * n) / recorded).toFixed(0)} %)`;
  return `${recorded} values stored: ${of(met)} borne out by a run, ${of(onlyInGraph)} by the graph only, ${of(unclear)} perhaps with other elements, ${of(unknown)} without a run; ${left} left out (${Object.entries(
    reasons,
  )
    .map(([kind, n]) => `${n} ${kind}`)
    .join(', ')}). Of ${again} by the graph only in small programs, other inputs showed ${found} after all.`;
}

describe('cards hold in a run', () => {
  const drawn = noCount();
  const options: DifferentiateRequest['options'][] = [
    {},
    { adjointLiveness: false },
    { reversal: 'structured', useResults: true },
    { reversal: 'blocks', record: 'initialized' },
    { record: 'all', activity: false },
    { calls: 'split' },
    { recompute: true },
    { snapshots: 'eager' },
  ];
  test.each(PROFILES.map(([name, , profile], k) => [name, profile, 4 * k] as const))(
    '%s',
    (_, profile, shift) => {
      const wrong: string[] = [];
      for (const next of seedsOf(PROGRAMS)) {
        const seed = next + shift;
        const language = seed % 3 === 0 ? 'fortran' : 'c';
        const made = generateProgram(seed, { ...profile, language });
        const request: DifferentiateRequest = {
          source: printed(made.program, language),
          language,
          routine: made.entry,
          options: options[seed % options.length],
        };
        const found = holdAgainstRun(request, made.inputs, drawn, seed % CARDS_EVERY === 1);
        wrong.push(...found.map((w) => `seed ${seed}: ${w}`));
      }
      expect(wrong.slice(0, 20)).toEqual([]);
    },
  );
  test('a search over inputs agrees with what cards say of the graph alone', () => {
    console.log(`cards of random programs: ${shares(drawn)}`);
    expect(drawn.recorded + drawn.left).toBeGreaterThan(4 * PROGRAMS);
    expect(drawn.found).toBe(0);
  });
});

describe('cards hold in every example', () => {
  const total = noCount();
  test.each(EXAMPLES.map((example) => [example.id, example] as const))('%s', (_, example) => {
    const { independents, dependents } = example;
    const inputs = Object.fromEntries(
      Object.entries(example.inputs).map(([key, text]) => [key, parseInput(text) ?? 0]),
    );
    const request: DifferentiateRequest = {
      source: example.source,
      language: example.language,
      ...(independents ? { independents } : {}),
      ...(dependents ? { dependents } : {}),
    };
    expect(holdAgainstRun(request, inputs, total, false)).toEqual([]);
  });
  test('nearly every value that is stored is borne out by a run', () => {
    expect(total.recorded).toBeGreaterThan(45);
    console.log(`cards of the examples: ${shares(total)}`);
    expect(total.onlyInGraph + total.unclear + total.unknown).toBeLessThanOrEqual(0.1 * total.recorded);
  });
});

describe('cards are whole sentences, whatever is drawn', () => {
  test.each(PROFILES.map(([name, , profile]) => [name, profile] as const))('%s', (_, profile) => {
    const wrong: string[] = [];
    for (const seed of seedsOf(draws(1, 20))) {
      const random = randomFrom(seed);
      const language = random.pick(['c', 'fortran'] as const);
      const made = generateProgram(100 + seed, { ...profile, language, size: 10 });
      const d = differentiate({
        source: printed(made.program, language),
        language,
        routine: made.entry,
        mode: random.pick(['adjoint', 'adjoint', 'tangent'] as const),
        target: random.pick(['c', 'fortran', 'javascript'] as const),
        options: drawOptions(random),
      });
      if (!d.ok) expect(refusal(d.diagnostics)).not.toBeNull();
      wrong.push(...allCards(d).flatMap(mangled));
    }
    expect(wrong).toEqual([]);
  });
});
