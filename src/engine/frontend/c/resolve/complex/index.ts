/**
 * Complex numbers as pairs of reals, as they lie in memory: `double complex z` is `double z[2]`, a pointer or an array of them is
 * one of twice as many reals. A function that returns one fills a pair in an argument behind the others; one that is passed by
 * value is a pair of the caller's, which no one else has.
 *
 *     double complex w = cexp(I*t)*a[k];     →     double w[2]; part = cos(t), …, w[0] = part*a[2*k] - …, w[1] = …
 *
 * The adjoint of a pair is the pair of the adjoints, ∂/∂re + i ∂/∂im: for v = f(z) it is conj(f'(z)) times that of v, the
 * convention of [TAP].
 *
 * Works on syntax without structures. Values that stand twice are kept in variables, by comma expressions.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { freshName, namesOf, someNode, withNames } from '../../../mapped';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { parametersOf } from '../../parse/syntax';
import { withValues } from '../../parse/walk';
import { loopWith, rewritten } from '../moved/rebuilt';
import { type Item, namesSetIn } from '../survey';
import { twice } from './pairs';
import { baseOf, isComplex, type Names, pairOf, realType, type Signature, type State } from './state';
import { initialItems, real, setPair } from './values';

export function withoutComplex(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const first = file.hasComplex ? firstComplex(file) : null;
  if (!first) return file;
  sink.info(
    'complex-pairs',
    'Complex numbers are read as pairs of reals, (re, im).',
    first,
    'The adjoint of z is the pair of the derivatives by its parts: for r = w*z it is conj(w) times that of r.',
  );
  const globals: Names = new Map();
  const functions: Map<string, Signature> = new Map();
  for (const item of file.items) {
    const list =
      item.kind === 'function'
        ? [{ type: item.type, declarator: item.declarator }]
        : item.kind === 'declaration'
          ? item.declared.map(({ declarator }) => ({ type: item.type, declarator }))
          : [];
    for (const { type, declarator } of list) {
      const parameters = parametersOf(declarator);
      if (!parameters) globals.set(declarator.name, isComplex(type) ? declarator.derivations.length : null);
      else
        functions.set(declarator.name, {
          result: declarator.derivations.length === 1 ? baseOf(type) : null,
          scalars: parameters.map((p) => (p.declarator.derivations.length === 0 ? baseOf(p.type) : null)),
        });
    }
  }
  const s: Omit<State, 'names' | 'temporaries' | 'result' | 'base' | 'isOutside'> = {
    sink,
    functions,
    taken: namesOf(file.items),
    globals,
  };
  return { ...file, items: file.items.map((item) => functionBody(s, item)) };
}

function firstComplex(file: S.SourceFile): S.TypeSpecifier['span'] | null {
  let found: S.TypeSpecifier['span'] | null = null;
  someNode(file.items, (part) => {
    if (!('isComplex' in part) || part.isComplex !== true) return false;
    found = (part as S.TypeSpecifier).span;
    return true;
  });
  return found;
}

/** Functions and declarations, with an array of two for each complex number. */
type Shared = Pick<State, 'sink' | 'functions' | 'taken' | 'globals'>;

function functionBody(shared: Shared, item: Item): Item {
  if (item.kind === 'function') return definition(shared, item);
  const s: State = {
    ...shared,
    names: new Map(),
    temporaries: [],
    result: null,
    base: 'f64',
    isOutside: true,
  };
  if (item.kind === 'declaration') return prototypes(s, item) ?? outside(declared(s, item), item);
  const [first, ...rest] = statements(s, item);
  return rest.length > 0 || s.temporaries.length > 0 || !first
    ? b.block([...s.temporaries, ...(first ? [first] : []), ...rest], item.span)
    : first;
}

/** Variables of the file, each for itself, are one declaration again. */
function outside(made: readonly S.Statement[], item: S.Declaration): S.Declaration {
  const all = made.flatMap((each) => (each.kind === 'declaration' ? [each] : []));
  const [first] = all;
  return first ? { ...first, declared: all.flatMap(({ declared: list }) => list) } : item;
}

/** Declarations of functions; null for those of variables. */
function prototypes(s: State, item: S.Declaration): Item | null {
  if (!item.declared.some(({ declarator }) => parametersOf(declarator))) return null;
  return {
    ...item,
    type: isComplex(item.type) ? { ...realType(item.type), base: 'void' } : item.type,
    declared: item.declared.map((each) => ({
      ...each,
      declarator: signature(s, each.declarator, baseOf(item.type)),
    })),
  };
}

function signature(s: Shared, declarator: S.Declarator, returned: S.BaseType | null): S.Declarator {
  return b.withParameters(declarator, (given) => {
    const parameters = given.map((p): S.Parameter => {
      if (!isComplex(p.type)) return p;
      return {
        ...p,
        type: realType(p.type),
        declarator: { ...p.declarator, derivations: doubled(p.declarator) },
      };
    });
    if (!returned || declarator.derivations.length > 1) return parameters;
    const { span, nameSpan } = declarator;
    const name = resultOf(declarator.name);
    s.taken.add(name);
    const own = { name, nameSpan, derivations: [pairOf(span)], span };
    return [...parameters, b.parameter(b.plainType(returned, span), own)];
  });
}

function resultOf(name: string): string {
  return `${name}_value`;
}

/** `z` is `z[2]`, `a[n]` is `a[2*n]`, a pointer stays one. */
function doubled({ derivations, span }: S.Declarator): readonly S.Derivation[] {
  const last = derivations.at(-1);
  if (!last) return [pairOf(span)];
  if (last.kind !== 'array' || !last.size) return derivations;
  const { size } = last;
  return [...derivations.slice(0, -1), { ...last, size: twice(size) }];
}

function definition(shared: Shared, item: S.FunctionDefinition): S.FunctionDefinition {
  const names: Names = new Map();
  const parameters = parametersOf(item.declarator) ?? [];
  for (const { type, declarator } of parameters)
    names.set(declarator.name, isComplex(type) ? declarator.derivations.length : null);
  const isReturned = isComplex(item.type) && item.declarator.derivations.length === 1;
  const result = isReturned ? resultOf(item.declarator.name) : null;
  const s: State = { ...shared, names, temporaries: [], result, base: 'f64', isOutside: false };
  const written = namesSetIn(item.body);
  const copies: S.Statement[] = [];
  // A value that the function changes is its own.
  const renamed = new Map<string, string>();
  for (const { type, declarator, span } of parameters) {
    const { name, derivations } = declarator;
    if (!isComplex(type) || derivations.length > 0 || !written.has(name)) continue;
    const own = freshName(shared.taken, `${name}_own`);
    renamed.set(name, own);
    s.names.set(own, 0);
    const pair = { name: own, nameSpan: span, derivations: [pairOf(span)], span };
    copies.push(b.declaration(realType({ ...type, isConst: false }), pair));
    copies.push(b.statement(setPair(s, b.named(own, span), b.named(name, span), span)));
  }
  const body = statements(
    s,
    renamed.size > 0 ? withNames(item.body, renamed) : item.body,
  )[0] as S.BlockStatement;
  return {
    ...item,
    type: isReturned ? { ...realType(item.type), base: 'void' } : realType(item.type),
    declarator: signature(shared, item.declarator, baseOf(item.type)),
    body: { ...body, body: [...s.temporaries, ...copies, ...body.body] },
  };
}

// ----------------------------------------------------------------------------------------------------------- statements

function statements(s: State, stmt: S.Statement): S.Statement[] {
  const kept = (e: S.Expr) => real(s, e);
  const declare = (part: S.Declaration) => declared(s, part);
  const returned = (part: S.ReturnStatement): S.Statement[] => {
    const { value, span } = part;
    if (!value || s.result === null) return [{ ...part, value: value && kept(value) }];
    return [b.statement(setPair(s, b.named(s.result, span), value, span)), { ...part, value: null }];
  };
  return rewritten(
    {
      effect: (part) => [{ ...part, expr: kept(part.expr) }],
      declared: declare,
      loop: (part, single) => loopWith(part, declare, { effect: kept, test: kept }, single),
      returned,
      kept,
    },
    stmt,
  );
}

/** Arrays of twice as many reals; what they start with is listed, or assigned. */
function declared(s: State, stmt: S.Declaration): S.Statement[] {
  const scope = s.names;
  const value = (e: S.Expr): S.Expr => real(s, e);
  if (!isComplex(stmt.type)) {
    const made = stmt.declared.map((each) => {
      scope.set(each.declarator.name, null);
      return { ...each, initializer: each.initializer && withValues(each.initializer, value) };
    });
    return [{ ...stmt, declared: made }];
  }
  if (stmt.type.storage === 'typedef') return [{ ...stmt, type: realType(stmt.type) }];
  const type = realType(stmt.type);
  const isStatic = stmt.type.storage === 'static' || s.isOutside;
  return stmt.declared.flatMap((each): S.Statement[] => {
    const { declarator, initializer, span } = each;
    scope.set(declarator.name, declarator.derivations.length);
    const made = { ...each, declarator: { ...declarator, derivations: doubled(declarator) } };
    const alone = (given: S.Initializer | null): S.Statement => {
      return { ...stmt, type, declared: [{ ...made, initializer: given }] };
    };
    if (!initializer) return [alone(null)];
    if (declarator.derivations[0]?.kind === 'pointer') return [alone(withValues(initializer, value))];
    if (declarator.derivations.length > 0 || initializer.kind === 'list' || isStatic)
      return listedApart(s, initializer, span, isStatic, alone);
    const set = b.statement(setPair(s, b.named(declarator.name, span), initializer.value, span));
    const own: S.Statement = {
      ...stmt,
      type: { ...type, isConst: false },
      declared: [{ ...made, initializer: null }],
    };
    return [own, set];
  });
}

/** First values in a list, and before it what they need. */
function listedApart(
  s: State,
  given: S.Initializer,
  span: Span,
  isStatic: boolean,
  declare: (given: S.Initializer) => S.Statement,
): S.Statement[] {
  const before: S.Expr[] = [];
  const made = declare(listed(s, given, span, before));
  if (before.length === 0) return [made];
  if (!isStatic) return [b.statement(b.sequence(before, span)), made];
  s.sink.error(
    'unsupported',
    'A complex number that starts with a product or a function is not supported here.',
    span,
    'Write its parts, `x + y*I`.',
  );
  return [made];
}

function listed(s: State, given: S.Initializer, span: Span, before: S.Expr[]): S.Initializer {
  const items = (given.kind === 'list' ? given.items : [given]).flatMap((item): S.Initializer[] => {
    if (item.kind === 'list') return [listed(s, item, span, before)];
    const { re, im } = initialItems(s, item.value, before);
    return [re, im].map((value) => ({ kind: 'expression', value, at: null, span: item.span }));
  });
  return { kind: 'list', items, at: null, span: given.span };
}
