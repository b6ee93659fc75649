/**
 * Calls put in place: the body of the callee, over the caller's variables. Done before any analysis, so that everything
 * after it sees one routine. A call that cannot be put in place (recursion, an array seen under another shape) stays a
 * call, and a diagnostic says why.
 */

import type { Diagnostic } from '../base/diagnostics';
import { entryOf, itemAt, present } from '../base/lookup';
import { add, convert, element, rewrite, sameExpr, subtract, variable } from '../ir/build';
import { byteSize } from '../ir/locations';
import { placesRead } from '../ir/partials';
import { mapExpressions, renumber } from '../ir/rewrites/rename';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type {
  Argument,
  Assign,
  Block,
  Call,
  Expr,
  LabelId,
  Place,
  Program,
  Routine,
  Shape,
  Statement,
  StatementId,
  Variable,
  VariableId,
} from '../ir/types';
import { mentioned } from '../ir/uses';
import { freshName } from './freshName';

export interface Inlined {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** `wanted`: should this call be put in place? Where none is, the program itself comes back. */
export function inlineCalls(program: Program, wanted: (call: Call) => boolean): Inlined {
  const variables: Variable[] = [...program.variables];
  const counters = { nextStatement: program.nextStatement, nextLabel: program.nextLabel };
  const diagnostics: Diagnostic[] = [];
  const byName = new Map(program.routines.map((r) => [r.name, r]));
  const cyclic = (name: string) => reaches(byName, name, name);
  const refuse = (call: Call, why: string) => {
    diagnostics.push({
      severity: 'warning',
      code: 'not-inlined',
      message: `The call of ${call.callee} stays a call: ${why}.`,
      span: call.span,
      notes: [{ message: 'It is reversed jointly instead.' }],
    });
  };

  let isChanged = false;
  const done = new Map<string, Routine>();
  const named = (routine: Routine) =>
    [...mentioned(routine)].filter((id) => itemAt(variables, id).storage !== null);
  const inlineRoutine = (routine: Routine): Routine => {
    const known = done.get(routine.name);
    if (known) return known;
    const owner = program.routines.indexOf(routine);
    const added: VariableId[] = [];
    const seen = new Set(named(routine));
    const body = rewriteStatements(routine.body, (s) => {
      if (s.kind !== 'call' || !wanted(s)) return [s];
      const callee = entryOf(byName, s.callee);
      if (callee.external) return [s];
      if (cyclic(s.callee)) {
        refuse(s, 'the routine calls itself');
        return [s];
      }
      const inside = inlineRoutine(callee);
      const other = named(inside).find((id) =>
        [...seen].some((own) => areUnlikeViews(itemAt(variables, own), itemAt(variables, id))),
      );
      if (other !== undefined) {
        // One routine can see the bytes of a COMMON block in one way only.
        refuse(
          s,
          `\`${itemAt(variables, other).name}\` sees memory that ${routine.name} sees in another way`,
        );
        return [s];
      }
      const placed = place({ program, variables, counters, owner, routine, added }, s, inside);
      if (typeof placed === 'string') {
        refuse(s, placed);
        return [s];
      }
      for (const id of named(inside)) seen.add(id);
      isChanged = true;
      return placed;
    });
    const result = { ...routine, body, locals: [...routine.locals, ...added] };
    done.set(routine.name, result);
    return result;
  };
  const routines = program.routines.map(inlineRoutine);
  return { program: isChanged ? { ...program, variables, routines, ...counters } : program, diagnostics };
}

/** Do two variables share bytes, and not one and the same elements? */
function areUnlikeViews(v: Variable, w: Variable): boolean {
  if (v.id === w.id || !v.storage || !w.storage || v.storage.root !== w.storage.root) return false;
  const [from, start] = [v.storage.offset, w.storage.offset];
  const apart = start >= from + byteSize(v) || from >= start + byteSize(w);
  const alike = from === start && v.type === w.type && sameShape(v.shape, w.shape);
  return !apart && !alike;
}

function sameShape(a: Shape | null, b: Shape | null): boolean {
  const dimensions = b?.dimensions ?? [];
  return (
    (a?.dimensions.length ?? 0) === dimensions.length &&
    (a?.dimensions ?? []).every(({ extent }, d) => {
      const other = dimensions[d]?.extent;
      return extent && other && sameExpr(extent, other);
    })
  );
}

interface Site {
  readonly program: Program;
  readonly variables: Variable[];
  readonly counters: { nextStatement: number; nextLabel: number };
  readonly owner: number;
  readonly routine: Routine;
  readonly added: VariableId[];
}

/** How a read or write of a formal is written in the caller. */
type Meaning = (place: Place) => Place;

/** The statements that replace a call, or the reason why there are none. */
function place(site: Site, call: Call, callee: Routine): Statement[] | string {
  const before: Statement[] = [];
  const meaning = new Map<VariableId, Meaning>();
  const whole = new Map<VariableId, VariableId>();
  /** Scalars whose value at entry stands for a formal in the bounds of arrays. */
  const values = new Map<VariableId, Expr>();
  const names = namesIn(site);
  const changed = changedIn(site.routine);
  const changes = (e: Expr) => placesRead(e).some((p) => changed.has(p.variable));

  const assign = (target: Place, value: Expr): Assign => ({
    kind: 'assign',
    id: site.counters.nextStatement++ as StatementId,
    span: call.span,
    role: call.role,
    origin: call.origin,
    target,
    value,
  });
  const create = (like: Variable, role: Variable['role']): VariableId => {
    const id = site.variables.length as VariableId;
    site.variables.push({
      ...like,
      id,
      name: freshName(like.name, names),
      role,
      passing: 'value',
      intent: null,
      owner: site.owner,
      initial: null,
    });
    site.added.push(id);
    return id;
  };

  for (let k = 0; k < callee.parameters.length; k++) {
    const formal = site.variables[callee.parameters[k] as number] as Variable;
    const actual = itemAt(call.args, k);
    const problem = bind(formal, actual);
    if (problem) return problem;
  }
  function bind(formal: Variable, actual: Argument): string | null {
    if (actual.kind === 'value') {
      const copy = create(formal, 'temporary');
      before.push(assign(variable(copy, formal.type, call.span), convert(actual.value, formal.type)));
      meaning.set(formal.id, (p) => ({ ...p, variable: copy }));
      values.set(formal.id, actual.value);
      return null;
    }
    if (actual.kind === 'reference') {
      const held = hold(actual.place);
      if (formal.shape) {
        if (formal.shape.dimensions.length !== 1) return `\`${formal.name}\` sees a single value as an array`;
        // A pointer to one value.
        meaning.set(formal.id, (p) => ({ ...held, span: p.span }));
        return null;
      }
      meaning.set(formal.id, (p) => ({ ...held, span: p.span }));
      values.set(formal.id, held);
      return null;
    }
    return bindArray(formal, actual);
  }
  /** Evaluates the subscripts of a place once, as the call would. */
  function hold(p: Place): Place {
    if (p.kind === 'variable') return p;
    return {
      ...p,
      subscripts: p.subscripts.map((e) => {
        if (e.kind === 'constant') return e;
        const like: Variable = {
          ...(site.variables[p.variable] as Variable),
          name: 'index',
          type: e.type,
          shape: null,
          storage: null,
          derivativeOf: null,
        };
        const copy = create(like, 'temporary');
        before.push(assign(variable(copy, e.type, e.span), e));
        return variable(copy, e.type, e.span);
      }),
    };
  }
  function bindArray(formal: Variable, actual: Argument & { kind: 'array' }): string | null {
    const target = site.variables[actual.variable] as Variable;
    const shape = present(target.shape, `the shape of ${target.name}`);
    if (!formal.shape) {
      const start = actual.start ?? shape.dimensions.map((d) => d.lower);
      const held = hold(element(actual.variable, start, target.type, actual.span));
      meaning.set(formal.id, (p) => ({ ...held, span: p.span }));
      return null;
    }
    const rank = shape.dimensions.length;
    if (formal.shape.dimensions.length !== rank)
      return `\`${formal.name}\` sees \`${target.name}\` with another number of dimensions`;
    if (formal.shape.order !== shape.order)
      return `\`${formal.name}\` sees \`${target.name}\` in another memory order`;
    const slowest = shape.order === 'row' ? 0 : rank - 1;
    for (let d = 0; d < rank; d++) {
      if (d === slowest) continue;
      const own = shape.dimensions[d]?.extent;
      const seen = formal.shape.dimensions[d]?.extent;
      const translated = seen && translate(seen);
      if (!own || !translated || !sameExpr(own, translated))
        return `\`${formal.name}\` sees \`${target.name}\` under another shape`;
    }
    const start = actual.start;
    if (start && rank > 1) return `\`${formal.name}\` starts inside \`${target.name}\``;
    const held = start
      ? (hold(element(actual.variable, start, target.type, actual.span)) as Place & { kind: 'element' })
          .subscripts
      : null;
    const lowers = formal.shape.dimensions.map((d) => translate(d.lower));
    if (lowers.includes(null))
      return `the bounds of \`${formal.name}\` are not those at entry of ${site.routine.name}`;
    const shifts = shape.dimensions.map((d, k) => subtract(held?.[k] ?? d.lower, lowers[k] as Expr));
    meaning.set(formal.id, (p) =>
      p.kind === 'element'
        ? {
            ...p,
            variable: actual.variable,
            subscripts: p.subscripts.map((e, k) => add(e, convert(shifts[k] as Expr, e.type))),
          }
        : { ...p, variable: actual.variable },
    );
    if (!start && shifts.every((e) => e.kind === 'constant' && e.value === 0))
      whole.set(formal.id, actual.variable);
    return null;
  }
  /** A bound of the callee in terms of what the caller never changes, where that can be said. */
  function translate(e: Expr): Expr | null {
    let possible = true;
    const result = rewrite(e, (x) => {
      if (x.kind !== 'variable') return x;
      const v = site.variables[x.variable] as Variable;
      if (v.role === 'global') return x;
      const value = values.get(x.variable);
      if (!value || changes(value)) possible = false;
      return value ?? x;
    });
    return possible ? result : null;
  }

  const own = [...callee.locals, ...(callee.result === null ? [] : [callee.result])];
  for (const id of own) {
    const v = site.variables[id] as Variable;
    if (v.role === 'global') continue;
    let shape = v.shape;
    if (shape) {
      const dimensions = shape.dimensions.map((d) => ({
        lower: translate(d.lower),
        extent: d.extent && translate(d.extent),
      }));
      const known = dimensions.every(
        (d) => d.lower && d.extent && entryOnly(site, d.lower) && entryOnly(site, d.extent),
      );
      if (!known)
        return `the extent of its local array \`${v.name}\` is not known at entry of ${site.routine.name}`;
      shape = { ...shape, dimensions: dimensions as Shape['dimensions'] };
    }
    const copy = create({ ...v, shape }, v.role === 'result' ? 'temporary' : v.role);
    meaning.set(id, (p) => ({ ...p, variable: copy }));
    whole.set(id, copy);
    if (!shape) values.set(id, variable(copy, v.type));
  }
  // What the callee keeps for itself between calls: the caller's view of that storage, made for the first call of it.
  const calleeIndex = site.program.routines.findIndex((r) => r.name === callee.name);
  for (const v of [...site.variables]) {
    if (v.role !== 'global' || v.owner !== calleeIndex || calleeIndex === site.owner) continue;
    const same = site.variables.find((x) => x.owner === site.owner && x.role === 'global' && sameView(x, v));
    const view = same?.id ?? create(v, 'global');
    if (!same) {
      site.variables[view] = { ...(site.variables[view] as Variable), initial: v.initial };
    }
    meaning.set(v.id, (p) => ({ ...p, variable: view }));
    whole.set(v.id, view);
  }
  const unclear = wholeUses(callee).find((id) => meaning.has(id) && !whole.has(id));
  if (unclear !== undefined) return `it passes \`${(site.variables[unclear] as Variable).name}\` on`;

  const map = <E extends Expr>(e: E): E =>
    rewrite(e, (x) =>
      x.kind === 'variable' || x.kind === 'element' ? (meaning.get(x.variable)?.(x) ?? x) : x,
    ) as E;
  const id = (v: VariableId): VariableId => {
    const p = meaning.get(v)?.(variable(v, (site.variables[v] as Variable).type));
    return whole.get(v) ?? p?.variable ?? v;
  };
  const indexed = [...indicesOf(callee)].find((v) => meaning.get(v)?.(variable(v, 'i32')).kind === 'element');
  if (indexed !== undefined)
    return `it counts a loop with its argument \`${(site.variables[indexed] as Variable).name}\``;
  const fresh = renumber(callee, site.counters);
  const body = rewriteStatements(fresh.body, (s) => [mapExpressions(s, map, id)]);
  const block: Block = {
    kind: 'block',
    id: site.counters.nextStatement++ as StatementId,
    span: call.span,
    role: call.role,
    origin: call.origin,
    label: fresh.label as LabelId,
    body,
  };
  const leaves = hasReturn(body, fresh.label);
  const after: Statement[] = [];
  if (call.result && callee.result !== null) {
    const value = meaning.get(callee.result)?.(
      variable(callee.result, (site.variables[callee.result] as Variable).type),
    );
    if (value) after.push(assign(call.result, convert(value, call.result.type)));
  }
  return [...before, ...(leaves ? [block] : body), ...after];
}

/** The same piece of storage seen as the same type and shape. */
function sameView(a: Variable, b: Variable): boolean {
  if (
    !a.storage ||
    !b.storage ||
    a.storage.root !== b.storage.root ||
    a.storage.offset !== b.storage.offset ||
    a.type !== b.type
  )
    return false;
  if (!a.shape || !b.shape) return a.shape === b.shape;
  const other = b.shape.dimensions;
  return (
    a.shape.dimensions.length === other.length &&
    a.shape.dimensions.every((d, k) => {
      const o = other[k] as Shape['dimensions'][number];
      return (
        sameExpr(d.lower, o.lower) &&
        (d.extent && o.extent ? sameExpr(d.extent, o.extent) : d.extent === o.extent)
      );
    })
  );
}

function namesIn(site: Site): Set<string> {
  return new Set(
    site.variables.filter((v) => v.owner === site.owner || v.owner === null).map((v) => v.name.toLowerCase()),
  );
}

/** Bounds may read only what is fixed at entry: constants, unwritten parameters. */
/** What a routine may write: whatever it passes on by reference may be. */
function changedIn(routine: Routine): Set<VariableId> {
  const changed = new Set<VariableId>();
  walkStatements(routine.body, (s) => {
    if (s.kind === 'assign') changed.add(s.target.variable);
    else if (s.kind === 'for') changed.add(s.index);
    else if (s.kind === 'call') {
      if (s.result) changed.add(s.result.variable);
      for (const arg of s.args)
        if (arg.kind !== 'value') changed.add(arg.kind === 'array' ? arg.variable : arg.place.variable);
    }
  });
  return changed;
}

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
  const found: VariableId[] = [];
  walkStatements(routine.body, (s) => {
    if (s.kind === 'call') for (const a of s.args) if (a.kind === 'array') found.push(a.variable);
  });
  return found;
}

function indicesOf(routine: Routine): Set<VariableId> {
  const found = new Set<VariableId>();
  walkStatements(routine.body, (s) => {
    if (s.kind === 'for') found.add(s.index);
  });
  return found;
}

function hasReturn(body: readonly Statement[], label: LabelId): boolean {
  let found = false;
  walkStatements(body, (s) => {
    if (s.kind === 'exit' && s.target === label) found = true;
  });
  return found;
}

function reaches(byName: ReadonlyMap<string, Routine>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const work = [from];
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    let hit = false;
    walkStatements(entryOf(byName, name).body, (s) => {
      if (s.kind !== 'call') return;
      if (s.callee === to) hit = true;
      if (!seen.has(s.callee)) {
        seen.add(s.callee);
        work.push(s.callee);
      }
    });
    if (hit) return true;
  }
  return false;
}
