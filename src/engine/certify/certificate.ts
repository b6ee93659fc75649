/**
 * The test (theory 16): programs run on pairs of a double and an element of GF(2⁶¹ − 1). The doubles choose the path; beside
 * them the run is one of rational functions of random functions, at a random point, without rounding.
 *
 * Adjoint: ⟨x̄ before, ẏ⟩ = ⟨x̄ after, ẋ⟩, where ẏ comes of dual numbers on the primal, with no analysis of activity, and the
 * adjoints of inputs start at random as well. Tangent: its ẏ is that of the dual numbers. A program read again from printed
 * text must leave every derivative as the generated one does.
 *
 * If the two sides differ as functions, a random point hides it with probability at most (2D + k²D)/2⁶¹: D is the largest
 * degree on the way, k the number of calls of random functions, of which two arguments may coincide by chance.
 */

import {
  atEnd,
  drawnFor,
  eachOf,
  type Fault,
  faultOf,
  faultOfPrinted,
  isSameAt,
  sumOfProducts,
} from './compare';
import { newDegrees } from './degrees';
import type { Domain } from './domain';
import { FIELD_SIZE, newField } from './field';
import type { Failed } from './machine';
import { newPath, type Path } from './path';
import { allOf, type Question, runPrimal, runSide, type Starts, seedOf } from './question';

export interface Difference {
  readonly independent: string;
  readonly index: number;
  readonly dependent: string;
}

export interface Certificate {
  readonly verdict: 'exact' | 'different' | 'not-applicable';
  readonly trials: number;
  /** 1 where no bound holds. */
  readonly errorBound: number;
  readonly path: Path;
  readonly fault: Fault | null;
  /** Why there is no verdict: what ended the primal, or the derivative for want of numbers or time. */
  readonly failed: Failed | null;
  readonly differs: readonly Difference[];
}

const NO_PATH: Path = { key: '', tests: [] };
/** Ends that say nothing of whether a program is right. */
const SAYS_NOTHING: ReadonlySet<Failed['why']> = new Set([
  'not-finite',
  'steps',
  'time',
  'memory',
  'stack',
  'external',
  'stopped',
]);
/** So many elements of independents, and dependents, are looked at one by one where something differs. */
const MOST_ELEMENTS = 24;
const MOST_DEPENDENTS = 6;

export function certificateOf(q: Question): Certificate {
  const none = { trials: 0, errorBound: 1, path: NO_PATH, fault: null, failed: null, differs: [] };
  const path = newPath();
  let seen = NO_PATH;
  for (let trial = 0; trial < q.trials; trial++) {
    const domain = newField(0x5eed + 7919 * trial);
    const primal = runPrimal(q, domain, allOf(q.independents), trial === 0 ? path.observer : undefined);
    if (trial === 0) seen = path.seen();
    if (primal.failed) return { ...none, verdict: 'not-applicable', path: seen, failed: primal.failed };
    const derivative = runSide(q.derivative, domain, q, seedOf(q));
    const wrong = (fault: Fault): Certificate => {
      const says = fault.kind === 'ended' && SAYS_NOTHING.has(fault.failed.why);
      if (says) return { ...none, verdict: 'not-applicable', path: seen, failed: fault.failed };
      const differs = fault.kind === 'derivative' ? whereDifferent(q, domain) : [];
      return { ...none, verdict: 'different', trials: trial + 1, path: seen, fault, differs };
    };
    const fault = faultOf(q, domain, primal, derivative);
    if (fault) return wrong(fault);
    for (const { language, side } of q.printed) {
      const again = runSide(side, domain, q, seedOf(q));
      const other = faultOfPrinted(q, domain, language, derivative, { side, run: again });
      if (other) return wrong(other);
    }
  }
  const errorBound = boundOf(q) ** q.trials;
  return {
    ...none,
    verdict: 'exact',
    trials: q.trials,
    errorBound: Math.min(errorBound, 1),
    path: seen,
  };
}

// ---------------------------------------------------------------------------------------------------------- bound

/** (2D + k²D)/2⁶¹ for one trial. */
function boundOf(q: Question): number {
  const domain = newDegrees();
  const primal = runPrimal(q, domain, allOf(q.independents));
  const derivative = runSide(q.derivative, domain, q, seedOf(q));
  const calls = domain.calls();
  let degree = 0;
  if (q.mode === 'adjoint') {
    sumOfProducts(q, domain, primal, derivative, drawnFor(q));
    degree = domain.degree();
  } else {
    for (const key of q.dependents)
      eachOf(q, key, (i) => {
        atEnd(q, primal, key, 'loadTangent', i);
        degree = Math.max(degree, 2 * domain.degree());
      });
  }
  return ((2 + calls ** 2) * degree) / FIELD_SIZE;
}

// ---------------------------------------------------------------------------------------------------- differences

/** Which derivatives are wrong: one direction and one seed at a time. */
function whereDifferent(q: Question, domain: Domain): Difference[] {
  const found: Difference[] = [];
  const places = q.independents.flatMap((key) => {
    const indices: number[] = [];
    eachOf(q, key, (i) => indices.push(i));
    return indices.map((index) => ({ key, index }));
  });
  const primals = places.slice(0, MOST_ELEMENTS).map((place) => ({
    place,
    run: runPrimal(q, domain, (key, i) => key === place.key && i === place.index),
  }));
  for (const dependent of q.dependents.slice(0, MOST_DEPENDENTS)) {
    const starts = allOf([dependent]);
    const adjoint = q.mode === 'adjoint' ? runSide(q.derivative, domain, q, starts) : null;
    for (const { place, run } of primals) {
      const only: Starts = (key, i) => key === place.key && i === place.index;
      const one = { ...q, independents: [place.key], dependents: [dependent] };
      const tangent = adjoint ?? runSide(q.derivative, domain, q, only);
      if (run.failed || tangent.failed) continue;
      if (isSameAt(one, domain, run, tangent, { starts, direction: only })) continue;
      found.push({ independent: place.key, index: place.index, dependent });
    }
  }
  return found;
}
