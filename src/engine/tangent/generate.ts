import { entryOf } from '../base/lookup';
import { NOWHERE } from '../base/span';
import { type LimitTools, limitHead, limitTangent } from '../fixedpoints/limit';
import { constant, isReal, variable } from '../ir/build';
import { withDeclared } from '../ir/declaredDerivative';
import { addVariable, Emitter, growingFrom, newStatement } from '../ir/emit';
import {
  derivativeName,
  derivativeRoot,
  derivativeStorage,
  namesByOwner,
  parameterAt,
  routineNamed,
  TakenNames,
  variableOf,
} from '../ir/names';
import { withGuards } from '../ir/rewrites/guarded';
import { rewriteStatements, someStatement } from '../ir/statements';
import { tapeType } from '../ir/tape';
import type {
  Assign,
  Place,
  Program,
  Routine,
  ScalarType,
  Statement,
  Variable,
  VariableId,
} from '../ir/types';
import { withoutIdle } from '../ir/uses';
import { activeVariables, externalTangents, type Signature, type TangentRoutine } from './active';
import type { Making, Scope, TangentChoices } from './making';
import { type Context, placed, tangentOfStatement } from './statements';
import { overElements, withDirections } from './vector';

export interface TangentProgram {
  readonly program: Program;
  readonly entry: string;
  /** By primal variable of the entry routine: the variable of its tangent there. */
  readonly tangentOf: ReadonlyMap<VariableId, VariableId>;
  /** Routines from elsewhere whose tangents are called. */
  readonly declared: readonly string[];
  /** Of a vector tangent: the parameter of the entry that holds the number of directions. */
  readonly directions?: VariableId;
}

export function generateTangent(
  primal: Program,
  entry: string,
  parts: ReadonlyMap<string, TangentRoutine>,
  wanted: ReadonlySet<VariableId>,
  choices: TangentChoices,
): TangentProgram {
  const { suffix, vector } = choices;
  const growing = growingFrom(primal);
  const routineNames = new TakenNames(primal.routines.map(({ name }) => name));
  const globalNames = new TakenNames();
  const externals = externalTangents(primal, parts, suffix);
  const untaped = activeVariables(primal, parts, externals, wanted, false);
  const taped = carriesTangents(primal, parts, untaped);
  const active = taped ? activeVariables(primal, parts, externals, wanted, taped) : untaped;
  const signatures = new Map<string, Signature>();
  for (const [name, part] of parts)
    signatures.set(name, signatureOf(primal, part, active, routineNames.fresh(`${name}_${suffix}`)));
  for (const [name, signature] of externals) signatures.set(name, signature);
  const globals = new Map<VariableId, VariableId>();
  const making = {
    ...choices,
    primal,
    parts,
    growing,
    at: (s: Statement) => new Emitter(growing, { span: s.span, ...placed(s) }),
    globalNames,
    namesOf: namesByOwner(primal.variables, [routineNames, globalNames]),
    active,
    signatures,
    globals,
    taped,
  };
  const made = new Map<string, TangentOfRoutine>();
  for (const [name, part] of parts) made.set(name, tangentRoutine(making, name, part));
  // Each routine is here as its tangent, or as it was where nothing in it is active.
  const routines = primal.routines.map((r) => made.get(r.name)?.routine ?? r);
  const roots = new Set([...globals.values()].map((id) => variableOf(growing, id).storage?.root));
  const own = entryOf(made, entry);
  const whole: Program = {
    ...primal,
    ...growing,
    routines,
    roots: [
      ...primal.roots,
      ...primal.roots
        .map((r) => ({ ...r, name: derivativeRoot(primal, r.name, suffix) }))
        .filter((r) => roots.has(r.name)),
    ],
  };
  const guarded = {
    ...whole,
    routines: withoutIdle(whole, own.routine).routines.map((r) => ({
      ...r,
      body: withGuards(r.body, () => newStatement(growing)),
    })),
  };
  const called = primal.routines.flatMap((of) => {
    const derivative = externals.get(of.name);
    return derivative ? [{ of, derivative }] : [];
  });
  return {
    program: withDeclared({ ...guarded, ...growing }, primal, called, 'tangent', suffix),
    entry: own.routine.name,
    tangentOf: new Map([...own.tangents, ...globals]),
    declared: [...externals.keys()],
    ...(vector && own.directions !== null ? { directions: own.directions } : {}),
  };
}

/**
 * Does any POP restore a variable that derivatives flow through, or a whole array that has tangents elsewhere? Then every
 * PUSH of a real stores its tangent too. Otherwise, a single value that is popped has the tangent zero.
 */
function carriesTangents(
  primal: Program,
  parts: ReadonlyMap<string, TangentRoutine>,
  active: ReadonlySet<VariableId>,
): boolean {
  return [...parts.values()].some((part) =>
    someStatement(
      part.routine.body,
      (s) =>
        s.kind === 'pop' &&
        isReal(tapeType(primal, s.what)) &&
        (part.isDifferentiated(s.id) || (s.what.kind !== 'scalar' && active.has(s.what.variable))),
    ),
  );
}

function signatureOf(
  primal: Program,
  { routine }: TangentRoutine,
  active: ReadonlySet<VariableId>,
  name: string,
): Signature {
  const isActive = (id: VariableId) => active.has(id) && isReal(variableOf(primal, id).type);
  return {
    name,
    active: routine.parameters.map(isActive),
    resultActive: routine.result !== null && isActive(routine.result),
  };
}

interface TangentOfRoutine {
  readonly routine: Routine;
  /** By primal variable, but for globals. */
  readonly tangents: ReadonlyMap<VariableId, VariableId>;
  readonly directions: VariableId | null;
}

function tangentRoutine(m: Making, name: string, part: TangentRoutine): TangentOfRoutine {
  const scope = scopeOf(m, part);
  const signature = entryOf(m.signatures, name);
  const parameters: VariableId[] = [];
  part.routine.parameters.forEach((id, k) => {
    parameters.push(id);
    if (!signature.active[k]) return;
    const tangent = scope.create(id, derivativeName(variableOf(m.primal, id).name, m.suffix), {
      intent: null,
    });
    scope.tangents.set(id, tangent);
    parameters.push(tangent);
  });
  const { result } = part.routine;
  if (signature.resultActive && result !== null) {
    const tangent = scope.create(result, `${name}${m.suffix}`, { passing: 'reference' });
    scope.tangents.set(result, tangent);
    parameters.push(tangent);
  }
  const context: Context = { ...m, part, dot: scope.dot, aside: scope.aside };
  const { fixedPoint } = part.routine;
  const isLimit = fixedPoint?.part === 'limit';
  const body = isLimit
    ? limitTangent(limitTools(m, scope, part.routine, entryOf(m.signatures, fixedPoint.step)), fixedPoint)
    : rewriteStatements(part.routine.body, (s) => tangentOfStatement(context, s));
  const start = zeroLocals(m, scope);
  const made: Routine = {
    ...part.routine,
    name: signature.name,
    parameters,
    locals: [...part.routine.locals, ...scope.locals],
    body: [...start, ...body],
    ...(isLimit ? { head: limitHead('forward') } : {}),
  };
  if (!m.vector) return { routine: made, tangents: scope.tangents, directions: null };
  const { routine, directions } = withDirections({ ...m, scope }, made);
  return { routine, tangents: scope.tangents, directions };
}

function limitTools(m: Making, scope: Scope, routine: Routine, step: Signature): LimitTools {
  const first = parameterAt(routine, 0);
  return {
    primal: m.primal,
    routine,
    emit: new Emitter(m.growing, { span: routine.span, origin: null, sweep: 'forward' }),
    local: (hint, more) => {
      const id = scope.create(first, hint, { passing: 'value', intent: null, ...more });
      scope.locals.push(id);
      return id;
    },
    derivatives: routine.parameters.map((id) => scope.tangents.get(id) ?? null),
    step,
  };
}

function scopeOf(m: Making, part: TangentRoutine): Scope {
  const { primal, suffix } = m;
  const { variables } = m.growing;
  const owner = primal.routines.indexOf(part.routine);
  const taken = m.namesOf(owner);
  const tangents = new Map<VariableId, VariableId>();
  const locals: VariableId[] = [];
  const made: VariableId[] = [];
  const create = (of: VariableId, hint: string, more: Partial<Variable>): VariableId => {
    const id = addVariable(variables, {
      ...variableOf(primal, of),
      name: taken.fresh(hint),
      role: 'tangent',
      derivativeOf: of,
      owner,
      storage: null,
      initial: null,
      ...more,
    });
    made.push(id);
    return id;
  };
  const dot = (id: VariableId): VariableId => {
    const known = tangents.get(id) ?? m.globals.get(id);
    if (known !== undefined) return known;
    const v = variableOf(primal, id);
    // Adjoints of globals are globals, too.
    if (v.role === 'global' || v.owner === null || v.storage !== null)
      return dotOfGlobal(m, v, owner, create, locals);
    const tangent = create(id, derivativeName(v.name, suffix), { passing: 'value', intent: null });
    tangents.set(id, tangent);
    locals.push(tangent);
    return tangent;
  };
  const asides = new Map<ScalarType, VariableId>();
  const aside = (callee: string): Place => {
    const of = routineNamed(primal, callee)?.result as VariableId;
    const { type } = variableOf(primal, of);
    const known = asides.get(type) ?? create(of, `aside${suffix}`, { passing: 'value', derivativeOf: null });
    if (!asides.has(type)) locals.push(known);
    asides.set(type, known);
    return variable(known, type);
  };
  const scratch = (hint: string, type: ScalarType): VariableId => {
    const id = addVariable(variables, { name: taken.fresh(hint), type, role: 'control', owner });
    locals.push(id);
    return id;
  };
  return { tangents, locals, made, create, dot, aside, scratch };
}

function dotOfGlobal(
  m: Making,
  v: Variable,
  owner: number,
  create: Scope['create'],
  locals: VariableId[],
): VariableId {
  const storage = derivativeStorage(m.primal, v, m.suffix);
  const made = create(v.id, derivativeName(v.name, m.suffix), {
    owner: v.owner === null ? null : owner,
    storage,
  });
  m.globals.set(v.id, made);
  if (v.owner === null) m.globalNames.add(variableOf(m.growing, made).name);
  // The tangent of a static local is declared where the local is.
  if (v.owner !== null) locals.push(made);
  return made;
}

/** Tangents of locals start at zero; those of arrays only where a PUSH may store elements that were never set. */
function zeroLocals(m: Making, scope: Scope): Statement[] {
  const emit = new Emitter(m.growing, { span: NOWHERE, origin: null });
  const zero = (target: Place): Assign => emit.assign('declaration', target, constant(0, target.type));
  const own = scope.locals
    .map((id) => variableOf(m.growing, id))
    .filter((v) => v.role === 'tangent' && !v.storage);
  return [
    ...own
      .filter((v) => !v.shape)
      .map((v): Assign => ({ ...zero(variable(v.id, v.type)), form: 'declaration' })),
    ...(m.taped ? own.filter((v) => v.shape).flatMap((v) => overElements(m, scope, v, zero)) : []),
  ];
}
