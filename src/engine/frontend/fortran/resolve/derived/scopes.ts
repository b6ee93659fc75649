/** Which names of a unit are structures, of which type, before anything is rewritten. */
import type * as S from '../../parse/syntax';
import { resultName } from '../../parse/syntax';
import { allOfKind, declarationsOf, ofKind } from '../../parse/visit';
import { ancestorOf } from './references';
import type { Component, Type } from './types';

export interface Typed {
  readonly type: Type;
  /** CLASS: in a run it may be a type that extends this one. */
  readonly isOpen: boolean;
  /** What is no structure, but a procedure pointer. */
  readonly procedure?: S.ProcedurePointers | undefined;
}
const NO_STRUCTURE: Type = {
  name: '',
  parent: null,
  components: [],
  bound: new Map(),
  generics: new Map(),
  overridden: new Set(),
};
/** Null for what is no structure, and for a name that means several things. */
export type Scope = ReadonlyMap<string, Typed | null>;

interface Text {
  readonly types: ReadonlyMap<string, Type>;
  readonly routines: ReadonlyMap<string, S.Unit>;
  readonly modules: ReadonlyMap<string, S.Unit>;
  readonly used: (module: S.Unit) => Scope;
}

export function scopeIn(unit: S.Unit, around: Scope, text: Text): Scope {
  const scope = new Map(around);
  const { header, specifications, body } = unit;
  for (const s of ofKind(specifications, 'use')) use(scope, s, unit, text);
  for (const { name } of header?.parameters ?? []) scope.set(name, null);
  for (const s of ofKind(specifications, 'declare'))
    for (const { name } of s.entities) if (s.type || !scope.get(name)) scope.set(name, declaredAs(text, s));
  if (header?.type?.derived) scope.set(resultName(unit), declaredAs(text, header));
  for (const [name, typed] of namedInside(body, scope, text)) {
    const known = scope.get(name);
    const isSame = known === undefined || (known?.type === typed?.type && known?.isOpen === typed?.isOpen);
    scope.set(name, isSame ? typed : null);
  }
  return scope;
}

function use(scope: Map<string, Typed | null>, s: S.StatementOf<'use'>, unit: S.Unit, text: Text): void {
  const module = text.modules.get(s.module.name);
  const seen: Scope = module && module !== unit ? text.used(module) : new Map();
  if (!s.only) for (const [name, each] of seen) scope.set(name, each);
  for (const { local, remote } of s.names) {
    const typed = seen.get(remote);
    // The names of types and routines are no variables.
    if (typed === undefined) scope.delete(local.name);
    else scope.set(local.name, typed);
  }
}

/** What constructs declare: BLOCK, ASSOCIATE and SELECT TYPE. */
function* namedInside(body: readonly S.Node[], scope: Scope, text: Text): Iterable<[string, Typed | null]> {
  for (const block of allOfKind(body, 'scopeBlock'))
    for (const s of ofKind(block.specifications, 'declare'))
      for (const { name } of s.entities) yield [name, declaredAs(text, s)];
  for (const { pairs } of allOfKind(body, 'associateBlock'))
    for (const { name, selector } of pairs) yield [name.name, typedOf(text, scope, selector)];
  for (const { ofType, selector } of allOfKind(body, 'selectBlock'))
    if (ofType && !(selector.kind === 'name' && selector.name === ofType.name))
      yield [ofType.name, typedOf(text, scope, selector)];
}

function declaredAs(
  { types }: Pick<Text, 'types'>,
  { type, procedure }: { readonly type: S.TypeSyntax | null; readonly procedure?: S.ProcedurePointers },
): Typed | null {
  if (procedure) return { type: NO_STRUCTURE, isOpen: false, procedure };
  const found = type?.derived === undefined ? undefined : types.get(type.derived);
  return found ? { type: found, isOpen: type?.isClass === true } : null;
}

/** What an expression is; null for what is no structure. */
export function typedOf(
  text: Pick<Text, 'types' | 'routines'>,
  scope: Scope,
  e: S.ExprSyntax | S.RangeSyntax,
): Typed | null {
  if (e.kind === 'paren') return typedOf(text, scope, e.inner);
  if (e.kind !== 'name' && e.kind !== 'apply') return null;
  const root = scope.get(e.name);
  if (root !== undefined || e.kind === 'name') return root ? typedAlong(root, partsOf(e)) : null;
  const function_ = text.routines.get(e.name);
  if (!function_) return declaredAs(text, { type: { derived: e.name } as S.TypeSyntax });
  const [declared] = declarationsOf(function_, resultName(function_));
  return declaredAs(text, function_.header?.type ? function_.header : (declared ?? { type: null }));
}

const partsOf = (e: S.NameSyntax | { readonly parts?: readonly S.PartSyntax[] }): readonly S.PartSyntax[] =>
  'parts' in e ? (e.parts ?? []) : [];

/** The structure to which components lead; null where they lead to something else. */
export function typedAlong(root: Typed, parts: readonly S.PartSyntax[]): Typed | null {
  let at: Typed | null = root;
  for (const { name } of parts) {
    const component: Component | undefined = at.type.components.find((each) => each.name === name);
    const declaration: Component['declaration'] | undefined = component?.declaration;
    const type: Type | null = component ? component.type : ancestorOf(at.type, name);
    if (!type && !declaration?.procedure) return null;
    const isOpen: boolean = declaration?.type?.isClass === true;
    at = { type: type ?? NO_STRUCTURE, isOpen, procedure: declaration?.procedure };
  }
  return at;
}
