/**
 * `a%b(i)%c(k)` as the variable `a.b.c` and its subscripts, innermost first: `a.b.c(k, i)`. What leads to a structure
 * stays as it is until it is known what is done with it.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { all, argument, nameAt } from '../../parse/made';
import type * as S from '../../parse/syntax';
import type { Operators, Signature } from './signatures';
import { boundTo, type Component, type Leaf, type Type } from './types';

/** A variable that is a structure, or an array of them. */
export interface Root {
  readonly name: string;
  readonly type: Type;
  readonly dimensions: readonly S.DimensionSyntax[];
}
export type Scope = ReadonlyMap<string, Root | null>;

interface Level {
  readonly dimensions: readonly S.DimensionSyntax[];
  readonly args: readonly S.ArgumentSyntax[] | null;
}

/** Where a structure stands. */
export interface Located {
  readonly name: string;
  readonly type: Type;
  readonly levels: readonly Level[];
  readonly span: Span;
}

export type Found =
  | { readonly kind: 'structure'; readonly at: Located }
  | { readonly kind: 'value'; readonly value: S.NameSyntax | S.ApplySyntax }
  /** A call of a procedure bound to the type. */
  | {
      readonly kind: 'call';
      readonly object: Located;
      readonly name: string;
      readonly args: readonly S.ArgumentSyntax[];
      readonly span: Span;
    };

/** Null for what has nothing to do with structures, and after a report. */
export function resolve(scope: Scope, e: S.ExprSyntax, sink: DiagnosticSink): Found | null {
  if (e.kind !== 'name' && e.kind !== 'apply') return null;
  const root = scope.get(e.name);
  const parts = e.kind === 'apply' ? (e.parts ?? []) : [];
  const own = e.kind === 'apply' && !e.bare ? e.args : null;
  if (!root) return withinNumber(e.name, [{ dimensions: [], args: own }], e, parts, sink);
  const levels = [{ dimensions: root.dimensions, args: own }];
  let at: Located = { name: root.name, type: root.type, levels, span: e.span };
  for (const [k, { name, args }] of parts.entries()) {
    const rest = parts.slice(k + 1);
    const component = at.type.components.find((each) => each.name === name);
    const ancestor = ancestorOf(at.type, name);
    if (component) {
      const next = inside(at, component, args);
      if (component.type) at = { ...next, type: component.type, span: e.span };
      else if (rest.length === 0) return { kind: 'value', value: written(next.name, next.levels, e.span) };
      else return withinNumber(next.name, next.levels, e, rest, sink);
    } else if (ancestor) at = { ...at, type: ancestor };
    else {
      if (rest.length === 0 && boundTo(at.type, name) !== null)
        return { kind: 'call', object: at, name, args: args ?? [], span: e.span };
      return sink.error('unknown-component', `The type ${at.type.name} has no component ${name}.`, e.span);
    }
  }
  return { kind: 'structure', at };
}

/** Of what is no structure there is `z%re` and `z%im`, which keep their part until it is known whether z is COMPLEX. */
function withinNumber(
  name: string,
  levels: readonly Level[],
  { span }: S.ExprSyntax,
  parts: readonly S.PartSyntax[],
  sink: DiagnosticSink,
): Found | null {
  const [part, more] = parts;
  if (!part) return null;
  if (more || part.args || (part.name !== 're' && part.name !== 'im')) {
    const what = `${name.slice(name.lastIndexOf('.') + 1)} is no structure, so it has no component ${part.name}.`;
    return sink.error('unknown-component', what, span);
  }
  const of = written(name, levels, span);
  const bare = of.kind === 'name';
  const base = bare ? { ...of, kind: 'apply' as const, nameSpan: span, args: [], bare } : of;
  return { kind: 'value', value: { ...base, parts } };
}

/** `child%parent` is the child itself, as one of the parent's type. */
export function ancestorOf(type: Type, name: string): Type | null {
  let at = type.parent;
  while (at && at.name !== name) at = at.parent;
  return at;
}

function inside(
  at: Pick<Located, 'name' | 'levels'>,
  component: Component,
  args: readonly S.ArgumentSyntax[] | null,
): Pick<Located, 'name' | 'levels'> {
  return {
    name: `${at.name}.${component.name}`,
    levels: [...at.levels, { dimensions: component.dimensions, args }],
  };
}

export function leafAt(at: Located, { path }: Leaf): S.NameSyntax | S.ApplySyntax {
  const end = path.reduce<Pick<Located, 'name' | 'levels'>>(
    (so, component) => inside(so, component, null),
    at,
  );
  return written(end.name, end.levels, at.span);
}

/** Where some of the levels have subscripts, the others mean all their elements. */
function written(name: string, levels: readonly Level[], span: Span): S.NameSyntax | S.ApplySyntax {
  if (levels.every(({ args }) => args === null)) return nameAt(name, span);
  const args = [...levels].reverse().flatMap((level, k): readonly S.ArgumentSyntax[] => {
    const every = argument(k === 0 ? { ...all(span), own: true } : all(span));
    return level.args ?? level.dimensions.map(() => every);
  });
  return { kind: 'apply', name, nameSpan: span, args, span };
}

/** The state of a unit while variables replace the components of its structures. */
export interface Text {
  readonly types: ReadonlyMap<string, Type>;
  readonly signatures: ReadonlyMap<string, Signature>;
  readonly operators: Operators;
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
}

/** A unit at work. */
export interface State extends Text {
  /** Its variables start with the values that their types say. */
  readonly isModule: boolean;
  readonly scope: Map<string, Root | null>;
  /** Structures of modules, which USE may name. */
  readonly modules: ReadonlyMap<string, Scope>;
  /** Structures of the rewriting's own. */
  readonly temporaries: { readonly root: Root; readonly span: Span }[];
  /** What has to be done before the statement at hand. */
  before: S.StatementSyntax[];
}

/** Names that mean something else inside of a construct. */
export function inScope<T>(s: State, run: () => T): T {
  const around = new Map(s.scope);
  const made = run();
  s.scope.clear();
  for (const [name, root] of around) s.scope.set(name, root);
  return made;
}
