/** Rewrites a routine over other variables. */
import { itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { rewrite } from '../build';
import { addVariable, type Counters, newLabel, newStatement } from '../emit';
import { rewriteStatements } from '../statements';
import type {
  Argument,
  DispatchJump,
  Expr,
  LabelId,
  Routine,
  Shape,
  Statement,
  TapeValue,
  Variable,
  VariableId,
} from '../types';

export type Renaming = ReadonlyMap<VariableId, VariableId>;

export function renameExpr<E extends Expr>(e: E, names: Renaming): E {
  return rewrite(e, (x) =>
    x.kind === 'variable' || x.kind === 'element'
      ? { ...x, variable: names.get(x.variable) ?? x.variable }
      : x,
  ) as E;
}

export function renameShape(shape: Shape, names: Renaming): Shape {
  return {
    ...shape,
    dimensions: shape.dimensions.map((d) => ({
      lower: renameExpr(d.lower, names),
      extent: d.extent && renameExpr(d.extent, names),
    })),
  };
}

/** Copies of variables for another routine, whose bounds are in terms of the copies; the copy of each. */
export function copyVariables(
  variables: Variable[],
  copied: readonly Variable[],
  owner: number,
): Map<VariableId, VariableId> {
  const copies = new Map(copied.map((v) => [v.id, addVariable(variables, { ...v, owner })]));
  for (const id of copies.values()) {
    const v = itemAt(variables, id);
    if (v.shape) variables[id] = { ...v, shape: renameShape(v.shape, copies) };
  }
  return copies;
}

export function renameRoutine(routine: Routine, names: Renaming): Routine {
  const id = (v: VariableId) => names.get(v) ?? v;
  return {
    ...routine,
    parameters: routine.parameters.map(id),
    locals: routine.locals.map(id),
    result: routine.result === null ? null : id(routine.result),
    body: rewriteStatements(routine.body, (s) => [mapExpressions(s, (e) => renameExpr(e, names), id)]),
  };
}

/** Applies a function to every expression directly in a statement (not to the statements inside it). */
export function mapExpressions(
  s: Statement,
  f: <E extends Expr>(e: E) => E,
  id: (v: VariableId) => VariableId = (v) => v,
): Statement {
  const argument = (a: Argument): Argument => {
    if (a.kind === 'value') return { ...a, value: f(a.value) };
    if (a.kind === 'reference') return { ...a, place: f(a.place) };
    return { ...a, variable: id(a.variable), start: a.start?.map((e) => f(e)) ?? null };
  };
  const tape = (w: TapeValue): TapeValue =>
    w.kind === 'scalar' ? { ...w, place: f(w.place) } : { ...w, variable: id(w.variable), count: f(w.count) };
  const jump = (j: DispatchJump): DispatchJump => {
    if (j.kind === 'branch') return { ...j, condition: f(j.condition) };
    if (j.kind === 'select') return { ...j, selector: f(j.selector) };
    return j;
  };
  switch (s.kind) {
    case 'assign':
      return {
        ...s,
        target: f(s.target),
        value: f(s.value),
        ...(s.jacobian && {
          jacobian: s.jacobian.map(({ place, partial }) => ({
            place: f(place),
            partial: f(partial),
          })),
        }),
        ...(s.accumulates && {
          accumulates: {
            ...s.accumulates,
            of: f(s.accumulates.of),
            by: f(s.accumulates.by),
            via: s.accumulates.via && f(s.accumulates.via),
          },
        }),
        ...(s.undo && { undo: f(s.undo) }),
        ...(s.held && {
          held: s.held.map((h) => ({ ...h, value: f(h.value), by: f(h.by) })),
        }),
      };
    case 'call':
      return { ...s, args: s.args.map(argument), result: s.result && f(s.result) };
    case 'if':
    case 'while':
    case 'doWhile':
      return { ...s, condition: f(s.condition) };
    case 'for':
      return { ...s, index: id(s.index), first: f(s.first), last: f(s.last), step: f(s.step) };
    case 'switch':
      return { ...s, selector: f(s.selector) };
    case 'dispatch':
      return { ...s, state: id(s.state), blocks: s.blocks.map((b) => ({ ...b, jump: jump(b.jump) })) };
    case 'io':
      return { ...s, items: s.items.map((e) => f(e)) };
    case 'push':
    case 'pop':
      return { ...s, what: tape(s.what) };
    case 'pushControl':
      return { ...s, value: f(s.value) };
    case 'popControl':
      return { ...s, target: id(s.target) };
    default:
      return s;
  }
}

/** Gives every statement, branch and construct of a routine a number of its own. */
export function renumber(routine: Routine, counters: Counters): Routine {
  const labels = new Map<LabelId, LabelId>();
  const label = (l: LabelId): LabelId => {
    return getOrMake(labels, l, () => newLabel(counters));
  };
  const id = () => newStatement(counters);
  const body = rewriteStatements(routine.body, (s) => {
    const fresh = { ...s, id: id() };
    if (fresh.kind === 'exit' || fresh.kind === 'next') return [{ ...fresh, target: label(fresh.target) }];
    if (fresh.kind === 'dispatch') {
      const blocks = fresh.blocks.map((b) =>
        b.jump.kind === 'go' ? b : { ...b, jump: { ...b.jump, id: id() } },
      );
      return [{ ...fresh, label: label(fresh.label), blocks }];
    }
    return ['label' in fresh ? { ...fresh, label: label(fresh.label) } : fresh];
  });
  return { ...routine, label: label(routine.label), body };
}
