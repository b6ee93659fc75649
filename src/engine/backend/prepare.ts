/**
 * Rewritings that all printers apply first. A call whose result goes through a temporary gives it to its target at once, `x =
 * f(y)`, as it was written before lowering.
 */
import { getOrMake } from '../base/once';
import { INERT, variable } from '../ir/build';
import { Emitter, newLabel, rewriteRoutines } from '../ir/emit';
import { routineNamed, variableOf } from '../ir/names';
import { callsIn, isCompound, kindsIn, mapBodies, rewriteStatements } from '../ir/statements';
import type {
  Assign,
  Call,
  Expr,
  Program,
  Routine,
  ScalarType,
  Statement,
  Variable,
  VariableId,
  While,
} from '../ir/types';
import { countMentions, mentions } from '../ir/uses';
import { writesArgument } from '../ir/writes';
import { mayWrite } from './locals';

export function prepared(program: Program): Program {
  return { ...program, routines: program.routines.map((routine) => withDirectResults(program, routine)) };
}

/** For a language in which a call of a function is no statement: a result that is not used goes to a temporary. */
export function withResultsTaken(program: Program): Program {
  const functions = new Map(program.routines.map((r) => [r.name, r.result]));
  return rewriteRoutines(program, (routine, add) => {
    const added = new Map<ScalarType, VariableId>();
    const takenBy = (result: Variable): VariableId =>
      getOrMake(added, result.type, () =>
        add({ ...result, name: 'ignored', role: 'temporary', derivativeOf: null }),
      );
    return rewriteStatements(routine.body, (s) => {
      const result = s.kind === 'call' && !s.result ? (functions.get(s.callee) ?? null) : null;
      if (s.kind !== 'call' || result === null) return [s];
      const v = variableOf(program, result);
      return [{ ...s, result: variable(takenBy(v), v.type, s.span) }];
    });
  });
}

/** For a language that passes expressions where variables are passed: `t = e; call f(t)` becomes `call f(e)` if nothing else names t. */
export function withDirectArguments(program: Program): Program {
  return { ...program, routines: program.routines.map((routine) => directArguments(program, routine)) };
}

function directArguments(program: Program, routine: Routine): Routine {
  const passed = new Set<VariableId>();
  for (const call of callsIn(routine.body))
    for (const i of call.args.keys()) {
      const id = passedAt(program, call, i);
      if (id !== null) passed.add(id);
    }
  if (passed.size === 0) return routine;
  const counts = countMentions(routine.body);
  const join = (body: readonly Statement[]): Statement[] => {
    const joined: Statement[] = [];
    for (const s of body) {
      if (s.kind !== 'call') {
        joined.push(s);
        continue;
      }
      // From the last argument on, since arguments are computed in order right before the call.
      const args = [...s.args];
      for (let i = args.length - 1; i >= 0; i--) {
        const id = passedAt(program, s, i);
        const before = joined.at(-1);
        if (id === null || counts.get(id) !== 2) continue;
        if (before?.kind !== 'assign' || before.target.kind !== 'variable') break;
        if (before.target.variable !== id) break;
        args[i] = { kind: 'value', value: before.value };
        joined.pop();
      }
      joined.push({ ...s, args });
    }
    return joined;
  };
  return { ...routine, body: join(mapLists(routine.body, join)) };
}

/** The temporary that an argument is, unless the callee needs it in memory: for an array, or to write it. */
function passedAt(program: Program, call: Call, i: number): VariableId | null {
  const arg = call.args[i];
  if (arg?.kind !== 'reference' || arg.place.kind !== 'variable') return null;
  const { variable: id } = arg.place;
  if (variableOf(program, id).role !== 'temporary') return null;
  const formal = routineNamed(program, call.callee)?.parameters[i];
  if (formal === undefined) return id;
  return variableOf(program, formal).shape || writesArgument(program)(call, i) ? null : id;
}

/** For a language without a place for it: the increment of a loop becomes the end of its body, and jumps to the next trip lead to it. */
export function withIncrementsInBodies(program: Program, lacksPlace: (s: While) => boolean): Program {
  return rewriteRoutines(program, ({ body }, _, made) => {
    if (!kindsIn(body).has('while')) return body;
    return rewriteStatements(body, (s) => {
      if (s.kind !== 'while' || !s.increment || !lacksPlace(s)) return s;
      const { increment, ...loop } = s;
      const label = newLabel(made);
      const inside = rewriteStatements(s.body, (inner) =>
        inner.kind === 'next' && inner.target === s.label
          ? [{ ...inner, kind: 'exit', target: label, form: inner.form === 'goto' ? 'goto' : 'break' }]
          : [inner],
      );
      if (inside === s.body) return [{ ...loop, body: [...s.body, ...increment] }];
      const block: Statement = {
        ...new Emitter(made, s).stamp(s.role),
        kind: 'block',
        label,
        body: inside,
      };
      return [{ ...loop, body: [block, ...increment] }];
    });
  });
}

/** Removes the bodies of routines that another text defines. */
export function declaredOnly(program: Program, elsewhere: ReadonlySet<string>): Program {
  if (elsewhere.size === 0) return program;
  return {
    ...program,
    routines: program.routines.map((r) => (elsewhere.has(r.name) ? { ...r, body: [], external: INERT } : r)),
  };
}

function withDirectResults(program: Program, routine: Routine): Routine {
  const calls = new Set<VariableId>();
  for (const { result } of callsIn(routine.body))
    if (result && variableOf(program, result.variable).role === 'temporary') calls.add(result.variable);
  if (calls.size === 0) return routine;
  const counts = countMentions(routine.body);
  const join = (body: readonly Statement[]): Statement[] => {
    const joined: Statement[] = [];
    for (let i = 0; i < body.length; i++) {
      const s = body[i] as Statement;
      const next = body[i + 1];
      if (s.kind === 'call' && next?.kind === 'assign' && goesTo(program, s, next, counts)) {
        joined.push({ ...s, result: next.target });
        i++;
      } else joined.push(s);
    }
    return joined;
  };
  return { ...routine, body: join(mapLists(routine.body, join)) };
}

/** Applies `change` to every list inside the statements of a list. */
function mapLists(
  body: readonly Statement[],
  change: (list: readonly Statement[]) => Statement[],
): readonly Statement[] {
  return rewriteStatements(body, (s) => [inside(s, change)]);
}

/** The increment of a loop stays as it is. */
function inside(s: Statement, change: (list: readonly Statement[]) => Statement[]): Statement {
  if (!isCompound(s)) return s;
  return mapBodies(s, (body, slot) => (s.kind === 'while' && slot === 1 ? body : change(body)));
}

/** `t = f(…); x = t`, t named nowhere else, and the place of x not moved by the call. */
function goesTo(program: Program, s: Call, next: Assign, counts: ReadonlyMap<VariableId, number>): boolean {
  const { result } = s;
  if (result?.kind !== 'variable' || next.value.kind !== 'variable') return false;
  if (next.value.variable !== result.variable || next.form === 'declaration') return false;
  if (variableOf(program, result.variable).role !== 'temporary' || counts.get(result.variable) !== 2)
    return false;
  const { target } = next;
  const isMoved = (e: Expr) => mentions(e, (id) => mayWrite(program, [s], id));
  return target.kind !== 'element' || !target.subscripts.some(isMoved);
}
