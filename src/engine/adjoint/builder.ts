/**
 * What the generators share while they write one routine: new variables with names that clash with nothing, new
 * statements with roles and origins, the list of recordings, and the adjoint of each variable.
 */

import type { Diagnostic } from '../base/diagnostics';
import { itemAt } from '../base/lookup';
import type { Span } from '../base/span';
import { NOWHERE } from '../base/span';
import { constant, element, PLAIN_VARIABLE, variable } from '../ir/build';
import { derivativeName, type TakenNames, variableOf } from '../ir/names';
import type {
  Assign,
  ControlWidth,
  Expr,
  If,
  LabelId,
  Place,
  Program,
  RecordingId,
  Role,
  ScalarType,
  Statement,
  StatementId,
  Variable,
  VariableId,
} from '../ir/types';
import { writtenBy } from '../ir/writes';
import { PAPER_NAMES } from './paperNames';

export interface RecordingDraft {
  readonly id: RecordingId;
  readonly kind: 'value' | 'snapshot' | 'branch' | 'arrow' | 'count' | 'bounds' | 'statement' | 'block';
  /** The routine that it was made in. */
  readonly routine: string;
  readonly variable: VariableId | null;
  /** As pushed: a place, or null for whole arrays and control. */
  readonly place: Place | null;
  readonly location: string;
  readonly statement: StatementId;
  readonly span: Span;
  readonly type: ScalarType;
  readonly width: ControlWidth | null;
  /** Of an arrow: the jumps to the statement's end, to the end of its body, or to that of the routine that it tells apart. */
  readonly jumps?: 'exit' | 'next' | 'return';
}

/** Everything that outlives one routine of a generated program. */
export interface GenerationState {
  /** Under `structured`, control goes by the names of [CFR]. */
  readonly paperNames: boolean;
  readonly primal: Program;
  readonly variables: Variable[];
  readonly recordings: RecordingDraft[];
  readonly routineNames: TakenNames;
  /** Adjoints of globals are globals, one for all routines. */
  readonly globalAdjoints: Map<VariableId, VariableId>;
  readonly globalAdjointNames: TakenNames;
  /** Those of a primal routine, and of all that is shared. */
  readonly namesOf: (owner: number) => TakenNames;
  readonly suffix: string;
  /** What turned out not to be possible, at its place in the source. */
  readonly problems: Diagnostic[];
  /** Calls that overwrite an array that has to be saved first, and whose extent the text does not tell. */
  readonly unsized: Set<StatementId>;
  nextStatement: number;
  nextLabel: number;
}

export interface Builder {
  readonly state: GenerationState;
  /** Index of the routine being written in the generated program. */
  readonly owner: number;
  readonly locals: VariableId[];
  readonly names: TakenNames;
  readonly adjoints: Map<VariableId, VariableId>;
  readonly slots: Map<string, VariableId>;
  /** Globals of other routines (COMMON members) under the name that this one gives them. */
  readonly views: Map<VariableId, VariableId>;
  readonly primalOwner: number;
  /** Adjoints of globals that each routine declares for itself (COMMON members). */
  readonly ownGlobals: Map<VariableId, VariableId>;
  /** Name of the primal routine that it comes from. */
  readonly routine: string;
  /** What that may write. */
  readonly written: () => ReadonlySet<VariableId>;
  /** Extents that it changes, and what holds their values at entry. */
  readonly atEntry: { readonly id: VariableId; readonly of: Expr }[];
}

export function makeBuilder(
  state: GenerationState,
  owner: number,
  primalOwner: number,
  routine: string,
): Builder {
  let written: ReadonlySet<VariableId> | null = null;
  return {
    state,
    owner,
    locals: [],
    names: state.namesOf(primalOwner),
    adjoints: new Map(),
    slots: new Map(),
    views: new Map(),
    primalOwner,
    ownGlobals: new Map(),
    routine,
    written: () => {
      written ??= writtenBy(state.primal, itemAt(state.primal.routines, primalOwner).body);
      return written;
    },
    atEntry: [],
  };
}

export function newVariable(
  b: Builder,
  hint: string,
  more: Partial<Variable> & Pick<Variable, 'type' | 'role'>,
): VariableId {
  const id = b.state.variables.length as VariableId;
  b.state.variables.push({
    ...PLAIN_VARIABLE,
    id,
    name: b.names.fresh(hint),
    owner: b.owner,
    span: NOWHERE,
    ...more,
  });
  return id;
}

/** A helper variable that is reused wherever the same slot is asked for: they never live at the same time. */
export function slot(
  b: Builder,
  hint: string,
  type: ScalarType,
  role: 'control' | 'adjoint' | 'tangent' = 'control',
  depth = 0,
): VariableId {
  const key = `${hint} ${type} ${depth}`;
  let id = b.slots.get(key);
  if (id === undefined) {
    id = newVariable(b, (b.state.paperNames && PAPER_NAMES[hint]) || hint, { type, role });
    b.locals.push(id);
    b.slots.set(key, id);
  }
  return id;
}

/** A control variable for one place of the routine alone: it keeps what it has been given up to the backward sweep. */
export function ownControl(b: Builder, hint: string, type: ScalarType): VariableId {
  const id = newVariable(b, `${hint}_kept`, { type, role: 'control' });
  b.locals.push(id);
  return id;
}

export function ref(b: Builder, id: VariableId, span: Span = NOWHERE): Expr & { kind: 'variable' } {
  return variable(id, (b.state.variables[id] as Variable).type, span);
}

/** The adjoint variable of a real variable; made on first use, as a local, unless it is a parameter or a global. */
export function adjointVariable(b: Builder, id: VariableId): VariableId {
  const known = b.adjoints.get(id);
  if (known !== undefined) return known;
  const v = variableOf(b.state.primal, id);
  if (v.role === 'global') return globalAdjoint(b, b.state.variables[ownView(b, id)] as Variable);
  const made = newVariable(b, derivativeName(v.name, b.state.suffix), {
    type: v.type,
    shape: v.shape,
    role: 'adjoint',
    derivativeOf: id,
    span: v.span,
  });
  b.adjoints.set(id, made);
  b.locals.push(made);
  return made;
}

/** A variable as this routine may name it: a COMMON member that only its callees declare gets a declaration here. */
export function ownView(b: Builder, id: VariableId): VariableId {
  const v = b.state.variables[id] as Variable;
  if (v.role !== 'global' || v.owner === null || v.owner === b.primalOwner || v.owner === b.owner) return id;
  const known = b.views.get(id);
  if (known !== undefined) return known;
  const view = newVariable(b, v.name, {
    ...v,
    name: b.names.fresh(v.name),
    id: b.state.variables.length as VariableId,
    owner: b.owner,
  });
  b.views.set(id, view);
  return view;
}

function globalAdjoint(b: Builder, v: Variable): VariableId {
  const known = (v.owner === null ? b.state.globalAdjoints : b.ownGlobals).get(v.id);
  if (known !== undefined) return known;
  const id = newVariable(b, derivativeName(v.name, b.state.suffix), {
    type: v.type,
    shape: v.shape,
    role: 'adjoint',
    derivativeOf: v.id,
    owner: v.owner === null ? null : b.owner,
    span: v.span,
    storage: v.storage && {
      root: `${v.storage.root}_${b.state.suffix}`,
      offset: v.storage.offset,
      key: `${v.storage.key}${b.state.suffix}`,
    },
  });
  if (v.owner !== null) b.ownGlobals.set(v.id, id);
  // What a routine keeps for itself between calls is declared in it; shared storage is declared as a whole.
  const root = b.state.primal.roots.find((r) => r.name === v.storage?.root);
  if (v.owner !== null && root?.kind === 'save') b.locals.push(id);
  if (!b.state.globalAdjoints.has(v.id)) {
    b.state.globalAdjoints.set(v.id, id);
    b.state.globalAdjointNames.add(itemAt(b.state.variables, id).name);
  }
  return id;
}

export function adjointPlace(b: Builder, place: Place): Place {
  const id = adjointVariable(b, place.variable);
  return place.kind === 'variable'
    ? variable(id, place.type, place.span)
    : element(id, place.subscripts, place.type, place.span);
}

// -------------------------------------------------------------------------------------------------- statements

/** Where a generated statement comes from. */
export interface From {
  readonly span: Span;
  readonly origin: StatementId | null;
  readonly sweep: 'forward' | 'backward';
}

export function base(b: Builder, from: From, role: Role) {
  return {
    id: b.state.nextStatement++ as StatementId,
    span: from.span,
    role,
    origin: from.origin,
    sweep: from.sweep,
  };
}
export function assign(b: Builder, from: From, role: Role, target: Place, value: Expr): Assign {
  const { span, origin, sweep } = from;
  const id = b.state.nextStatement++ as StatementId;
  return { kind: 'assign', id, span, role, origin, sweep, target, value, form: undefined };
}
export function setInt(b: Builder, from: From, target: VariableId, value: number): Assign {
  return assign(
    b,
    from,
    'control',
    ref(b, target),
    constant(value, (b.state.variables[target] as Variable).type),
  );
}
export function makeIf(
  b: Builder,
  from: From,
  condition: Expr,
  then: readonly Statement[],
  otherwise: readonly Statement[] = [],
): If {
  const { id, span, role, origin, sweep } = base(b, from, 'control');
  return { kind: 'if', id, span, role, origin, sweep, condition, then, else: otherwise };
}
export function newLabel(b: Builder): LabelId {
  return b.state.nextLabel++ as LabelId;
}

export function record(b: Builder, draft: Omit<RecordingDraft, 'id' | 'routine'>): RecordingId {
  const id = b.state.recordings.length as RecordingId;
  const { kind, variable, place, location, statement, span, type, width, jumps } = draft;
  const { routine } = b;
  b.state.recordings.push({
    id,
    kind,
    routine,
    variable,
    place,
    location,
    statement,
    span,
    type,
    width,
    jumps,
  });
  return id;
}
