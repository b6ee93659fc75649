/**
 * A loop taken apart, so that it can be reversed by the fixed point that it comes to (theory 10):
 *
 *     while (fabs(z - zo) > tol) {          f_loop(a, tol, &z, &zo);     the loop as it was: no derivative passes it
 *       zo = z;                      ->     f_limit(a, tol, &z, &zo);    what derivatives pass in its place: never run
 *       z = 0.5 * (zo + a / zo);            f_step(a, tol, &z, &zo)      one trip, of which there are both sweeps
 *     }
 *
 * All three have the same parameters: whatever the loop shares with the routine around it. What it has for itself is local
 * to each. The loop ends the run where it made no trip, or was ended by anything but its test of change: there is no fixed
 * point then.
 */
import { add, compare, constant, element, isConstant, isReal, rewrite, variable, walk } from '../ir/build';
import { variableOf } from '../ir/names';
import { mapExpressions, renameShape, renumber } from '../ir/rename';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type {
  Argument,
  Call,
  DoWhile,
  Expr,
  FixedPointPart,
  LabelId,
  Program,
  Routine,
  Statement,
  StatementId,
  Variable,
  VariableId,
  While,
} from '../ir/types';
import { assignedVariables, mentioned } from '../ir/uses';

export type Loop = While | DoWhile;

/** A variable that the loop shares with the routine around it. */
export interface Shared {
  readonly id: VariableId;
  readonly written: boolean;
  /** A pointer of which the loop touches the one value that it points to. */
  readonly isPointer: boolean;
}

export interface Interface {
  readonly shared: readonly Shared[];
  /** Variables of the loop alone. */
  readonly own: readonly VariableId[];
  /** Why the loop can't be taken out, a clause each. */
  readonly problems: readonly string[];
}

/** Every statement of the loop's body, in order. */
export const bodyOf = (loop: Loop): readonly Statement[] =>
  loop.kind === 'while' ? [...loop.body, ...(loop.increment ?? [])] : loop.body;

export function interfaceOfLoop(program: Program, routine: Routine, loop: Loop): Interface {
  const owner = program.routines.indexOf(routine);
  const inside = new Set(mentioned({ body: [loop] }));
  for (const id of [...inside]) for (const e of boundsOf(variableOf(program, id))) addMentioned(e, inside);
  const outside = mentioned({
    body: rewriteStatements(routine.body, (s) => (s.id === loop.id ? [] : [s])),
  });
  const written = assignedVariables({ ...routine, body: [loop] });
  const problems = leavesBy(loop);
  const shared: Shared[] = [];
  const own: VariableId[] = [];
  for (const id of [...inside].sort((a, b) => a - b)) {
    const v = variableOf(program, id);
    const isOwn = v.role === 'local' || v.role === 'temporary' || v.role === 'control';
    if (v.role === 'global' || v.storage !== null || v.owner !== owner) {
      if (v.intent !== 'in')
        problems.push(`it names \`${v.name}\`, which other routines can see: pass it as an argument`);
      continue;
    }
    if (isOwn && !outside.has(id)) {
      own.push(id);
      continue;
    }
    const isPointer = pointsToOne(v, loop);
    if (v.shape && !isPointer && v.shape.dimensions.some((d) => d.extent === null))
      problems.push(`the text does not say how large \`${v.name}\` is: declare its extent`);
    shared.push({ id, written: written.has(id), isPointer });
  }
  for (const id of inside)
    for (const e of boundsOf(variableOf(program, id)))
      walk(e, (x) => {
        if (x.kind === 'variable' && written.has(x.variable))
          problems.push(`it changes \`${variableOf(program, x.variable).name}\`, which an extent names`);
      });
  const isArray = ({ id, isPointer }: Shared) => Number(variableOf(program, id).shape !== null && !isPointer);
  return { shared: shared.sort((a, b) => isArray(a) - isArray(b) || a.id - b.id), own, problems };
}

const boundsOf = ({ shape }: Variable): Expr[] =>
  (shape?.dimensions ?? []).flatMap((d) => (d.extent ? [d.lower, d.extent] : [d.lower]));

function addMentioned(e: Expr, into: Set<VariableId>): void {
  walk(e, (x) => {
    if (x.kind === 'variable' || x.kind === 'element') into.add(x.variable);
  });
}

/** Jumps out of the body, or to its next trip. */
function leavesBy(loop: Loop): string[] {
  const labels = new Set<LabelId>();
  let leaves = false;
  const body = bodyOf(loop);
  walkStatements(body, (s) => {
    if ('label' in s) labels.add(s.label);
  });
  walkStatements(body, (s) => {
    if ((s.kind === 'exit' || s.kind === 'next') && !labels.has(s.target)) leaves = true;
    if (s.kind === 'stop') leaves = true;
  });
  return leaves ? ['it is left by a jump: let its test alone end it'] : [];
}

function pointsToOne(v: Variable, loop: Loop): boolean {
  const [dimension, another] = v.shape?.dimensions ?? [];
  if (!dimension || another || dimension.extent !== null) return false;
  let only = true;
  const see = (e: Expr) =>
    walk(e, (x) => {
      if (x.kind === 'element' && x.variable === v.id && !x.subscripts.every((i) => isConstant(i, 0)))
        only = false;
    });
  walkStatements([loop], (s) => {
    mapExpressions(s, (e) => {
      see(e);
      return e;
    });
    if (s.kind === 'call' && s.args.some((a) => a.kind === 'array' && a.variable === v.id)) only = false;
  });
  return only;
}

// ------------------------------------------------------------------------------------------------------------- parts

export interface Outlined {
  readonly program: Program;
  /** What stands in place of the loop. */
  readonly calls: readonly Call[];
  readonly step: string;
}

export interface Rest {
  readonly iterate: readonly number[];
  readonly tolerance: number;
  readonly trips: number;
  /** Holds where the loop has not come to rest; null where its test says no more than that. */
  readonly unrest: Expr | null;
}

/** The program with the three routines, in which nothing calls them yet. */
export function outline(
  program: Program,
  routine: Routine,
  loop: Loop,
  face: Interface,
  rest: Rest,
): Outlined {
  const counters = { nextStatement: program.nextStatement, nextLabel: program.nextLabel };
  const draft: Draft = {
    program,
    loop,
    face,
    counters,
    variables: [...program.variables],
    names: new Set(program.routines.map((r) => r.name.toLowerCase())),
    routine,
    made: [],
  };
  const [iteration, limit, step] = ['loop', 'limit', 'step'].map((what) =>
    freshRoutine(draft, `${routine.name}_${what}`),
  ) as [string, string, string];
  addIteration(draft, iteration, rest);
  addPart(
    draft,
    limit,
    ({ parameters, local }) => emptyLoopAround(draft, local, callOf(draft, step, parameters)),
    {
      part: 'limit',
      step,
      iterate: rest.iterate,
      tolerance: rest.tolerance,
      trips: rest.trips,
    },
  );
  addPart(draft, step, ({ inside }) => bodyOf(loop).map(inside), undefined);
  const shared = face.shared.map(({ id }) => id);
  const calls = [iteration, limit].map((callee) => callOf(draft, callee, shared, true));
  return {
    program: {
      ...program,
      variables: draft.variables,
      routines: [...program.routines, ...draft.made],
      ...counters,
    },
    calls,
    step,
  };
}

interface Draft {
  readonly program: Program;
  readonly routine: Routine;
  readonly loop: Loop;
  readonly face: Interface;
  readonly counters: { nextStatement: number; nextLabel: number };
  readonly variables: Variable[];
  readonly names: Set<string>;
  readonly made: Routine[];
}

interface Part {
  readonly parameters: readonly VariableId[];
  /** A statement of the loop over this routine's variables. */
  readonly inside: (s: Statement) => Statement;
  readonly expression: (e: Expr) => Expr;
  readonly local: (hint: string) => VariableId;
}

function freshRoutine({ names }: Draft, hint: string): string {
  let name = hint;
  for (let k = 2; names.has(name.toLowerCase()); k++) name = `${hint}${k}`;
  names.add(name.toLowerCase());
  return name;
}

function addPart(
  d: Draft,
  name: string,
  make: (part: Part) => readonly Statement[],
  fixedPoint: FixedPointPart | undefined,
): void {
  const owner = d.program.routines.length + d.made.length;
  const names = new Map<VariableId, VariableId>();
  const pointers = new Set<VariableId>();
  const taken = new Set<string>();
  const copy = (id: VariableId, more: Partial<Variable>): VariableId => {
    const v = variableOf(d.program, id);
    const own = d.variables.length as VariableId;
    names.set(id, own);
    taken.add(v.name.toLowerCase());
    d.variables.push({ ...v, id: own, owner, initial: null, storage: null, ...more });
    return own;
  };
  const parameters = d.face.shared.map(({ id, written, isPointer }) => {
    if (isPointer) pointers.add(id);
    const isScalar = isPointer || variableOf(d.program, id).shape === null;
    const byValue = isScalar && !written && d.program.language === 'c';
    return copy(id, {
      role: 'parameter',
      passing: byValue ? 'value' : 'reference',
      intent: null,
      ...(isPointer ? { shape: null } : {}),
    });
  });
  const locals = d.face.own.map((id) => copy(id, { passing: 'value', intent: null }));
  for (const id of [...parameters, ...locals]) {
    const v = d.variables[id] as Variable;
    if (v.shape) d.variables[id] = { ...v, shape: renameShape(v.shape, names) };
  }
  const expression = (e: Expr): Expr =>
    rewrite(e, (x) => {
      if (x.kind !== 'variable' && x.kind !== 'element') return x;
      const id = names.get(x.variable) ?? x.variable;
      return pointers.has(x.variable) ? variable(id, x.type, x.span) : { ...x, variable: id };
    });
  const rename = <E extends Expr>(e: E): E => expression(e) as E;
  const inside = (s: Statement): Statement =>
    rewriteStatements([s], (x) => [mapExpressions(x, rename, (id) => names.get(id) ?? id)])[0] as Statement;
  const local = (hint: string): VariableId => {
    let free = hint;
    for (let k = 0; taken.has(free.toLowerCase()); k++) free = `${hint}${k}`;
    taken.add(free.toLowerCase());
    const id = d.variables.length as VariableId;
    d.variables.push({
      ...variableOf(d.program, d.routine.parameters[0] ?? (0 as VariableId)),
      id,
      name: free,
      type: 'i32',
      shape: null,
      role: 'control',
      passing: 'value',
      intent: null,
      owner,
      storage: null,
      initial: null,
      derivativeOf: null,
    });
    locals.push(id);
    return id;
  };
  const body = make({ parameters, inside, expression, local });
  const whole: Routine = {
    name,
    kind: 'subroutine',
    parameters,
    result: null,
    locals,
    label: d.counters.nextLabel++ as LabelId,
    body,
    span: d.loop.span,
    nameSpan: d.routine.nameSpan,
    module: d.routine.module ?? null,
    external: null,
    ...(fixedPoint ? { fixedPoint } : {}),
  };
  d.made.push(renumber(whole, d.counters));
}

const stamp = (d: Draft) => ({
  id: d.counters.nextStatement++ as StatementId,
  span: d.loop.span,
  role: 'primal' as const,
  origin: null,
});

function callOf(d: Draft, callee: string, actuals: readonly VariableId[], outside = false): Call {
  const args = d.face.shared.map(({ id, written, isPointer }, k): Argument => {
    const actual = actuals[k] as VariableId;
    const { type, shape } = variableOf(d.program, id);
    const { span } = d.loop;
    if (shape && !isPointer) return { kind: 'array', variable: actual, start: null, span };
    const place =
      isPointer && outside ? element(actual, [constant(0, 'i32')], type, span) : variable(actual, type, span);
    return written || d.program.language === 'fortran'
      ? { kind: 'reference', place }
      : { kind: 'value', value: place };
  });
  return { kind: 'call', ...stamp(d), callee, args, result: null };
}

/** No trip is ever made, and no analysis knows. */
function emptyLoopAround(d: Draft, local: Part['local'], call: Call): Statement[] {
  return [
    {
      kind: 'for',
      ...stamp(d),
      label: d.counters.nextLabel++ as LabelId,
      index: local('never'),
      first: constant(1, 'i32'),
      last: constant(0, 'i32'),
      step: constant(1, 'i32'),
      test: d.program.language === 'fortran' ? 'do' : 'le',
      body: [call],
    },
  ];
}

function addIteration(d: Draft, name: string, rest: Rest): void {
  const { loop } = d;
  const stopIf = (condition: Expr): Statement => ({
    kind: 'if',
    ...stamp(d),
    condition,
    then: [
      { kind: 'stop', ...stamp(d), text: d.program.language === 'c' ? 'exit(1)' : 'stop 1', unrest: true },
    ],
    else: [],
  });
  addPart(
    d,
    name,
    ({ inside, expression, local }) => {
      const after = rest.unrest ? [stopIf(expression(rest.unrest))] : [];
      const own = inside(loop);
      if (own.kind !== 'while') return [own, ...after];
      const trips = local('trips');
      const counter = variable(trips, 'i32');
      const set = (value: Expr): Statement => ({ kind: 'assign', ...stamp(d), target: counter, value });
      const { increment, ...plain } = own;
      return [
        set(constant(0, 'i32')),
        { ...plain, body: [...own.body, ...(increment ?? []), set(add(counter, constant(1, 'i32')))] },
        stopIf(compare('eq', counter, constant(0, 'i32'))),
        ...after,
      ];
    },
    { part: 'iteration' },
  );
}

export const isRealVariable = (program: Program, id: VariableId) => isReal(variableOf(program, id).type);
