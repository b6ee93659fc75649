/** Calls in joint mode (theory 6): forward `PUSH(sbk); PUSH(snp); C`, backward `POP(snp); C̄; POP(sbk)`. */

import { inPushOrder } from '../analyses/instructions/callSets';
import { elementsPassed, partTouched } from '../analyses/instructions/externalEffects';
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { diagnostic } from '../base/diagnostics';
import { entryOf, itemAt } from '../base/lookup';
import { isOpen } from '../ir/bounds';
import { children, constant, element, isReal, variable } from '../ir/build';
import { globalsTouchedBy } from '../ir/declaredDerivative';
import type { Emitter } from '../ir/emit';
import type { Location } from '../ir/locations';
import { routineNamed, variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { callsIn } from '../ir/statements';
import type {
  Argument,
  Call,
  Expr,
  Place,
  Routine,
  ScalarType,
  Statement,
  StatementId,
  TapeValue,
  VariableId,
} from '../ir/types';
import type { Builder } from './builder';
import { elementCount } from './extents';
import type { AdjointSignature } from './signatures';
import type { SweepContext, Sweeps } from './sweeps/context';

/** Both sweeps of a call. */
export function reverseCall(c: SweepContext, s: Call): Sweeps {
  const { b, analysis } = c;
  const plan = analysis.calls.get(s.id);
  const at = b.at(s);
  const forward: Statement[] = [];
  const backward: Statement[] = [];
  const pushes: Statement[] = [];
  const popsAfter: Statement[] = [];
  const popsBefore: Statement[] = [];
  const save = (l: number, kind: 'value' | 'snapshot', pops: Statement[]) => {
    const location = analysis.model.locations.at(l);
    const { key, type } = location;
    for (const what of tapeValues(b, analysis, location, s)) {
      const { push, pop } = at.saved(kind, what, {
        variable: location.variables[0],
        location: key,
        type,
      });
      pushes.push(push);
      pops.unshift(pop);
    }
  };
  plan?.sbk.forEach((l) => {
    save(l, 'value', popsAfter);
  });
  for (const l of plan ? inPushOrder(analysis.model, s, plan.snp) : []) save(l, 'snapshot', popsBefore);
  const opens = pushes.length - popsBefore.length;
  const last = popsBefore.pop();
  if (last) popsBefore.push(asSnapshot(last));
  forward.push(...pushes.map((push, k) => (k === opens ? asSnapshot(push) : push)));
  const signature = plan?.adjoint ? c.signatureOf(s.callee, plan.mode) : null;
  const callee = routineNamed(b.state.primal, s.callee);
  if (analysis.stays.has(s.id) && callee?.fixedPoint?.part !== 'limit') {
    forward.push({ ...standingFor(s, callee, signature), ...at.forward.stamp('primal') });
  }
  backward.push(...popsBefore);
  if (signature) backward.push(...adjointCall(b, analysis, s, signature));
  for (const l of plan?.resets ?? []) {
    const place = placeOf(b, analysis.model.locations.at(l), s);
    if (place)
      backward.push(at.backward.assign('derivative', b.adjointPlace(place), constant(0, place.type)));
  }
  backward.push(...popsAfter);
  return { forward, backward };
}

const asSnapshot = (s: Statement): Statement =>
  s.kind === 'push' || s.kind === 'pop' ? { ...s, snapshot: true } : s;

/** The call as the forward sweep makes it. */
function standingFor(s: Call, callee: Routine | undefined, signature: AdjointSignature | null): Call {
  if (signature?.forward) return { ...s, callee: signature.forward };
  const other = callee?.runAs;
  return other ? { ...s, callee: other.callee, args: other.args.map((k) => itemAt(s.args, k)) } : s;
}

/** What is pushed to save a location; nothing, and a diagnostic, where the text does not say how large it is. */
function tapeValues(b: Builder, analysis: RoutineAnalysis, location: Location, s: Call): TapeValue[] {
  const place = placeOf(b, location, s);
  if (place) return [{ kind: 'scalar', place }];
  const elements = elementsPassed(analysis.model, s, location);
  if (elements) return elements.map((p) => ({ kind: 'scalar', place: p }));
  return storageOf(b, location).flatMap((id): TapeValue[] => {
    const v = variableOf(b.state, id);
    if (!v.shape) return [{ kind: 'scalar', place: variable(id, v.type, s.span) }];
    const count = elementCount(b, v.shape) ?? partTouched(b.state.primal, s, location);
    if (count) return [{ kind: 'array', variable: id, count, span: s.span }];
    b.state.problems.push(
      diagnostic(
        'error',
        'unknown-extent',
        `The call overwrites \`${v.name}\`, which has to be saved first, and the text does not say how large it is.`,
        s.span,
        `Declare its extent, such as \`${v.name}[n]\` in C or \`${v.name}(n)\` in Fortran.`,
      ),
    );
    return [];
  });
}

/** Calls before which an array has to be saved as a whole, though the text does not say how large it is. */
export function unsizedCalls({ model, calls }: RoutineAnalysis): StatementId[] {
  const { program, routine, locations } = model;
  // Their adjoints have no sweeps in which anything is saved.
  if (routine.independent || routine.fixedPoint?.part === 'limit') return [];
  return callsIn(routine.body).flatMap((s) => {
    const isUnsized = (l: number) => {
      const location = locations.at(l);
      if (location.strong || elementsPassed(model, s, location)) return false;
      const isAnyOpen = location.variables.some((id) => isOpen(variableOf(program, id)));
      return isAnyOpen && !partTouched(program, s, location);
    };
    const plan = calls.get(s.id);
    return plan && [...plan.sbk.toArray(), ...plan.snp.toArray()].some(isUnsized) ? [s.id] : [];
  });
}

/** The variables that cover a location, each piece of shared storage once. */
function storageOf(b: Builder, location: Location): VariableId[] {
  const seen = new Set<string>();
  const found: VariableId[] = [];
  for (const id of location.variables) {
    const v = variableOf(b.state, id);
    const key = v.storage
      ? `${v.storage.root} ${v.storage.offset} ${v.shape ? JSON.stringify(v.shape.dimensions.map((d) => d.extent)) : ''}`
      : `${id}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(id);
  }
  return found;
}

/** A location that is one value, as a place. */
function placeOf(b: Builder, location: Location, s: Call): Place | null {
  if (!location.strong) return null;
  const id = itemAt(storageOf(b, location), 0);
  const v = variableOf(b.state, id);
  if (!v.shape) return variable(id, v.type, s.span);
  if (!location.element) return null;
  return element(
    id,
    location.element.map((k) => constant(k, 'i32')),
    v.type,
    s.span,
  );
}

/** The call of the adjoint, and what sets up its arguments. */
export function adjointCall(
  b: Builder,
  analysis: RoutineAnalysis,
  s: Call,
  signature: AdjointSignature,
): Statement[] {
  const emit = b.at(s).backward;
  const before: Statement[] = [];
  const args: Argument[] = [];
  const callee = routineNamed(b.state.primal, s.callee);
  // An adjoint that the user supplies names adjoints of globals.
  for (const id of callee ? globalsTouchedBy(callee) : [])
    if (isReal(variableOf(b.state.primal, id).type)) b.adjointVariable(id);
  s.args.forEach((a, k) => {
    args.push(
      a.kind === 'value' && !isAtHand(analysis, s, a.value)
        ? { kind: 'value', value: constant(0, a.value.type) }
        : a,
    );
    if (signature.active[k]) args.push(adjointActual(b, a, emit, before, k));
  });
  if (signature.resultActive) {
    const result = s.result;
    if (result) {
      const seed = b.adjointPlace(result);
      const t = b.ref(b.slot(`seed${b.state.suffix}`, result.type, 0, 'adjoint'));
      before.push(emit.assign('derivative', t, seed));
      before.push(emit.assign('derivative', seed, constant(0, seed.type)));
      args.push({ kind: 'value', value: t });
    } else args.push({ kind: 'value', value: constant(0, resultType(b, s)) });
  }
  return [...before, emit.call('derivative', signature.name, args)];
}

function resultType(b: Builder, s: Call): ScalarType {
  const id = routineNamed(b.state.primal, s.callee)?.result;
  return id == null ? 'f64' : variableOf(b.state.primal, id).type;
}

/**
 * May the adjoint call be passed this value as it is written? Yes, if the adjoint reads it, for then it is required. Otherwise
 * only if evaluating it can do no harm: adjoint liveness may have dropped what computes it, and what it reads may have been
 * overwritten since, so that a subscript would be out of bounds or a divisor zero.
 */
function isAtHand(analysis: RoutineAnalysis, s: Call, value: Expr): boolean {
  const { locations, program } = analysis.model;
  const read = analysis.derivativeUse({ kind: 'leaf', id: s.id, statement: s });
  const indices = new Set(entryOf(analysis.nesting.fors, s.id).map(({ index }) => index));
  const isRead = (p: Place) => indices.has(p.variable) || read?.has(locations.of(p)) === true;
  const places = placesRead(value);
  if (places.every(isRead)) return true;
  // Subscripts of an element that is passed itself are required, for the sake of its adjoint.
  const own = value.kind === 'element' ? [value] : places;
  if (value.kind !== 'element' && !isHarmless(value)) return false;
  const live = analysis.live.around(s.id)?.before;
  return own.every((p) => {
    const role = variableOf(program, p.variable).role;
    return role === 'parameter' || role === 'global' || isRead(p) || live?.has(locations.of(p)) === true;
  });
}

/** Integer operations that are not defined for every operand. */
const DEMANDING: ReadonlySet<string> = new Set(['divide', 'remainder', 'shiftleft', 'shiftright']);

/** It can be evaluated in any state: no subscript may be out of bounds, no integer divisor zero. */
function isHarmless(e: Expr): boolean {
  if (e.kind === 'element') return false;
  if (e.kind === 'binary' && !isReal(e.type) && DEMANDING.has(e.op)) return false;
  return children(e).every(isHarmless);
}

/** The adjoint of an actual argument; a zeroed scratch variable where the actual is passive (theory 6). */
function adjointActual(
  b: Builder,
  a: Argument,
  emit: Emitter,
  before: Statement[],
  position: number,
): Argument {
  if (a.kind === 'array') {
    return { kind: 'array', variable: b.adjointVariable(a.variable), start: a.start, span: a.span };
  }
  const place: Place | null =
    a.kind === 'reference'
      ? a.place
      : a.value.kind === 'variable' || a.value.kind === 'element'
        ? a.value
        : null;
  if (place && isReal(place.type)) return { kind: 'reference', place: b.adjointPlace(place) };
  const type = a.kind === 'value' ? a.value.type : 'f64';
  const scratch = b.ref(b.slot(`scratch${b.state.suffix}`, type, position, 'adjoint'));
  before.push(emit.assign('derivative', scratch, constant(0, type)));
  return { kind: 'reference', place: scratch };
}
