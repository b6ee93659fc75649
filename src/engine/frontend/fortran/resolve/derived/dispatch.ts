/**
 * Procedures bound to types, by the routines that they are: where the type of a binds f to f_t, `a%f(x)` is `f_t(a, x)`. If a is
 * declared CLASS, and types that extend its type bind f otherwise, a routine is read once for each type of which it is passed
 * objects: in such a copy the argument is of that type. That settles SELECT TYPE and DEFERRED too.
 *
 *     subroutine run(s); class(base) :: s                       subroutine run_rk(s); type(rk) :: s
 *     call s%step()                                        →    call rk_step(s)
 *     type(rk) :: r; call r%run()                               type(rk) :: r; call run_rk(r)
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { getOrMake } from '../../../../base/once';
import { withCopies } from '../../../lower/specialised';
import { freshName, mapped, someNode } from '../../../mapped';
import { type CallSyntax, calleeOf, calling, callsIn, dummyFor, isCall } from '../../parse/calls';
import { argument, nameAt, nothing } from '../../parse/made';
import {
  type ApplySyntax,
  type BadSyntax,
  type ExprSyntax,
  modulesIn,
  type Node,
  originOf,
  type Unit,
  unitsIn,
} from '../../parse/syntax';
import { renamed } from '../declarations/distinct';
import { type Choices, choicesOf, chosen } from './choices';
import { dynamicTypes, withTypes } from './dynamicTypes';
import { type Scope, scopeIn, typedAlong, typedOf } from './scopes';
import { type Bound, boundTo, type Type, typesOf } from './types';

interface State {
  readonly types: ReadonlyMap<string, Type>;
  readonly routines: ReadonlyMap<string, Unit>;
  readonly parents: ReadonlyMap<Unit, Unit>;
  readonly modules: ReadonlyMap<string, Unit>;
  readonly choices: Choices;
  /** There is a SELECT TYPE. */
  readonly hasTests: boolean;
  readonly made: Map<string, string>;
  readonly copies: Map<Unit, Unit[]>;
  /** By routine, reports of what is not settled in it; each gets the routine's name if it is left out, else null. */
  readonly open: Map<Unit, ((gone: string | null) => void)[]>;
  /** Routines in which something is not settled that no caller could settle. */
  readonly own: Set<Unit>;
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
}

/** A routine, as it is written or a copy. */
interface At {
  readonly scope: Scope;
  readonly unit: Unit;
}

export function withoutDispatch(
  units: readonly Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
): readonly Unit[] {
  const types = typesOf(units);
  const all = units.flatMap(unitsIn);
  const hasTests = all.some(({ body }) => hasTypeTest(body));
  const choices = choicesOf(units, types, sink);
  if (types.size === 0 && !hasTests && choices.members.size === 0) return units;
  const s: State = {
    types,
    routines: choices.routines,
    parents: new Map(all.flatMap((unit) => unit.contains.map((inner) => [inner, unit] as const))),
    modules: modulesIn(units),
    choices,
    hasTests,
    made: new Map(),
    copies: new Map(),
    open: new Map(),
    own: new Set(),
    names,
    sink,
  };
  const settled = units.map((unit) => settledUnit(s, unit, unit, new Map()));
  const placed = (isGone: (unit: Unit) => boolean) =>
    withCopies(settled, units, (unit) => s.copies.get(unit) ?? [], isGone);
  const gone = uncalled(s, placed(() => false).flatMap(unitsIn));
  for (const [{ name }, reports] of s.open)
    for (const report of reports) report(gone.has(name.name) ? name.name : null);
  return placed((unit) => gone.has(unit.name.name));
}

/**
 * Routines to leave out: something in them is not settled, they are bound to a type or have copies in their place, and nothing that
 * stays calls them. None where no other routine would be left.
 */
function uncalled(s: State, units: readonly Unit[]): ReadonlySet<string> {
  const bound = new Set(
    [...s.types.values()].flatMap((type) => [...type.bound.values()].map(({ target }) => target)),
  );
  const isIdle = (unit: Unit) => !s.own.has(unit) && (s.copies.has(unit) || bound.has(unit.name.name));
  const gone = new Set([...s.open.keys()].filter(isIdle).map((unit) => unit.name.name));
  const calls = new Map(units.map((unit) => [unit.name.name, new Set(callsIn(unit.body).map(calleeOf))]));
  const isCalled = (name: string) => [...calls].some(([by, called]) => !gone.has(by) && called.has(name));
  for (let staying = [...gone].filter(isCalled); staying.length > 0; staying = [...gone].filter(isCalled))
    for (const name of staying) gone.delete(name);
  return units.some((unit) => unit.header && unit.kind !== 'module' && !gone.has(unit.name.name))
    ? gone
    : new Set();
}

const hasTypeTest = (body: readonly Node[]): boolean =>
  someNode(body, (node) => 'kind' in node && node.kind === 'selectBlock' && 'ofType' in node);

// ---------------------------------------------------------------------------------------------------------- routines

/** A routine with its calls settled, where some of its variables are of a type that is known; `original` is as it is written. */
function settledUnit(s: State, given: Unit, original: Unit, known: ReadonlyMap<string, Type>): Unit {
  const declared = known.size > 0 ? withTypes(given, known) : given;
  const local = dynamicTypes(declared, scopeOf(s, declared, original), s);
  const unit = local.size > 0 ? withTypes(declared, local) : declared;
  const at: At = { scope: scopeOf(s, unit, original), unit: original };
  const told = mapped(unit.body, (node: Node) => arm(s, at, node) ?? node);
  const body = mapped(told, (node) => settledCall(s, at, node));
  const contains = unit.contains.map((inner) => settledUnit(s, inner, inner, new Map()));
  return { ...unit, body, contains };
}

function copyFor(s: State, unit: Unit, known: ReadonlyMap<string, Type>): string {
  const own = unit.name.name;
  const key = [own, ...[...known].map(([name, type]) => `${name}=${type.name}`)].join(' ');
  const found = s.made.get(key);
  if (found !== undefined) return found;
  const name = freshName(s.names, [own, ...new Set([...known.values()].map((type) => type.name))].join('_'));
  s.made.set(key, name);
  const copies = getOrMake(s.copies, unit, () => []);
  // What the copy leaves open is told of it.
  const copy = { ...unit, copyOf: originOf(unit) };
  const outer = s.open.get(unit);
  s.open.delete(unit);
  const made = settledUnit(s, copy, unit, known);
  for (const report of s.open.get(unit) ?? []) report(null);
  s.open.delete(unit);
  if (outer) s.open.set(unit, outer);
  copies.push(renamed(made, new Map([[own, name]])));
  return name;
}

/** Notes what is not settled in a routine. Its callers could settle it if the `object` is an argument. */
function leaveOpen(s: State, { unit }: At, object: ExprSyntax, what: string, instead: string): void {
  const { span } = object;
  const root = object.kind === 'name' || object.kind === 'apply' ? object.name : '';
  const isPassed = unit.header?.parameters.some(({ name }) => name === root) ?? false;
  if (!isPassed) s.own.add(unit);
  getOrMake(s.open, unit, () => []).push((gone) => {
    if (gone === null) s.sink.error('unsupported', what, span, instead);
    else if (!s.copies.has(unit))
      s.sink.info('unsupported', `${what} Nothing here calls ${gone}, so it is left out.`, span, instead);
  });
}

/** What is of which type in a unit; `original` says where it stands. */
function scopeOf(s: State, unit: Unit, original: Unit): Scope {
  const outer = s.parents.get(original);
  return scopeIn(unit, outer ? scopeOf(s, outer, outer) : new Map(), {
    ...s,
    used: (module) => scopeOf(s, module, module),
  });
}

function unitsAround(s: State, unit: Unit): Unit[] {
  const outer = s.parents.get(unit);
  return outer ? [unit, ...unitsAround(s, outer)] : [unit];
}

// ------------------------------------------------------------------------------------------------------------- calls

/** SELECT TYPE of something whose type is known: its arm. */
function arm(s: State, { scope }: At, node: Node): Node | null {
  if (node.kind !== 'selectBlock' || !node.ofType) return null;
  const known = typedOf(s, scope, node.selector);
  if (!known || known.isOpen) return null;
  const fits = (type: Type, isExact: boolean) =>
    node.cases.find(({ ranges }) =>
      ranges?.some((range) => range.kind === 'type' && range.type === type.name && range.isExact === isExact),
    );
  let found = fits(known.type, true);
  for (let type: Type | null = known.type; type && !found; type = type.parent) found = fits(type, false);
  found ??= node.cases.find(({ ranges }) => ranges === null);
  if (!found || found.body.length === 0) return nothing({ ...node, label: node.label });
  const { span, label, construct, ofType: name, selector } = node;
  const base = { span, label, construct, body: found.body };
  if (selector.kind === 'name' && selector.name === name.name)
    return { ...base, kind: 'scopeBlock', specifications: [] };
  return { ...base, kind: 'associateBlock', pairs: [{ name, selector }] };
}

function settledCall(s: State, at: At, node: object): object {
  if ('kind' in node && node.kind === 'selectBlock' && 'ofType' in node) {
    const open = node as Extract<Node, { kind: 'selectBlock' }>;
    const what = 'SELECT TYPE of what is only known at run time is not supported.';
    leaveOpen(
      s,
      at,
      open.selector,
      what,
      'Pass an object that is declared by TYPE, or write a routine for each type.',
    );
    return nothing(open);
  }
  if (!isCall(node)) return node;
  if (node.kind === 'apply') {
    const called = node.parts ? unbound(s, at, node) : node;
    return called.kind === 'apply' && !called.parts ? passing(s, at, called) : called;
  }
  // The designator was read as that of a function, and is settled.
  const { bound: _, ...plain } = node;
  const bound: ApplySyntax | BadSyntax | undefined = node.bound;
  if (!bound) return passing(s, at, node);
  if (isBad(bound)) return nothing(node);
  if (bound.parts) return node;
  return { ...plain, callee: { name: bound.name, span: node.callee.span }, args: bound.args };
}

/** What stood there was complained about. */
const isBad = (e: ExprSyntax): e is BadSyntax => e.kind === 'bad';

/** `a%b%f(x)` as `f_t(a%b, x)`. */
function unbound(s: State, at: At, e: ApplySyntax): ApplySyntax | BadSyntax {
  const parts = e.parts ?? [];
  const last = parts[parts.length - 1];
  const root = at.scope.get(e.name);
  const object = root && last && typedAlong(root, parts.slice(0, -1));
  if (!object || object.type.components.some(({ name }) => name === last.name)) return e;
  const bound = boundTo(object.type, last.name);
  if (bound === null || bound === 'mixed') return e;
  if (bound.target === '' || (object.isOpen && object.type.overridden.has(last.name))) {
    const what = `What ${last.name} calls depends on the type at run time, which is not supported.`;
    leaveOpen(
      s,
      at,
      e,
      what,
      'Declare the object by TYPE; that of an argument is of the type that calls pass.',
    );
    return { kind: 'bad', span: e.span };
  }
  const { parts: _, bare, ...rest } = e;
  const front = parts.slice(0, -1);
  const of: ExprSyntax =
    front.length > 0 ? { ...e, parts: front } : bare ? nameAt(e.name, e.span) : { ...rest };
  return { ...rest, name: bound.target, args: withObject(s, bound, of, last.args ?? []) };
}

function withObject(s: State, { target, passes, as }: Bound, object: ExprSyntax, args: ApplySyntax['args']) {
  if (!passes) return args;
  const parameters = s.routines.get(target)?.header?.parameters ?? [];
  const place = as === null ? 0 : parameters.findIndex(({ name }) => name === as);
  const positional = args.filter(({ keyword }) => keyword === null).length;
  if (place > positional) return [...args, { ...argument(object), keyword: as }];
  return [...args.slice(0, place), argument(object), ...args.slice(place)];
}

/** A call of the routine that a generic name means, and of a copy for the types of the objects that it passes. */
function passing(s: State, { scope, unit }: At, given: CallSyntax): CallSyntax {
  const isVariable = scope.get(calleeOf(given)) !== undefined;
  const call = isVariable ? given : chosen(s.choices, given, scope, unitsAround(s, unit));
  const callee = isVariable ? undefined : s.routines.get(calleeOf(call));
  if (!callee) return call;
  const parameters = callee.header?.parameters ?? [];
  const formals = scopeOf(s, callee, callee);
  const known = new Map<string, Type>();
  for (const [k, arg] of call.args.entries()) {
    const dummy = dummyFor(arg, k, parameters) ?? '';
    const formal = formals.get(dummy);
    const actual = formal?.isOpen ? typedOf(s, scope, arg.value) : null;
    if (!formal || !actual || !dispatches(s, callee, dummy, formal.type)) continue;
    if (!actual.isOpen) known.set(dummy, actual.type);
    // What is not settled in the callee is reported there; this routine may have to go with it.
    else getOrMake(s.open, unit, () => []);
  }
  return known.size > 0 ? calling(call, copyFor(s, callee, known), call.args) : call;
}

/** Whether it matters which type an argument has in the end: it is asked for, or something bound to it is called, or it is passed on. */
function dispatches(s: State, { body, contains }: Unit, dummy: string, type: Type): boolean {
  const isSettled = ({ overridden, bound }: Type) =>
    overridden.size === 0 && [...bound.values()].every(({ target }) => target !== '');
  if (isSettled(type) && !s.hasTests) return false;
  return someNode([body, contains.map((inner) => inner.body)], (node) => {
    if (hasTypeTest([node as Node])) return true;
    if (!isCall(node)) return false;
    const [first] = (node.kind === 'apply' && node.name === dummy && node.parts?.slice(-1)) || [];
    return (
      (first !== undefined && boundTo(type, first.name) !== null) ||
      node.args.some(({ value }) => value.kind === 'name' && value.name === dummy)
    );
  });
}
