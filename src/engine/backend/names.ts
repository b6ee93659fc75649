/** Names that a language allows: none of its own words, and all different. A name stays as it is wherever it can. */

import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { entryOf } from '../base/lookup';
import { getOrMake } from '../base/once';
import { NOWHERE } from '../base/span';
import { boundsOf } from '../ir/bounds';
import { walk } from '../ir/build';
import type { Elementary } from '../ir/elementary';
import { flatName, variableOf } from '../ir/names';
import { callsIn, walkStatements } from '../ir/statements';
import type { Expr, Program, Routine, Variable, VariableId } from '../ir/types';
import { mentioned, statementExpressions } from '../ir/uses';

export interface NameRules {
  /** Words that cannot be names. */
  readonly reserved: ReadonlySet<string>;
  /** Further words that cannot be names of routines, nor, in some languages, of globals. */
  readonly reservedForRoutines?: ReadonlySet<string>;
  readonly reservedForGlobals?: ReadonlySet<string>;
  /** The result has the name of its routine. */
  readonly resultIsRoutine?: (routine: Routine) => boolean;
  /** A routine's own name is taken inside it: no parameter or local may have it, except a result that should. */
  readonly routineSeesItself?: boolean;
  /** Makes characters and length legal but keeps the end; in a language that ignores case, letters of one case. */
  readonly legal: (name: string) => string;
}

export interface Names {
  variable(id: VariableId): string;
  routine(name: string): string;
  /** A new name for a helper of the printer's in the scope of a routine; no other variable gets it. */
  fresh(routine: number, wanted: string): string;
  /** Names that users know and that had to change: of routines, parameters, globals. */
  readonly changed: readonly Changed[];
}

interface Changed {
  readonly from: string;
  readonly to: string;
  readonly variable: VariableId | null;
}

/** Tells of a name that differs from the one that a caller knows. */
export function renamed(program: Program, { from, to, variable }: Changed, language: string): Diagnostic {
  return diagnostic(
    'info',
    'renamed',
    `${from} is called ${to} in ${language}, which has another use for its name.`,
    variable === null ? NOWHERE : variableOf(program, variable).span,
  );
}

const NOTHING: ReadonlySet<string> = new Set();

/** The name that a global should have; variables of one `place` are the same memory and get the same name. */
export interface GlobalName {
  readonly wanted: string;
  readonly place: string;
}

/** For languages with a single name space: the piece of memory that a variable is a view of. */
export function memoryPlace({ id, storage }: Variable): string {
  return storage ? `${storage.root} ${storage.key}` : `${id}`;
}

/** `globalName` is null for a variable of a routine. */
function assignNames(
  program: Program,
  rules: NameRules,
  globalName: (v: Variable) => GlobalName | null,
): Names {
  const variables = new Map<VariableId, string>();
  const routines = new Map<string, string>();
  const changed: Changed[] = [];
  const global = new Set<string>();
  const scopes: Set<string>[] = [];

  const isFree = (name: string, taken: ReadonlySet<string>, more: ReadonlySet<string>) =>
    !rules.reserved.has(name) && !more.has(name) && !taken.has(name);
  const choose = (
    wanted: string,
    taken: ReadonlySet<string>,
    more: ReadonlySet<string> = NOTHING,
  ): string => {
    const legal = rules.legal(wanted);
    if (isFree(legal, taken, more)) return legal;
    for (let n = 2; ; n++) {
      const name = rules.legal(`${legal}_${n}`);
      if (isFree(name, taken, more)) return name;
    }
  };

  for (const routine of program.routines) {
    const name = choose(routine.name, global, rules.reservedForRoutines);
    routines.set(routine.name, name);
    global.add(name);
    if (name !== routine.name) changed.push({ from: routine.name, to: name, variable: null });
  }
  const byPlace = new Map<string, string>();
  for (const v of program.variables) {
    const own = globalName(v);
    if (own === null) continue;
    const name = getOrMake(byPlace, own.place, () => choose(own.wanted, global, rules.reservedForGlobals));
    global.add(name);
    variables.set(v.id, name);
    if (name !== v.name && name !== own.wanted && name !== flatName(v.name))
      changed.push({ from: v.name, to: name, variable: v.id });
  }
  // An adjoint may have its primal's own variables as parameters: their names are no routine's that has them.
  const having = new Map<VariableId, Set<string>>();
  if (rules.routineSeesItself)
    for (const { name, parameters } of program.routines)
      for (const id of parameters)
        getOrMake(having, id, () => new Set<string>()).add(entryOf(routines, name));
  program.routines.forEach((routine, index) => {
    const taken = namesSeen(routine, variables, routines, rules);
    scopes[index] = taken;
    if (routine.result !== null && rules.resultIsRoutine?.(routine))
      variables.set(routine.result, entryOf(routines, routine.name));
    const result = routine.result === null ? [] : [routine.result];
    const own = [...routine.parameters, ...result, ...routine.locals];
    for (const id of own) {
      const v = variableOf(program, id);
      if (variables.has(id)) continue;
      const name = choose(v.name, taken, having.get(id));
      taken.add(name);
      variables.set(id, name);
      if (name !== v.name && name !== flatName(v.name) && routine.parameters.includes(id))
        changed.push({ from: v.name, to: name, variable: id });
    }
  });

  return {
    variable: (id) => variables.get(id) ?? variableOf(program, id).name,
    routine: (name) => routines.get(name) ?? name,
    fresh(routine, wanted) {
      const taken = scopes[routine] ?? global;
      const name = choose(wanted, taken);
      taken.add(name);
      return name;
    },
    changed,
  };
}

/** Globals and routines that a routine mentions; also itself, where it sees itself or its name had to change. */
function namesSeen(
  routine: Routine,
  variables: ReadonlyMap<VariableId, string>,
  routines: ReadonlyMap<string, string>,
  rules: NameRules,
): Set<string> {
  const seen = new Set<string>();
  const own = routines.get(routine.name);
  if (own !== undefined && (rules.routineSeesItself || own !== routine.name)) seen.add(own);
  for (const id of mentioned(routine)) {
    const name = variables.get(id);
    if (name !== undefined) seen.add(name);
  }
  for (const { callee } of callsIn(routine.body)) seen.add(routines.get(callee) ?? callee);
  return seen;
}

/** What the printing of one text shares, in any language. */
export interface PrintContext {
  readonly program: Program;
  readonly names: Names;
  variable(id: VariableId): Variable;
  /** Tape functions called so far. */
  readonly tape: Set<string>;
  /** Variables that the statements printed so far name. */
  readonly touched: Set<VariableId>;
  readonly diagnostics: Diagnostic[];
}

export function printContext(
  program: Program,
  rules: NameRules,
  globalName: (v: Variable) => GlobalName | null,
): PrintContext {
  const touched = new Set<VariableId>();
  return {
    program,
    names: noting(assignNames(program, rules, globalName), touched),
    variable: (id) => variableOf(program, id),
    tape: new Set(),
    touched,
    diagnostics: [],
  };
}

/** Names that note every variable they are asked for. */
function noting(names: Names, touched: Set<VariableId>): Names {
  return {
    ...names,
    variable(id) {
      touched.add(id);
      return names.variable(id);
    },
  };
}

/** Functions that the program calls; the user may have given the names of others to something else. */
export function functionsCalled(program: Program): ReadonlySet<Elementary> {
  const found = new Set<Elementary>();
  const look = (e: Expr) =>
    walk(e, (part) => {
      if (part.kind === 'intrinsic') found.add(part.fn);
    });
  for (const { body } of program.routines)
    walkStatements(body, (s) => {
      for (const e of statementExpressions(s)) look(e);
    });
  for (const e of program.variables.flatMap(boundsOf)) look(e);
  return found;
}
