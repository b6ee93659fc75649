/**
 * Arrays whose size is found on the way. Front ends keep each such extent in a variable of its own, set where the array gets its
 * memory; here the statements that use the array become a routine of their own, which is passed the size: so the bounds of
 * every array are known where its routine begins. Memory that is asked for again is another array.
 *
 *     n = count(x > 1)                     n = count(x > 1); h_n = n
 *     allocate (h(n)); h_n = n       →     call f_h(h_n, x)              real :: h(h_n)
 *     h = x(1)                                                           h = x(1)
 */
import type { DiagnosticSink } from '../base/diagnostics';
import { groupedBy } from '../base/once';
import type { Span } from '../base/span';
import { boundsOf } from '../ir/bounds';
import { constant, rewrite, sameExpr } from '../ir/build';
import {
  Emitter,
  type GrowingProgram,
  growingFrom,
  newLabel,
  newStatement,
  rewriteRoutines,
} from '../ir/emit';
import { freeName, variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { mapExpressions, type Renaming, renameExpr, renameShape } from '../ir/rewrites/rename';
import {
  allStatements,
  bodies,
  jumpsOutOf,
  rewriteStatements,
  someStatement,
  withBodies,
} from '../ir/statements';
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
import { mentioned, mentionsTo } from '../ir/uses';
import { faceOf, settersOf } from './face';
import { addPart, callOf, type Draft, draftOf, freshRoutine, type Part, programOf } from './parts';

type List = readonly Statement[];

export function withLateSizes(given: Program, sink: DiagnosticSink): Program {
  if (!given.variables.some((v) => lateSizes(given, v).length > 0)) return given;
  const refuse = (found: Variable, why: string): Program => {
    // What stands for it later is named after it.
    const v = given.variables.find(({ span, shape }) => shape && span.start === found.span.start) ?? found;
    sink.error(
      'late-size',
      `The size of ${shown(v)} is found on the way, and what uses it can’t be made a routine of its own: ${why}.`,
      v.span,
      'Size it by constants or arguments, or move what uses it to a routine that is passed its size.',
    );
    return withoutSizes(given);
  };
  const apart = withOwnMemory(withKnownSizes(withoutUnused(given)));
  if ('grows' in apart) return refuse(apart.grows, 'it grows or shrinks while it is used');
  let program = apart.program;
  for (let k = 0; k < program.routines.length; ) {
    const routine = program.routines[k] as Routine;
    // What is sized last stands inside of what uses the others.
    const late = lateArrays(program, routine);
    const starts = late.map((v) => firstSet(routine, lateSizes(program, v)));
    const last = late[starts.indexOf(Math.max(...starts))];
    const made = last && outlined(program, routine, last);
    if (last && typeof made === 'string') return refuse(last, made);
    if (made === undefined || typeof made === 'string') k++;
    else program = made;
  }
  for (const v of given.variables)
    if (v.role !== 'temporary' && lateSizes(given, v).length > 0 && variableOf(program, v.id).shape === null)
      sink.info(
        'late-size',
        `The size of ${shown(v)} is found on the way: what uses it is a routine of its own.`,
        v.span,
        'A size that is a constant or an argument leaves the routine in one piece.',
      );
  return program;
}

const shown = ({ name, role }: Variable): string =>
  role === 'temporary' ? 'what is computed here' : name.replaceAll('.', '%');

const lateArrays = (program: Program, { locals }: Routine): Variable[] =>
  locals.map((id) => variableOf(program, id)).filter((v) => lateSizes(program, v).length > 0);

/** A program that is refused has bounds that can be evaluated still. */
function withoutSizes(program: Program): Program {
  const variables = program.variables.map((v) => {
    const sizes = new Set(lateSizes(program, v));
    if (sizes.size === 0 || !v.shape) return v;
    const one = (e: Expr) =>
      rewrite(e, (part) =>
        part.kind === 'variable' && sizes.has(part.variable) ? constant(1, part.type) : part,
      );
    return { ...v, shape: withBounds(v.shape, one) };
  });
  return { ...program, variables };
}

const withBounds = (shape: Shape, change: (e: Expr) => Expr): Shape => ({
  ...shape,
  dimensions: shape.dimensions.map(({ lower, extent }) => ({
    lower: change(lower),
    extent: extent && change(extent),
  })),
});

/** Front ends look ahead at shapes, and leave arrays that nothing uses. */
function withoutUnused(program: Program): Program {
  const used = program.routines.map(mentioned);
  const variables = program.variables.map((v) =>
    lateSizes(program, v).length > 0 && !used[v.owner ?? 0]?.has(v.id) ? { ...v, shape: null } : v,
  );
  return { ...program, variables };
}

/** The variables of its own routine that the bounds of an array read. */
function lateSizes(program: Program, v: Variable): VariableId[] {
  if (v.role === 'parameter' || v.owner === null) return [];
  return boundsOf(v)
    .flatMap((e) => placesRead(e).map(({ variable }) => variable))
    .filter(
      (id) => variableOf(program, id).owner === v.owner && variableOf(program, id).role !== 'parameter',
    );
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

/** What a statement does to one array and its sizes, with all that is inside of it. */
interface Parts {
  readonly sets: (s: Statement) => boolean;
  readonly uses: (s: Statement) => boolean;
}

function partsOf(program: Program, v: Variable): Parts {
  const sizes = lateSizes(program, v);
  return {
    sets: (s) => someStatement([s], (each) => each.kind === 'assign' && sizes.includes(each.target.variable)),
    uses: (s) => mentioned({ body: [s] }).has(v.id),
  };
}

function namesItself(s: Statement, id: VariableId): boolean {
  let found = false;
  mentionsTo((each) => {
    if (each === id) found = true;
  })(s);
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

// --------------------------------------------------------------------------------------------------- memory of its own

/** Each size that an array is given once it was used starts another array. */
function withOwnMemory(program: Program): { readonly program: Program } | { readonly grows: Variable } {
  let grows: Variable | null = null;
  const made = rewriteRoutines(program, (routine, add, growing) => {
    let body = routine.body;
    for (const v of lateArrays(program, routine)) {
      const sizes = lateSizes(program, v);
      let times = 0;
      const another = (list: List): List => {
        if (times++ === 0) return list;
        const taken = new Set(growing.variables.map(({ name }) => name.toLowerCase()));
        const names = new Map<VariableId, VariableId>();
        for (const each of [...sizes, v.id]) {
          const { name, shape, ...rest } = variableOf(program, each);
          const own = freeName(taken, name);
          taken.add(own);
          names.set(each, add({ ...rest, name: own, shape: shape && renameShape(shape, names) }));
        }
        return renamed(list, names);
      };
      const own = apart(body, v.id, partsOf(program, v), another);
      if (own) body = own;
      // What grows is told by its name, rather than by what is computed on its way.
      else if (!grows || grows.role === 'temporary') grows = v;
    }
    return body;
  });
  return grows ? { grows } : { program: made };
}

function renamed(list: List, names: Renaming): List {
  const id = (each: VariableId) => names.get(each) ?? each;
  return rewriteStatements(list, (s) => mapExpressions(s, (e) => renameExpr(e, names), id));
}

/** Null where the array is used before it has its size. */
function apart(list: List, id: VariableId, parts: Parts, another: (list: List) => List): List | null {
  const made: Statement[] = [];
  let own: Statement[] | null = null;
  let isUsed = false;
  const close = () => {
    if (own) made.push(...(isUsed ? another(own) : own));
    own = null;
    isUsed = false;
  };
  for (const s of list) {
    const [sets, uses] = [parts.sets(s), parts.uses(s)];
    if (sets && uses) {
      if (namesItself(s, id)) return null;
      close();
      const inside = bodies(s).map((each) => apart(each, id, parts, another));
      if (!inside.every((each) => each !== null)) return null;
      made.push(withBodies(s, inside));
      continue;
    }
    if (sets && isUsed) close();
    if (uses && !own) return null;
    if (sets) own ??= [];
    isUsed ||= uses;
    (own ?? made).push(s);
  }
  close();
  return made;
}

// ------------------------------------------------------------------------------------------------- a routine of its own

/** The program with a routine for all that uses an array, or why there can't be one. */
function outlined(program: Program, routine: Routine, v: Variable): Program | string {
  const growing = growingFrom(program);
  const piece = pieceOf(routine, { ...partsOf(program, v), sizes: lateSizes(program, v) }, v.span, growing);
  if (!piece) return 'it is used before it has its size';
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
  { sets, uses, sizes }: Parts & { readonly sizes: readonly VariableId[] },
  span: Span,
  growing: GrowingProgram,
): { readonly block: Block; readonly body: List } | null {
  const within = (list: List, isWhole: boolean): { block: Block; body: List } | null => {
    const first = list.findIndex(uses);
    const around = list.findIndex((s) => sets(s) && uses(s));
    if (around >= 0) {
      const s = list[around] as Statement;
      const inside = bodies(s);
      const k = inside.findIndex((each) => each.some(sets));
      const made = k < 0 ? null : within(inside[k] as List, false);
      if (!made) return null;
      const other = withBodies(
        s,
        inside.map((each, j) => (j === k ? made.body : each)),
      );
      return { block: made.block, body: list.map((each) => (each === s ? other : each)) };
    }
    if (first < 0 || list.slice(first).some(sets)) return null;
    const leaves = (s: Statement) => jumpsOutOf([s]).some(({ target }) => target === routine.label);
    const end = list.findLastIndex(uses) + 1;
    // A RETURN among them leaves all that is left.
    const isLeft = isWhole && list.slice(first, end).some(leaves);
    const label = newLabel(growing);
    const own = list.slice(first, isLeft ? list.length : end);
    const body = !isLeft
      ? own
      : rewriteStatements(own, (s) =>
          s.kind === 'exit' && s.target === routine.label ? { ...s, target: label } : s,
        );
    const id = newStatement(growing);
    const stands = { id, span, role: 'primal' as const, origin: null };
    const block: Block = { ...stands, kind: 'block', label, body };
    const before = list.slice(0, first);
    // On a path that gives it no memory it is empty.
    const isOpen = (size: VariableId) =>
      !before.some((s) => s.kind === 'assign' && s.target.variable === size);
    const emit = new Emitter(growing, { span, origin: null });
    const empty = sizes
      .filter(isOpen)
      .map((size) => emit.assign('primal', emit.ref(size), constant(0, 'i32')));
    return { block, body: [...empty, ...before, block, ...list.slice(first + own.length)] };
  };
  return within(routine.body, true);
}
