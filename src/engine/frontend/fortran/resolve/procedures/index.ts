/**
 * Procedure pointers, variables and components alike: integers that say which procedure is meant. A routine made for each
 * interface calls it.
 *
 *     procedure(f), pointer :: p           integer :: p
 *     p => g                          →    p = 1
 *     y = p(x)                             y = call_f(p, x)
 *
 * Routines that are passed others have been copied by now, so that `p => f` names no argument.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { getOrMake } from '../../../../base/once';
import type { Span } from '../../../../base/span';
import { freshName, mapped, someNode } from '../../../mapped';
import { type CallSyntax, calleeOf, calling, dummyFor, isCall } from '../../parse/calls';
import * as m from '../../parse/made';
import { apply, argument, assigned, declared, entityOf, integer, nameAt, statement } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { modulesIn, type Node, type Unit, unitsIn } from '../../parse/syntax';
import { declarationsOf, isOfRoutine, withoutNames } from '../../parse/visit';
import { renamed } from '../declarations/distinct';
import { type Scope, scopeIn, typedOf } from '../derived/scopes';
import { type Type, typesOf } from '../derived/types';
import { NOT_PASSED, type Specialised, specialised } from '../specialise';

interface Facts {
  readonly units: readonly S.Unit[];
  readonly types: ReadonlyMap<string, Type>;
  readonly routines: ReadonlyMap<string, S.Unit>;
  readonly modules: ReadonlyMap<string, S.Unit>;
}
interface State extends Facts {
  /** Numbers of procedures, from 1; 0 is none. */
  readonly numbers: Map<S.Unit, number>;
  /** By interface, what its pointers are assigned: procedures, and pointers of other interfaces. */
  readonly targets: Map<string, Set<S.Unit | string>>;
  /** By interface, the routine that calls, and where it is first called. */
  readonly callers: Map<string, Caller>;
  readonly copied: ReadonlySet<string>;
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
}
interface At {
  readonly scope: Scope;
  /** Of a routine that was copied, which only types still name, nothing is left in the end. */
  readonly isGone: boolean;
}

export function withoutProcedurePointers(
  given: Specialised,
  names: Set<string>,
  sink: DiagnosticSink,
): Specialised {
  const has = given.units
    .flatMap(unitsIn)
    .some(({ specifications, types }) =>
      [...specifications, ...types.flatMap(({ inside }) => inside)].some(
        (s) => s.kind === 'declare' && s.procedure,
      ),
    );
  if (!has) return given;
  // Those with OPTIONAL arguments have waited.
  const { units, copied: more } = specialised(given.units, names, sink, { ...given, isLast: false });
  const copied = new Set([...given.copied, ...more]);
  const shared = { numbers: new Map(), targets: new Map(), callers: new Map(), copied, names, sink };
  const s = withPointersPassed({ ...shared, ...factsOf(units) });
  const rewritten = s.units.map((unit) => settledUnit(s, unit, new Map()));
  const made = [...s.callers].flatMap(([of, caller]) => callerOf(caller, targetsOf(s, of), names, sink));
  // One may be inside of the routine whose own routines it calls.
  const callers = [...s.callers.values()].map(({ name }) => name);
  const isMissing = (name: string) =>
    callers.includes(name) && !made.some(({ unit }) => unit.name.name === name);
  const settled = mapped(rewritten, (node) => {
    if (!isCall(node) || !isMissing(calleeOf(node))) return node;
    return node.kind === 'call' ? m.nothing(node) : { kind: 'bad', span: node.span };
  });
  const withMade = (contained: readonly S.Unit[]): S.Unit[] => [
    ...contained.map((unit) => ({
      ...unit,
      handed: [...(unit.handed ?? []), ...callers],
      contains: withMade(unit.contains),
    })),
    ...made.flatMap(({ unit, beside }) => (contained.some(({ name }) => name.name === beside) ? [unit] : [])),
  ];
  return { units: withMade(settled), copied: s.copied };
}

function factsOf(units: readonly S.Unit[]): Facts {
  const all = units.flatMap(unitsIn);
  const routines = new Map(all.flatMap((unit) => (unit.header ? [[unit.name.name, unit] as const] : [])));
  return { units, types: typesOf(units), routines, modules: modulesIn(units) };
}

/** What is passed a pointer for an argument that is a routine takes a pointer for it. Passed routines, it has been copied. */
function withPointersPassed(s: State): State {
  const found = new Map<string, Map<string, S.ProcedurePointers>>();
  const look = (unit: S.Unit, around: Scope): void => {
    const scope = within(s, unit, around);
    someNode(unit.body, (node) => {
      const callee = isCall(node) ? s.routines.get(calleeOf(node)) : undefined;
      for (const [k, arg] of callee && isCall(node) ? node.args.entries() : []) {
        const pointer = typedOf(s, scope, arg.value)?.procedure;
        const dummy = dummyFor(arg, k, callee?.header?.parameters) ?? '';
        if (callee && pointer && isOfRoutine(callee, dummy))
          getOrMake(found, callee.name.name, () => new Map()).set(dummy, pointer);
      }
      return false;
    });
    for (const inner of unit.contains) look(inner, scope);
  };
  for (const unit of s.units) look(unit, new Map());
  if (found.size === 0) return s;
  const taking = (unit: S.Unit): S.Unit => {
    const own = found.get(unit.name.name);
    const contains = unit.contains.map(taking);
    if (!own) return { ...unit, contains };
    const isGone = (name: string): boolean => own.has(name);
    const specifications = [
      ...withoutNames(unit.specifications, isGone),
      ...[...own].map(([name, procedure]) => ({
        ...m.declared(INTEGER(unit.name.span), m.entityOf(name, unit.name.span), ['in']),
        procedure,
      })),
    ];
    const interfaces = unit.interfaces.filter(({ name }) => !isGone(name.name));
    return { ...unit, contains, specifications, interfaces };
  };
  const copied = new Set([...s.copied].filter((name) => !found.has(name)));
  return withPointersPassed({ ...s, ...factsOf(s.units.map(taking)), copied });
}

// ------------------------------------------------------------------------------------------------------------ meaning

function within(s: State, unit: S.Unit, around: Scope): Scope {
  return scopeIn(unit, around, { ...s, used: (module) => within(s, module, new Map()) });
}

/** Of what is one. */
function pointerAt(s: State, { scope }: At, e: S.ExprSyntax): S.ProcedurePointers | undefined {
  return typedOf(s, scope, e)?.procedure;
}

/** That a unit declares. */
function pointerIn(unit: S.Unit, name: string): S.ProcedurePointers | undefined {
  return declarationsOf(unit, name).find(({ procedure }) => procedure)?.procedure;
}

// ----------------------------------------------------------------------------------------------------------- rewriting

function settledUnit(s: State, unit: S.Unit, around: Scope): S.Unit {
  const at: At = { scope: within(s, unit, around), isGone: s.copied.has(unit.name.name) };
  const firstValues = (d: S.StatementSyntax): object => {
    const of = d.kind === 'declare' ? d.procedure?.of : undefined;
    if (d.kind !== 'declare' || of === undefined) return d;
    const first = (e: S.Entity) => ({ ...e, initial: e.initial && numberOf(s, of, e.initial, at) });
    return { ...d, entities: d.entities.map(first) };
  };
  return {
    ...unit,
    specifications: mapped(unit.specifications, firstValues),
    types: mapped(unit.types, firstValues),
    body: mapped(unit.body, (node: S.Node | S.ApplySyntax) => settledNode(s, at, node)),
    contains: unit.contains.map((inner) => settledUnit(s, inner, at.scope)),
  };
}

function settledNode(s: State, at: At, node: S.Node | S.ApplySyntax): object {
  if (node.kind === 'point') {
    const { target, value, span, label, construct } = node;
    const pointer = pointerAt(s, at, target);
    if (!pointer) return node;
    if (node.more?.length) {
      const each = [target, ...node.more].map((one) =>
        settledNode(s, at, { ...node, target: one, more: [] }),
      );
      return { ...m.nothing(node), kind: 'scopeBlock', specifications: [], body: each };
    }
    const given = value ? numberOf(s, pointer.of, value, at) : m.integer(0, span);
    return { ...m.assigned(target, given, span), label, construct };
  }
  if (!isCall(node)) return node;
  if (node.kind === 'call') {
    const { bound = m.nameAt(node.callee.name, node.callee.span), ...plain } = node;
    // With a list of arguments the designator was read as the call of a function, and is settled.
    const called = bound.kind === 'apply' && !bound.parts ? bound : calledThrough(s, at, bound, node.args);
    return called
      ? { ...plain, callee: { name: called.name, span: bound.span }, args: called.args }
      : withNumbers(s, at, node);
  }
  if (node.name === 'associated') return asked(s, at, node);
  const args = node.parts ? node.parts.at(-1)?.args : node.args;
  return (args && calledThrough(s, at, node, args)) ?? withNumbers(s, at, node);
}

/** `p(x)` and `a%p(x)` by the routine that calls what they point to. */
function calledThrough(
  s: State,
  at: At,
  e: S.ApplySyntax | S.NameSyntax,
  args: readonly S.ArgumentSyntax[],
): S.ApplySyntax | null {
  // A function may return one, which is no call of it.
  const pointer = at.scope.get(e.name) && pointerAt(s, at, e);
  if (!pointer) return null;
  const { span } = e;
  const { name } = getOrMake(s.callers, pointer.of, () => ({
    name: freshName(s.names, `call_${pointer.of || 'procedure'}`),
    span,
  }));
  const parts = (e.kind === 'apply' && e.parts) || [];
  if (e.kind === 'name' || parts.length === 0)
    return { ...m.apply(name, [], span), args: [m.argument(m.nameAt(e.name, span)), ...args] };
  const front = parts.slice(0, -1);
  const last = parts.slice(-1).map((part) => ({ ...part, args: null }));
  const designator: S.ExprSyntax = { ...e, parts: [...front, ...last] };
  const { parts: _, bare, ...root } = e;
  const object: S.ExprSyntax =
    front.length > 0 ? { ...e, parts: front } : bare ? m.nameAt(e.name, span) : root;
  const passed = pointer.passes ? [{ ...m.argument(object), keyword: pointer.as }] : [];
  const all = pointer.as === null ? [...passed, ...args] : [...args, ...passed];
  return { ...m.apply(name, [], span), args: [m.argument(designator), ...all] };
}

/** `associated(p)`, `associated(p, f)` */
function asked(s: State, at: At, e: S.ApplySyntax): S.ExprSyntax {
  const [which, other] = e.args.map(({ value }) => value as S.ExprSyntax);
  const pointer = which && pointerAt(s, at, which);
  if (!which || !pointer) return e;
  const isSome = m.binary('.ne.', which, m.integer(0, e.span), e.span);
  if (!other) return isSome;
  return m.binary(
    '.and.',
    isSome,
    m.binary('.eq.', which, numberOf(s, pointer.of, other, at), e.span),
    e.span,
  );
}

/** Procedures in place of components and arguments that are pointers, as numbers. */
function withNumbers(s: State, at: At, call: CallSyntax): CallSyntax {
  const name = calleeOf(call);
  const callee = s.routines.get(name);
  const taken = callee ? callee.header?.parameters : s.types.get(name)?.components;
  if (!taken) return call;
  const args = call.args.map((arg, k) => {
    const formal = arg.keyword ?? taken[k]?.name ?? '';
    const procedure = callee
      ? pointerIn(callee, formal)
      : s.types.get(name)?.components.find((each) => each.name === formal)?.declaration.procedure;
    return procedure ? { ...arg, value: numberOf(s, procedure.of, arg.value as S.ExprSyntax, at) } : arg;
  });
  return args.some((arg, k) => arg !== call.args[k]) ? calling(call, name, args) : call;
}

/** What a pointer of an interface is assigned: the number of a procedure, or another pointer. */
function numberOf(s: State, of: string, value: S.ExprSyntax, at: At): S.ExprSyntax {
  const targets = getOrMake(s.targets, of, () => new Set<S.Unit | string>());
  const other = pointerAt(s, at, value);
  if (other) targets.add(other.of);
  if (other || value.kind === 'number') return value;
  if ((value.kind === 'apply' && value.name === 'null') || at.isGone) return m.integer(0, value.span);
  const routine = value.kind === 'name' ? s.routines.get(value.name) : undefined;
  if (routine) {
    targets.add(routine);
    const number = getOrMake(s.numbers, routine, () => s.numbers.size + 1);
    return m.integer(number, value.span);
  }
  const what = 'A pointer to a procedure that is not in this text is not supported.';
  s.sink.error('unsupported', what, value.span, NOT_PASSED);
  return { kind: 'bad', span: value.span };
}

/** The procedures that pointers of an interface may lead to, with their numbers. */
function targetsOf(s: State, of: string): ReadonlyMap<S.Unit, number> {
  const from = new Set<S.Unit | string>([of]);
  for (const each of from)
    if (typeof each === 'string') for (const more of s.targets.get(each) ?? []) from.add(more);
  return new Map([...s.numbers].filter(([routine]) => from.has(routine)));
}

/** The routines that call what a number stands for, one for each interface of procedure pointers. */
interface Caller {
  readonly name: string;
  /** Of a call. */
  readonly span: Span;
}
interface Made {
  readonly unit: Unit;
  /** The routine beside which it stands: it sees what that sees. */
  readonly beside: string;
}

const INTEGER = (span: Span) => ({ base: 'integer', bytes: null, kindOf: null, span }) as const;

/** Declares arguments and result as the first of the targets does. Any other number ends the run. */
function callerOf(
  { name, span }: Caller,
  targets: ReadonlyMap<Unit, number>,
  names: Set<string>,
  sink: DiagnosticSink,
): Made[] {
  const [like] = targets.keys();
  if (!like?.header) {
    const what = 'Calling a procedure pointer that nothing here points to a procedure is not supported.';
    sink.error('unsupported', what, span, NOT_PASSED);
    return [];
  }
  const { parameters, result } = like.header;
  const at = like.name.span;
  const which = nameAt(freshName(names, 'which'), at);
  const actuals = parameters.map((each) => nameAt(each.name, at));
  const call = (callee: string): Node =>
    like.kind === 'function'
      ? assigned(nameAt(result?.name ?? name, at), apply(callee, actuals, at), at)
      : statement(
          { kind: 'call', callee: { name: callee, span: at }, args: actuals.map((each) => argument(each)) },
          at,
        );
  const cases = [...targets].map(([target, value]) => ({
    ranges: [{ kind: 'value' as const, value: integer(value, at) }],
    body: [call(target.name.name)],
    span: at,
  }));
  const none = { ranges: null, body: [statement({ kind: 'stop' }, at)], span: at };
  const choice: Node = {
    kind: 'selectBlock',
    selector: which,
    cases: [...cases, none],
    span: at,
    label: null,
    construct: null,
  };
  const kept = new Set([...parameters, result ?? like.name].map((each) => each.name));
  const head = {
    ...like,
    header: { ...like.header, parameters: [which, ...parameters], elemental: false },
    specifications: [...headOf(like, kept), declared(INTEGER(at), entityOf(which.name, at), ['in'])],
    contains: [],
    types: [],
    generics: [],
  };
  return [
    {
      unit: { ...renamed({ ...head, body: [] }, new Map([[like.name.name, name]])), body: [choice] },
      beside: like.name.name,
    },
  ];
}

/** Declarations of arguments, result and constants. */
function headOf({ specifications }: Unit, kept: ReadonlySet<string>): Unit['specifications'] {
  return specifications.flatMap((d): Unit['specifications'] => {
    if (d.kind !== 'declare') return ['use', 'implicit'].includes(d.kind) ? [d] : [];
    if (d.attributes.includes('parameter')) return [d];
    return [{ ...d, entities: d.entities.filter(({ name }) => kept.has(name)) }];
  });
}
