/**
 * Outcomes of tests that no run has had yet, and the inputs that came nearest to each, from which the search goes on. The
 * distance is the difference between the two sides of a comparison, or between a selector and the values of a case.
 */
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { getOrMake } from '../../base/once';
import type { Instruction } from '../../ir/graph/flow';
import type { Input } from '../results';
import {
  distanceTo,
  distanceToRange,
  type Replay,
  type RunValues,
  setValue,
  valuesAtEntry,
} from './replayValues';

/** One outcome of a test. */
interface Outcome {
  /** 0 in a state that leads to the outcome; null where that is not known. */
  readonly distance: (state: RunValues) => number | null;
}

export interface Goal {
  /** The nearest run so far: what was drawn for it, all of its inputs, and its distance. */
  from: Drawn;
  inputs: Replay['inputs'];
  distance: number;
  /** Draws made for it. */
  tries: number;
  /** Moves that changed the distance, by the number that they moved. */
  readonly relevant: Map<string, Move>;
  /** The latest move, if it came nearer: more of it may come nearer still. */
  better: Move | null;
}

export type Goals = Map<Outcome, Goal>;

/** Takes account of a run, which was drawn for `aim`: the goals that it reached or came nearer to, and what moves `aim`. */
export function noteRun(goals: Goals, run: Replay, from: Drawn, aim: Goal | null): void {
  const nearest = distancesIn(run);
  for (const [outcome, distance] of nearest) {
    const goal = goals.get(outcome);
    if (!goal) {
      const none = { tries: 0, relevant: new Map<string, Move>(), better: null };
      goals.set(outcome, { from, inputs: run.inputs, distance, ...none });
      continue;
    }
    const moved = goal === aim ? from.moved : undefined;
    if (moved && distance !== goal.distance) goal.relevant.set(`${moved.key} ${moved.at}`, moved);
    if (distance < goal.distance) {
      Object.assign(goal, { from, inputs: run.inputs, distance });
      goal.better = moved ?? null;
    }
  }
}

/** How near a run comes to each outcome of the tests that it meets in the routine at hand. */
function distancesIn(run: Replay): Map<Outcome, number> {
  const { columns } = run;
  const tests = outcomesOf(run.analysis);
  const state = valuesAtEntry(run);
  const nearest = new Map<Outcome, number>();
  for (let k = 0; k < columns.steps; k++) {
    const variable = run.variables[columns.location[k] as number];
    if (variable !== undefined) {
      setValue(state, variable, columns.index[k] as number, columns.after[k] as number);
      continue;
    }
    if (columns.depth[k] !== 0) continue;
    for (const outcome of tests.get(columns.statement[k] as number) ?? []) {
      const known = nearest.get(outcome) ?? Number.POSITIVE_INFINITY;
      if (known > 0) nearest.set(outcome, Math.min(known, outcome.distance(state) ?? known));
    }
  }
  return nearest;
}

const known = new WeakMap<RoutineAnalysis, ReadonlyMap<number, readonly Outcome[]>>();

function outcomesOf(analysis: RoutineAnalysis): ReadonlyMap<number, readonly Outcome[]> {
  return getOrMake(known, analysis, () => {
    const all = analysis.model.graph.vertices.flatMap((v) => v.instructions);
    return new Map(all.map((i) => [i.id, outcomes(i)]));
  });
}

function outcomes(i: Instruction): Outcome[] {
  if (i.kind !== 'test') return [];
  const { test } = i;
  if ('condition' in test)
    return [true, false].map((wanted) => ({
      distance: (state) => distanceTo(state, test.condition, wanted),
    }));
  if (!('selector' in test)) return [];
  return test.cases.flatMap(({ values }) =>
    values.map(({ from, to }) => ({
      distance: (state: RunValues) => distanceToRange(state, test.selector, from, to),
    })),
  );
}

/** The most draws for one goal, as some cannot be reached. */
const MOST_TRIES = 40;

/** The goal to try next: the one with the fewest tries so far; null where none is left. */
export function nextGoal(goals: Goals): Goal | null {
  let best: Goal | null = null;
  for (const goal of goals.values()) {
    if (goal.distance === 0 || !Number.isFinite(goal.distance) || goal.tries >= MOST_TRIES) continue;
    if (!best || goal.tries < best.tries) best = goal;
  }
  if (best) best.tries++;
  return best;
}

export interface Drawn {
  readonly inputs: Readonly<Record<string, Input>>;
  /** The differences from the defaults, in words. */
  readonly words: string;
  /** Present where a single number was moved. */
  readonly moved?: Move;
}

/** An element of an input, and the amount by which it was moved. */
export interface Move {
  readonly key: string;
  readonly at: number;
  readonly by: number;
}
