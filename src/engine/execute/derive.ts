/** The derivatives of a run, in each mode, with their statistics and checks. */

import { itemAt, present } from '../base/lookup';
import { once } from '../base/once';
import { locationKey, routineOf, variableOf } from '../ir/names';
import type { Execution } from '../pipeline/results';
import {
  type Circumstances,
  conclude,
  dotProduct,
  roundings,
  scaledBy,
  shortestStep,
  someDirection,
} from './check';
import { type Checked, EPSILON, INNER_ROUNDINGS } from './checked';
import { complainOfTrap, unsetText } from './complaints';
import {
  adjointsAtEntry,
  type Given,
  makeUnit,
  outputsOf,
  runUnit,
  secondAtEntry,
  tangentsAtExit,
  type Unit,
} from './derivatives';
import { distance, gradientDifferences, movedByOneUlp, tangentDifferences } from './differences';
import { elementsOf } from './elements';
import type { Values } from './inputs/binding';
import { stored } from './inputs/values';
import type { MachineOutcome } from './machineData';
import { tapeStatistics } from './observe/tape';
import { cameBack, cameToEnd } from './outcome';
import type { Runnable } from './runnable';
import { type Observed, operationsOf, type Session } from './session';
import { cutByCast, type InCheck, notFiniteDerivative, standsOnJump } from './trouble/inCheck';
import { exactAtEnd, remember } from './trouble/remembered';

/** A derivative that one unit in the last place of its inputs moves further than this is not compared (design 7). */
const ILL_CONDITIONED = { double: 1e-12, single: 1e-5 };

const ENDED_BEFORE =
  'The program ends before its backward sweep begins: there is no derivative, and nothing to check.';

export function derive(s: Observed, execution: Execution): void {
  const { mode } = s.request;
  const unit = makeUnit(s.request.host, s.request.primal, s.request.generated, true, s.memory);
  if (mode === 'adjoint') deriveAdjoint(s, unit, execution);
  else if (mode === 'tangent-over-adjoint') deriveSecond(s, unit, execution);
  else deriveTangent(s, unit, execution);
  if (execution.check.verdict === 'passed' && isAllZero(s, execution.derivatives))
    s.sink.warning(
      'zero-derivatives',
      'All derivatives are zero for these inputs, so their check says little: a missing term would be zero too.',
      routineOf(s.request.primal.program, s.request.primal.entry).nameSpan,
      'Give inputs for which the results depend on them: often a test, such as that of a cutoff, skips what counts.',
    );
  const { primal, derivative } = execution.operations;
  execution.operations.ratio = primal.weighted === 0 ? 0 : derivative.weighted / primal.weighted;
}

/** Runs a unit. Where the run ends early, reports why and returns null. */
function runOrComplain(s: Session, unit: Unit, given: Given, what: string): MachineOutcome | null {
  const outcome = runUnit(unit, given, s.limits);
  const { program } = unit.runnable;
  if (outcome.trap)
    complainOfTrap(s.sink, program, s.request.primal, outcome.trap, { limits: s.limits, run: what });
  return cameToEnd(outcome) ? outcome : null;
}

function deriveAdjoint(s: Observed, unit: Unit, execution: Execution): void {
  const outcome = runOrComplain(s, unit, s, 'The adjoint');
  if (!outcome) return;
  if (!cameBack(outcome)) {
    execution.check.sentence = ENDED_BEFORE;
    return;
  }
  execution.derivatives = adjointsAtEntry(unit, outcome, s, s.independents);
  execution.tape = tapeStatistics(unit.runnable.program, unit.machine, outcome);
  execution.operations.derivative = operationsOf(unit, outcome);
  if (!s.request.tangent) return;
  const checked = checkedOf(s);
  const noise = once(() =>
    roundings(execution.derivatives, (factor) => {
      return gradientAt(s, unit, s.inputs, scaledBy(s.seeds, factor));
    }),
  );
  const derivativesTwice = once(() => twiceAtEnd(s, unit.runnable, s, s.independents, 'adjoint'));
  const differences = gradientDifferences({ ...checked, derivativesTwice }, execution.derivatives, noise);
  const dot = dotProductOf(s, execution.derivatives, noise);
  const isIllConditioned = () => {
    const again = gradientAt(s, unit, movedByOneUlp(checked));
    return !again || isMoved(s, execution.derivatives, again);
  };
  execution.check = conclude(dot, differences, circumstances(s, checked, execution, isIllConditioned));
}

/** Whether the generated program has a backward sweep. */
function isReverse(s: Session): boolean {
  return s.request.mode === 'adjoint' || s.request.mode === 'tangent-over-adjoint';
}

/** The gradient, checked as an adjoint's is, and its tangents along the directions, checked against differences of the gradient. */
function deriveSecond(s: Observed, unit: Unit, execution: Execution): void {
  const { host, primal, adjoint } = s.request;
  const reverse = makeUnit(host, primal, present(adjoint, 'the adjoint'), true, s.memory);
  deriveAdjoint(s, reverse, execution);
  const gradientCheck = execution.check;
  const found: Record<string, number[]>[] = [];
  for (const direction of s.directions) {
    const given: Given = { inputs: s.inputs, seeds: s.seeds, direction };
    const outcome = runOrComplain(s, unit, given, 'The tangent of the adjoint');
    if (!outcome || !cameBack(outcome)) return;
    found.push(secondAtEntry(unit, outcome, s.inputs, s.independents));
    execution.derivatives = adjointsAtEntry(unit, outcome, given, s.independents);
    execution.tape = tapeStatistics(unit.runnable.program, unit.machine, outcome);
    execution.operations.derivative = operationsOf(unit, outcome);
  }
  const second = joinedRows(s.independents, found);
  execution.second = second;
  if (gradientCheck.verdict === 'failed') return;
  const direction = itemAt(s.directions, 0);
  const first = itemAt(found, 0);
  const again = (inputs: Values, factor = 1): Values | null => {
    const given: Given = { inputs, seeds: s.seeds, direction: scaledBy(direction, factor) };
    const outcome = runUnit(unit, given, s.limits);
    return cameBack(outcome) ? secondAtEntry(unit, outcome, inputs, s.independents) : null;
  };
  const checked: Checked = {
    ...checkedOf(s),
    dependents: s.independents,
    evaluate: (inputs) => gradientAt(s, reverse, rounded(s, inputs)),
    evaluateTwice: (inputs) =>
      twiceAtEnd(s, reverse.runnable, { inputs, seeds: s.seeds }, s.independents, 'adjoint'),
    // Terms of a gradient may cancel.
    inner: once(() => {
      const moved = roundings(execution.derivatives, (factor) =>
        gradientAt(s, reverse, s.inputs, scaledBy(s.seeds, factor)),
      );
      return scaledBy(moved, 1 / (INNER_ROUNDINGS * EPSILON[s.single ? 'single' : 'double']));
    }),
  };
  const noise = once(() => roundings(first, (factor) => again(s.inputs, factor)));
  const differences = tangentDifferences(checked, direction, first, noise);
  const isIllConditioned = () => {
    const moved = again(movedByOneUlp(checked));
    return !moved || isMoved(s, first, moved);
  };
  execution.check = conclude(gradientCheck.dotProduct, differences, {
    ...circumstances(s, checked, execution, isIllConditioned),
    // Along a direction the gradient jumps where one of its own components stands on a jump.
    kink: s.kink || gradientCheck.verdict === 'kink',
  });
}

/** Row by row: all elements of a name along the first direction, then along the next. */
function joinedRows(keys: readonly string[], rows: readonly Values[]): Record<string, number[]> {
  return Object.fromEntries(keys.map((key) => [key, rows.flatMap((row) => present(row[key], key))]));
}

function isMoved(s: Session, before: Values, after: Values): boolean {
  return distance(before, after) > ILL_CONDITIONED[s.single ? 'single' : 'double'];
}

/** The gradient at these inputs; null if the run did not come to its end. */
function gradientAt(s: Session, unit: Unit, inputs: Values, seeds: Values = s.seeds): Values | null {
  const given: Given = { inputs, seeds };
  const outcome = runUnit(unit, given, s.limits);
  return cameBack(outcome) ? adjointsAtEntry(unit, outcome, given, s.independents) : null;
}

/** Tangents along one direction; null if the run did not come to its end. */
function tangentAlong(s: Session, unit: Unit, inputs: Values, direction: Values): Values | null {
  const given: Given = { inputs, direction, count: 1 };
  const outcome = runUnit(unit, given, s.limits);
  return cameToEnd(outcome) ? tangentsAtExit(unit, outcome, given, s.dependents) : null;
}

/** Gives the roundings of tangents along a direction. */
function tangentNoise(s: Session, unit: Unit, tangents: Values, direction: Values): () => Values {
  return once(() =>
    roundings(tangents, (factor) => tangentAlong(s, unit, s.inputs, scaledBy(direction, factor))),
  );
}

function dotProductOf(s: Session, adjoints: Values, noise: () => Values) {
  const { tangent, primal, host } = s.request;
  if (!tangent || s.independents.length === 0) return null;
  const unit = makeUnit(host, primal, tangent, false, s.memory);
  const direction = someDirection(s.inputs, s.independents);
  const given: Given = { inputs: s.inputs, direction };
  const outcome = runOrComplain(s, unit, given, 'The tangent');
  if (!outcome) return null;
  const tangents = tangentsAtExit(unit, outcome, given, s.dependents);
  // An infinite slope times 0, as of `asin(min(x, 1))` beyond 1: such a tangent tells nothing of an adjoint that does not go
  // there.
  if (!Object.values(tangents).every((list) => list.every(Number.isFinite))) return null;
  return dotProduct(s, tangents, adjoints, direction, {
    tangents: tangentNoise(s, unit, tangents, direction),
    adjoints: noise,
  });
}

/** Tangents along each direction, in a run of its own or all in one; null if a run did not come to its end. */
function tangentRows(s: Session, unit: Unit, inputs: Values, directions: readonly Values[]) {
  const isVector = unit.runnable.directions !== undefined;
  const runs = isVector ? [interleaved(directions)] : directions;
  const rows: Values[] = [];
  let last: MachineOutcome | null = null;
  for (const direction of runs) {
    const given: Given = { inputs, direction, count: isVector ? directions.length : 1 };
    last = runOrComplain(s, unit, given, 'The tangent');
    if (!last) return null;
    const tangents = tangentsAtExit(unit, last, given, s.dependents);
    rows.push(
      ...(isVector ? directions.map((_, row) => everyNth(tangents, row, directions.length)) : [tangents]),
    );
  }
  return { rows, operations: last && operationsOf(unit, last) };
}

/** Takes the same element of all directions side by side, in the layout of a vector tangent. */
export function interleaved(directions: readonly Values[]): Values {
  const first = itemAt(directions, 0);
  return Object.fromEntries(
    Object.entries(first).map(([key, values]) => [
      key,
      values.flatMap((_, i) => directions.map((d) => present(d[key], key)[i] ?? 0)),
    ]),
  );
}

function everyNth(values: Values, row: number, count: number): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, list]) => [key, list.filter((_, i) => i % count === row)]),
  );
}

function deriveTangent(s: Observed, unit: Unit, execution: Execution): void {
  const made = tangentRows(s, unit, s.inputs, s.directions);
  if (!made) return;
  const { rows: found, operations } = made;
  if (operations) execution.operations.derivative = operations;
  execution.derivatives = joinedRows(s.dependents, found);
  const direction = itemAt(s.directions, 0);
  const first = itemAt(found, 0);
  const checked: Checked = {
    ...checkedOf(s),
    derivativesTwice: () => {
      const plain = s.request.tangent;
      return plain && twiceAtEnd(s, plain, { inputs: s.inputs, direction }, s.dependents, 'tangent');
    },
  };
  const differences = tangentDifferences(checked, direction, first, tangentNoise(s, unit, first, direction));
  const isIllConditioned = () => {
    const again = tangentAlong(s, unit, movedByOneUlp(checked), direction);
    return !again || isMoved(s, first, again);
  };
  execution.check = conclude(null, differences, circumstances(s, checked, execution, isIllConditioned));
}

function checkedOf(s: Observed): Checked {
  const { primal, host } = s.request;
  const unit = makeUnit(host, primal, primal, false, s.memory);
  const until = host.now() + s.limits.milliseconds;
  return {
    independents: s.independents,
    dependents: s.dependents,
    inputs: s.inputs,
    seeds: s.seeds,
    elementText: elementsOf(s.request.source, primal.entry, s.inputs),
    single: s.single,
    kink: s.kink,
    evaluate: (inputs) => {
      const milliseconds = until - host.now();
      if (milliseconds <= 0) return null;
      const outcome = runUnit(unit, { inputs: rounded(s, inputs) }, { ...s.limits, milliseconds });
      return cameToEnd(outcome) ? outputsOf(unit, outcome, s.dependents, s.resultKey) : null;
    },
    evaluateTwice: (inputs) => twiceAtEnd(s, primal, { inputs }, s.dependents, 'primal'),
    goOn: () => host.now() < until,
  };
}

/** What a run leaves, in double-doubles; null where it is too long for that. */
function twiceAtEnd(
  s: Session,
  runnable: Runnable,
  given: Given,
  keys: readonly string[],
  holds: 'primal' | 'adjoint' | 'tangent',
) {
  const inputs = rounded(s, given.inputs);
  const run = remember(s.request.primal, runnable, { ...given, inputs }, { budget: s.request.budget });
  return run && exactAtEnd(run, keys, holds);
}

/** The real inputs, rounded as their types store them. */
function rounded(s: Session, inputs: Values): Values {
  const { program } = s.request.primal;
  const next: Record<string, readonly number[]> = { ...inputs };
  for (const id of s.request.independents) {
    const { type } = variableOf(program, id);
    const key = locationKey(program, id);
    if (type !== 'f64') next[key] = present(inputs[key], key).map((x) => stored(type, x));
  }
  return next;
}

function circumstances(
  s: Observed,
  checked: Checked,
  execution: Execution,
  isIllConditioned: () => boolean,
): Circumstances {
  const { primal, generated, adjoint, tangent, lineAt } = s.request;
  const inCheck: InCheck = {
    primal,
    // Each direction of several is a run of the plain tangent.
    derived: {
      adjoint: generated,
      tangent: generated,
      'vector-tangent': tangent,
      'tangent-over-adjoint': adjoint,
    }[s.request.mode],
    inputs: s.inputs,
    derivatives: execution.derivatives,
    asked: {
      mode: isReverse(s) ? 'adjoint' : 'tangent',
      seeds: s.seeds,
      direction: itemAt(s.directions, 0),
      dependents: s.dependents,
    },
    elementText: checked.elementText,
    lineAt,
  };
  const output = Object.entries(execution.outputs).find(([, list]) => !list.every(Number.isFinite));
  return {
    nothing: s.dependents.length === 0 || s.independents.length === 0,
    notFinite: output ? `\`${output[0]}\`` : notFiniteDerivative(inCheck, s.sink),
    kink: s.kink,
    unset: s.unset && unsetText(s.request.primal.program, s.unset),
    cut: () => {
      const text = cutByCast(inCheck);
      const alone = Object.values(execution.derivatives).every((list) => list.every((x) => x === 0));
      return text === null ? null : { text, alone };
    },
    jump: (failed) => standsOnJump(inCheck, failed, shortestStep(s.single)),
    allZero: isAllZero(s, execution.derivatives),
    isIllConditioned,
  };
}

/** Whether all derivatives are zero here, though they could be nonzero elsewhere. */
function isAllZero(s: Session, derivatives: Values): boolean {
  const isZero = (values: Values) => Object.values(values).every((list) => list.every((x) => x === 0));
  const asked = isReverse(s) ? [s.seeds] : s.directions;
  return !s.request.isConstant && isZero(derivatives) && !asked.every(isZero);
}
