/** Comparisons of runs at one point, element by element. */
import { operate, tripleAt } from './domain';
import type { Failed } from './machine';
import {
  allOf,
  type Drawn,
  drawnFor,
  elements,
  placeOf,
  type Question,
  type Side,
  type Trial,
  tangents,
} from './question';
import type { Finished } from './run';

/** What went otherwise than it should, of which program: the generated one or a printed one. */
export type Fault =
  | { readonly kind: 'derivative' | 'output' | 'tape'; readonly of: string }
  | { readonly kind: 'ended'; readonly of: string; readonly failed: Failed };

const GENERATED = 'generated';

/** `primals`: a run for each direction. */
export function faultOf(q: Trial, primals: readonly Finished[], derivative: Finished): Fault | null {
  const [primal] = primals as [Finished];
  const of = GENERATED;
  if (derivative.failed) return { kind: 'ended', of, failed: derivative.failed };
  if (derivative.left > 0) return { kind: 'tape', of };
  if (q.mode === 'adjoint') {
    sumOfProducts(q, primal, derivative, drawnFor(q));
    if (!q.domain.isZero()) return { kind: 'derivative', of };
  } else if (!sameTangents(q, primals, derivative)) return { kind: 'derivative', of };
  return sameOutputs(q, primal, derivative) ? null : { kind: 'output', of };
}

/** Loads into `acc` what the primal's run left in a variable. */
export function atEnd(
  q: Question,
  run: Finished,
  key: string,
  what: 'load' | 'loadTangent',
  i: number,
): number {
  const port = q.primal.ports.find((each) => each.key === key);
  if (!port && key !== q.resultKey) throw new Error(`${key} is not in the primal`);
  return run[what](port ? port.id : 'result', i) ?? 0;
}

/** acc := ⟨x̄ before, ẏ⟩ − ⟨x̄ after, ẋ⟩, over all adjoints that the program names and dependents that it does not. */
export function sumOfProducts(
  q: Trial,
  primal: Finished,
  derivative: Finished,
  { starts, direction }: Drawn,
): void {
  const { domain } = q;
  const { acc } = domain;
  const named = q.derivative.ports.filter((port) => port.holds === 'adjoint');
  const has = new Set(named.map((port) => port.key));
  const added = new Set<number>();
  domain.number(0);
  const sum = acc.slice();
  const factor = new Float64Array(3);
  const timesFactor = () => operate(domain.multiply, factor);
  const addTo = (sign: 1 | -1) => {
    if (sign === -1) domain.negate();
    operate(domain.add, sum);
    sum.set(acc);
  };
  const one = (key: string, i: number, loadAfter: () => void) => {
    // Routines may see one place by several names.
    const { root, at, stride, byValue } = placeOf(q, key);
    const place = root * 2 ** 32 + at + i * stride;
    if (added.has(place)) return;
    added.add(place);
    elements(q, key, 'adjoint', starts)(i);
    factor.set(acc);
    if (byValue) elements(q, key, 'direction 0', direction)(i);
    else atEnd(q, primal, key, 'loadTangent', i);
    timesFactor();
    addTo(1);
    if (!direction(key, i)) return;
    loadAfter();
    factor.set(acc);
    elements(q, key, 'direction 0', direction)(i);
    timesFactor();
    addTo(-1);
  };
  for (const port of named)
    port.values.forEach((_, i) => {
      one(port.key, i, () => derivative.load(port.id, i));
    });
  for (const key of q.dependents) {
    if (has.has(key)) continue;
    const seed = elements(q, key, 'adjoint', starts);
    eachOf(q, key, (i) => one(key, i, () => seed(i)));
  }
  acc.set(sum);
}

export function eachOf(q: Question, key: string, visit: (i: number) => void): void {
  const { count } = placeOf(q, key);
  for (let i = 0; i < count; i++) visit(i);
}

function isSame({ domain }: Trial, one: () => void, other: () => void): boolean {
  one();
  const [a0, a1, a2] = tripleAt(domain.acc);
  other();
  domain.subtract(a0, a1, a2);
  return domain.isZero();
}

function sameTangents(q: Trial, primals: readonly Finished[], derivative: Finished): boolean {
  const n = q.directions;
  let same = true;
  for (const key of q.dependents) {
    const port = q.derivative.ports.find((each) => each.holds === 'tangent' && each.key === key);
    // What the program does not name is as it was.
    const found = port ? (i: number) => derivative.load(port.id, i) : tangents(q, key, allOf(q.independents));
    eachOf(q, key, (i) => {
      primals.forEach((primal, k) => {
        same &&= isSame(
          q,
          () => found(i * n + k),
          () => atEnd(q, primal, key, 'loadTangent', i),
        );
      });
    });
  }
  return same;
}

function sameOutputs(q: Trial, primal: Finished, derivative: Finished): boolean {
  let same = true;
  for (const key of q.keeps) {
    const port = q.derivative.ports.find((each) => each.holds === 'primal' && each.key === key);
    const which = port?.id ?? (key === q.resultKey ? 'result' : null);
    if (which === null) continue;
    eachOf(q, key, (i) => {
      let [own, other] = [0, 0];
      const elements = isSame(
        q,
        () => {
          own = derivative.load(which, i);
        },
        () => {
          other = atEnd(q, primal, key, 'load', i);
        },
      );
      // Integers have no elements: their doubles are compared. Those of reals may differ where rounding came in another order.
      same &&= elements && (port?.isInteger !== true || own === other);
    });
  }
  return same;
}

/** Every derivative, and every output that is kept, is as the generated program leaves it. */
export function faultOfPrinted(
  q: Trial,
  language: string,
  generated: Finished,
  printed: { readonly side: Side; readonly run: Finished },
): Fault | null {
  const whole = q.second ?? q.derivative;
  const { side, run } = printed;
  if (run.failed) return { kind: 'ended', of: language, failed: run.failed };
  if (run.left > 0) return { kind: 'tape', of: language };
  // What nobody asked for, such as the tangent of another adjoint, may be made of what was never set.
  const asked = { primal: q.keeps, tangent: q.second ? [] : q.dependents, second: q.independents };
  for (const port of side.ports) {
    if (port.holds === 'count' || (port.holds !== 'adjoint' && !asked[port.holds].includes(port.key)))
      continue;
    const own = whole.ports.find((each) => each.key === port.key && each.holds === port.holds);
    if (!own) continue;
    for (let i = 0; i < port.values.length; i++) {
      const same = isSame(
        q,
        () => run.load(port.id, i),
        () => generated.load(own.id, i),
      );
      if (!same) return { kind: port.holds === 'primal' ? 'output' : 'derivative', of: language };
    }
  }
  return null;
}

export function isSameAt(
  q: Trial,
  primals: readonly Finished[],
  derivative: Finished,
  drawn: Drawn,
): boolean {
  if (q.mode === 'tangent') return sameTangents(q, primals, derivative);
  sumOfProducts(q, primals[0] as Finished, derivative, drawn);
  return q.domain.isZero();
}

/** What is wrong with the tangent of the adjoint, beside the adjoint in dual numbers. */
export function faultOfSecond(q: Trial, dual: Finished, second: Finished): Fault | null {
  const of = GENERATED;
  if (second.failed) return { kind: 'ended', of, failed: second.failed };
  if (second.left > 0) return { kind: 'tape', of };
  const isRight = adjointsOf(q).every((element) => isSameSecond(q, { dual, second }, element));
  return isRight ? null : { kind: 'derivative', of };
}

/** Of an element of an independent: its adjoint, and the tangent of that. */
export function isSameSecond(
  q: Trial,
  { dual, second }: Readonly<Record<'dual' | 'second', Finished>>,
  { key, i }: { readonly key: string; readonly i: number },
): boolean {
  const named = (side: Side | null, holds: 'adjoint' | 'second') =>
    side?.ports.find((port) => port.key === key && port.holds === holds);
  const own = named(q.derivative, 'adjoint');
  if (!own) return true;
  const [adjoint, tangent] = [named(q.second, 'adjoint'), named(q.second, 'second')];
  const equal = (one: () => void, other: () => void) => isSame(q, one, other);
  return (
    (!adjoint ||
      equal(
        () => second.load(adjoint.id, i),
        () => dual.load(own.id, i),
      )) &&
    equal(
      () => (tangent ? second.load(tangent.id, i) : q.domain.number(0)),
      () => dual.loadTangent(own.id, i),
    )
  );
}

/** Every element of an independent that has an adjoint. */
export function adjointsOf(q: Question): { readonly key: string; readonly i: number }[] {
  const found: { key: string; i: number }[] = [];
  for (const key of q.independents) eachOf(q, key, (i) => found.push({ key, i }));
  return found;
}
