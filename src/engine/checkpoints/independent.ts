/**
 * Are the iterations of a counted loop independent, but for sums (theory 11)? What one of them writes must be
 *
 *     (a) private        set in each iteration before it is read, and not used after the loop
 *     (b) a sum          nowhere but in `v[s] = v[s] + e`, `v` in neither e nor s
 *     (c) its own        element at c·i + d in one dimension, c ≠ 0, d of what the loop leaves alone, wherever it stands
 *
 *     for (i) { t = x[i] * x[i]; y[i] = sin(t); s = s + t; }        t is private, y[i] is its own, s is a sum
 *     for (i) { x[i + 1] = x[i] * x[i]; }                            not: x stands at two subscripts
 */
import { modelProgram } from '../analyses/instructions/programModel';
import { upwardExposed } from '../analyses/problems/exposed';
import { solve, statesAround } from '../dataflow/solve';
import { isReal, sameExpr, walk, walkPlaces } from '../ir/build';
import { globalsTouchedBy } from '../ir/declaredDerivative';
import { routineNamed, variableOf } from '../ir/names';
import { callsIn, rewriteStatements, walkStatements } from '../ir/statements';
import type {
  Assign,
  Convert,
  ElementRef,
  Expr,
  For,
  Place,
  Program,
  Routine,
  Statement,
  VariableId,
} from '../ir/types';
import {
  assignedVariables,
  mentioned,
  mentions,
  namedVariables,
  reachedFrom,
  statementExpressions,
} from '../ir/uses';
import type { Face } from '../outlining/face';
import { addPart, draftOf, freshRoutine, programOf } from '../outlining/parts';

/** What keeps iterations from being independent, a clause each, with the rule that it breaks. */
export function meetings(program: Program, routine: Routine, loop: For, face: Face): string[] {
  const called = globalsOfCalls(program, loop.body);
  const written = new Set([...assignedVariables(loop.body), ...called.written]);
  const exposed = exposedIn(program, routine, loop, face);
  const liveAfter = readAfter(program, routine, loop);
  const uses = usesIn(program, loop.body);
  for (const id of called.named) uses.set(id, { ...(uses.get(id) ?? UNUSED), whole: true });
  const problems: string[] = [];
  for (const id of written) {
    const v = variableOf(program, id);
    const at = uses.get(id) ?? UNUSED;
    const isPrivate = !exposed.has(id) && !called.named.has(id);
    if (overlapsAnother(program, id, uses))
      problems.push(`\`${v.name}\` shares its storage with another variable`);
    else if (isPrivate && !liveAfter(id)) continue;
    else if (isSum(at)) continue;
    else if (v.shape && !at.whole && ownElement(at.places, loop, written)) continue;
    else problems.push(broken(v.name, { isPrivate, isArray: v.shape !== null, isSum: at.summed > 0 }));
  }
  return problems;
}

function broken(name: string, v: { isPrivate: boolean; isArray: boolean; isSum: boolean }): string {
  if (v.isPrivate) return `\`${name}\` is set in each iteration and used after the loop (rule a)`;
  if (v.isSum) return `\`${name}\` is a sum that is also used otherwise in the loop (rule b)`;
  if (v.isArray)
    return `\`${name}\` does not stand at one subscript of its own in each iteration, c·i + d (rule c)`;
  return `\`${name}\` is handed from one iteration to the next, and is no sum (rule b)`;
}

interface Uses {
  readonly places: readonly Place[];
  /** How many of the places belong to assignments and calls that only add to it. */
  readonly summed: number;
  /** A call is passed all of it, and may do more than add to it. */
  readonly whole: boolean;
}

const UNUSED: Uses = { places: [], summed: 0, whole: false };

const isSum = ({ places, summed, whole }: Uses): boolean => !whole && places.length === summed;

/** Variables of the whole program that called routines name, and those of them that they may write. */
function globalsOfCalls(program: Program, body: readonly Statement[]) {
  const routines = callsIn(body).flatMap(({ callee }) => {
    const routine = routineNamed(program, callee);
    return routine ? [...reachedFrom(program, routine)] : [];
  });
  const globals = (ids: Iterable<VariableId>) =>
    [...ids].filter((id) => {
      const { role, intent } = variableOf(program, id);
      return role === 'global' && intent !== 'in';
    });
  const touched = routines.flatMap(globalsTouchedBy);
  const written = new Set(globals([...touched, ...routines.flatMap((r) => [...assignedVariables(r.body)])]));
  return { named: new Set([...written, ...globals(routines.flatMap((r) => [...mentioned(r)]))]), written };
}

/** `adds`: does a routine nothing but add to its k-th parameter, for which this variable is passed? */
function usesIn(
  program: Program,
  body: readonly Statement[],
  adds: (callee: string, k: number, passed: VariableId) => boolean = (callee, k) =>
    addsTo(program, callee, k),
): Map<VariableId, Uses> {
  const found = new Map<VariableId, Uses>();
  const note = (id: VariableId, more: (known: Uses) => Partial<Uses>) => {
    const known = found.get(id) ?? UNUSED;
    found.set(id, { ...known, ...more(known) });
  };
  const read = (e: Expr) =>
    walk(e, (x) => {
      if (x.kind === 'variable' || x.kind === 'element')
        note(x.variable, ({ places }) => ({ places: [...places, x] }));
    });
  walkStatements(body, (s) => {
    for (const e of statementExpressions(s)) read(e);
    if (s.kind !== 'call') for (const id of namedVariables(s)) note(id, () => ({ whole: true }));
    if (s.kind === 'assign' && addsOnly(s)) note(s.target.variable, ({ summed }) => ({ summed: summed + 2 }));
    if (s.kind !== 'call') return;
    s.args.forEach((a, k) => {
      if (a.kind === 'value') return;
      const id = a.kind === 'reference' ? a.place.variable : a.variable;
      const isAdded = variableOf(program, id).role !== 'global' && adds(s.callee, k, id);
      const own = a.kind === 'reference' ? 1 : 0;
      note(id, ({ summed, whole }) => ({ summed: summed + (isAdded ? own : 0), whole: whole || !isAdded }));
    });
  });
  return found;
}

/** The routine does nothing with its k-th parameter but add to it; nor do those that it passes it on to, each looked at once. */
function addsTo(program: Program, callee: string, k: number): boolean {
  const passedOn = new Map([[`${callee} ${k}`, { callee, k }]]);
  // A map that grows is walked to its end.
  for (const to of passedOn.values()) {
    const routine = routineNamed(program, to.callee);
    const parameter = routine?.parameters[to.k];
    if (!routine || parameter === undefined) return false;
    const uses = usesIn(program, routine.body, (name, at, passed) => {
      if (passed === parameter) passedOn.set(`${name} ${at}`, { callee: name, k: at });
      return true;
    });
    if (!isSum(uses.get(parameter) ?? UNUSED)) return false;
  }
  return true;
}

/** `v[s] = v[s] ± e`, with v in neither e nor s. */
function addsOnly({ target, value }: Assign): boolean {
  const names = (e: Expr): number => {
    let count = 0;
    walkPlaces(e, (x) => {
      if (x.variable === target.variable) count++;
    });
    return count;
  };
  return names(target) === 1 && names(value) === 1 && isTerm(value, target);
}

/** The place is a summand of the expression, with a plus before it. */
function isTerm(e: Expr, place: Place): boolean {
  if (sameExpr(e, place)) return true;
  if (e.kind !== 'binary' || (e.op !== 'add' && e.op !== 'subtract')) return false;
  return isTerm(e.left, place) || (e.op === 'add' && isTerm(e.right, place));
}

/** In one dimension, all of them stand at the same subscript c·i + d. */
function ownElement(places: readonly Place[], loop: For, written: ReadonlySet<VariableId>): boolean {
  const elements = places.filter((p): p is ElementRef => p.kind === 'element');
  const [first] = elements;
  if (!first || elements.length < places.length) return false;
  return first.subscripts.some((subscript, k) => {
    const isSame = elements.every(({ subscripts }) => {
      const other = subscripts[k];
      return other !== undefined && sameExpr(other, subscript);
    });
    const c = coefficient(subscript, loop.index, written);
    return isSame && c !== null && c !== 0;
  });
}

/** Of the loop's index in c·i + d; null where the expression is of another form. */
function coefficient(e: Expr, index: VariableId, written: ReadonlySet<VariableId>): number | null {
  if (e.kind === 'variable' && e.variable === index) return 1;
  if (e.kind === 'convert' && isWhole(e)) return coefficient(e.operand, index, written);
  if (e.kind === 'unary' && e.op === 'negate') {
    const c = coefficient(e.operand, index, written);
    return c && -c;
  }
  if (e.kind === 'binary' && (e.op === 'add' || e.op === 'subtract')) {
    const [left, right] = [coefficient(e.left, index, written), coefficient(e.right, index, written)];
    if (left === null || right === null) return null;
    return e.op === 'add' ? left + right : left - right;
  }
  if (e.kind === 'binary' && e.op === 'multiply') {
    const [k, other] = e.left.kind === 'constant' ? [e.left, e.right] : [e.right, e.left];
    const c = coefficient(other, index, written);
    if (k.kind === 'constant') return c && k.value * c;
  }
  return mentions(e, (id) => id === index || written.has(id)) ? null : 0;
}

/** Different numbers stay different: nothing is cut, neither a fraction nor bits that don't fit. */
function isWhole({ type, operand }: Convert): boolean {
  return !isReal(operand.type) && (type === 'i64' || operand.type !== 'i64');
}

/** May its value be used after the loop? */
function readAfter(program: Program, routine: Routine, loop: For): (id: VariableId) => boolean {
  const model = modelProgram(program, routine.name, true).models.get(routine.name);
  if (!model) return () => true;
  const { graph, locations, effects } = model;
  const exposed = solve(graph, upwardExposed(locations, effects));
  const test = graph.vertices
    .flatMap(({ instructions }) => instructions)
    .find((i) => i.kind === 'test' && i.id === loop.id);
  const before = test && statesAround(exposed, test).before;
  return (id) => {
    const { role, passing } = variableOf(program, id);
    if (role === 'global' || role === 'result' || (role === 'parameter' && passing === 'reference'))
      return true;
    return !before || locations.ofVariable(id).some((l) => before.has(l));
  };
}

function overlapsAnother(program: Program, id: VariableId, uses: ReadonlyMap<VariableId, Uses>): boolean {
  const { storage } = variableOf(program, id);
  if (!storage) return false;
  return [...uses.keys()].some((other) => {
    const its = variableOf(program, other).storage;
    const isSameView = other === id || its?.root !== storage.root;
    return !isSameView && (its?.offset === storage.offset || variableOf(program, other).shape !== null);
  });
}

/** The statements of one iteration; what goes on with the next leaves them. */
export function inOneIteration(loop: For): readonly Statement[] {
  let goesOn = false;
  const body = rewriteStatements(loop.body, (s) => {
    if (s.kind !== 'next' || s.target !== loop.label) return [s];
    goesOn = true;
    const { id, span, role, origin, target } = s;
    return [{ kind: 'exit', id, span, role, origin, target, form: 'goto' }];
  });
  if (!goesOn) return body;
  const { id, span, role, origin, label } = loop;
  return [{ kind: 'block', id, span, role, origin, label, body }];
}

/** Variables of which an iteration may read what it did not set itself. */
export function exposedIn(program: Program, routine: Routine, loop: For, face: Face): Set<VariableId> {
  const others = [...face.shared, ...face.own.map((id) => ({ id, written: true, isPointer: false }))];
  const shared = others.filter(({ id }) => id !== loop.index);
  const d = draftOf(program, routine, loop.span, { ...face, shared, own: [] });
  const name = freshRoutine(d, 'iteration');
  addPart(d, name, ({ inside }) => inOneIteration(loop).map(inside), {
    leads: [{ hint: 'i', type: variableOf(program, loop.index).type, of: loop.index }],
  });
  const use = modelProgram(programOf(d), name, true).summaries.get(name)?.use ?? new Set();
  return new Set([...shared.flatMap(({ id }, k) => (use.has(k + 1) ? [id] : [])), ...face.globals]);
}
