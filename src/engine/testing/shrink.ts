/**
 * Makes a failing program small: as long as anything can be taken away so that it still fails, it is. Candidates are
 * tried from large to small: routines, statements, bodies without their construct, operands for their operation.
 * `fails` must say no for programs that are broken (the caller verifies and prints them first).
 */
import { children, isReal, withChildren } from '../ir/build';
import { bodies, walkStatements, withBodies } from '../ir/statements';
import type { Expr, Program, Routine, Statement, Variable, VariableId } from '../ir/types';

export type Fails<T> = (candidate: T) => boolean;

/** At most this many candidates are tried, so that a slow oracle still ends. */
const PATIENCE = 3000;

export function shrinkProgram(program: Program, fails: Fails<Program>, patience = PATIENCE): Program {
  let best = program;
  let left = patience;
  const attempt = (candidate: Program): boolean => {
    if (left-- <= 0 || !fails(candidate)) return false;
    best = candidate;
    return true;
  };
  let improved = true;
  while (improved && left > 0) {
    const passes = [dropStatements, unwrapStatements, dropDeclarations, simplifyStatements];
    improved = passes.map((pass) => pass(best, attempt)).includes(true);
  }
  return best;
}

type Attempt = (candidate: Program) => boolean;
/** Goes through all candidates of its kind, from the program that it was given on; whether any was taken. */
type Pass = (program: Program, attempt: Attempt) => boolean;

/** Runs of statements in one list, long ones first (delta debugging). */
const dropStatements: Pass = (program, attempt) => {
  let current = program;
  let any = false;
  let ids = statementIds(current);
  for (let size = ids.length; size >= 1; size = size >> 1) {
    for (let start = 0; start < ids.length; ) {
      const dropped = new Set(ids.slice(start, start + size));
      const next = mapStatements(current, (s) => (dropped.has(s.id) ? [] : [s]));
      if (attempt(next)) {
        current = next;
        any = true;
        ids = statementIds(current);
      } else start += size;
    }
  }
  return any;
};

/** A construct gives way to one of its bodies. */
const unwrapStatements: Pass = (program, attempt) => {
  let current = program;
  let any = false;
  for (const id of statementIds(program)) {
    const found = findStatement(current, id);
    for (const body of found ? bodies(found) : []) {
      const next = mapStatements(current, (s) => (s.id === id ? body : [s]));
      if (attempt(next)) {
        current = next;
        any = true;
        break;
      }
    }
  }
  return any;
};

/** Expressions give way to their operands, or to a constant. */
const simplifyStatements: Pass = (program, attempt) => {
  let current = program;
  let any = false;
  for (const id of statementIds(program)) {
    for (let again = true; again; ) {
      again = false;
      const found = findStatement(current, id);
      for (const simpler of found ? simplerStatements(found) : []) {
        const next = mapStatements(current, (s) => (s.id === id ? [simpler] : [s]));
        if (attempt(next)) {
          current = next;
          any = true;
          again = true;
          break;
        }
      }
    }
  }
  return any;
};

function simplerStatements(s: Statement): Statement[] {
  switch (s.kind) {
    case 'assign':
      if (s.form === 'increment') return [];
      return simplerExprs(s.value).map((value) => ({ ...s, value }));
    case 'if':
    case 'while':
    case 'doWhile':
      return simplerExprs(s.condition).map((condition) => ({ ...s, condition }));
    case 'for':
      return [
        ...simplerExprs(s.first).map((first) => ({ ...s, first })),
        ...simplerExprs(s.last).map((last) => ({ ...s, last })),
      ];
    case 'switch':
      return simplerExprs(s.selector).map((selector) => ({ ...s, selector }));
    default:
      return [];
  }
}

/** All expressions that are this one with one node simpler, outermost first. */
function simplerExprs(e: Expr): Expr[] {
  const parts = children(e);
  const same = e.kind === 'element' ? [] : parts.filter((part) => part.type === e.type);
  const constant: Expr[] =
    parts.length > 0 && (isReal(e.type) || e.type === 'bool')
      ? [{ kind: 'constant', type: e.type, value: 1, span: e.span }]
      : [];
  const inside = parts.flatMap((part, i) =>
    simplerExprs(part).map((simpler) =>
      withChildren(
        e,
        parts.map((other, k) => (k === i ? simpler : other)),
      ),
    ),
  );
  return [...same, ...constant, ...inside];
}

function statementIds(program: Program): number[] {
  const ids: number[] = [];
  for (const routine of program.routines) walkStatements(routine.body, (s) => ids.push(s.id));
  return ids;
}

function findStatement(program: Program, id: number): Statement | null {
  let found: Statement | null = null;
  for (const routine of program.routines) {
    walkStatements(routine.body, (s) => {
      if (s.id === id) found = s;
    });
  }
  return found;
}

/** Replaces every statement by a list, outermost first; what replaces a statement is not looked at again. */
function mapStatements(program: Program, change: (s: Statement) => readonly Statement[]): Program {
  const list = (body: readonly Statement[]): Statement[] =>
    body.flatMap((s) => {
      const made = change(s);
      if (made.length !== 1 || made[0] !== s) return [...made];
      const inner = bodies(s);
      return [inner.length === 0 ? s : withBodies(s, inner.map(list))];
    });
  const routines = program.routines.map((r): Routine => ({ ...r, body: list(r.body) }));
  return { ...program, routines };
}

/** Parameters, then routines, then locals that nothing needs. */
const dropDeclarations: Pass = (program, attempt) => {
  let current = program;
  let any = false;
  const take = (next: Program) => {
    if (!attempt(next)) return false;
    current = next;
    any = true;
    return true;
  };
  for (let r = current.routines.length - 1; r >= 0; r--) {
    const called = JSON.stringify(current.routines).includes(`"callee":"${current.routines[r]?.name}"`);
    if (!called && current.routines.length > 1) take(withoutRoutine(current, r));
  }
  for (const [r, routine] of current.routines.entries()) {
    for (let i = routine.parameters.length - 1; i >= 0; i--) take(withoutParameter(current, r, i));
  }
  const named = JSON.stringify([current.routines.map((r) => r.body), current.variables.map((v) => v.shape)]);
  const unused = current.variables.filter(
    (v) => v.role === 'local' && !new RegExp(`"(variable|index|state)":${v.id}\\b`).test(named),
  );
  if (unused.length > 0) take(withoutVariables(current, new Set(unused.map((v) => v.id))));
  return any;
};

function withoutParameter(program: Program, r: number, i: number): Program {
  const routine = program.routines[r] as Routine;
  const id = routine.parameters[i] as VariableId;
  const changed = mapStatements(program, (s) =>
    s.kind === 'call' && s.callee === routine.name ? [{ ...s, args: s.args.filter((_, k) => k !== i) }] : [s],
  );
  return withoutVariables(changed, new Set([id]));
}

function withoutRoutine(program: Program, r: number): Program {
  const ids = program.variables.filter((v) => v.owner === r).map((v) => v.id);
  const rest = withoutVariables(program, new Set(ids));
  return {
    ...rest,
    routines: rest.routines.filter((_, i) => i !== r),
    variables: rest.variables.map((v) =>
      v.owner !== null && v.owner > r ? { ...v, owner: v.owner - 1 } : v,
    ),
  };
}

/** Takes variables out of the table and numbers the others anew; what still names them is left broken for `fails` to refuse. */
function withoutVariables(program: Program, gone: ReadonlySet<VariableId>): Program {
  const kept = program.variables.filter((v) => !gone.has(v.id));
  const next = new Map(kept.map((v, i) => [v.id as number, i]));
  const renumber = (x: unknown, key: string): unknown => {
    if (typeof x === 'number' && NAMING.has(key)) return next.get(x) ?? -1;
    if (Array.isArray(x)) {
      if (key === 'parameters' || key === 'locals')
        return x.filter((id) => next.has(id)).map((id) => next.get(id));
      return x.map((each) => renumber(each, ''));
    }
    if (typeof x !== 'object' || x === null) return x;
    return Object.fromEntries(Object.entries(x).map(([k, v]) => [k, renumber(v, k)]));
  };
  const routines = renumber(program.routines, '') as Routine[];
  const variables = kept.map((v, i) => ({
    ...(renumber(v, '') as Variable),
    id: i as VariableId,
  }));
  return { ...program, routines, variables };
}

/** Fields that hold the id of a variable. */
const NAMING = new Set(['variable', 'index', 'state', 'result', 'derivativeOf']);
