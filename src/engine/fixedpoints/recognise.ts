/**
 * Does a loop end on a small change of its iterate? Its test, or what the test reads, must hold the difference between the
 * iterate and what it was (`z - zo` where the body sets one of them to the other, or `d` where it sets `z = z + d`), for
 * everything real that one trip hands to the next.
 *
 *     while (fabs(z - zo) > tol) { zo = z; z = 0.5 * (zo + a / zo); }      iterate {z}
 *     do { d = f(z) / g(z); z = z - d; } while (fabs(d) > tol);            iterate {z}
 *     while (err > tol) { err = 0; s = s + z; … }                          not: s is carried over and not measured
 */
import type { Summary } from '../analyses/instructions/summary';
import { globalOfPort } from '../analyses/instructions/summary';
import { isReal, logical, not, sameExpr, somePart, walk } from '../ir/build';
import { variableOf } from '../ir/names';
import { someStatement, walkStatements } from '../ir/statements';
import type { Assign, Expr, Place, Program, VariableId } from '../ir/types';
import { mentions, statementExpressions } from '../ir/uses';
import type { Face } from '../outlining/face';
import { bodyOf, isRealVariable, type Loop } from './outline';

export interface Recognised {
  /** Positions among what the loop shares: what is handed from trip to trip. */
  readonly iterate: readonly number[];
  /** Variables of the iterate whose change the test measures. */
  readonly measured: ReadonlySet<VariableId>;
  /** Holds while the loop has not come to rest; null where the loop's test says exactly that. */
  readonly unrest: Expr | null;
  /** What stands in the way, a clause each. */
  readonly problems: readonly string[];
}

/** `step`: the effects of one trip on what the loop shares. `named`: the variables that a directive says come to rest. */
export function recognise(
  program: Program,
  loop: Loop,
  face: Face,
  step: Summary,
  named: ReadonlySet<VariableId> | null,
): Recognised {
  const assigned = assignments(loop);
  const carried = face.shared.flatMap((_, k) => (step.use.has(k) && step.out.has(k) ? [k] : []));
  const idOf = (k: number) => (face.shared[k] as Face['shared'][number]).id;
  const iterate = carried.filter((k) => isRealVariable(program, idOf(k)));
  const rests = new Set(iterate.map(idOf));
  const parts = conjuncts(loop.condition);
  const change = parts.filter(comparesReals);
  const measured = measuredBy(change, assigned, rests);
  const covered = withCopies(named ? new Set([...named, ...measured]) : measured, assigned);
  const problems: string[] = [];
  const name = (id: VariableId) => `\`${variableOf(program, id).name}\``;
  if (iterate.length === 0) problems.push('nothing real is handed from one trip to the next');
  for (const id of rests)
    if (!covered.has(id))
      problems.push(
        `${name(id)} is handed from one trip to the next, and the test does not measure its change`,
      );
  for (const k of carried) {
    const id = idOf(k);
    if (!rests.has(id) && !countsOnly(id, loop))
      problems.push(`the trips are not alike: ${name(id)} changes from one to the next`);
  }
  for (const port of [...step.use, ...step.out])
    if (typeof port === 'string' && port !== 'result' && isRealVariable(program, globalOfPort(port)))
      problems.push(`it uses ${name(globalOfPort(port))}, which other routines can see`);
  if (change.length === 0) problems.push('its test compares no real numbers');
  const unrest =
    change.length < parts.length && change.length > 0 ? change.reduce((a, b) => logical('or', a, b)) : null;
  return { iterate, measured, unrest, problems: [...new Set(problems)] };
}

/** The conditions that must all hold for the loop to go on. */
function conjuncts(e: Expr): Expr[] {
  if (e.kind === 'logical' && e.op === 'and') return [...conjuncts(e.left), ...conjuncts(e.right)];
  if (e.kind === 'unary' && e.op === 'not') {
    const { operand } = e;
    if (operand.kind === 'logical' && operand.op === 'or')
      return [...conjuncts(not(operand.left)), ...conjuncts(not(operand.right))];
    if (operand.kind === 'unary' && operand.op === 'not') return conjuncts(operand.operand);
  }
  return [e];
}

function comparesReals(e: Expr): boolean {
  return somePart(e, (x) => x.kind === 'compare' && isReal(x.left.type));
}

interface Assigned {
  readonly all: readonly Assign[];
  /** By variable: the expressions that its values are computed from. */
  readonly sources: ReadonlyMap<VariableId, readonly Expr[]>;
}

function assignments(loop: Loop): Assigned {
  const all: Assign[] = [];
  const sources = new Map<VariableId, Expr[]>();
  const add = (id: VariableId, from: readonly Expr[]) =>
    sources.set(id, [...(sources.get(id) ?? []), ...from]);
  walkStatements(bodyOf(loop), (s) => {
    if (s.kind === 'assign') {
      all.push(s);
      add(s.target.variable, [s.value]);
    }
    if (s.kind === 'call')
      for (const place of [s.result, ...s.args.map((a) => (a.kind === 'reference' ? a.place : null))])
        if (place) add(place.variable, statementExpressions(s));
  });
  return { all, sources };
}

/** All parts of these expressions, and of the expressions that this trip assigns to the values they read. */
function followed(
  tests: readonly Expr[],
  sources: Assigned['sources'],
  rests: ReadonlySet<VariableId>,
): Expr[] {
  const seen: Expr[] = [];
  const done = new Set<VariableId>();
  const work = [...tests];
  for (let e = work.pop(); e !== undefined; e = work.pop())
    walk(e, (x) => {
      seen.push(x);
      if (!isPlace(x) || rests.has(x.variable) || done.has(x.variable)) return;
      done.add(x.variable);
      work.push(...(sources.get(x.variable) ?? []));
    });
  return seen;
}

/** The variables whose change these expressions measure, also by way of what they read of this trip. */
function measuredBy(tests: readonly Expr[], { all, sources }: Assigned, rests: ReadonlySet<VariableId>) {
  const measured = new Set<VariableId>();
  const seen = followed(tests, sources, rests);
  // What the trips hand on is no step between two of them.
  const isStep = (e: Expr) => e.kind !== 'constant' && !(isPlace(e) && rests.has(e.variable));
  const isCopy = (a: VariableId, b: VariableId) =>
    all.some((s) => s.target.variable === a && isPlace(s.value) && s.value.variable === b);
  const areLinked = (a: VariableId, b: VariableId) => a !== b && (isCopy(a, b) || isCopy(b, a));
  for (const x of seen) {
    if (x.kind !== 'binary' || x.op !== 'subtract' || !isPlace(x.left) || !isPlace(x.right)) continue;
    if (!areLinked(x.left.variable, x.right.variable)) continue;
    for (const { variable } of [x.left, x.right]) if (rests.has(variable)) measured.add(variable);
  }
  const isStepOf = (target: Place, { before, change }: Step): boolean =>
    (sameExpr(before, target) || areLinked(before.variable, target.variable)) &&
    isStep(change) &&
    seen.some((x) => sameExpr(x, change));
  for (const { target, value } of all) {
    const step = rests.has(target.variable) ? stepIn(value) : null;
    if (step && isStepOf(target, step)) measured.add(target.variable);
  }
  return measured;
}

interface Step {
  readonly before: Place;
  readonly change: Expr;
}

/** `z + d`, `zo - d`. */
function stepIn(value: Expr): Step | null {
  if (value.kind !== 'binary' || (value.op !== 'add' && value.op !== 'subtract')) return null;
  if (isPlace(value.left)) return { before: value.left, change: value.right };
  return value.op === 'add' && isPlace(value.right) ? { before: value.right, change: value.left } : null;
}

const isPlace = (e: Expr): e is Place => e.kind === 'variable' || e.kind === 'element';

/** These variables, and others that are set to nothing but one of them. */
function withCopies(known: ReadonlySet<VariableId>, { all }: Assigned): Set<VariableId> {
  const found = new Set(known);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { target } of all) {
      if (found.has(target.variable)) continue;
      const own = all.filter((s) => s.target.variable === target.variable);
      if (!own.every(({ value }) => isPlace(value) && found.has(value.variable))) continue;
      found.add(target.variable);
      grown = true;
    }
  }
  return found;
}

/** Do only its own assignments in the body read the variable? */
function countsOnly(id: VariableId, loop: Loop): boolean {
  return !someStatement(bodyOf(loop), (s) => {
    if (s.kind === 'io') return false;
    if (s.kind === 'assign' && s.target.variable === id && s.target.kind === 'variable') return false;
    if (s.kind === 'call' && s.args.some((a) => a.kind === 'array' && a.variable === id)) return true;
    return statementExpressions(s).some((e) => mentions(e, (each) => each === id));
  });
}
