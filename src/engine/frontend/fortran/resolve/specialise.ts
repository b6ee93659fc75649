/**
 * Routines as arguments. A routine that is passed others is read once for each set that it is passed: `call rk4(y, h, f)`
 * calls `rk4_f`, a copy of rk4 in which f stands for its argument. So every call that is left names what it calls.
 *
 * Works on syntax, before names are resolved: an argument is a routine if it is declared EXTERNAL or PROCEDURE, has an
 * interface, or is called. It works twice. What a dummy is called with, the routine that stands for it may leave out, take
 * as a structure or return as an array, so calls of its name come before all that; those that OPTIONAL, types and generic
 * names hide come when they have their names.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { Copies, type Generic, withCopies } from '../../lower/specialised';
import { freshName, mapped, someNode } from '../../mapped';
import { type CallSyntax, calleeOf, calling, dummyFor, isCall } from '../parse/calls';
import type * as S from '../parse/syntax';
import { originOf, unitsIn } from '../parse/syntax';
import { allOfKind, declarationsOf, namesWith, withoutNames } from '../parse/visit';
import { renamed } from './declarations/distinct';
import { optionalOf } from './optional';
import { namesIn } from './ownNames';

/** What to do where nothing is passed that could be read in place of an argument. */
export const NOT_PASSED = 'Add a routine that calls this one and passes it, and choose that.';

interface State {
  /** Routines with routines as arguments, and which those are. */
  readonly generic: ReadonlyMap<string, Generic<S.Unit>>;
  /** Those of this text. */
  readonly own: ReadonlySet<string>;
  /** What can be passed: they, and what is declared EXTERNAL. */
  readonly routines: ReadonlySet<string>;
  readonly copies: Copies<S.Unit>;
  readonly names: Set<string>;
}

/** Units with copies, and the routines of which there are copies, which stand there still where something names them. */
export interface Specialised {
  readonly units: readonly S.Unit[];
  readonly copied: ReadonlySet<string>;
}

/** After the first time there is an `earlier` one. Each routine goes by its own name in what is made. */
export function specialised(
  given: readonly S.Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
  { copied: earlier, isLast }: { readonly copied: ReadonlySet<string> | null; readonly isLast: boolean },
): Specialised {
  const all = given.flatMap(routinesIn).map((unit) => unit.name.name);
  const own = new Set(all);
  const units = withoutUnpassed(given, { own, names, sink, earlier: earlier ?? new Set() });
  const routines = new Set([...own, ...passableExternals(units)]);
  const passed = passedRoutines(units, routines);
  const generic = new Map(
    units.flatMap(routinesIn).flatMap((unit) => {
      const dummies = dummyRoutines(unit, passed);
      const { name } = unit.name;
      const isLater = !earlier && dummies.some((dummy) => optionalOf(unit).has(dummy));
      return dummies.length > 0 && !isLater ? [[name, { name, definition: unit, dummies }] as const] : [];
    }),
  );
  if (generic.size === 0) return { units, copied: new Set() };
  const copies = new Copies<S.Unit>(names, sink, 'routine');
  const state: State = { generic, own, routines, copies, names };
  const redirectedUnits = units.map((unit) => withCalls(state, unit));
  state.copies.finish();
  const originals = [...state.copies.originals()];
  const copied = new Set(originals.map((unit) => unit.name.name));
  const gone = new Set([...copied, ...((isLast && earlier) || [])]);
  // What is copied goes if nothing can call it any more.
  const placed = () =>
    withCopies(
      redirectedUnits,
      units,
      (unit) => copies.of(unit) ?? [],
      (unit) => gone.has(unit.name.name),
    );
  if (!isLast) keepNamed(placed().flatMap(unitsIn), originals, gone);
  return { units: placed().map((unit) => withCopiesUsed(state, unit, gone)), copied };
}

/**
 * What a routine is passed that nothing in the text calls: nobody says what, so it is external, by the name of the argument,
 * which goes.
 */
function withoutUnpassed(
  units: readonly S.Unit[],
  given: { own: ReadonlySet<string>; names: Set<string>; sink: DiagnosticSink; earlier: ReadonlySet<string> },
): S.Unit[] {
  const all = units.flatMap(unitsIn);
  const named = new Set(
    all.flatMap(({ name, body, types, generics }) =>
      namesIn([body, types, generics]).filter((each) => each !== name.name),
    ),
  );
  const taken = new Set(given.own);
  const without = (unit: S.Unit, around: readonly S.Unit[]): S.Unit => {
    const whole = { ...unit, contains: unit.contains.map((inner) => without(inner, [unit, ...around])) };
    const { name } = unit.name;
    if (!given.own.has(name) || unit.bare || named.has(name) || given.earlier.has(name)) return whole;
    const found = dummyRoutines(unit, new Set());
    const meant = new Map<string, string>();
    for (const { name: dummy, span } of unit.header?.parameters ?? []) {
      const isData =
        optionalOf(unit).has(dummy) || declarationsOf(unit, dummy).some((s) => hasBounds(s, dummy));
      if (!found.includes(dummy) || isData) continue;
      meant.set(dummy, taken.has(dummy) ? freshName(given.names, dummy) : dummy);
      taken.add(dummy);
      given.sink.warning(
        'routine-argument',
        `Nothing here calls \`${name}\`, so nobody says what is passed for \`${dummy}\`: it is taken for the routine \`${meant.get(dummy)}\`, and is no argument any more.`,
        span,
        NOT_PASSED,
      );
    }
    if (meant.size === 0) return whole;
    const body = mapped(unit.body, (node) =>
      isCall(node) && calleeOf(node) === name ? onward(node, unit, meant) : node,
    );
    const interfaces = [...unit.interfaces, ...interfacesSaid(unit, around, meant)];
    return substituted({ ...whole, body, interfaces }, meant, given.own);
  };
  return units.map((unit) => without(unit, []));
}

/** What `procedure(f_t) :: f` says of an argument, by an interface of the unit or of one around it that names no type of the text. */
function interfacesSaid(
  unit: S.Unit,
  around: readonly S.Unit[],
  meant: ReadonlyMap<string, string>,
): S.Unit[] {
  const visible = [unit, ...around].flatMap(({ interfaces, abstracts }) => [...abstracts, ...interfaces]);
  return [...meant.keys()].flatMap((dummy) => {
    const like = declarationsOf(unit, dummy).find((s) => s.like !== undefined)?.like;
    const said = visible.find(({ name }) => name.name === like);
    const hasTypes = said?.specifications.some((s) => s.kind === 'declare' && s.type?.derived !== undefined);
    return said && !hasTypes ? [renamed(said, new Map([[said.name.name, dummy]]))] : [];
  });
}

/** A call of a routine by itself that passes on what it was passed, without that. */
function onward(call: CallSyntax, { header }: S.Unit, meant: ReadonlyMap<string, string>): CallSyntax {
  const args = call.args.filter((arg, k) => {
    const formal = dummyFor(arg, k, header?.parameters) ?? '';
    return !(meant.has(formal) && arg.value.kind === 'name' && arg.value.name === formal);
  });
  return { ...call, args };
}

/** What is declared EXTERNAL and is no argument, so that every routine means the same by it. */
function passableExternals(units: readonly S.Unit[]): string[] {
  const all = units.flatMap(routinesIn);
  const optional = new Set(all.flatMap((unit) => [...optionalOf(unit)]));
  return all.flatMap((unit) => {
    const interfaces = unit.interfaces.map(({ name }) => name.name);
    const parameters = unit.header?.parameters ?? [];
    return [...externalNames(unit), ...interfaces].filter(
      (each) => !optional.has(each) && !parameters.some(({ name }) => name === each),
    );
  });
}

/** What types, generic names and calls still name stays, and what that names. */
function keepNamed(units: readonly S.Unit[], originals: readonly S.Unit[], gone: Set<string>): void {
  const named = new Set(units.flatMap(({ body, types, generics }) => namesIn({ body, types, generics })));
  for (const unit of originals)
    if (named.has(unit.name.name) && gone.delete(unit.name.name)) keepNamed(unitsIn(unit), originals, gone);
}

/** USE, ONLY names the copies in place of the routine that was copied. */
function withCopiesUsed(state: State, unit: S.Unit, gone: ReadonlySet<string>): S.Unit {
  const specifications = unit.specifications.map((s) => {
    if (s.kind !== 'use') return s;
    const used = s.names.flatMap((each) => {
      const copies = state.generic.has(each.remote) ? state.copies.namesOf(each.remote) : [];
      if (copies.length === 0) return [each];
      const made = copies.map((name) => ({ local: { ...each.local, name }, remote: name }));
      return gone.has(each.remote) ? made : [each, ...made];
    });
    return { ...s, names: used };
  });
  return {
    ...unit,
    specifications,
    contains: unit.contains.map((inner) => withCopiesUsed(state, inner, gone)),
  };
}

function routinesIn(unit: S.Unit): S.Unit[] {
  return unitsIn(unit).filter(({ kind, bare }) => (kind === 'subroutine' || kind === 'function') && !bare);
}

/** Where the text passes a routine: `name 0` is the first argument of what is called so, `name f` the one called f. */
function passedRoutines(units: readonly S.Unit[], routines: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const externals = new Set(units.flatMap(unitsIn).flatMap(externalNames));
  for (const { body } of units.flatMap(unitsIn))
    someNode(body, (node) => {
      if (!isCall(node)) return false;
      const callee = calleeOf(node);
      for (const [k, { keyword, value }] of node.args.entries())
        if (value.kind === 'name' && (routines.has(value.name) || externals.has(value.name)))
          found.add(`${callee} ${keyword ?? k}`);
      return false;
    });
  return found;
}

const externalNames = (unit: S.Unit): string[] => namesWith(unit, 'external');

function dummyRoutines(unit: S.Unit, passed: ReadonlySet<string>): string[] {
  const found = new Set([
    ...unit.interfaces.map(({ name }) => name.name),
    ...externalNames(unit),
    ...allOfKind(unit.body, 'call').map(({ callee }) => callee.name),
  ]);
  const isFunction = ({ name }: S.Name, k: number): boolean =>
    (passed.has(`${unit.name.name} ${k}`) || passed.has(`${unit.name.name} ${name}`)) &&
    someNode(unit.body, (node) => isCall(node) && node.kind === 'apply' && node.name === name) &&
    !declarationsOf(unit, name).some((s) => hasBounds(s, name));
  const isPointer = ({ name }: S.Name) => declarationsOf(unit, name).some(({ procedure }) => procedure);
  return (unit.header?.parameters ?? []).flatMap((p, k) =>
    !isPointer(p) && (found.has(p.name) || isFunction(p, k)) ? [p.name] : [],
  );
}

/** What is no array, and yet has a list behind it, is a function, declared EXTERNAL or not. */
function hasBounds(s: S.StatementOf<'declare'>, name: string): boolean {
  return s.entities.some((each) => each.name === name && each.dimensions !== null);
}

/** A unit with the calls in it that pass routines calling copies instead. */
function withCalls(state: State, unit: S.Unit): S.Unit {
  if (state.generic.has(unit.name.name)) return unit;
  const own = mapped(unit.body, (node) => redirected(state, node));
  // What an interface says of a routine of this text, its own text says.
  const interfaces = unit.interfaces.filter(({ name }) => !state.generic.has(name.name));
  const contains = unit.contains.map((inner) => withCalls(state, inner));
  return { ...unit, body: own, interfaces, contains };
}

function redirected(state: State, node: object): object {
  if (!isCall(node)) return node;
  const generic = state.generic.get(calleeOf(node));
  if (!generic) return node;
  const parameters = generic.definition.header?.parameters ?? [];
  const passed = generic.dummies.map((dummy) =>
    node.args.find((arg, k) => dummyFor(arg, k, parameters) === dummy),
  );
  const actuals = passed.map((a) => routineNamed(state, a));
  if (actuals.some((actual) => actual === null)) return node;
  const copy = copyFor(state, generic, actuals as string[], node.span);
  if (copy === null) return node;
  const args = node.args.filter((a) => !passed.includes(a));
  return calling(node, copy, args);
}

function routineNamed(state: State, argument: S.ArgumentSyntax | undefined): string | null {
  const value = argument?.value;
  return value?.kind === 'name' && state.routines.has(value.name) ? value.name : null;
}

function copyFor(
  state: State,
  generic: Generic<S.Unit>,
  actuals: readonly string[],
  span: Span,
): string | null {
  return state.copies.named(generic, actuals, span, (name, meant) => {
    const handed = [...meant.values(), ...(generic.definition.handed ?? [])];
    const { definition } = generic;
    const own = { ...withoutClashes(state, definition, meant), handed, copyOf: originOf(definition) };
    const made = substituted(own, meant, state.own);
    const finished = () => {
      const inside = {
        ...made,
        body: mapped(made.body, (node) => redirected(state, node)),
        contains: made.contains.map((inner) => withCalls(state, inner)),
      };
      // A function's result goes by its name.
      return renamed(inside, new Map([[generic.name, name]]));
    };
    return { made, finished };
  });
}

/** The unit with other names for variables that are called like what is passed to it. */
function withoutClashes({ names }: State, unit: S.Unit, meant: ReadonlyMap<string, string>): S.Unit {
  const passed = new Set(meant.values());
  const own = unit.specifications.flatMap((s) =>
    s.kind === 'declare' && !s.attributes.includes('external')
      ? s.entities.flatMap(({ name }) => (passed.has(name) && !meant.has(name) ? [name] : []))
      : [],
  );
  return own.length === 0 ? unit : renamed(unit, new Map(own.map((name) => [name, freshName(names, name)])));
}

/** The unit without its arguments that are routines; what they stand for in their place, declared as they were if it is not `own`. */
function substituted(unit: S.Unit, meant: ReadonlyMap<string, string>, own: ReadonlySet<string>): S.Unit {
  const isOwn = (name: string) => own.has(meant.get(name) ?? '');
  const { header } = unit;
  return renamed(
    {
      ...unit,
      header: header && { ...header, parameters: header.parameters.filter(({ name }) => !meant.has(name)) },
      specifications: withoutNames(unit.specifications, isOwn),
      interfaces: unit.interfaces.filter(({ name }) => !isOwn(name.name)),
    },
    meant,
  );
}
