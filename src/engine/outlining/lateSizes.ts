/**
 * Arrays whose size is found on the way. Front ends keep each such extent in a variable of its own, set where the array gets its
 * memory; here the statements that use the array become a routine of their own, which is passed the size: so the bounds of
 * every array are known where its routine begins. What gets another size once
 * it is used, or is left by a jump, is an array of the routine, as large as it can come to (largestSizes.ts).
 *
 *     n = count(x > 1)                     n = count(x > 1); h_n = n
 *     allocate (h(n)); h_n = n       →     call f_h(h_n, x)              real :: h(h_n)
 *     h = x(1)                                                           h = x(1)
 */
import type { DiagnosticSink } from '../base/diagnostics';
import { groupedBy } from '../base/once';
import type { Span } from '../base/span';
import { constant, rewrite, sameExpr } from '../ir/build';
import {
  Emitter,
  type GrowingProgram,
  growingFrom,
  newLabel,
  newStatement,
  rewriteRoutines,
} from '../ir/emit';
import { variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { mapExpressions } from '../ir/rewrites/rename';
import { allStatements, bodies, rewriteStatements, withBodies } from '../ir/statements';
import type {
  Argument,
  Block,
  Call,
  Expr,
  Program,
  Routine,
  Shape,
  Statement,
  Variable,
  VariableId,
} from '../ir/types';
import { mentioned } from '../ir/uses';
import { faceOf, settersOf } from './face';
import { withLargestSize } from './largestSizes';
import { isGiven, isLeft, lateArrays, lateSizes, type Parts, partsOf } from './lateArrays';
import { addPart, callOf, type Draft, draftOf, freshRoutine, type Part, programOf } from './parts';

type List = readonly Statement[];

export function withLateSizes(given: Program, sink: DiagnosticSink): Program {
  const late = given.variables.filter((v) => lateSizes(given, v).length > 0);
  if (late.length === 0) return given;
  const known = withKnownSizes(given);
  let whole = known;
  let made = withRoutines(whole);
  while ('of' in made) {
    const { of, why } = made;
    // What stands for it later is named after it.
    const v = whole.variables.find(({ span, shape }) => shape && span.start === of.span.start) ?? of;
    const larger = withLargestSize(whole, whole.variables[of.id] ?? v);
    if (!larger) {
      sink.error(
        'late-size',
        `The size of ${shown(v)} is found on the way, and what uses it can’t be made a routine of its own: ${why}.`,
        v.span,
        'Size it by constants or arguments, let a counted DO (left by EXIT) bound it, or move what uses it to a routine that is passed its size.',
      );
      return withoutSizes(given);
    }
    whole = larger;
    made = withRoutines(whole);
  }
  for (const v of late.filter(({ role }) => role !== 'temporary')) {
    const isApart = variableOf(made, v.id).shape === null;
    if (!isApart && lateSizes(known, variableOf(known, v.id)).length === 0) continue;
    const how = isApart
      ? 'what uses it is a routine of its own'
      : 'it has memory for as many elements as it can come to';
    sink.info(
      'late-size',
      `The size of ${shown(v)} is found on the way: ${how}.`,
      v.span,
      'A size that is a constant or an argument needs neither a routine nor room to spare.',
    );
  }
  return made;
}

interface Refusal {
  readonly of: Variable;
  readonly why: string;
}

/** The program with a routine for what uses each array whose size is found on the way. */
function withRoutines(given: Program): Program | Refusal {
  let program = withoutUnused(given);
  for (let k = 0; k < program.routines.length; ) {
    const routine = program.routines[k] as Routine;
    // What is sized last stands inside of what uses the others.
    const late = lateArrays(program, routine);
    const starts = late.map((v) => firstSet(routine, lateSizes(program, v)));
    const last = late[starts.indexOf(Math.max(...starts))];
    const made = last && outlined(program, routine, last);
    if (last && typeof made === 'string') return { of: last, why: made };
    if (made === undefined || typeof made === 'string') k++;
    else program = made;
  }
  return program;
}

const shown = ({ name, role }: Variable): string =>
  role === 'temporary' ? 'what is computed here' : name.replaceAll('.', '%');

/** A program that is refused has bounds that can be evaluated still. */
function withoutSizes(program: Program): Program {
  const variables = program.variables.map((v) =>
    v.shape && lateSizes(program, v).length > 0
      ? { ...v, shape: withBounds(v.shape, ({ type }) => constant(1, type)) }
      : v,
  );
  return { ...program, variables };
}

const withBounds = (shape: Shape, change: (e: Expr) => Expr): Shape => ({
  ...shape,
  dimensions: shape.dimensions.map(({ lower, extent }) => ({
    lower: change(lower),
    extent: extent && change(extent),
  })),
});

/** Front ends look ahead at shapes, and leave arrays that nothing uses; so does what gets memory of its own. */
function withoutUnused(program: Program): Program {
  const used = program.routines.map(mentioned);
  const variables = program.variables.map((v) =>
    lateSizes(program, v).length > 0 && !used[v.owner ?? 0]?.has(v.id) ? { ...v, shape: null } : v,
  );
  return { ...program, variables };
}

function firstSet({ body }: Routine, sizes: readonly VariableId[]): number {
  let at = 0;
  let found = 0;
  rewriteStatements(body, (s) => {
    at++;
    if (s.kind === 'assign' && sizes.includes(s.target.variable)) found = at;
    return s;
  });
  return found;
}

/** A size that is always set to the same value, known at entry, is that value. */
function withKnownSizes(program: Program): Program {
  const known = new Map<VariableId, Expr>();
  const kept = new Set<VariableId>();
  const inPlace = <E extends Expr>(e: E): E =>
    rewrite(e, (part) => (part.kind === 'variable' && known.get(part.variable)) || part) as E;
  const isSetter = (s: Statement) => s.kind === 'assign' && known.has(s.target.variable);
  // What a call is handed as a variable stays one.
  const handed = (a: Argument): Argument =>
    a.kind === 'value'
      ? { ...a, value: inPlace(a.value) }
      : a.kind === 'array'
        ? { ...a, start: a.start?.map(inPlace) ?? null }
        : a.place.kind === 'element'
          ? { ...a, place: inPlace(a.place) }
          : a;
  const change = (s: Statement): Statement =>
    isSetter(s) ? s : s.kind === 'call' ? { ...s, args: s.args.map(handed) } : mapExpressions(s, inPlace);
  const made = rewriteRoutines(program, ({ body, locals }) => {
    const sizes = new Set(locals.flatMap((id) => lateSizes(program, variableOf(program, id))));
    if (sizes.size === 0) return body;
    const isKept = (id: VariableId) =>
      variableOf(program, id).role === 'parameter' && settersOf(program, body, id) === 0;
    const values = groupedBy(
      allStatements(body).filter((s) => s.kind === 'assign'),
      (s) => s.target.variable,
    );
    // What another array's size says counts as what that is set to.
    const told = (id: VariableId, seen: Set<VariableId>): Expr[] =>
      (values.get(id) ?? []).flatMap(({ value }) => {
        if (value.kind !== 'variable' || !sizes.has(value.variable)) return [value];
        return seen.has(value.variable) ? [] : told(value.variable, seen.add(value.variable));
      });
    for (const id of sizes) {
      const [first, ...others] = told(id, new Set([id]));
      if (!first || !placesRead(first).every(({ variable }) => isKept(variable))) continue;
      if (others.every((value) => sameExpr(value, first))) known.set(id, first);
    }
    const changed = rewriteStatements(body, change);
    const others = mentioned({ body: rewriteStatements(changed, (s) => (isSetter(s) ? [] : s)) });
    for (const id of known.keys()) if (others.has(id)) kept.add(id);
    return rewriteStatements(changed, (s) =>
      s.kind === 'assign' && known.has(s.target.variable) && !kept.has(s.target.variable) ? [] : s,
    );
  });
  if (known.size === 0) return program;
  const variables = made.variables.map((v) => {
    if (lateSizes(program, v).length === 0 || !v.shape) return v;
    return { ...v, shape: withBounds(v.shape, inPlace) };
  });
  const routines = made.routines.map((r) => ({
    ...r,
    locals: r.locals.filter((id) => !known.has(id) || kept.has(id)),
  }));
  return { ...made, variables, routines };
}

// ------------------------------------------------------------------------------------------------- a routine of its own

/** The program with a routine for all that uses an array, or why there can't be one. */
function outlined(program: Program, routine: Routine, v: Variable): Program | string {
  const growing = growingFrom(program);
  const piece = pieceOf(
    routine,
    partsOf(lateSizes(program, v), (id) => id === v.id),
    v.span,
    growing,
  );
  if (!piece) return 'it is used before it has its size, or has another by then, of no known bound';
  const { block, body } = piece;
  const changed = { ...routine, body };
  const routines = program.routines.map((each) => (each === routine ? changed : each));
  const before = { ...program, ...growing, routines };
  const face = faceOf(before, changed, block, (id) => isSize(program, routine, id));
  if (!face.own.includes(v.id)) return 'it is used in several places';
  if (face.problems.length > 0) return [...new Set(face.problems)].join('; ');
  const d = draftOf(before, changed, block.span, face);
  const name = freshRoutine(d, `${routine.name}_${v.name.replaceAll('.', '_')}`);
  const made = ({ inside }: Part) => block.body.map(inside);
  addPart(d, name, made, { label: block.label });
  const shared = face.shared.map(({ id }) => id);
  return withCall(d, block, callOf(d, name, shared, { outside: true }));
}

/** The program with a call in place of the piece, whose own variables are gone. */
function withCall(d: Draft, piece: Block, call: Call): Program {
  const made = programOf(d);
  const routines = made.routines.map((r) => {
    if (r !== d.routine) return r;
    const body = rewriteStatements(r.body, (s) => (s.id === piece.id ? call : s));
    const used = mentioned({ body });
    return { ...r, body, locals: r.locals.filter((id) => !d.face.own.includes(id) || used.has(id)) };
  });
  const variables = made.variables.map((v) => (d.face.own.includes(v.id) ? { ...v, shape: null } : v));
  return { ...made, variables, routines };
}

const isSize = (program: Program, routine: Routine, id: VariableId): boolean =>
  routine.locals.some((each) => lateSizes(program, variableOf(program, each)).includes(id));

/** The statements from the first to the last that use the array, as a block of the list in which they are. */
function pieceOf(
  routine: Routine,
  { sets, uses, sizes }: Parts,
  span: Span,
  growing: GrowingProgram,
): { readonly block: Block; readonly body: List } | null {
  const within = (list: List, isWhole: boolean, isRepeated: boolean): { block: Block; body: List } | null => {
    const first = list.findIndex(uses);
    const around = list.findIndex((s) => sets(s) && uses(s));
    if (around >= 0) {
      const s = list[around] as Statement;
      const inside = bodies(s);
      const k = inside.findIndex((each) => each.some(sets));
      const made =
        k < 0
          ? null
          : within(inside[k] as List, false, isRepeated || (s.kind !== 'if' && s.kind !== 'block'));
      if (!made) return null;
      const other = withBodies(
        s,
        inside.map((each, j) => (j === k ? made.body : each)),
      );
      return { block: made.block, body: list.map((each) => (each === s ? other : each)) };
    }
    if (first < 0 || list.slice(first).some(sets)) return null;
    // On a path that gives it no memory it is empty, or has that of an earlier turn.
    const before = list.slice(0, first);
    const open = sizes.filter((size) => !isGiven(before, size));
    if (isRepeated && open.length > 0) return null;
    const end = list.findLastIndex(uses) + 1;
    // A RETURN among them leaves all that is left.
    const returns = isWhole && isLeft(list.slice(first, end), routine.label);
    const label = newLabel(growing);
    const own = list.slice(first, returns ? list.length : end);
    const body = !returns
      ? own
      : rewriteStatements(own, (s) =>
          s.kind === 'exit' && s.target === routine.label ? { ...s, target: label } : s,
        );
    const id = newStatement(growing);
    const stands = { id, span, role: 'primal' as const, origin: null };
    const block: Block = { ...stands, kind: 'block', label, body };
    const emit = new Emitter(growing, { span, origin: null });
    const empty = open.map((size) => emit.assign('primal', emit.ref(size), constant(0, 'i32')));
    return { block, body: [...empty, ...before, block, ...list.slice(first + own.length)] };
  };
  return within(routine.body, true, false);
}
