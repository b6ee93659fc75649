/**
 * Which elimination comes next: a list of rules, each narrowing the choice that the one before left ([CFR] 3.2).
 *
 *     HS       highest sibling degree |S ∩ S⁻| * |P ∩ P⁻| with the elimination before; all of them where it is 0
 *     LM       lowest Markowitz degree |S| (front), |P| (back), |P| * |S| (vertex)
 *     forward  the smallest (source, target, front before back) in topological order; `reverse` the largest
 *
 * P and S of the elimination before are what they were just before it. That a front elimination after a back one counts at
 * degree 1 only needs no rule: one side of each intersection has one member. A list that leaves a tie ends with `reverse`,
 * as in the paper.
 */
import { keysOf } from '../base/lookup';
import { type Counts, type Elimination, noCounts, type Target } from './graph';

export type Rule = 'HS' | 'LM' | 'forward' | 'reverse';

export interface Run {
  readonly steps: { readonly target: Target; readonly counts: Counts }[];
  readonly total: Counts;
}

type Joined = ReturnType<Elimination['joined']>;

/** Eliminates until nothing is left to. */
export function eliminateByRules(graph: Elimination, rules: readonly Rule[]): Run {
  const steps: Run['steps'] = [];
  let previous: Joined | null = null;
  for (let targets = graph.targets(); targets.length > 0; targets = graph.targets()) {
    const target = choose(graph, targets, rules, previous);
    previous = graph.joined(target);
    steps.push({ target, counts: graph.eliminate(target) });
  }
  return { steps, total: totalOf(steps) };
}

/** Eliminates what is listed, up to the first that is illegal. */
export function eliminateInOrder(graph: Elimination, targets: readonly Target[]): Run {
  const steps: Run['steps'] = [];
  for (const target of targets) {
    if (graph.objection(target)) break;
    steps.push({ target, counts: graph.eliminate(target) });
  }
  return { steps, total: totalOf(steps) };
}

function totalOf(steps: Run['steps']): Counts {
  const total = noCounts();
  for (const { counts } of steps) for (const count of keysOf(total)) total[count] += counts[count];
  return total;
}

function choose(
  graph: Elimination,
  targets: readonly Target[],
  rules: readonly Rule[],
  previous: Joined | null,
): Target {
  let left = targets;
  for (const rule of rules) {
    if (left.length === 1) break;
    left = narrowed(graph, left, rule, previous);
  }
  return left[left.length - 1] as Target;
}

function narrowed(
  graph: Elimination,
  targets: readonly Target[],
  rule: Rule,
  previous: Joined | null,
): readonly Target[] {
  switch (rule) {
    case 'forward':
      return targets.slice(0, 1);
    case 'reverse':
      return targets.slice(-1);
    case 'LM':
      return least(targets, (target) => graph.degree(target));
    case 'HS':
      if (!previous) return targets;
      return least(targets, (target) => {
        const { predecessors, successors } = graph.joined(target);
        return -common(successors, previous.successors) * common(predecessors, previous.predecessors);
      });
  }
}

function least(targets: readonly Target[], degree: (target: Target) => number): readonly Target[] {
  const degrees = targets.map(degree);
  const lowest = Math.min(...degrees);
  return targets.filter((_, i) => degrees[i] === lowest);
}

function common(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let n = 0;
  for (const member of a) if (b.has(member)) n++;
  return n;
}
