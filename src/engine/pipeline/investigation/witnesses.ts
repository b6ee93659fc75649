/**
 * Runs that confirm a card. A path in the graph may be one that no run takes; so a card looks first at the run on the inputs
 * at hand, then at runs on drawn inputs, until one shows the read and, after it, the overwrite. The runs are made when a card
 * first asks, kept for the next card, and limited in number and size.
 */

import { itemAt } from '../../base/lookup';
import { getOrMake, once } from '../../base/once';
import { isNowhere, lineStarts, positionAt } from '../../base/span';
import { flavourFor, inputsWith } from '../../execute/inputs/inputs';
import type { ExplainInput, RunWitness } from '../../explain/context';
import { type Instruction, testExpressions } from '../../ir/graph/flow';
import { placesRead } from '../../ir/partials';
import { allStatements, statementOf } from '../../ir/statements';
import type { StatementId } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import type { ExecuteRequest } from '../results';
import { type Drawer, drawerOf } from './draws';
import { type Drawn, type Goals, nextGoal, noteRun } from './goals';
import { countOf, type Needs, needsOf } from './needs';
import {
  derivativeReaders,
  inputsAsGiven,
  isCertain,
  meeting,
  replayFrom,
  replayOf,
  replaysInside,
} from './replay';
import type { Replay } from './replayValues';

/** The most runs on drawn inputs. */
const MOST_RUNS = 400;
/** For a routine that others call: the most calls of it in the run at hand that are looked at, each as a run of its own. */
const MOST_CALLS = 8;
/** The limits of each of these runs. */
const LIMITS = { steps: 2_000, milliseconds: Number.POSITIVE_INFINITY, bytes: 16 * 2 ** 20 };
/** The most elements in one of their arrays, unless the run at hand has more. */
const MOST_ELEMENTS = 5_000;
/** The steps of all these runs together: a routine that is slow to run is tried less often. */
const MOST_STEPS = 60_000;
/** Preparing a run costs as much as so many steps, and as many again for each statement of the program. */
const START = 50;
const START_A_STATEMENT = 5;
/** Filling so many elements of the inputs costs as much as a step. */
const ELEMENTS_A_STEP = 8;

interface Tried {
  readonly run: Replay;
  readonly inputs: string;
  /** Statements that it reached. */
  readonly ran: ReadonlySet<number>;
  /** The needs of the entry's adjoint in the same run; null where these are unknown, or another routine runs. */
  readonly needs: () => Needs | null;
  /** Whether a user who gives the inputs that the words tell gets this very run. */
  readonly isAsTold: () => boolean;
}

/** How many of the values that a run of the entry stores at an overwrite the run needs; null if that is unknown. */
type NeedsIn = (run: Tried, overwrite: Instruction, location: number) => number | null;

function needsIn(c: Compile, routine: string): NeedsIn {
  return ({ run, needs }, overwrite, location) => {
    const key = run.analysis.model.locations.all[location]?.key;
    const all = (c.adjoint?.recordings ?? []).filter(
      (r) => r.routine === routine && r.statement === overwrite.id && r.location === key,
    );
    // A snapshot beside the value has a reason of its own.
    const values = all.filter(({ kind }) => kind === 'value');
    const stored = values.length > 0 ? values : all;
    const known = stored.length > 0 ? needs() : null;
    return known && countOf(known, stored).needed;
  };
}

/** `inputs` are those at hand, for the entry: one that is left out has its default. */
export function witnessesOf(c: Compile, inputs: ExecuteRequest['inputs'] = {}): ExplainInput['witness'] {
  const runs = new Map<string, Runs>();
  const known = new Map<string, RunWitness>();
  return (routine, read, overwrite, location) => {
    const key = `${read.id} ${overwrite.id} ${location}`;
    return getOrMake(known, key, () => {
      let own = runs.get(routine);
      if (!own) {
        own = runsOf(c, routine, inputs);
        runs.set(routine, own);
      }
      return search(own, read, overwrite, location, needsIn(c, routine));
    });
  };
}

/** The n-th run; null if there are no more. */
type Runs = (n: number) => Tried | null;

const NOTHING_DRAWN: Drawn = { inputs: {}, words: '' };

/**
 * The runs of a routine in sequence, each made when it is first wanted. Inputs that lead to a new statement, or to a new
 * outcome of a test, are kept, and every third draw changes one of those; another third aims at outcomes that no run has had
 * yet.
 */
export function runsOf(c: Compile, name: string, inputs: ExecuteRequest['inputs']): Runs {
  const made: Tried[] = [];
  const entry = c.routine?.name === name;
  const own = entry ? (inputs ?? {}) : {};
  // A routine that was made of a piece of another has no text to run by itself.
  const isWritten = c.source.routines.some((routine) => routine.name === name);
  const given = Object.keys(own).length > 0;
  const told = (words: string) => (entry ? words : `of \`${name}\` by itself, ${words}`);
  const covered = new Set<string>();
  const kept: Drawn[] = [];
  const goals: Goals = new Map();
  const statements = c.program.routines.flatMap(({ body }) => allStatements(body)).length;
  const start = START + START_A_STATEMENT * statements;
  let drawer: Drawer | null = null;
  let drawn = 0;
  let steps = 0;
  const keep = (run: Replay, words: string, isAsTold: () => boolean): Tried => {
    const tried = {
      run,
      inputs: told(words),
      ran: new Set(run.columns.statement),
      // The adjoint of a run that does not end, or is long, would take seconds to follow.
      needs: entry && run.complete ? once(() => needsOf(c, run.inputs)) : noNeeds,
      isAsTold: once(isAsTold),
    };
    made.push(tried);
    return tried;
  };
  // The rest is completed as in the run at hand: a search for the best defaults for each draw would take most of the time.
  const flavour = once(() => flavourFor(c.source, name, own));
  /** Is there a run at hand to draw others from? */
  const begin = (): boolean => {
    if (!entry) made.push(...runsInside(c, name, inputs));
    for (const { run } of made) cover(run, covered);
    const run = isWritten && replayOf(c, own, undefined, name);
    if (!run) return false;
    cover(run, covered);
    noteRun(goals, run, NOTHING_DRAWN, null);
    keep(run, given ? 'on the given inputs' : 'on the default inputs', always);
    return true;
  };
  const drawAnother = (): void => {
    const usual = itemAt(made, 0).run.inputs;
    drawer ??= drawerOf(c, name, usual);
    const aim = drawn % 3 === 2 ? nextGoal(goals) : null;
    const next = aim ? drawer.nudge(drawn, aim) : drawer.draw(drawn, baseOf(drawn, kept));
    drawn++;
    if (next.words === '') return;
    const elements = Math.max(MOST_ELEMENTS, ...sizesOf(usual));
    const inputs = { ...own, ...next.inputs };
    const limits = { ...LIMITS, elements };
    const values = () => inputsWith(flavour(), c.source, name, inputs, limits)?.values ?? null;
    const run = replayFrom(c, name, limits, values);
    const filled = sizesOf(run?.inputs ?? usual).reduce((all, each) => all + each, 0);
    steps += start + (run?.columns.steps ?? 0) + Math.floor(filled / ELEMENTS_A_STEP);
    // A failed run shows nothing: the backward sweep would not be reached.
    if (!run?.complete) return;
    noteRun(goals, run, next, aim);
    if (cover(run, covered)) kept.push(next);
    keep(
      run,
      `with ${next.words}`,
      () => JSON.stringify(inputsAsGiven(c, name, inputs, limits)) === JSON.stringify(run.inputs),
    );
  };
  return (n) => {
    if (made.length === 0 && !begin()) return made[n] ?? null;
    while (made.length <= n) {
      if (!isWritten || drawn >= MOST_RUNS || steps > MOST_STEPS) return null;
      drawAnother();
    }
    return itemAt(made, n);
  };
}

/** The calls that the whole program makes of it on the inputs at hand. */
function runsInside(c: Compile, name: string, inputs: ExecuteRequest['inputs'] = {}): Tried[] {
  const where = Object.keys(inputs).length > 0 ? 'on the given inputs' : 'on the default inputs';
  return replaysInside(c, inputs, name, MOST_CALLS)
    .filter(({ run }) => run.complete)
    .map(({ call, run }) => ({
      run,
      inputs: `of \`${name}\`, ${calledFrom(c, call)} ${where}`,
      ran: new Set(run.columns.statement),
      needs: noNeeds,
      isAsTold: always,
    }));
}

/** `called from line 12`; statements that nobody wrote have no line. */
function calledFrom(c: Compile, call: StatementId): string {
  const span = statementOf(c.program, call)?.span;
  if (!span || isNowhere(span)) return 'called';
  return `called from line ${positionAt(lineStarts(c.request.source), span.start).line}`;
}

/** Every other draw without a goal starts from one that led somewhere new. */
function baseOf(k: number, kept: readonly Drawn[]): Drawn {
  return (k % 3 === 1 && kept[Math.floor(k / 3) % kept.length]) || NOTHING_DRAWN;
}

function sizesOf(inputs: Replay['inputs']): number[] {
  return Object.values(inputs).map(({ length }) => length);
}

/** Adds the statements of a run, and the outcomes of its tests; tells whether any of them is new. */
function cover({ columns }: Replay, covered: Set<string>): boolean {
  const before = covered.size;
  for (let k = 0; k < columns.steps; k++) {
    const id = columns.statement[k];
    covered.add((columns.location[k] as number) < 0 ? `${id} ${columns.after[k]}` : `${id}`);
  }
  return covered.size > before;
}

const noNeeds = () => null;
const always = () => true;

/** The tape tells whether a run needs the value; the steps of the program, which statement reads it and that it is lost afterwards. */
function search(
  runs: Runs,
  read: Instruction,
  overwrite: Instruction,
  location: number,
  needed: NeedsIn,
): RunWitness {
  let tried = 0;
  let told = false;
  let doubt = false;
  const all: Tried[] = [];
  for (let one = runs(0); one; one = runs(tried)) {
    tried++;
    all.push(one);
    const { run, inputs, ran } = one;
    told ||= run.complete;
    if (!mayRun(overwrite, ran)) continue;
    const count = needed(one, overwrite, location);
    if (count === 0) continue;
    const readers = derivativeReaders(run.analysis, location).filter((i) => mayRun(i, ran));
    for (const each of tried === 1 ? [[read], readers] : [readers]) {
      const met = meeting(run, each, overwrite, location);
      if (met && isCertain(run, met, location) && one.isAsTold())
        return {
          seen: 'met',
          reader: met.reader,
          shown: true,
          place: met.place,
          inputs,
          runs: tried,
          idle: null,
        };
      // The run met an element of the array with an unknown subscript: it may be the one in question.
      doubt ||= met !== null && count === null;
    }
    if (count !== null && one.isAsTold())
      return { seen: 'met', reader: null, shown: false, place: null, inputs, runs: tried, idle: null };
  }
  const missed = told ? 'missed' : 'unknown';
  const idle = [overwrite, read].find((i) => all.every(({ ran }) => !mayRun(i, ran))) ?? null;
  const barrier = idle && told ? barrierBefore(all, idle) : null;
  return {
    seen: doubt ? 'unclear' : missed,
    reader: null,
    shown: false,
    place: null,
    inputs: '',
    runs: tried,
    idle: idle && barrier ? { instruction: idle, ...barrier } : null,
  };
}

/** Did the run reach it? A call leaves a trace only in the statements inside. */
function mayRun(i: Instruction, ran: ReadonlySet<number>): boolean {
  return ran.has(i.id) || (i.kind === 'leaf' && i.statement.kind !== 'assign');
}

/** The test that runs reach and that never leads on to an instruction which none of them reaches. */
function barrierBefore(
  all: readonly Tried[],
  idle: Instruction,
): { test: Instruction; always: boolean } | null {
  const [first] = all;
  if (!first) return null;
  const { graph } = first.run.analysis.model;
  const place = graph.place.get(idle.id);
  if (!place) return null;
  const tests = new Set<Instruction>();
  const seen = new Set<number>([place[0]]);
  for (const vertex of seen) {
    for (const before of graph.predecessors[vertex] ?? []) {
      const last = graph.vertices[before]?.instructions.at(-1);
      if (last && all.some(({ ran }) => mayRun(last, ran))) tests.add(last);
      else seen.add(before);
    }
  }
  const [test] = tests;
  if (tests.size !== 1 || test?.kind !== 'test') return null;
  return { test, always: testExpressions(test.test).every((e) => placesRead(e).length === 0) };
}
