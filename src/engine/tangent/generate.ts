/**
 * The tangent program (theory 10): each differentiated instruction stands before its original. `v̇ = Σ ∂e/∂b · ḃ` over the
 * varied operands, with the partials of the one table. Nothing is recorded, no control is reversed.
 *
 * Signature: each active argument is followed by its tangent, passed as the argument is; a function returns its primal
 * result, and the tangent of the result comes last, by reference.
 */

import { NOWHERE } from '../base/span';
import { constant, convert, element, isReal, variable } from '../ir/build';
import { globalsTouchedBy, withDeclared } from '../ir/declaredDerivative';
import { visitPlaces } from '../ir/locations';
import { placesRead, tangentOf } from '../ir/partials';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type {
  Argument,
  Assign,
  Call,
  Expr,
  Place,
  Program,
  Routine,
  ScalarType,
  Statement,
  StatementId,
  Variable,
  VariableId,
} from '../ir/types';

export interface TangentRoutine {
  readonly routine: Routine;
  /** Is the location of this place varied before the statement? */
  isVaried(statement: StatementId, place: Place): boolean;
  /** May the tangent of this place, as written by the statement, still matter? */
  isUseful(statement: StatementId, place: Place): boolean;
  /** Does the statement overwrite all of it for certain? */
  isOverwritten(statement: StatementId, place: Place): boolean;
  /** Does anything useful that it writes depend on something varied? */
  isDifferentiated(statement: StatementId): boolean;
}

export interface TangentProgram {
  readonly program: Program;
  readonly entry: string;
  /** By primal variable of the entry routine: the variable of its tangent there. */
  readonly tangentOf: ReadonlyMap<VariableId, VariableId>;
}

interface Signature {
  readonly name: string;
  readonly active: readonly boolean[];
  readonly resultActive: boolean;
}

export function generateTangent(
  primal: Program,
  entry: string,
  parts: ReadonlyMap<string, TangentRoutine>,
  wanted: ReadonlySet<VariableId>,
  suffix: string,
): TangentProgram {
  const variables: Variable[] = primal.variables.map((v) => ({ ...v }));
  const counters = { nextStatement: primal.nextStatement, nextLabel: primal.nextLabel };
  const routineNames = new Set(primal.routines.map((r) => r.name.toLowerCase()));
  const globals = new Map<VariableId, VariableId>();
  const externals = externalTangents(primal, parts, suffix);
  const active = activeVariables(primal, parts, externals, wanted);
  const signatures = new Map<string, Signature>();
  for (const [name, part] of parts) {
    const isActive = (id: VariableId) => active.has(id) && isReal((primal.variables[id] as Variable).type);
    const { routine } = part;
    signatures.set(name, {
      name: fresh(`${name}_${suffix}`, routineNames),
      active: routine.parameters.map(isActive),
      resultActive: routine.result !== null && isActive(routine.result),
    });
  }
  for (const [name, signature] of externals) signatures.set(name, signature);
  const made: Routine[] = [];
  const entryTangents = new Map<VariableId, VariableId>();
  for (const [name, part] of parts) {
    const owner = primal.routines.indexOf(part.routine);
    const taken = new Set(routineNames);
    for (const v of variables) if (v.owner === owner || v.owner === null) taken.add(v.name.toLowerCase());
    const tangents = new Map<VariableId, VariableId>();
    const locals: VariableId[] = [];
    const create = (id: VariableId, hint: string, more: Partial<Variable>): VariableId => {
      const v = primal.variables[id] as Variable;
      const made = variables.length as VariableId;
      variables.push({
        ...v,
        id: made,
        name: fresh(hint, taken),
        role: 'tangent',
        derivativeOf: id,
        owner,
        storage: null,
        initial: null,
        ...more,
      });
      return made;
    };
    const dot = (id: VariableId): VariableId => {
      const known = tangents.get(id) ?? globals.get(id);
      if (known !== undefined) return known;
      const v = primal.variables[id] as Variable;
      if (v.role === 'global') {
        const storage = v.storage && {
          root: `${v.storage.root}_${suffix}`,
          offset: v.storage.offset,
          key: `${v.storage.key}${suffix}`,
        };
        const made = create(id, `${v.name}${suffix}`, { owner: v.owner === null ? null : owner, storage });
        globals.set(id, made);
        // Of a static local: declared where the local is.
        if (v.owner !== null) locals.push(made);
        return made;
      }
      const made = create(id, `${v.name}${suffix}`, { passing: 'value', intent: null });
      tangents.set(id, made);
      locals.push(made);
      return made;
    };
    const signature = signatures.get(name) as Signature;
    const parameters: VariableId[] = [];
    part.routine.parameters.forEach((id, k) => {
      parameters.push(id);
      if (!signature.active[k]) return;
      const v = primal.variables[id] as Variable;
      const tangent = create(id, `${v.name}${suffix}`, { intent: null });
      tangents.set(id, tangent);
      parameters.push(tangent);
    });
    const result = part.routine.result;
    if (signature.resultActive && result !== null) {
      const tangent = create(result, `${name}${suffix}`, { passing: 'reference' });
      tangents.set(result, tangent);
      parameters.push(tangent);
    }
    // The tangent of a result that a call leaves aside goes to a variable that nothing reads.
    const asides = new Map<ScalarType, VariableId>();
    const aside = (callee: string): Place => {
      const of = primal.routines.find((r) => r.name === callee)?.result as VariableId;
      const { type } = primal.variables[of] as Variable;
      const known =
        asides.get(type) ?? create(of, `aside${suffix}`, { passing: 'value', derivativeOf: null });
      if (!asides.has(type)) locals.push(known);
      asides.set(type, known);
      return variable(known, type);
    };
    const context: Context = { primal, part, active, dot, aside, signatures, counters };
    const body = rewriteStatements(part.routine.body, (s) => tangentOfStatement(context, s));
    const zeroes = locals
      .filter((id) => !(variables[id] as Variable).shape && !(variables[id] as Variable).storage)
      .map(
        (id): Assign => ({
          kind: 'assign',
          id: counters.nextStatement++ as StatementId,
          span: NOWHERE,
          role: 'declaration',
          origin: null,
          target: variable(id, (variables[id] as Variable).type),
          value: constant(0, (variables[id] as Variable).type),
          form: 'declaration',
        }),
      );
    made.push({
      ...part.routine,
      name: signature.name,
      parameters,
      locals: [...part.routine.locals, ...locals],
      body: [...zeroes, ...body],
    });
    if (name === entry) {
      for (const [id, tangent] of tangents) entryTangents.set(id, tangent);
      for (const [id, tangent] of globals) entryTangents.set(id, tangent);
    }
  }
  // A routine stands here as its tangent, or, where nothing in it is active, as it was.
  const byName = new Map([...parts.keys()].map((name, k) => [name, made[k] as Routine]));
  const routines = primal.routines.map((r) => byName.get(r.name) ?? r);
  const roots = new Set([...globals.values()].map((id) => variables[id]?.storage?.root));
  const whole: Program = {
    ...primal,
    variables,
    routines: reachable(routines, (signatures.get(entry) as Signature).name),
    roots: [
      ...primal.roots,
      ...primal.roots.map((r) => ({ ...r, name: `${r.name}_${suffix}` })).filter((r) => roots.has(r.name)),
    ],
    ...counters,
  };
  const called = primal.routines.flatMap((of) => {
    const derivative = externals.get(of.name);
    return derivative ? [{ of, derivative }] : [];
  });
  return {
    program: withDeclared(whole, primal, called, 'tangent', suffix),
    entry: (signatures.get(entry) as Signature).name,
    tangentOf: entryTangents,
  };
}

interface Context {
  readonly primal: Program;
  readonly part: TangentRoutine;
  readonly active: ReadonlySet<VariableId>;
  readonly dot: (id: VariableId) => VariableId;
  /** Where the tangent of the result of a routine goes when the call takes none. */
  readonly aside: (callee: string) => Place;
  readonly signatures: ReadonlyMap<string, Signature>;
  readonly counters: { nextStatement: number };
}

function tangentOfStatement(c: Context, s: Statement): Statement[] {
  const primal = { ...s, origin: s.origin ?? s.id, sweep: 'forward' as const };
  if (s.kind === 'assign') return [...tangentOfAssign(c, s), primal];
  if (s.kind === 'call') return tangentOfCall(c, s);
  return [primal];
}

function dotPlace(c: Context, place: Place): Place {
  const id = c.dot(place.variable);
  return place.kind === 'variable'
    ? variable(id, place.type, place.span)
    : element(id, place.subscripts, place.type, place.span);
}

function tangentOfAssign(c: Context, s: Assign): Statement[] {
  if (!isReal(s.target.type) || !c.active.has(s.target.variable) || !c.part.isUseful(s.id, s.target))
    return [];
  const value = tangentOf(
    s.value,
    (place) => c.part.isVaried(s.id, place),
    (place) => dotPlace(c, place),
  );
  return [
    {
      kind: 'assign',
      id: c.counters.nextStatement++ as StatementId,
      span: s.span,
      role: 'derivative',
      origin: s.id,
      sweep: 'forward',
      target: dotPlace(c, s.target),
      value: value ? convert(value, s.target.type) : constant(0, s.target.type),
    },
  ];
}

function tangentOfCall(c: Context, s: Call): Statement[] {
  const signature = c.signatures.get(s.callee);
  if (!signature)
    return [
      { ...s, origin: s.id, sweep: 'forward' },
      ...passiveResults(c, s).map((p) => zeroTangent(c, s, p)),
    ];
  // A callee without active arguments stands here as its tangent too: globals may be active in it.
  const args: Argument[] = [];
  s.args.forEach((a, k) => {
    args.push(a);
    if (!signature.active[k]) return;
    args.push(tangentActual(c, a));
  });
  const callee = c.primal.routines.find((r) => r.name === s.callee);
  for (const id of callee ? globalsTouchedBy(callee) : [])
    if (isReal((c.primal.variables[id] as Variable).type)) c.dot(id);
  if (signature.resultActive)
    args.push({ kind: 'reference', place: s.result ? dotPlace(c, s.result) : c.aside(s.callee) });
  return [{ ...s, origin: s.id, sweep: 'forward', callee: signature.name, args }];
}

/** What a routine without a derivative overwrites for certain has no tangent afterwards. */
function passiveResults(c: Context, s: Call): Place[] {
  const external = c.primal.routines.find((r) => r.name === s.callee)?.external;
  if (!external) return [];
  const places = s.args.flatMap((a) => (a.kind === 'reference' ? [a.place] : []));
  return [...places, ...(s.result ? [s.result] : [])].filter(
    (p) => isReal(p.type) && c.active.has(p.variable) && c.part.isOverwritten(s.id, p),
  );
}

function zeroTangent(c: Context, s: Call, place: Place): Assign {
  return {
    kind: 'assign',
    id: c.counters.nextStatement++ as StatementId,
    span: s.span,
    role: 'derivative',
    origin: s.id,
    sweep: 'forward',
    target: dotPlace(c, place),
    value: constant(0, place.type),
  };
}

/** Tangents of routines without a text: the user's own, called as the convention says, every real argument being active. */
function externalTangents(
  primal: Program,
  parts: ReadonlyMap<string, TangentRoutine>,
  suffix: string,
): Map<string, Signature> {
  const found = new Map<string, Signature>();
  const real = (id: VariableId) => isReal((primal.variables[id] as Variable).type);
  for (const part of parts.values())
    walkStatements(part.routine.body, (s) => {
      const callee = s.kind === 'call' ? primal.routines.find((r) => r.name === s.callee) : undefined;
      if (!callee?.external || !part.isDifferentiated(s.id)) return;
      found.set(callee.name, {
        name: callee.external.tangent ?? `${callee.name}_${suffix}`,
        active: callee.parameters.map(real),
        resultActive: callee.result !== null && real(callee.result),
      });
    });
  return found;
}

function tangentActual(c: Context, a: Argument): Argument {
  if (a.kind === 'array') return { ...a, variable: c.dot(a.variable) };
  if (a.kind === 'reference') return { kind: 'reference', place: dotPlace(c, a.place) };
  const value: Expr | null = tangentOf(
    a.value,
    (place) => isReal(place.type) && c.active.has(place.variable),
    (place) => dotPlace(c, place),
  );
  return { kind: 'value', value: value ?? constant(0, a.value.type) };
}

/** Variables that have a tangent: varied where they are read, assigned with a useful value, or passed to an active formal. */
function activeVariables(
  primal: Program,
  parts: ReadonlyMap<string, TangentRoutine>,
  externals: ReadonlyMap<string, Signature>,
  wanted: ReadonlySet<VariableId>,
): Set<VariableId> {
  const active = new Set<VariableId>(wanted);
  for (const part of parts.values()) {
    walkStatements(part.routine.body, (s) => {
      if (s.kind !== 'assign' || !isReal(s.target.type)) return;
      const value = tangentOf(
        s.value,
        (p) => part.isVaried(s.id, p),
        (p) => p,
      );
      if (value && part.isUseful(s.id, s.target)) {
        active.add(s.target.variable);
        visitPlaces([s], (id, place) => {
          if (place && isReal(place.type) && part.isVaried(s.id, place)) active.add(id);
        });
      }
    });
  }
  // Actuals of active formals, and formals of active actuals, across all calls.
  const byName = new Map(primal.routines.map((r) => [r.name, r]));
  for (let size = -1; size !== active.size; ) {
    size = active.size;
    for (const part of parts.values()) {
      walkStatements(part.routine.body, (s) => {
        if (s.kind !== 'call') return;
        const callee = byName.get(s.callee);
        const isExternal = externals.has(s.callee);
        if (!callee || !(parts.has(s.callee) || isExternal)) return;
        // The user's own tangent names them.
        for (const id of globalsTouchedBy(callee))
          if (isReal((primal.variables[id] as Variable).type)) active.add(id);
        callee.parameters.forEach((formal, k) => {
          const a = s.args[k];
          if (!a || !isReal((primal.variables[formal] as Variable).type)) return;
          const isWanted = active.has(formal) || isExternal;
          if (a.kind === 'value') {
            // What never varies is passed with a tangent of zero; what is passed by reference needs one of its own.
            for (const p of isWanted ? placesRead(a.value) : [])
              if (isReal(p.type) && part.isVaried(s.id, p)) active.add(p.variable);
            return;
          }
          const actual = a.kind === 'array' ? a.variable : a.place.variable;
          if (isWanted) active.add(actual);
          if (active.has(actual)) active.add(formal);
        });
        if (
          callee.result !== null &&
          s.result &&
          (active.has(callee.result) || active.has(s.result.variable) || isExternal)
        ) {
          active.add(s.result.variable);
          active.add(callee.result);
        }
      });
    }
  }
  return active;
}

function reachable(routines: readonly Routine[], entry: string): Routine[] {
  const byName = new Map(routines.map((r) => [r.name, r]));
  const needed = new Set([entry]);
  const work = [entry];
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    walkStatements(byName.get(name)?.body ?? [], (s) => {
      if (s.kind === 'call' && !needed.has(s.callee)) {
        needed.add(s.callee);
        work.push(s.callee);
      }
    });
  }
  // Kept in place: owners of variables are indices into this list.
  return routines.map((r) => (needed.has(r.name) ? r : { ...r, body: [], external: r.external }));
}

function fresh(hint: string, taken: Set<string>): string {
  let name = hint;
  for (let k = 0; taken.has(name.toLowerCase()); k++) name = `${hint}${k}`;
  taken.add(name.toLowerCase());
  return name;
}
