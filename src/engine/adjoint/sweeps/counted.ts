/** Counted loops: the backward sweep runs them from their last index to the first (theory 7). */
import { add, constant, divide, multiply, negate, subtract, variable } from '../../ir/build';
import { placesRead } from '../../ir/partials';
import type { Expr, For, Statement } from '../../ir/types';
import type { TargetKey } from '../jumps';
import { closeBody } from './arrows';
import { type SweepContext, type Sweeps, withTarget } from './context';

export function sweepCounted(c: SweepContext, s: For): Sweeps {
  const { b } = c;
  const plan = c.analysis.tests.get(s.id);
  const isReversed = s.body.some((x) => c.reversed.has(x.id));
  const at = b.at(s);
  const key: TargetKey = `next ${s.label}`;
  const sites = c.jumps.sites.get(key) ?? [];
  const cont = sites.length > 0 && isReversed ? b.slot('skip', 'i32', c.depth) : null;
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
    const kept = b.slot('kept', s.first.type, c.depth);
    const index = variable(s.index, s.first.type, s.span);
    backward.push(at.backward.assign('control', b.ref(kept), index));
    after.push(at.backward.assign('control', index, b.ref(kept)));
  }
  if (plan && !plan.runs && isReversed) {
    // The reversed loop may test its bounds again at every trip, so they must not read its index.
    const parts = (['first', 'last', 'step'] as const).filter((part) => readsIndex(s, bounds[part]));
    for (const part of parts) {
      const kept = b.slot(part, bounds[part].type, c.depth);
      backward.push(at.backward.assign('control', b.ref(kept), bounds[part]));
      bounds[part] = b.ref(kept);
    }
  }
  const stores: Statement[] = [];
  if (isReversed && plan?.kind === 'counted') {
    for (const part of plan.storedBounds) {
      const e = bounds[part];
      const kept = b.slot(part, e.type, c.depth);
      const onTape = at.recordControl('bounds', { kind: 'count' }, { type: e.type });
      forward.push(at.forward.assign('control', b.ref(kept), e));
      stores.push(at.forward.pushNumber(b.ref(kept), onTape));
      backward.unshift(at.backward.popNumber(kept, onTape));
      bounds[part] = b.ref(kept);
    }
  }
  if (!plan || plan.runs) {
    forward.push({
      ...s,
      ...at.forward.stamp('primal'),
      ...bounds,
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
function savedIndex(c: SweepContext, s: For) {
  const { type } = s.first;
  const place = variable(s.index, type, s.span);
  const { locations } = c.analysis.model;
  const location = locations.at(locations.of(place)).key;
  return c.b.at(s).saved('value', { kind: 'scalar', place }, { variable: s.index, location, type });
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
  return c.b
    .at(s)
    .backward.loop('control', { index: s.index, first: start, last: first, step: back, test }, body);
}

function lastReached(first: Expr, last: Expr, step: Expr): Expr {
  const trips = divide(add(subtract(last, first), step), step);
  return add(first, multiply(subtract(trips, constant(1, first.type)), step));
}
