/** One derivative on the history of the program: which value is derived, and by which. */
import type { Expr } from '../../ir/types';
import type { Values } from '../inputs/binding';
import { type Flow, flowFrom, reachedFrom } from './flow';
import type { Found } from './found';
import type { RememberedRun } from './remembered';
import { textIn } from './text';
import { turnsIn } from './turns';
import { foundTurn } from './turnWords';
import { whyZero } from './zero';

/** An adjoint has seeds, and the question is about an independent; a tangent has a direction, and the question is about a dependent. */
export interface AskedDerivative {
  readonly mode: 'adjoint' | 'tangent';
  readonly name: string;
  readonly index: number;
  readonly seeds: Values;
  readonly direction: Values;
  readonly dependents: readonly string[];
}

/** Questions about one history; the derivatives on it are computed once. */
export class OnHistory {
  private readonly sources: ReadonlyMap<number, number>;
  private readonly targets: readonly number[];
  private readonly flow: Flow;
  private readonly text: (e: Expr) => string;

  constructor(
    private readonly primal: RememberedRun,
    asked: AskedDerivative,
  ) {
    this.sources = sourcesOf(primal, asked);
    this.targets = targetsOf(primal, asked);
    this.flow = flowFrom(primal.history, this.sources);
    this.text = textIn(primal.runnable.program);
  }

  zero(): Found | null {
    const { sources, targets, flow, text } = this;
    return whyZero({ h: this.primal.history, sources, targets, flow, text });
  }

  /** The first tie or jump that the run stands on, or, with a step, that a difference crosses. */
  turn(step: number): Found | null {
    const h = this.primal.history;
    // Tests and their operands count: `k > 0 && x[k] == 0` turns on one of its parts.
    const among = reachedFrom(h, [...this.targets, ...h.tests.map(({ node }) => node)]);
    const turns = turnsIn(h, this.flow, among, step);
    const first = turns.find(({ how }) => how !== 'step') ?? turns[0];
    return first ? foundTurn(h, first, this.text) : null;
  }
}

function sourcesOf(primal: RememberedRun, { mode, name, index, direction }: AskedDerivative) {
  const sources = new Map<number, number>();
  if (mode === 'adjoint') {
    const node = primal.entry(name, 'primal')[index];
    if (node) sources.set(node, 1);
    return sources;
  }
  for (const [key, row] of Object.entries(direction))
    primal.entry(key, 'primal').forEach((node, i) => {
      if (node && row[i]) sources.set(node, row[i]);
    });
  return sources;
}

function targetsOf(
  primal: RememberedRun,
  { mode, name, index, seeds, dependents }: AskedDerivative,
): number[] {
  const isTarget = (key: string, i: number) =>
    mode === 'adjoint' ? seeds[key]?.[i] !== 0 : key === name && i === index;
  return dependents.flatMap((key) =>
    primal.end(key, 'primal').filter((node, i) => node !== 0 && isTarget(key, i)),
  );
}
