/** Declarations, statements and functions, with a variable for each member. */

import {
  call,
  declaration,
  statement as expressionStatement,
  named,
  plainType,
  sequence,
} from '../../parse/build';
import type * as S from '../../parse/syntax';
import { parametersOf } from '../../parse/syntax';
import { withSizes, withValues, writtenPlace } from '../../parse/walk';
import { fence } from '../fence';
import { loopWith, rewritten } from '../moved/rebuilt';
import { declarationsIn, type Item, partsIn, rootName } from '../survey';
import { head, isKnown, parameterRoot, plainParameterLeaves, resultRoot } from './heads';
import { countedSizes, firstOf } from './initial';
import { pointee, spotOf, steady } from './places';
import { effects } from './scalars';
import { define, inScope, leafDerivations, leafName, type Root, type State } from './state';
import { isConstIn } from './types';
import { bytesOf, copy, locate, plainLeaves } from './values';

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
    made.push(
      expressionStatement(
        call('memcpy', [named(`own.${name}`, span), named(name, span), bytesOf(leaf, span)], nameSpan),
      ),
    );
  }
  define(s, declarator.name, { ...root, renamed });
  return made;
}

function isTouched(name: string, body: S.BlockStatement): boolean {
  const isIt = (e: S.Expr | null): boolean => e !== null && rootName(e) === name;
  const isGiven = declarationsIn(body).some(({ value }) => isIt(value));
  return (
    isGiven ||
    partsIn(body).some(
      (part) =>
        isIt(writtenPlace(part)) ||
        (part.kind === 'call' && part.args.some((arg) => arg.kind === 'member' && isIt(arg))),
    )
  );
}

// ----------------------------------------------------------------------------------------------------------- statements

function statement(s: State, stmt: S.Statement): S.Statement[] {
  const declared = (part: S.Declaration) => declarations(s, part);
  const effect = (e: S.Expr) => sequence(effects(s, e), e.span);
  return rewritten(
    {
      effect: ({ expr, span }) => effects(s, expr).map((each) => ({ ...expressionStatement(each), span })),
      declared,
      loop: (part, single) => loopWith(part, declared, { effect, test: s.scalar }, single),
      returned: (part) => returned(s, part),
      kept: s.scalar,
      inScope: (inside) => inScope(s, inside),
    },
    stmt,
  );
}

function returned(s: State, stmt: S.ReturnStatement): S.Statement[] {
  if (!stmt.value) return [stmt];
  if (!s.result) return [{ ...stmt, value: s.scalar(stmt.value) }];
  const done: S.Expr[] = [];
  const source = locate(s, stmt.value, done);
  if (source)
    copy(s, pointee(spotOf(s.result, stmt.span), stmt.span), steady(s, source, done), done, stmt.span);
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
  const { enumerators, span } = stmt.type;
  const outside: S.Statement[] =
    enumerators.length > 0
      ? [{ kind: 'declaration', type: { ...plainType('i32', span), enumerators }, declared: [], span }]
      : [];
  return [...outside, ...stmt.declared.flatMap((each) => structDeclaration(s, stmt.type, each))];
}

function plainDeclaration(s: State, stmt: S.Declaration): S.Declaration {
  const declared = stmt.declared.map((each): S.Declared => {
    const { declarator, initializer } = each;
    if (parametersOf(declarator))
      return { ...each, declarator: prototype(s, stmt.type, declarator).declarator };
    const derivations = withSizes(declarator.derivations, s.scalar);
    define(s, declarator.name, null);
    return {
      ...each,
      declarator: { ...declarator, derivations },
      initializer: initializer && withValues(initializer, s.scalar),
    };
  });
  return { ...stmt, declared };
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
  const sized = withSizes(countedSizes(s, struct, derivations, initializer), s.scalar);
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
      isConst: isConstIn({ ...type, isConst: type.isConst && first.isWhole }, leaf),
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
