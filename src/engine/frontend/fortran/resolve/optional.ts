/**
 * OPTIONAL arguments. A routine is read once for each set of them that a call leaves out: `call s(x, y)` calls
 * `s_without_w`, a copy of s without that argument, in which PRESENT(w) is false. In the routine itself every argument is
 * there. What IF leaves out then is gone, so nothing that is left may name what is not there.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { withCopies } from '../../lower/specialised';
import { freshName, mapped } from '../../mapped';
import { calleeOf, calling, dummyFor, isCall } from '../parse/calls';
import { logical, nothing } from '../parse/made';
import type * as S from '../parse/syntax';
import { originOf, unitsIn } from '../parse/syntax';
import { namesWith, visitNodes, withoutNames } from '../parse/visit';

interface Taking {
  readonly unit: S.Unit;
  readonly optional: ReadonlySet<string>;
}
interface State {
  readonly taking: ReadonlyMap<string, Taking>;
  /** Routines that a generic name may mean. */
  readonly generics: ReadonlyMap<string, readonly string[]>;
  readonly made: Map<string, string>;
  readonly copies: Map<S.Unit, S.Unit[]>;
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
}

export function withoutOptional(
  units: readonly S.Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
): readonly S.Unit[] {
  const taking = new Map(
    units.flatMap(unitsIn).flatMap((unit): [string, Taking][] => {
      const optional = optionalOf(unit);
      return optional.size > 0 ? [[unit.name.name, { unit, optional }]] : [];
    }),
  );
  if (taking.size === 0) return units;
  const generics = new Map(
    units
      .flatMap(unitsIn)
      .flatMap((unit) => unit.generics.map(({ name, members }) => [name, members.map((each) => each.name)])),
  );
  const s: State = { taking, generics, made: new Map(), copies: new Map(), names, sink };
  const whole = units.map((unit) => redirected(s, unit, new Set()));
  return withCopies(whole, units, (unit) => s.copies.get(unit) ?? []);
}

/** Dummies that a call may leave out. */
export function optionalOf(unit: S.Unit): ReadonlySet<string> {
  const parameters = new Set((unit.header?.parameters ?? []).map(({ name }) => name));
  return new Set(namesWith(unit, 'optional').filter((name) => parameters.has(name)));
}

/** The unit with its calls and tests, where some of its own arguments are not there. */
function redirected(s: State, unit: S.Unit, absent: ReadonlySet<string>): S.Unit {
  const optional = s.taking.get(unit.name.name)?.unit === unit ? optionalOf(unit) : new Set<string>();
  const settled = mapped(unit.body, (node) => call(s, present(node, optional, absent), absent));
  return {
    ...unit,
    body: folded(settled),
    contains: unit.contains.map((inner) => redirected(s, inner, absent)),
  };
}

// -------------------------------------------------------------------------------------------------------------- tests

function present(node: object, optional: ReadonlySet<string>, absent: ReadonlySet<string>): object {
  if (!('kind' in node)) return node;
  const e = node as S.ExprSyntax;
  if (e.kind === 'apply' && e.name === 'present') {
    const asked = e.args[0]?.value;
    if (asked?.kind !== 'name' || !(optional.has(asked.name) || absent.has(asked.name))) return e;
    return logical(!absent.has(asked.name), e.span);
  }
  if (e.kind === 'paren' && e.inner.kind === 'logical') return e.inner;
  if (e.kind === 'unary' && e.op === '.not.' && e.operand.kind === 'logical')
    return logical(!e.operand.value, e.span);
  if (e.kind !== 'binary' || (e.op !== '.and.' && e.op !== '.or.')) return e;
  const decides = e.op === '.or.';
  for (const [one, other] of [
    [e.left, e.right],
    [e.right, e.left],
  ] as const)
    if (one.kind === 'logical') return one.value === decides ? logical(decides, e.span) : other;
  return e;
}

/** Without the arms of IF that are never taken. */
function folded(body: readonly S.Node[]): readonly S.Node[] {
  const inner = mapped(body, (part) => {
    const isArm = ['kind', 'condition', 'mask', 'ranges'].some((key) => key in part);
    return isArm && 'body' in part ? { ...part, body: nodes(part.body as S.Node[]) } : part;
  });
  return nodes(inner);
}

/** Without what stands behind a RETURN, as in `if (.not. present(w)) return`, unless a jump may go there. */
function nodes(body: readonly S.Node[]): S.Node[] {
  const list = body.flatMap(taken);
  const end = list.findIndex(({ kind }) => kind === 'return') + 1;
  let isReached = end === 0;
  visitNodes(list.slice(end), ({ label }) => {
    isReached ||= label !== null;
  });
  return isReached ? list : list.slice(0, end);
}

function taken(node: S.Node): readonly S.Node[] {
  if (node.kind !== 'ifBlock') return [node];
  const arms: S.Arm[] = [];
  for (const arm of node.arms) {
    const known = arm.condition?.kind === 'logical' ? arm.condition.value : null;
    if (known === false) continue;
    arms.push(known ? { ...arm, condition: null } : arm);
    if (known) break;
  }
  const [first] = arms;
  if (first?.condition) return [{ ...node, arms }];
  return [...(node.label ? [nothing(node)] : []), ...(first?.body ?? [])];
}

// -------------------------------------------------------------------------------------------------------------- calls

function call(s: State, e: object, absent: ReadonlySet<string>): object {
  if (!isCall(e)) return e;
  const name = calleeOf(e);
  const taking = meant(s, name, e.args.length);
  if (!taking) return e;
  const args = e.args.filter(({ value }) => value.kind !== 'name' || !absent.has(value.name));
  const parameters = taking.unit.header?.parameters ?? [];
  const given = new Set(e.args.map((arg, k) => (args.includes(arg) ? dummyFor(arg, k, parameters) : '')));
  const missing = parameters.filter((p) => taking.optional.has(p.name) && !given.has(p.name));
  if (missing.length === 0) return e;
  const copy = copyWithout(s, taking, missing);
  // Behind an argument that was left out in the middle, positions are those of the copy.
  return calling(e, copy, args);
}

/** A generic name means the one of its routines that may leave something out, where there is only one. */
function meant(s: State, name: string, given: number): Taking | undefined {
  const own = s.taking.get(name);
  if (own) return own;
  const members = s.generics.get(name) ?? [];
  const may = members.flatMap((member) => s.taking.get(member) ?? []);
  const [only] = may;
  return may.length === 1 && members.length === 1 && (only?.unit.header?.parameters.length ?? 0) > given
    ? only
    : undefined;
}

const keyOf = ({ unit }: Pick<Taking, 'unit'>, missing: readonly S.Name[]): string =>
  [unit.name.name, ...missing.map(({ name }) => name)].join(' ');

function copyWithout(s: State, { unit }: Pick<Taking, 'unit'>, missing: readonly S.Name[]): string {
  const own = unit.name.name;
  const names = missing.map(({ name }) => name);
  const key = keyOf({ unit }, missing);
  const known = s.made.get(key);
  if (known !== undefined) return known;
  const name = freshName(s.names, [own, 'without', ...names].join('_'));
  s.made.set(key, name);
  const absent = new Set(names);
  const copies = s.copies.get(unit) ?? [];
  s.copies.set(unit, copies);
  const { header } = unit;
  const without: S.Unit = {
    ...unit,
    copyOf: originOf(unit),
    header: header && { ...header, parameters: header.parameters.filter((p) => !absent.has(p.name)) },
    specifications: withoutNames(unit.specifications, (each) => absent.has(each)),
  };
  const body = mapped(without.body, (node) => call(s, present(node, optionalOf(unit), absent), absent));
  const inside = {
    ...without,
    body: folded(body),
    contains: unit.contains.map((inner) => redirected(s, inner, absent)),
  };
  reportUse(s, inside, absent);
  // A function's result goes by its name.
  copies.push(mapped(inside, (node) => ('name' in node && node.name === own ? { ...node, name } : node)));
  return name;
}

function reportUse(s: State, unit: S.Unit, absent: ReadonlySet<string>): void {
  mapped(unit.body, (e: S.ExprSyntax) => {
    if ((e.kind === 'name' || e.kind === 'apply') && absent.has(e.name))
      s.sink.error(
        'absent-argument',
        `${e.name} is left out by a call, and is used here all the same.`,
        e.span,
        `Use it only where PRESENT(${e.name}) holds, in an IF.`,
      );
    return e;
  });
}
