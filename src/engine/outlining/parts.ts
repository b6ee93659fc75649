/** Routines made from a piece of another; all have the parameters of the piece's interface. */
import { itemAt } from '../base/lookup';
import type { Span } from '../base/span';
import { constant, element, rewrite, variable } from '../ir/build';
import { addVariable, Emitter, type GrowingProgram, growingFrom } from '../ir/emit';
import { freeName, variableOf } from '../ir/names';
import { isHidden } from '../ir/rewrites/keptValues';
import { mapExpressions, renameShape, renumber } from '../ir/rewrites/rename';
import { rewriteStatements } from '../ir/statements';
import type {
  Argument,
  Call,
  Dimension,
  Expr,
  Place,
  Program,
  Routine,
  ScalarType,
  Statement,
  Variable,
  VariableId,
} from '../ir/types';
import type { Face } from './face';

export interface Draft {
  readonly program: Program;
  readonly routine: Routine;
  readonly face: Face;
  readonly growing: GrowingProgram;
  readonly emit: Emitter;
  readonly names: Set<string>;
  readonly made: Routine[];
}

/** A parameter ahead of those of the interface. */
export interface Lead {
  readonly hint: string;
  readonly type: ScalarType;
  /** The variable of the piece that it stands for. */
  readonly of?: VariableId;
  /** For an array: its extent, as an expression over the leads before it. */
  readonly extent?: (leads: readonly VariableId[]) => Expr;
  readonly written?: boolean;
}

export interface Part {
  readonly leads: readonly VariableId[];
  readonly parameters: readonly VariableId[];
  /** A statement of the piece, over this routine's variables. */
  readonly inside: (s: Statement) => Statement;
  readonly expression: (e: Expr) => Expr;
  readonly local: (hint: string, type?: ScalarType, extent?: Expr) => VariableId;
  /** This routine's variable for one of the piece. */
  readonly own: (id: VariableId) => VariableId;
}

export function draftOf(program: Program, routine: Routine, span: Span, face: Face): Draft {
  const growing = growingFrom(program);
  return {
    program,
    routine,
    face,
    growing,
    emit: new Emitter(growing, { span, origin: null }),
    names: new Set(program.routines.map((r) => r.name.toLowerCase())),
    made: [],
  };
}

export const programOf = (d: Draft): Program => ({
  ...d.program,
  ...d.growing,
  routines: [...d.program.routines, ...d.made],
});

export function freshRoutine({ names }: Draft, hint: string): string {
  let name = hint;
  for (let k = 2; names.has(name.toLowerCase()); k++) name = `${hint}${k}`;
  names.add(name.toLowerCase());
  return name;
}

export interface PartOptions extends Partial<Routine> {
  readonly leads?: readonly Lead[];
  /** Whether it has no parameters of the interface, because it only counts. */
  readonly faceless?: boolean;
  /** Variables of the piece that this routine has to itself, beside those of the interface. */
  readonly alone?: readonly VariableId[];
}

export function addPart(
  d: Draft,
  name: string,
  make: (part: Part) => readonly Statement[],
  { leads: wanted = [], faceless = false, alone = [], ...more }: PartOptions = {},
): void {
  const owner = d.program.routines.length + d.made.length;
  const names = new Map<VariableId, VariableId>();
  const pointers = new Set<VariableId>();
  const taken = new Set<string>();
  const isC = d.program.language === 'c';
  const { variables } = d.growing;
  const { span } = d.emit;
  const push = (v: Partial<Variable> & Pick<Variable, 'name' | 'type' | 'role'>): VariableId => {
    taken.add(v.name.toLowerCase());
    return addVariable(variables, { ...v, owner });
  };
  const copy = (id: VariableId, changed: Partial<Variable>): VariableId => {
    const v = variableOf(d.program, id);
    const own = push({ ...v, initial: null, storage: null, ...changed });
    names.set(id, own);
    return own;
  };
  const shared = faceless ? [] : d.face.shared;
  const kept = faceless ? [] : [...d.face.own, ...alone];
  const ownNames = faceless ? [] : [...shared.map(({ id }) => id), ...kept, ...d.face.globals];
  for (const id of ownNames) taken.add(variableOf(d.program, id).name.toLowerCase());
  const fresh = (hint: string, type: ScalarType, extent: Expr | null, changed: Partial<Variable>) =>
    push({
      name: freeName(taken, hint, 0),
      type,
      shape: extent && { dimensions: [dimension(extent)], order: isC ? 'row' : 'column' },
      role: 'control',
      span,
      ...changed,
    });
  const leads: VariableId[] = [];
  for (const { hint, type, of, extent, written } of wanted) {
    const passing = isC && !written && !extent ? 'value' : 'reference';
    if (of === undefined)
      leads.push(fresh(hint, type, extent?.(leads) ?? null, { role: 'parameter', passing }));
    else leads.push(copy(of, { role: 'parameter', passing, intent: null }));
  }
  const parameters = shared.map(({ id, written, isPointer }) => {
    if (isPointer) pointers.add(id);
    const isScalar = isPointer || variableOf(d.program, id).shape === null;
    return copy(id, {
      role: 'parameter',
      passing: isScalar && !written && isC ? 'value' : 'reference',
      intent: null,
      ...(isPointer ? { shape: null } : {}),
    });
  });
  const locals = kept.map((id) => {
    const { role } = variableOf(d.program, id);
    const isMade = role === 'temporary' || role === 'control';
    return copy(id, { role: isMade ? role : 'local', passing: 'value', intent: null });
  });
  for (const id of faceless ? [] : d.face.views) {
    const v = variableOf(d.program, id);
    const view = copy(id, { storage: v.storage, initial: v.initial });
    // A constant is declared where it is read; other kept variables are declared as a whole.
    if (isHidden(d.program, v)) locals.push(view);
  }
  for (const id of [...parameters, ...locals]) {
    const v = variableOf(d.growing, id);
    if (v.shape) variables[id] = { ...v, shape: renameShape(v.shape, names) };
  }
  const expression = (e: Expr): Expr =>
    rewrite(e, (x) => {
      if (x.kind !== 'variable' && x.kind !== 'element') return x;
      const id = names.get(x.variable) ?? x.variable;
      return pointers.has(x.variable) ? variable(id, x.type, x.span) : { ...x, variable: id };
    });
  const rename = <E extends Expr>(e: E): E => expression(e) as E;
  const own = (id: VariableId) => names.get(id) ?? id;
  const inside = (s: Statement): Statement =>
    rewriteStatements([s], (x) => [withoutDeclaration(d, mapExpressions(x, rename, own))])[0] as Statement;
  const local = (hint: string, type: ScalarType = 'i32', extent?: Expr): VariableId => {
    const id = fresh(hint, type, extent ?? null, {});
    locals.push(id);
    return id;
  };
  const body = make({ leads, parameters, inside, expression, local, own });
  const whole: Routine = {
    name,
    kind: 'subroutine',
    parameters: [...leads, ...parameters],
    result: null,
    locals,
    label: d.emit.label(),
    body,
    span,
    nameSpan: d.routine.nameSpan,
    module: d.routine.module ?? null,
    external: null,
    ...more,
  };
  d.made.push(renumber(whole, d.growing));
}

/** Removes the declaration of a variable that has become a parameter. */
function withoutDeclaration(d: Draft, s: Statement): Statement {
  if (s.kind !== 'assign' || s.form !== 'declaration') return s;
  if (variableOf(d.growing, s.target.variable).role !== 'parameter') return s;
  const { form: _, ...plain } = s;
  return plain;
}

function dimension(extent: Expr): Dimension {
  return { lower: constant(0, 'i32'), extent };
}

/** `leads`: the arguments for the parameters ahead of those of the interface. */
export function callOf(
  d: Draft,
  callee: string,
  actuals: readonly VariableId[],
  { outside = false, leads = [] }: { outside?: boolean; leads?: readonly Argument[] } = {},
): Call {
  const { span } = d.emit;
  const args = d.face.shared.map(({ id, written, isPointer }, k): Argument => {
    const actual = itemAt(actuals, k);
    const { type, shape } = variableOf(d.program, id);
    if (shape && !isPointer) return { kind: 'array', variable: actual, start: null, span };
    const place =
      isPointer && outside ? element(actual, [constant(0, 'i32')], type, span) : variable(actual, type, span);
    return written ? { kind: 'reference', place } : given(d, place);
  });
  return d.emit.call('primal', callee, [...leads, ...args]);
}

/** An argument that is only read. */
export const given = (d: Draft, place: Place): Argument =>
  d.program.language === 'fortran' ? { kind: 'reference', place } : { kind: 'value', value: place };
