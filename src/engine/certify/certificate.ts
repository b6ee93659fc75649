/**
 * The test (theory 16): programs run on pairs of a double and an element of GF(2⁶¹ − 1). The doubles choose the path; beside
 * them the run is one of rational functions of random functions, at a random point, without rounding.
 *
 * Adjoint: ⟨x̄ before, ẏ⟩ = ⟨x̄ after, ẋ⟩, where ẏ comes of dual numbers on the primal, with no analysis of activity, and the
 * adjoints of inputs start at random as well. Tangent: its ẏ is that of the dual numbers, in each direction. Tangent of the adjoint: what dual
 * numbers on the adjoint leave, which passed the test before. A program read again from printed
 * text must leave every derivative as the generated one does.
 *
 * If the two sides differ as functions, a random point hides it with probability at most (2D + k²D)/2⁶¹: D is the largest
 * degree on the way, k the number of calls of random functions, of which two arguments may coincide by chance.
 */

import { getOrMake } from '../base/once';
import type { StatementId } from '../ir/types';
import {
  adjointsOf,
  atEnd,
  eachOf,
  type Fault,
  faultOf,
  faultOfPrinted,
  faultOfSecond,
  isSameAt,
  isSameSecond,
  sumOfProducts,
} from './compare';
import { newDegrees } from './degrees';
import { FIELD_SIZE, newField } from './field';
import type { Failed, PathObserver } from './machine';
import {
  allOf,
  type Drawn,
  drawnFor,
  type Question,
  runPrimal,
  runSide,
  type Side,
  type Starts,
  type Trial,
} from './question';
import type { Finished } from './run';

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
/** Reasons for which a run ends that say nothing about whether the program is right. */
const SAYS_NOTHING: ReadonlySet<Failed['why']> = new Set([
  'not-finite',
  'steps',
  'time',
  'memory',
  'stack',
  'external',
  'stopped',
]);
/** How many elements of independents, and how many dependents, are looked at one by one where something differs. */
const MOST_ELEMENTS = 24;
const MOST_DEPENDENTS = 6;

export function certificateOf(asked: Question): Certificate {
  const none = { trials: 0, errorBound: 1, path: NO_PATH, fault: null, failed: null, differs: [] };
  const path = newPath();
  let seen = NO_PATH;
  let trial = 0;
  for (; trial < asked.trials && (trial === 0 || asked.limits.goOn()); trial++) {
    const q: Trial = { ...asked, domain: newField(0x5eed + 7919 * trial) };
    const drawn = drawnFor(q);
    const primals = primalsOf(q, drawn.direction, trial === 0 ? path.observer : undefined);
    if (trial === 0) seen = path.seen();
    const failed = primals.find((primal) => primal.failed)?.failed;
    if (failed) return { ...none, verdict: 'not-applicable', path: seen, failed };
    const derivative = runSide(q, q.derivative, drawn);
    const wrong = (fault: Fault): Certificate => {
      const says = fault.kind === 'ended' && SAYS_NOTHING.has(fault.failed.why);
      if (says) return { ...none, verdict: 'not-applicable', path: seen, failed: fault.failed };
      const differs = fault.kind === 'derivative' ? whereDifferent(q) : [];
      return { ...none, verdict: 'different', trials: trial + 1, path: seen, fault, differs };
    };
    const fault = faultOf(q, primals, derivative);
    if (fault) return wrong(fault);
    const second = q.second && runSide(q, q.second, drawn);
    const fault2 = second && faultOfSecond(q, runSide(q, q.derivative, drawn, true), second);
    if (fault2) return wrong(fault2);
    for (const { language, side } of q.printed) {
      const again = runSide(q, side, drawn);
      const other = faultOfPrinted(q, language, second ?? derivative, { side, run: again });
      if (other) return wrong(other);
    }
  }
  const errorBound = boundOf(asked) ** trial;
  return {
    ...none,
    verdict: 'exact',
    trials: trial,
    errorBound: Math.min(errorBound, 1),
    path: seen,
  };
}

function primalsOf(q: Trial, direction: Starts, observer?: PathObserver): Finished[] {
  return Array.from({ length: q.directions }, (_, k) =>
    runPrimal(q, direction, k, k === 0 ? observer : undefined),
  );
}

// ---------------------------------------------------------------------------------------------------------- bound

/** (2D + k²D)/2⁶¹ for one trial, for each of the comparisons; 1 where that is no bound, or takes too long. */
function boundOf(asked: Question): number {
  const domain = newDegrees();
  const goOn = () => !domain.isLost() && asked.limits.goOn();
  const q: Trial = { ...asked, domain, limits: { ...asked.limits, goOn } };
  const drawn = drawnFor(q);
  const primals = primalsOf(q, drawn.direction);
  const derivative = runSide(q, q.derivative, drawn);
  if ([...primals, derivative].some(({ failed }) => failed)) return 1;
  let degree = 0;
  const bound = () => ((2 + domain.calls() ** 2) * degree) / FIELD_SIZE;
  if (q.mode === 'adjoint') {
    sumOfProducts(q, primals[0] as Finished, derivative, drawn);
    degree = domain.degree();
  } else {
    for (const key of q.dependents)
      eachOf(q, key, (i) => {
        for (const primal of primals) {
          atEnd(q, primal, key, 'loadTangent', i);
          degree = Math.max(degree, 2 * domain.degree());
        }
      });
  }
  const first = bound();
  if (!q.second) return first;
  const second = runSide(q, q.second, drawn);
  const dual = runSide(q, q.derivative, drawn, true);
  if (second.failed || dual.failed) return 1;
  for (const { key, i } of adjointsOf(q)) {
    const own = q.derivative.ports.find((port) => port.key === key && port.holds === 'adjoint');
    if (!own) continue;
    dual.loadTangent(own.id, i);
    degree = Math.max(degree, 2 * domain.degree());
  }
  return first + bound();
}

// ---------------------------------------------------------------------------------------------------- differences

/** Which derivatives are wrong: one direction and one seed at a time. */
function whereDifferent(q: Trial): Difference[] {
  const found: Difference[] = [];
  const places = q.independents.flatMap((key) => {
    const indices: number[] = [];
    eachOf(q, key, (i) => indices.push(i));
    return indices.map((index) => ({ key, index }));
  });
  const runs = places.slice(0, MOST_ELEMENTS).map((place) => {
    const direction: Starts = (key, i) => key === place.key && i === place.index;
    return { place, direction, primals: primalsOf(q, direction) };
  });
  for (const dependent of q.dependents.slice(0, MOST_DEPENDENTS)) {
    const starts = allOf([dependent]);
    const whole = drawnFor(q);
    const adjoint = q.mode === 'adjoint' ? runSide(q, q.derivative, { ...whole, starts }) : null;
    for (const { place, direction, primals } of runs) {
      const drawn: Drawn = { starts, direction };
      const one = { ...q, independents: [place.key], dependents: [dependent] };
      const derivative = adjoint ?? runSide(q, q.derivative, drawn);
      if (derivative.failed || primals.some((run) => run.failed)) continue;
      if (isSameAt(one, primals, derivative, drawn)) continue;
      found.push({ independent: place.key, index: place.index, dependent });
    }
  }
  return found.length === 0 && q.second ? whereSecondDiffers(q, q.second) : found;
}

/** Which derivatives of the gradient of one dependent are wrong. */
function whereSecondDiffers(q: Trial, side: Side): Difference[] {
  return q.dependents.slice(0, MOST_DEPENDENTS).flatMap((dependent) => {
    const drawn = { ...drawnFor(q), starts: allOf([dependent]) };
    const dual = runSide(q, q.derivative, drawn, true);
    const second = runSide(q, side, drawn);
    if (dual.failed || second.failed) return [];
    return adjointsOf(q)
      .slice(0, MOST_ELEMENTS)
      .filter(({ key, i }) => !isSameSecond(q, { dual, second }, { key, i }))
      .map(({ key, i }) => ({ independent: key, index: i, dependent }));
  });
}

interface Path {
  /** Equal for runs that take the same way; 16 hexadecimal digits. */
  readonly key: string;
  readonly tests: readonly { readonly statement: StatementId; readonly outcomes: readonly boolean[] }[];
}

/** What steers a run: the sequence of outcomes of tests and of integers that reals and choices come to. */
function newPath(): { readonly observer: PathObserver; readonly seen: () => Path } {
  const outcomes = new Map<StatementId, Set<boolean>>();
  let h = 0x811c9dc5;
  let g = 0x9e3779b9;
  const choice = (value: number) => {
    h = Math.imul(h ^ value, 0x01000193);
    g = Math.imul(g ^ (value + (h >>> 9)), 0x85ebca6b);
    g ^= g >>> 15;
  };
  const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0');
  return {
    observer: {
      choice,
      test: (statement, outcome) => {
        choice(Number(outcome) + 1);
        const seen = getOrMake(outcomes, statement, () => new Set());
        seen.add(outcome);
      },
    },
    seen: () => ({
      key: hex(h) + hex(g),
      tests: [...outcomes]
        .sort(([a], [b]) => a - b)
        .map(([statement, seen]) => ({ statement, outcomes: [...seen] })),
    }),
  };
}
