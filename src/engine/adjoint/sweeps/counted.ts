/** Counted loops: the backward sweep runs them from their last index to the first (theory 7). */
import { add, constant, divide, multiply, negate, subtract, variable } from '../../ir/build';
import { placesRead } from '../../ir/partials';
import type { Expr, For, Statement } from '../../ir/types';
import { assign, base, newLabel, record, ref, slot } from '../builder';
import type { TargetKey } from '../jumps';
import { closeBody } from './arrows';
import {
  backwardOf,
  controlRecording,
  forwardOf,
  popNumber,
  pushNumber,
  type SweepContext,
  type Sweeps,
  withTarget,
} from './context';

export function sweepCounted(c: SweepContext, s: For): Sweeps {
  const { b } = c;
  const plan = c.analysis.tests.get(s.id);
  const isReversed = s.body.some((x) => c.reversed.has(x.id));
  const from = forwardOf(s);
  const back = backwardOf(s);
  const key: TargetKey = `next ${s.label}`;
  const sites = c.jumps.sites.get(key) ?? [];
  const cont = sites.length > 0 && isReversed ? slot(b, 'skip', 'i32', 'control', c.depth) : null;
  const deeper: SweepContext = { ...c, depth: c.depth + 1 };
  const inner = cont !== null ? withTarget(deeper, key, cont) : deeper;
  const swept = c.sweepList(inner, s.body);
  const forwardBody = [...swept.forward];
  const backwardBody: Statement[] = [];
  if (cont !== null && isReversed)
    closeBody(c, s, { arrow: cont, sites: sites.length }, s.body, {
      forward: forwardBody,
      backward: backwardBody,
    });
  backwardBody.push(...swept.backward);

  const forward: Statement[] = [];
  const after: Statement[] = [];
  const backward: Statement[] = [];
  if (plan?.kind === 'counted' && plan.saveIndex) {
    const { push, pop } = savedIndex(c, s);
    forward.push(push);
    after.push(pop);
  }
  const bounds = { first: s.first, last: s.last, step: s.step };
  if (plan?.kind === 'counted' && plan.keepIndex) {
    const kept = slot(b, 'kept', s.first.type, 'control', c.depth);
    const index = variable(s.index, s.first.type, s.span);
    backward.push(assign(b, back, 'control', ref(b, kept), index));
    after.push(assign(b, back, 'control', index, ref(b, kept)));
  }
  if (plan && !plan.runs && isReversed) {
    // The reversed loop may test its bounds again at every trip, so they must not read its index.
    const parts = (['first', 'last', 'step'] as const).filter((part) => readsIndex(s, bounds[part]));
    for (const part of parts) {
      const kept = slot(b, part, bounds[part].type, 'control', c.depth);
      backward.push(assign(b, back, 'control', ref(b, kept), bounds[part]));
      bounds[part] = ref(b, kept);
    }
  }
  const stores: Statement[] = [];
  if (isReversed && plan?.kind === 'counted') {
    for (const part of plan.storedBounds) {
      const e = bounds[part];
      const kept = slot(b, part, e.type, 'control', c.depth);
      const onTape = controlRecording(c, s, 'bounds', { kind: 'count' }, { type: e.type });
      forward.push(assign(b, from, 'control', ref(b, kept), e));
      stores.push(pushNumber(b, from, ref(b, kept), onTape));
      backward.unshift(popNumber(b, back, kept, onTape));
      bounds[part] = ref(b, kept);
    }
  }
  if (!plan || plan.runs) {
    forward.push({
      ...s,
      ...base(b, from, 'primal'),
      first: bounds.first,
      last: bounds.last,
      step: bounds.step,
      test: bounds.last === s.last ? s.test : 'do',
      body: forwardBody,
    });
  }
  forward.push(...stores);
  if (isReversed) backward.push(reversedLoop(c, s, bounds, backwardBody));
  backward.push(...after);
  return { forward, backward };
}

function readsIndex(s: For, e: Expr): boolean {
  return placesRead(e).some((p) => p.variable === s.index);
}

/** The index, where the loop overwrites a value that is still needed. */
function savedIndex(c: SweepContext, s: For): Readonly<Record<'push' | 'pop', Statement>> {
  const { type } = s.first;
  const place = variable(s.index, type, s.span);
  const { locations } = c.analysis.model;
  const recording = record(c.b, {
    kind: 'value',
    variable: s.index,
    place,
    location: locations.at(locations.of(place)).key,
    statement: s.id,
    span: s.span,
    type,
    width: null,
  });
  const what = { kind: 'scalar', place } as const;
  return {
    push: { kind: 'push', ...base(c.b, forwardOf(s), 'push'), what, recording },
    pop: { kind: 'pop', ...base(c.b, backwardOf(s), 'pop'), what, recording },
  };
}

/** Back from `first + (trips-1)·step` to `first`: from `last` itself where the step is ±1. */
function reversedLoop(
  c: SweepContext,
  s: For,
  bounds: { first: Expr; last: Expr; step: Expr },
  body: readonly Statement[],
): Statement {
  const { first, last, step } = bounds;
  const type = first.type;
  let start = last;
  let test: For['test'] = 'do';
  let back: Expr = negate(step);
  if (step.kind === 'constant') {
    back = constant(-step.value, type);
    if (Math.abs(step.value) !== 1) start = lastReached(first, last, step);
    test = s.test === 'do' ? 'do' : step.value > 0 ? 'ge' : 'le';
  } else start = lastReached(first, last, step);
  return {
    kind: 'for',
    ...base(c.b, backwardOf(s), 'control'),
    label: newLabel(c.b),
    index: s.index,
    first: start,
    last: first,
    step: back,
    test,
    body,
  };
}

function lastReached(first: Expr, last: Expr, step: Expr): Expr {
  const trips = divide(add(subtract(last, first), step), step);
  return add(first, multiply(subtract(trips, constant(1, first.type)), step));
}
