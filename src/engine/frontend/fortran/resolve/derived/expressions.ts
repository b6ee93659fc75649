/** Expressions with components as variables, and structures where a whole one is meant. */

import type { Span } from '../../../../base/span';
import { freshName, mapped } from '../../../mapped';
import { argument, assigned, binary, integer, nameAt, paren, statement } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { OPERATOR, operatorName } from '../../parse/syntax';
import { type Found, type Located, leafAt, type Root, resolve, type State } from './references';
import { meantBy } from './signatures';
import { boundTo, type Component, descendsFrom, leafName, leavesOf, pathOf, type Type } from './types';

/** A tree with components as variables. Where a structure may stand, one is left as it is written. */
export function expression<T>(s: State, tree: T): T {
  return mapped(tree, (node) => rewritten(s, node));
}

/** The same where nothing can be done before: a test that is made again and again, or only sometimes. */
export function pureExpression<T>(s: State, tree: T): T {
  const outer = s.before;
  const own: S.StatementSyntax[] = [];
  s.before = own;
  const changed = expression(s, tree);
  s.before = outer;
  const [first] = own;
  if (first)
    s.sink.error(
      'unsupported',
      'A function that returns a structure can\u2019t stand in this test.',
      first.span,
      'Assign its value to a variable before.',
    );
  return changed;
}

function rewritten(s: State, node: object): object {
  if (!('kind' in node)) return node;
  const operation = operationOf(s, node as S.ExprSyntax);
  if (operation) return operated(s, node as S.ExprSyntax, operation);
  if (node.kind !== 'apply') return node;
  const e = node as S.ApplySyntax;
  if (e.parts && e.parts.length > 0) return component(s, e);
  if (INQUIRIES.has(e.name) && s.scope.get(e.name) === undefined) return inquiry(s, e);
  const signature = s.scope.get(e.name) === undefined ? s.signatures.get(e.name) : undefined;
  if (!signature || signature.result) return e;
  return { ...e, args: callArguments(s, e.name, e.args) };
}

/** `a%b`, `a%f(x)` */
function component(s: State, e: S.ApplySyntax): object {
  const found = resolve(s.scope, e, s.sink);
  if (!found) return { kind: 'bad', span: e.span };
  if (found.kind === 'value') return found.value;
  if (found.kind === 'structure') return e;
  refuseBound(s, found);
  return { kind: 'bad', span: e.span };
}

interface Operation {
  /** As INTERFACE names it. */
  readonly operator: string;
  readonly operands: readonly S.ExprSyntax[];
}

function operationOf(s: State, e: S.ExprSyntax): Operation | null {
  if (s.operators.size === 0) return null;
  if (e.kind === 'binary') return { operator: operatorName(e.op), operands: [e.left, e.right] };
  if (e.kind === 'unary') return { operator: operatorName(e.op), operands: [e.operand] };
  if (e.kind !== 'apply' || e.parts || s.scope.get(e.name) !== undefined || !s.operators.has(e.name))
    return null;
  return {
    operator: e.name,
    operands: e.args.flatMap(({ value }) => (value.kind === 'range' ? [] : [value])),
  };
}

/** An operator as the call of the function that it stands for, where an operand is a structure. */
function operated(s: State, e: S.ExprSyntax, { operator, operands }: Operation): object {
  const { span } = e;
  const name = meantName(s, operator, operands, span);
  if (name === operator) return e;
  if (name === null) return { kind: 'bad', span };
  const args = e.kind === 'apply' ? e.args : operands.map((value) => argument(value, value.span));
  return rewritten(s, { kind: 'apply', name, nameSpan: span, args, span });
}

/** The routine that a generic name means if an argument is a structure, the name itself if none is; null after a report. */
export function meantName(
  s: State,
  generic: string,
  operands: readonly (S.ExprSyntax | S.RangeSyntax)[],
  span: Span,
): string | null {
  const types = operands.map((operand) => (operand.kind === 'range' ? null : typeOf(s, operand)));
  const overloads = s.operators.get(generic) ?? (generic.startsWith(OPERATOR) ? [] : null);
  if (!overloads || types.every((type) => type === null)) return generic;
  if (types.some((type) => type?.overridden.has(generic))) return refuseOverridden(s, generic, span);
  const meant = meantBy(overloads, types);
  if (meant) return meant.target;
  if (generic.startsWith(OPERATOR)) {
    const what = 'No function is given for this operator between such operands.';
    s.sink.error('type-mismatch', what, span, 'INTERFACE OPERATOR, or GENERIC in a type, gives one.');
  } else {
    const what = `No routine that ${generic} stands for takes such structures, each argument in its place.`;
    s.sink.error('type-mismatch', what, span, 'Call the routine that is meant by its own name.');
  }
  return null;
}

/** Null if it is no structure. */
export function typeOf(s: State, e: S.ExprSyntax): Type | null {
  if (e.kind === 'paren') return typeOf(s, e.inner);
  const at = located(s, e);
  if (at) return at.type;
  if (e.kind !== 'apply' || e.parts || s.scope.get(e.name) !== undefined) return null;
  return s.signatures.get(e.name)?.result ?? s.types.get(e.name) ?? null;
}

/** Of a component, by the constructor. */
const mayBeLeftOut = ({ declaration, entity }: Component): boolean =>
  entity.initial !== null || declaration.attributes.includes('allocatable');

/** What asks for the extents of an array only. */
const INQUIRIES = new Set(['size', 'shape', 'lbound', 'ubound', 'allocated']);

/** `size(b)` of structures is that of a component that is a number in each. */
function inquiry(s: State, e: S.ApplySyntax): S.ApplySyntax {
  const [first, ...rest] = e.args;
  const at = first && first.value.kind !== 'range' ? located(s, first.value) : null;
  const leaf =
    at && leavesOf(at.type).find(({ path }) => path.every(({ dimensions }) => dimensions.length === 0));
  return first && at && leaf ? { ...e, args: [{ ...first, value: leafAt(at, leaf) }, ...rest] } : e;
}

export function located(s: State, e: S.ExprSyntax): Located | null {
  if (e.kind === 'paren') return located(s, e.inner);
  if (e.kind !== 'name' && e.kind !== 'apply') return null;
  if (!s.scope.get(e.name)) return null;
  const found = resolve(s.scope, e, s.sink);
  return found?.kind === 'structure' ? found.at : null;
}

/** A structure that stands nowhere yet, a constructor or what a function returns, gets a variable. */
export function whole(s: State, e: S.ExprSyntax, type: Type): S.ExprSyntax {
  if (e.kind === 'paren') return whole(s, e.inner, type);
  if (e.kind !== 'apply' || located(s, e)) return e;
  const result = s.signatures.get(e.name)?.result;
  if (result) return temporaryFor(s, result, e);
  const values = constructorValues(s, e, type);
  if (!values) return e;
  const root = temporary(s, type, e.span);
  for (const leaf of leavesOf(type)) {
    const value = values.get(pathOf(leaf));
    const target = nameAt(leafName(root.name, leaf), e.span);
    if (value) s.before.push(assigned(target, value, e.span));
  }
  return nameAt(root.name, e.span);
}

/** A variable with the value that a structure has at present. */
export function copied(s: State, e: S.ExprSyntax, type: Type): S.ExprSyntax {
  const at = located(s, whole(s, e, type));
  if (!at) return e;
  const root = temporary(s, type, e.span, dimensionsOf(s, e));
  for (const leaf of leavesOf(type))
    s.before.push(assigned(nameAt(leafName(root.name, leaf), e.span), leafAt(at, leaf), e.span));
  return nameAt(root.name, e.span);
}

function temporaryFor(s: State, type: Type, e: S.ApplySyntax): S.NameSyntax {
  const root = temporary(s, type, e.span, dimensionsOf(s, e));
  const at = { name: root.name, type, levels: [{ dimensions: root.dimensions, args: null }], span: e.span };
  s.before.push(resultCall(s, e, at));
  return nameAt(root.name, e.span);
}

/** Those of a whole array of structures, or of what a function makes of one element by element; else none. */
function dimensionsOf(s: State, e: S.ExprSyntax | S.RangeSyntax): readonly S.DimensionSyntax[] {
  if (e.kind === 'paren') return dimensionsOf(s, e.inner);
  const at = e.kind === 'range' ? null : located(s, e);
  if (at) {
    const all = [...at.levels].reverse().flatMap(({ dimensions, args }): readonly S.DimensionSyntax[] => {
      if (!args) return dimensions;
      return args.flatMap(({ value }, d) =>
        value.kind === 'range' ? sectionDimension(value, dimensions[d]) : [],
      );
    });
    return all.every(({ upper }) => typeof upper === 'object') ? all : [];
  }
  if (e.kind !== 'apply' || e.parts) return [];
  const dummies = s.signatures.get(e.name)?.parameters ?? [];
  const each = e.args.filter((_, k) => dummies[k]?.isArray === false);
  return each.map(({ value }) => dimensionsOf(s, value)).find(({ length }) => length > 0) ?? [];
}

/** As many elements as a section has. */
function sectionDimension(
  { lower, upper, stride, span }: S.RangeSyntax,
  declared: S.DimensionSyntax | undefined,
): S.DimensionSyntax {
  const one = integer(1, span);
  const first = lower ?? declared?.lower ?? one;
  const last = upper ?? declared?.upper;
  if (typeof last !== 'object') return { lower: null, upper: 'shape', span };
  const way = binary('-', last, first);
  const reached = binary('+', paren(way, span), stride ?? one);
  const trips = stride ? binary('/', paren(reached, span), stride) : reached;
  return { lower: null, upper: trips, span };
}

function temporary(s: State, type: Type, span: Span, dimensions: readonly S.DimensionSyntax[] = []): Root {
  const root: Root = { name: freshName(s.names, type.name), type, dimensions };
  s.scope.set(root.name, root);
  s.temporaries.push({ root, span });
  return root;
}

/** `t(1.0, c=2.0)`: what each component is given, by its path; null for what is no constructor of the type. */
export function constructorValues(s: State, e: S.ExprSyntax, type: Type): Map<string, S.ExprSyntax> | null {
  if (e.kind !== 'apply' || e.parts || e.name !== type.name || s.scope.get(e.name)) return null;
  const values = new Map<string, S.ExprSyntax>();
  type.components.forEach((component, k) => {
    const { name, type: inside } = component;
    const given = givenFor(e, component, k);
    if (!given) {
      if (!mayBeLeftOut(component))
        s.sink.error('bad-initializer', `The component ${name} gets no value here.`, e.span);
    } else if (!inside) values.set(name, given);
    else for (const [path, value] of valuesInside(s, given, inside)) values.set(`${name}.${path}`, value);
  });
  return values;
}

/** By its name, at its place, or as the type says; null where nothing is. */
function givenFor(e: S.ApplySyntax, { name, entity }: Component, k: number): S.ExprSyntax | null {
  const arg =
    e.args.find((each) => each.keyword === name) ?? (e.args[k]?.keyword === null ? e.args[k] : undefined);
  return arg && arg.value.kind !== 'range' ? arg.value : entity.initial;
}

function valuesInside(s: State, given: S.ExprSyntax, type: Type): [string, S.ExprSyntax][] {
  const inner = constructorValues(s, given, type);
  const at = inner ? null : located(s, whole(s, given, type));
  return leavesOf(type).flatMap((leaf): [string, S.ExprSyntax][] => {
    const path = pathOf(leaf);
    const value = inner ? inner.get(path) : at && leafAt(at, leaf);
    return value ? [[path, value]] : [];
  });
}

// ---------------------------------------------------------------------------------------------------------------- calls

const BY_ITS_NAME = 'Call the routine of one type by its own name.';

function refuseOverridden(s: State, name: string, span: Span): null {
  const what = `What ${name} calls depends on the type at run time, which is not supported.`;
  return s.sink.error('unsupported', what, span, BY_ITS_NAME);
}

/** A call through an object that names no routine: `withoutDispatch` settles all others. */
export function refuseBound(s: State, { object, name, span }: Extract<Found, { kind: 'call' }>): void {
  const isMixed = boundTo(object.type, name) === 'mixed';
  const what = `The routines that ${name} means take the object in different ways, which is not supported.`;
  if (isMixed) s.sink.error('unsupported', what, span, BY_ITS_NAME);
  else refuseOverridden(s, name, span);
}

/** Structures among arguments are passed component by component. */
export function callArguments(
  s: State,
  callee: string,
  args: readonly S.ArgumentSyntax[],
): readonly S.ArgumentSyntax[] {
  const formals = s.signatures.get(callee)?.parameters;
  return args.flatMap((arg, i): S.ArgumentSyntax[] => {
    if (arg.value.kind === 'range') return [arg];
    const formal = arg.keyword === null ? formals?.[i] : formals?.find(({ name }) => name === arg.keyword);
    const value = formal?.type ? whole(s, arg.value, formal.type) : arg.value;
    const at = located(s, value);
    if (!at) return [arg];
    const type = formal?.type && descendsFrom(at.type, formal.type) ? formal.type : at.type;
    return leavesOf(type).map((leaf) => {
      const keyword = arg.keyword === null ? null : leafName(arg.keyword, leaf);
      return { keyword, value: leafAt(at, leaf), span: arg.span };
    });
  });
}

/** `call f(…, into)` for `into = f(…)` */
export function resultCall(s: State, e: S.ApplySyntax, into: Located): S.StatementSyntax {
  const { span } = e;
  const results = leavesOf(into.type).map((leaf) => argument(leafAt(into, leaf), span));
  const callee = { name: e.name, span: e.nameSpan };
  return statement({ kind: 'call', callee, args: [...callArguments(s, e.name, e.args), ...results] }, span);
}
