/** Declarations, statements and functions, with a variable for each member. */

import type { Span } from '../../../../base/span';
import {
  block,
  call,
  declaration,
  statement as expressionStatement,
  given,
  integer,
  named,
  sequence,
} from '../../parse/build';
import type * as S from '../../parse/syntax';
import { parametersOf, walkExpr } from '../../parse/syntax';
import { fence } from '../fence';
import { expressionsOf, rootName, statementsIn } from '../survey';
import { leafAt, pointee, spotOf, typeOf } from './places';
import { effects } from './scalars';
import { define, inScope, leafDerivations, leafName, type Root, type State } from './state';
import { extentsOf, isPlain, type Leaf, leavesOf } from './types';
import {
  assignValues,
  copy,
  type FirstValue,
  firstValues,
  locate,
  plainLeaves,
  pointerValues,
  reportValues,
} from './values';

type Item = S.SourceFile['items'][number];

/** Beyond this many values of a list that leaves most at zero, it is refused. */
const MOST_VALUES = 10_000;

export function fileStatements(s: State, items: readonly Item[]): Item[] {
  return items.flatMap((item): Item[] => {
    if (item.kind === 'function') return [definition(s, item)];
    if (item.kind === 'declaration' && item.type.storage === 'typedef') return [item];
    const made = statement(s, item);
    const declared = s.temporaries;
    s.temporaries = [];
    return [...declared, ...made];
  });
}

// ------------------------------------------------------------------------------------------------------------ functions

function definition(s: State, item: S.FunctionDefinition): S.FunctionDefinition {
  const { declarator } = item;
  return inScope(s, () => {
    const parameters = parametersOf(declarator) ?? [];
    const roots = parameters.map((parameter, i) => parameterRoot(s, declarator.name, parameter, i));
    parameters.forEach((parameter, i) => {
      define(s, parameter.declarator.name, roots[i] ?? null);
    });
    const result = resultRoot(s, item);
    s.result = result;
    s.temporaries = [];
    const copies = parameters.flatMap((parameter, i) => ownCopies(s, parameter, roots[i] ?? null, item.body));
    const body = item.body.body.flatMap((stmt) => statement(s, stmt));
    const all = [...s.temporaries, ...copies, ...body];
    s.temporaries = [];
    s.result = null;
    return { ...item, ...head(s, item.type, declarator, roots, result), body: { ...item.body, body: all } };
  });
}

function parameterRoot(s: State, fn: string, { type, declarator }: S.Parameter, i: number): Root | null {
  const formal = s.functions.get(fn)?.parameters[i];
  if (!formal || !type.struct || !isKnown(s, type.struct, declarator)) return null;
  const { name } = declarator;
  return { ...formal, name: name === '' ? `arg${i + 1}` : name, isParameter: true, renamed: new Map() };
}

/** What a function returns is set through a pointer that goes by the function's name. */
function resultRoot(
  s: State,
  { declarator, type }: Pick<S.FunctionDefinition, 'declarator' | 'type'>,
): Root | null {
  const struct = s.functions.get(declarator.name)?.result;
  if (!struct) return null;
  return {
    name: declarator.name,
    struct,
    derivations: [{ kind: 'pointer', span: type.span }],
    isSingle: true,
    isParameter: true,
    renamed: new Map(),
  };
}

function isKnown(s: State, struct: S.StructType, { derivations, span, name }: S.Declarator): boolean {
  const isVariable = derivations.every((d, i) => d.kind === 'array' || (d.kind === 'pointer' && i === 0));
  if (struct.isUnion) fence(s.sink, 'union', span);
  else if (!isVariable) fence(s.sink, 'structPointers', span);
  else if (struct.members() === null && name !== '')
    s.sink.error('unknown-type', `The members of \`struct ${struct.tag}\` are not here.`, span);
  return isVariable && !struct.isUnion && struct.members() !== null;
}

/** A function's type with its members as parameters. */
function head(
  s: State,
  type: S.TypeSpecifier,
  declarator: S.Declarator,
  roots: readonly (Root | null)[],
  result: Root | null,
): Pick<S.FunctionDefinition, 'type' | 'declarator'> {
  const derivations = declarator.derivations.map((d, k): S.Derivation => {
    if (d.kind !== 'function' || k > 0) return d;
    const own = d.parameters.flatMap((parameter, i) => {
      const root = roots[i];
      return root
        ? leafParameters(s, root, parameter.type, parameter.declarator.nameSpan, parameter.span)
        : [parameter];
    });
    const { nameSpan, span } = declarator;
    return { ...d, parameters: result ? [...own, ...leafParameters(s, result, type, nameSpan, span)] : own };
  });
  const { struct, ...rest } = type;
  return {
    type: result ? { ...rest, base: 'void' } : type,
    declarator: { ...declarator, derivations },
  };
}

function leafParameters(
  s: State,
  root: Root,
  type: S.TypeSpecifier,
  nameSpan: Span,
  span: Span,
): S.Parameter[] {
  return plainParameterLeaves(s, root, span).map((leaf) => ({
    type: { ...leaf.type, isConst: type.isConst || leaf.type.isConst },
    declarator: { name: leafName(root, leaf.path), nameSpan, derivations: leafDerivations(root, leaf), span },
    span,
  }));
}

/** Pointers in arrays of structures would be arrays of pointers. */
function plainParameterLeaves(s: State, root: Root, span: Span): readonly Leaf[] {
  return plainLeaves(s, root.struct, span).filter((leaf) => {
    const isFine = isPlain({ type: leaf.type, derivations: leafDerivations(root, leaf) });
    if (!isFine && s.members.has(leaf.path[leaf.path.length - 1] ?? ''))
      fence(s.sink, 'pointersInStructs', span);
    return isFine;
  });
}

/** Arrays in a structure that is passed by value are the function's own: where it might write them it has a copy. */
function ownCopies(
  s: State,
  { declarator }: S.Parameter,
  root: Root | null,
  body: S.BlockStatement,
): S.Statement[] {
  if (!root || root.derivations.length > 0 || !isTouched(declarator.name, body)) return [];
  const { nameSpan, span } = declarator;
  const made: S.Statement[] = [];
  const renamed = new Map<string, string>();
  for (const leaf of plainLeaves(s, root.struct, span)) {
    if (leaf.derivations[0]?.kind !== 'array') continue;
    const name = leafName(root, leaf.path);
    renamed.set(name, `own.${name}`);
    made.push(
      declaration(
        { ...leaf.type, isConst: false },
        { ...declarator, name: `own.${name}`, derivations: leaf.derivations },
      ),
    );
    const bytes: S.Expr = {
      kind: 'sizeof',
      type: leaf.type.base,
      specifier: leaf.type,
      derivations: leaf.derivations,
      operand: null,
      span,
      height: 1,
    };
    made.push(
      expressionStatement(call('memcpy', [named(`own.${name}`, span), named(name, span), bytes], nameSpan)),
    );
  }
  define(s, declarator.name, { ...root, renamed });
  return made;
}

function isTouched(name: string, body: S.BlockStatement): boolean {
  let found = false;
  const expression = (e: S.Expr): void =>
    walkExpr(e, (part) => {
      const place =
        part.kind === 'assign'
          ? part.target
          : part.kind === 'update' || (part.kind === 'unary' && part.op === '&')
            ? part.operand
            : null;
      if (place && rootName(place) === name) found = true;
      if (part.kind === 'call' && part.args.some((arg) => arg.kind === 'member' && rootName(arg) === name))
        found = true;
    });
  const visit = (stmt: S.Statement): void => {
    for (const e of expressionsOf(stmt)) expression(e);
    if (stmt.kind === 'declaration')
      for (const { initializer } of stmt.declared)
        if (initializer?.kind === 'expression') {
          expression(initializer.value);
          if (rootName(initializer.value) === name) found = true;
        }
    statementsIn(stmt).forEach(visit);
  };
  visit(body);
  return found;
}

// ----------------------------------------------------------------------------------------------------------- statements

function statement(s: State, stmt: S.Statement): S.Statement[] {
  switch (stmt.kind) {
    case 'block':
      return [inScope(s, () => ({ ...stmt, body: stmt.body.flatMap((each) => statement(s, each)) }))];
    case 'expression':
      return effects(s, stmt.expr).map((expr) => ({ ...expressionStatement(expr), span: stmt.span }));
    case 'declaration':
      return declarations(s, stmt);
    case 'if':
      return [
        {
          ...stmt,
          condition: test(s, stmt.condition),
          then: single(s, stmt.then),
          else: stmt.else && single(s, stmt.else),
        },
      ];
    case 'for':
      return inScope(s, () => forStatement(s, stmt));
    case 'while':
    case 'doWhile':
      return [{ ...stmt, condition: test(s, stmt.condition), body: single(s, stmt.body) }];
    case 'switch':
      return [{ ...stmt, selector: s.scalar(stmt.selector), body: single(s, stmt.body) }];
    case 'return':
      return returned(s, stmt);
    default:
      return [stmt];
  }
}

function single(s: State, stmt: S.Statement): S.Statement {
  const made = inScope(s, () => statement(s, stmt));
  const [only] = made;
  return made.length === 1 && only ? only : block(made, stmt.span);
}

/** A pointer to a structure is there: what is passed is never null. */
function test(s: State, e: S.Expr): S.Expr {
  return typeOf(s, e) ? integer(1, e.span) : s.scalar(e);
}

function forStatement(s: State, stmt: S.ForStatement): S.Statement[] {
  const before = stmt.init?.kind === 'declaration' ? declarations(s, stmt.init) : [];
  const [only] = before;
  const init =
    stmt.init === null
      ? null
      : stmt.init.kind === 'declaration'
        ? before.length === 1 && only?.kind === 'declaration'
          ? only
          : null
        : sequence(effects(s, stmt.init), stmt.init.span);
  const increment = stmt.increment && sequence(effects(s, stmt.increment), stmt.increment.span);
  const condition = stmt.condition && test(s, stmt.condition);
  const made: S.Statement = { ...stmt, init, condition, increment, body: single(s, stmt.body) };
  return init?.kind === 'declaration' || before.length === 0
    ? [made]
    : [block([...before, made], stmt.whole)];
}

function returned(s: State, stmt: S.ReturnStatement): S.Statement[] {
  if (!stmt.value) return [stmt];
  if (!s.result) return [{ ...stmt, value: s.scalar(stmt.value) }];
  const done: S.Expr[] = [];
  const source = locate(s, stmt.value, done);
  if (source) copy(s, pointee(spotOf(s.result, stmt.span), stmt.span), source, done, stmt.span);
  else fence(s.sink, 'structValue', stmt.value.span);
  return [
    ...done.map((expr) => ({ ...expressionStatement(expr), span: stmt.span })),
    { ...stmt, value: null },
  ];
}

// --------------------------------------------------------------------------------------------------------- declarations

function declarations(s: State, stmt: S.Declaration): S.Statement[] {
  if (stmt.type.storage === 'typedef') return [stmt];
  if (!stmt.type.struct) return [plainDeclaration(s, stmt)];
  const enumerators: S.Statement[] = [];
  return [...enumerators, ...stmt.declared.flatMap((each) => structDeclaration(s, stmt.type, each))];
}

function plainDeclaration(s: State, stmt: S.Declaration): S.Declaration {
  const declared = stmt.declared.map((each): S.Declared => {
    const { declarator, initializer } = each;
    if (parametersOf(declarator))
      return { ...each, declarator: prototype(s, stmt.type, declarator).declarator };
    const derivations = declarator.derivations.map((d) =>
      d.kind === 'array' && d.size ? { ...d, size: s.scalar(d.size) } : d,
    );
    define(s, declarator.name, null);
    return {
      ...each,
      declarator: { ...declarator, derivations },
      initializer: initializer && plainInitializer(s, initializer),
    };
  });
  return { ...stmt, declared };
}

function plainInitializer(s: State, initializer: S.Initializer): S.Initializer {
  if (initializer.kind === 'list')
    return { ...initializer, items: initializer.items.map((item) => plainInitializer(s, item)) };
  return { ...initializer, value: s.scalar(initializer.value) };
}

function prototype(
  s: State,
  type: S.TypeSpecifier,
  declarator: S.Declarator,
): Pick<S.FunctionDefinition, 'type' | 'declarator'> {
  const roots = (parametersOf(declarator) ?? []).map((parameter, i) =>
    parameterRoot(s, declarator.name, parameter, i),
  );
  return head(s, type, declarator, roots, resultRoot(s, { declarator, type }));
}

function structDeclaration(s: State, type: S.TypeSpecifier, declared: S.Declared): S.Statement[] {
  const { declarator, initializer, span } = declared;
  const { name, derivations, nameSpan } = declarator;
  if (parametersOf(declarator)) {
    const made = prototype(s, type, declarator);
    return [
      {
        kind: 'declaration',
        type: made.type,
        declared: [{ ...declared, declarator: made.declarator }],
        span,
      },
    ];
  }
  const { struct } = type;
  if (!struct || !isKnown(s, struct, declarator)) {
    define(s, name, null);
    return [{ kind: 'declaration', type, declared: [declared], span }];
  }
  const counted = countedSizes(s, struct, derivations, initializer);
  const sized = counted.map((d) => (d.kind === 'array' && d.size ? { ...d, size: s.scalar(d.size) } : d));
  const root: Root = {
    name,
    struct,
    derivations: sized,
    isSingle: false,
    isParameter: false,
    renamed: new Map(),
  };
  const before: S.Expr[] = [];
  define(s, name, root);
  const first = firstOf(s, root, initializer, before);
  const leaves = plainParameterLeaves(s, root, span).map((leaf): S.Statement => {
    const of = {
      ...leaf.type,
      isConst: (type.isConst && first.isWhole) || leaf.type.isConst,
      storage: type.storage,
    };
    const own = first.values.get(leaf.path.join('.')) ?? null;
    const name = leafName(root, leaf.path);
    return declaration(of, { name, nameSpan, derivations: leafDerivations(root, leaf), span }, own);
  });
  const after: S.Expr[] = [];
  first.later(after);
  return [...before.map(expressionStatement), ...leaves, ...after.map(expressionStatement)];
}

/** `struct v a[] = {…}` counts its values. */
function countedSizes(
  s: State,
  struct: S.StructType,
  derivations: readonly S.Derivation[],
  initializer: S.Initializer | null,
): readonly S.Derivation[] {
  const [first, ...rest] = derivations;
  if (first?.kind !== 'array' || first.size || initializer?.kind !== 'list') return derivations;
  const values = firstValues(s, struct, derivations, initializer) ?? [];
  const most = values.reduce((n, { subscripts }) => Math.max(n, (subscripts[0] ?? 0) + 1), 0);
  return [{ ...first, size: integer(most, first.span) }, ...rest];
}

interface First {
  /** What is given to members where they are declared. */
  readonly values: ReadonlyMap<string, S.Initializer>;
  /** What has to be done after all of them are declared. */
  readonly later: (out: S.Expr[]) => void;
  /** Nothing is left for later, so that they can be constant. */
  readonly isWhole: boolean;
}

const NOTHING: First = { values: new Map(), later: () => undefined, isWhole: true };

function firstOf(s: State, root: Root, initializer: S.Initializer | null, before: S.Expr[]): First {
  if (!initializer) return NOTHING;
  if (root.derivations[0]?.kind === 'pointer') {
    if (initializer.kind === 'list') return NOTHING;
    const values = pointerValues(s, initializer.value, root, before);
    return {
      ...NOTHING,
      values: new Map(values.map(([leaf, value]) => [leaf.path.join('.'), given(value)])),
    };
  }
  if (initializer.kind === 'list') return listed(s, root, initializer);
  const { value } = initializer;
  const hasArrays = leavesOf(root.struct).some(({ derivations }) => derivations[0]?.kind === 'array');
  if (value.kind === 'call' || value.kind === 'compound' || hasArrays)
    return {
      ...NOTHING,
      isWhole: false,
      later: (out) => {
        const { span } = initializer;
        const target = named(root.name, span);
        const assigned: S.Assignment = {
          kind: 'assign',
          op: null,
          opSpan: span,
          target,
          value,
          span,
          height: value.height + 1,
        };
        out.push(...effects(s, assigned));
      },
    };
  const source = locate(s, value, before);
  if (!source || source.struct !== root.struct) {
    reportValues(s, initializer.span);
    return NOTHING;
  }
  const leaves = plainLeaves(s, root.struct, initializer.span);
  return {
    ...NOTHING,
    values: new Map(leaves.map((leaf) => [leaf.path.join('.'), given(leafAt(source, leaf))])),
  };
}

function listed(s: State, root: Root, list: Extract<S.Initializer, { kind: 'list' }>): First {
  const values = firstValues(s, root.struct, root.derivations, list);
  if (!values) {
    reportValues(s, list.span);
    return NOTHING;
  }
  if (values.some(({ value }) => typeOf(s, value))) return inOrder(s, root, values, list.span);
  const found = new Map<string, S.Initializer>();
  for (const leaf of plainParameterLeaves(s, root, list.span)) {
    const key = leaf.path.join('.');
    const own = values.filter(({ path }) => path.join('.') === key);
    const around = leafDerivations(root, leaf);
    if (around.some(({ kind }) => kind === 'pointer')) {
      const [only] = own;
      if (only) found.set(key, given(s.scalar(only.value)));
      continue;
    }
    const made = leafInitializer(s, around, own, list.span);
    if (made) found.set(key, made);
  }
  return { ...NOTHING, values: found };
}

function leafInitializer(
  s: State,
  around: readonly S.Derivation[],
  own: readonly FirstValue[],
  span: Span,
): S.Initializer | null {
  const zero = (): S.Expr => integer(0, span);
  if (around.length === 0) return given(own[0] ? s.scalar(own[0].value) : zero());
  const extents = extentsOf(around);
  const total = extents?.reduce((a, b) => a * b, 1) ?? 0;
  if (!extents || total > MOST_VALUES) {
    reportValues(s, span);
    return null;
  }
  const items: S.Expr[] = Array.from({ length: total }, zero);
  for (const { subscripts, value } of own)
    items[subscripts.reduce((at, k, i) => at * (extents[i] ?? 1) + k, 0)] = s.scalar(value);
  return { kind: 'list', items: items.map(given), at: null, span };
}

/** With structures among the values, they are assigned one by one, after zeros. */
function inOrder(s: State, root: Root, values: readonly FirstValue[], span: Span): First {
  const zeros = new Map<string, S.Initializer>();
  for (const leaf of leavesOf(root.struct).filter(isPlain)) {
    const made = leafDerivations(root, leaf).some((d) => d.kind === 'pointer')
      ? null
      : leafInitializer(s, leafDerivations(root, leaf), [], span);
    if (made) zeros.set(leaf.path.join('.'), made);
  }
  return { values: zeros, later: (out) => assignValues(s, spotOf(root, span), values, out), isWhole: false };
}
