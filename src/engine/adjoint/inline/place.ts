/** A call put in place: the statements of the callee, over the variables of the caller. */

import { itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { add, convert, element, rewrite, sameExpr, subtract, variable } from '../../ir/build';
import { addVariable, Emitter, type GrowingProgram } from '../../ir/emit';
import type { TakenNames } from '../../ir/names';
import { shapeOf, variableOf } from '../../ir/names';
import { placesRead } from '../../ir/partials';
import { mapExpressions, renumber } from '../../ir/rewrites/rename';
import { callsIn, indicesIn, rewriteStatements, someStatement } from '../../ir/statements';
import type {
  Argument,
  Block,
  Call,
  Expr,
  LabelId,
  Place,
  Program,
  Routine,
  Shape,
  Statement,
  Variable,
  VariableId,
} from '../../ir/types';

export interface Site {
  readonly program: Program;
  readonly growing: GrowingProgram;
  readonly owner: number;
  readonly routine: Routine;
  readonly added: VariableId[];
  readonly names: TakenNames;
  /** What the caller may write. */
  readonly changed: () => ReadonlySet<VariableId>;
  /** Its own variables for memory that lasts, by the memory's key. */
  readonly views: Map<string, VariableId>;
}

/** How a read or write of a formal is written in the caller. */
type Meaning = (place: Place) => Place;

/** What is known while a call is put in place. */
interface Placing {
  readonly site: Site;
  readonly emit: Emitter;
  readonly call: Call;
  readonly callee: Routine;
  /** Statements that evaluate arguments, once, as the call would. */
  readonly before: Statement[];
  readonly meaning: Map<VariableId, Meaning>;
  readonly whole: Map<VariableId, VariableId>;
  /** Scalars whose value at entry stands for a formal in the bounds of arrays. */
  readonly values: Map<VariableId, Expr>;
}

/** The statements that replace a call, or the reason why there are none. */
export function place(site: Site, call: Call, callee: Routine): Statement[] | string {
  const p: Placing = {
    site,
    emit: new Emitter(site.growing, call),
    call,
    callee,
    before: [],
    meaning: new Map(),
    whole: new Map(),
    values: new Map(),
  };
  for (const [k, id] of callee.parameters.entries()) {
    const problem = bind(p, variableOf(site.growing, id), itemAt(call.args, k));
    if (problem) return problem;
  }
  const problem = bindLocals(p);
  if (problem) return problem;
  bindConstants(p);
  const nameOf = (id: VariableId) => variableOf(site.growing, id).name;
  const unclear = wholeUses(callee).find((id) => p.meaning.has(id) && !p.whole.has(id));
  if (unclear !== undefined) return `it passes \`${nameOf(unclear)}\` on`;
  const indexed = indicesIn(callee.body).find(
    (v) => p.meaning.get(v)?.(variable(v, 'i32')).kind === 'element',
  );
  if (indexed !== undefined) return `it counts a loop with its argument \`${nameOf(indexed)}\``;
  return placed(p);
}

function placed(p: Placing): Statement[] {
  const { site, call, callee, before, meaning, whole } = p;
  const typed = (v: VariableId) => variable(v, variableOf(site.growing, v).type);
  const map = <E extends Expr>(e: E): E =>
    rewrite(e, (x) =>
      x.kind === 'variable' || x.kind === 'element' ? (meaning.get(x.variable)?.(x) ?? x) : x,
    ) as E;
  const id = (v: VariableId): VariableId => whole.get(v) ?? meaning.get(v)?.(typed(v)).variable ?? v;
  const fresh = renumber(callee, site.growing);
  const body = rewriteStatements(fresh.body, (s) => [mapExpressions(s, map, id)]);
  const block: Block = {
    kind: 'block',
    ...p.emit.stamp(call.role),
    label: fresh.label,
    body,
  };
  const leaves = hasReturn(body, fresh.label);
  const value =
    call.result && callee.result !== null ? meaning.get(callee.result)?.(typed(callee.result)) : null;
  const after =
    call.result && value ? [p.emit.assign(p.call.role, call.result, convert(value, call.result.type))] : [];
  return [...before, ...(leaves ? [block] : body), ...after];
}

function create({ site }: Placing, like: Variable, role: Variable['role']): VariableId {
  // A constant stays one.
  const { intent, initial } = role === 'global' ? like : { intent: null, initial: null };
  const more = { passing: 'value', owner: site.owner, name: site.names.fresh(like.name) } as const;
  const id = addVariable(site.growing.variables, { ...like, ...more, role, intent, initial });
  site.added.push(id);
  return id;
}

// ------------------------------------------------------------------------------------------------------------- arguments

function bind(p: Placing, formal: Variable, actual: Argument): string | null {
  const { meaning, values } = p;
  if (actual.kind === 'value') {
    const copy = create(p, formal, 'temporary');
    p.before.push(
      p.emit.assign(
        p.call.role,
        variable(copy, formal.type, p.call.span),
        convert(actual.value, formal.type),
      ),
    );
    meaning.set(formal.id, (x) => ({ ...x, variable: copy }));
    values.set(formal.id, actual.value);
    return null;
  }
  if (actual.kind === 'array') return bindArray(p, formal, actual);
  const held = hold(p, actual.place);
  if (formal.shape && formal.shape.dimensions.length !== 1)
    return `\`${formal.name}\` sees a single value as an array`;
  meaning.set(formal.id, (x) => ({ ...held, span: x.span }));
  // An array of one dimension is a pointer to one value.
  if (!formal.shape) values.set(formal.id, held);
  return null;
}

/** Evaluates the subscripts of a place once, as the call would. */
function hold<P extends Place>(p: Placing, given: P): P {
  if (given.kind !== 'element') return given;
  const array = variableOf(p.site.growing, given.variable);
  const subscripts = given.subscripts.map((e) => {
    if (e.kind === 'constant') return e;
    const like = { ...array, name: 'index', type: e.type, shape: null, storage: null, derivativeOf: null };
    const copy = create(p, like, 'temporary');
    p.before.push(p.emit.assign(p.call.role, variable(copy, e.type, e.span), e));
    return variable(copy, e.type, e.span);
  });
  return { ...given, subscripts };
}

function bindArray(p: Placing, formal: Variable, actual: Argument & { kind: 'array' }): string | null {
  const { site, meaning } = p;
  const target = variableOf(site.growing, actual.variable);
  const shape = shapeOf(target);
  const { start } = actual;
  if (!formal.shape) {
    const first = start ?? shape.dimensions.map((d) => d.lower);
    const held = hold(p, element(actual.variable, first, target.type, actual.span));
    meaning.set(formal.id, (x) => ({ ...held, span: x.span }));
    return null;
  }
  const unlike = unlikeShapes(p, formal, formal.shape, target, shape);
  if (unlike) return unlike;
  if (start && shape.dimensions.length > 1) return `\`${formal.name}\` starts inside \`${target.name}\``;
  const held = start ? hold(p, element(actual.variable, start, target.type, actual.span)).subscripts : null;
  const lowers = formal.shape.dimensions.map((d) => translate(p, d.lower));
  if (lowers.includes(null))
    return `the bounds of \`${formal.name}\` are not those at entry of ${site.routine.name}`;
  const shifts = shape.dimensions.map((d, k) => subtract(held?.[k] ?? d.lower, lowers[k] as Expr));
  meaning.set(formal.id, (x) =>
    x.kind === 'element'
      ? {
          ...x,
          variable: actual.variable,
          subscripts: x.subscripts.map((e, k) => add(e, convert(itemAt(shifts, k), e.type))),
        }
      : { ...x, variable: actual.variable },
  );
  if (!start && shifts.every((e) => e.kind === 'constant' && e.value === 0))
    p.whole.set(formal.id, actual.variable);
  return null;
}

/** Why the formal sees other elements than the array that is passed for it has; null where it sees the same. */
function unlikeShapes(
  p: Placing,
  { name }: Variable,
  formal: Shape,
  target: Variable,
  shape: Shape,
): string | null {
  const sees = `\`${name}\` sees \`${target.name}\``;
  const rank = shape.dimensions.length;
  if (formal.dimensions.length !== rank) return `${sees} with another number of dimensions`;
  if (formal.order !== shape.order) return `${sees} in another memory order`;
  const slowest = shape.order === 'row' ? 0 : rank - 1;
  const isAlike = shape.dimensions.every(({ extent }, d) => {
    if (d === slowest) return true;
    const seen = formal.dimensions[d]?.extent;
    const translated = seen && translate(p, seen);
    return extent && translated && sameExpr(extent, translated);
  });
  return isAlike ? null : `${sees} under another shape`;
}

/** A bound of the callee in terms of what the caller never changes, where that can be said. */
function translate({ site, values }: Placing, e: Expr): Expr | null {
  let possible = true;
  const result = rewrite(e, (x) => {
    if (x.kind !== 'variable') return x;
    if (variableOf(site.growing, x.variable).role === 'global') return x;
    const value = values.get(x.variable);
    if (!value || placesRead(value).some((read) => site.changed().has(read.variable))) possible = false;
    return value ?? x;
  });
  return possible ? result : null;
}

// ---------------------------------------------------------------------------------------------- what the callee has itself

function bindLocals(p: Placing): string | null {
  const { site, callee } = p;
  for (const id of [...callee.locals, ...(callee.result === null ? [] : [callee.result])]) {
    const v = variableOf(site.growing, id);
    if (v.role === 'global') continue;
    const shape = v.shape && shapeHere(p, v.shape);
    if (v.shape && !shape)
      return `the extent of its local array \`${v.name}\` is not known at entry of ${site.routine.name}`;
    const copy = create(p, { ...v, shape }, v.role === 'result' ? 'temporary' : v.role);
    p.meaning.set(id, (x) => ({ ...x, variable: copy }));
    p.whole.set(id, copy);
    if (!shape) p.values.set(id, variable(copy, v.type));
  }
  return null;
}

function shapeHere(p: Placing, shape: Shape): Shape | null {
  const dimensions: Shape['dimensions'][number][] = [];
  for (const d of shape.dimensions) {
    const [lower, extent] = [translate(p, d.lower), d.extent && translate(p, d.extent)];
    if (!lower || !extent || !entryOnly(p.site, lower) || !entryOnly(p.site, extent)) return null;
    dimensions.push({ lower, extent });
  }
  return { ...shape, dimensions };
}

/** Constants that the callee keeps: the caller's view of their memory, made for the first call. */
function bindConstants(p: Placing): void {
  const { growing, program, views } = p.site;
  const from = program.routines.findIndex((r) => r.name === p.callee.name);
  for (const v of growing.variables.filter(({ role, owner }) => role === 'global' && owner === from)) {
    const view = getOrMake(views, v.storage?.key ?? v.name, () => create(p, v, 'global'));
    p.meaning.set(v.id, (x) => ({ ...x, variable: view }));
    p.whole.set(v.id, view);
  }
}

/** Bounds may read only what is fixed at entry: constants, unwritten parameters. */
function entryOnly(site: Site, e: Expr): boolean {
  let fixed = true;
  rewrite(e, (x) => {
    if (x.kind === 'element') fixed = false;
    if (x.kind === 'variable' && !site.routine.parameters.includes(x.variable)) fixed = false;
    return x;
  });
  return fixed;
}

/** Arrays that the callee passes on whole. */
function wholeUses(routine: Routine): VariableId[] {
  return callsIn(routine.body).flatMap(({ args }) =>
    args.flatMap((a) => (a.kind === 'array' ? [a.variable] : [])),
  );
}

function hasReturn(body: readonly Statement[], label: LabelId): boolean {
  return someStatement(body, (s) => s.kind === 'exit' && s.target === label);
}
