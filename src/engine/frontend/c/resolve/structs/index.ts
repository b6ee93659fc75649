/**
 * Structures. Each member of a variable becomes a variable of its own, named by its path: `p.x`, `sys.body.at`. In arrays
 * of structures the members are arrays, whose first subscripts are those of the structures; a pointer to structures is a
 * pointer for each member. So nothing after this has to know of them, and a set of variables is a set of members.
 *
 *     struct v { double x, y; };              double f(double a.x, double a.y, double *p.x, double *p.y)
 *     double f(struct v a, struct v *p)  →    {
 *     { *p = a; return p[0].x; }                *p.x = a.x; *p.y = a.y; return p.x[0]; }
 *
 * Works on syntax, in one walk. A function that returns a structure sets its members through
 * pointers of the name `f.x`. What has no counterpart, such as a list of structures that point to each other, is refused.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { someNode } from '../../../mapped';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { parametersOf } from '../../parse/syntax';
import { withSizes, writtenPlace } from '../../parse/walk';
import { fence } from '../fence';
import { loopWith, rebuiltDeclared, rewritten } from '../moved/rebuilt';
import { declarationsIn, type Item, partsIn, rootName, variablesIn } from '../survey';
import { head, isKnown, parameterRoot, plainParameterLeaves, resultRoot, signatures } from './heads';
import { countedSizes, firstOf } from './initial';
import { pointee, spotOf, steady } from './places';
import { effects, scalarValue } from './scalars';
import { leafDerivations, leafName, localRoot, type Root, type State } from './state';
import { isConstIn } from './types';
import { bytesOf, copy, locate, plainLeaves } from './values';

export function withoutStructs(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  if (!file.hasStructs) return file;
  const globals: State['globals'] = new Map();
  const s: State = {
    sink,
    functions: signatures(file),
    globals,
    names: globals,
    members: membersNamed(file),
    told: new Set(),
    result: null,
    temporaries: [],
    made: 0,
    scalar: (e) => scalarValue(s, e),
  };
  const items = file.items.map((item) => (item.kind === 'function' ? withoutLinks(item, sink) : item));
  return { ...file, items: fileStatements(s, items) };
}

/** Lists and trees have no end of variables: a function that follows them is refused once, and nothing of it is read. */
function withoutLinks(item: S.FunctionDefinition, sink: DiagnosticSink): S.FunctionDefinition {
  const all = variablesIn(item);
  const links = new Set(all.flatMap(({ type: { struct } }) => (struct ? linksOf(struct) : [])));
  if (links.size === 0) return item;
  const found = partsIn(item.body).find((e) => e.kind === 'member' && e.arrow && links.has(e.name));
  if (!found) return item;
  fence(sink, 'linkedStructs', found.span);
  const value: S.Expr = b.integer(0, found.span);
  const end: S.Statement[] = item.type.base === 'void' ? [] : [{ kind: 'return', value, span: found.span }];
  return { ...item, body: { ...item.body, body: end } };
}

/** Members that point to a structure of the kind that they stand in. */
function linksOf(struct: S.StructType): readonly string[] {
  return (struct.members() ?? []).flatMap(({ name, type, derivations }) =>
    type.struct === struct && derivations.length > 0 ? [name] : [],
  );
}

function membersNamed(file: S.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  someNode(file.items, (node) => {
    if ('kind' in node && node.kind === 'member' && 'name' in node) found.add(String(node.name));
    return false;
  });
  return found;
}

/** Declarations, statements and functions, with a variable for each member. */
function fileStatements(s: State, items: readonly Item[]): Item[] {
  return items.flatMap((item): Item[] => {
    if (item.kind === 'function') return [definition(s, item)];
    if (item.kind === 'declaration' && item.type.storage === 'typedef') return [item];
    s.names = item.kind === 'declaration' ? s.globals : new Map(s.globals);
    const made = statement(s, item);
    const declared = s.temporaries;
    s.temporaries = [];
    return [...declared, ...made];
  });
}

// ------------------------------------------------------------------------------------------------------------ functions

function definition(s: State, item: S.FunctionDefinition): S.FunctionDefinition {
  const { declarator } = item;
  const parameters = parametersOf(declarator) ?? [];
  const roots = parameters.map((parameter, i) => parameterRoot(s, declarator.name, parameter, i));
  s.names = new Map(s.globals);
  parameters.forEach((parameter, i) => {
    s.names.set(parameter.declarator.name, roots[i] ?? null);
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
      b.declaration(
        { ...leaf.type, isConst: false },
        { ...declarator, name: `own.${name}`, derivations: leaf.derivations },
      ),
    );
    made.push(
      b.statement(
        b.call('memcpy', [b.named(`own.${name}`, span), b.named(name, span), bytesOf(leaf, span)], nameSpan),
      ),
    );
  }
  s.names.set(declarator.name, { ...root, renamed });
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
  const effect = (e: S.Expr) => b.sequence(effects(s, e), e.span);
  return rewritten(
    {
      effect: ({ expr, span }) => effects(s, expr).map((each) => ({ ...b.statement(each), span })),
      declared,
      loop: (part, single) => loopWith(part, declared, { effect, test: s.scalar }, single),
      returned: (part) => returned(s, part),
      kept: s.scalar,
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
  return [...done.map((expr) => ({ ...b.statement(expr), span: stmt.span })), { ...stmt, value: null }];
}

// --------------------------------------------------------------------------------------------------------- declarations

function declarations(s: State, stmt: S.Declaration): S.Statement[] {
  if (stmt.type.storage === 'typedef') return [stmt];
  if (!stmt.type.struct) return [plainDeclaration(s, stmt)];
  const { enumerators, span } = stmt.type;
  const outside: S.Statement[] =
    enumerators.length > 0
      ? [{ kind: 'declaration', type: { ...b.plainType('i32', span), enumerators }, declared: [], span }]
      : [];
  return [...outside, ...stmt.declared.flatMap((each) => structDeclaration(s, stmt.type, each))];
}

function plainDeclaration(s: State, stmt: S.Declaration): S.Declaration {
  const declared = stmt.declared.map((each): S.Declared => {
    const { declarator } = each;
    if (parametersOf(declarator))
      return { ...each, declarator: prototype(s, stmt.type, declarator).declarator };
    const made = rebuiltDeclared(each, s.scalar);
    s.names.set(declarator.name, null);
    return made;
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
    s.names.set(name, null);
    return [{ kind: 'declaration', type, declared: [declared], span }];
  }
  const sized = withSizes(countedSizes(s, struct, derivations, initializer), s.scalar);
  const root = localRoot(name, struct, sized);
  const before: S.Expr[] = [];
  s.names.set(name, root);
  const first = firstOf(s, root, initializer, before);
  const leaves = plainParameterLeaves(s, root, span).map((leaf): S.Statement => {
    const of = {
      ...leaf.type,
      isConst: isConstIn({ ...type, isConst: type.isConst && first.isWhole }, leaf),
      storage: type.storage,
    };
    const own = first.values.get(leaf.path.join('.')) ?? null;
    const name = leafName(root, leaf.path);
    return b.declaration(of, { name, nameSpan, derivations: leafDerivations(root, leaf), span }, own);
  });
  const after: S.Expr[] = [];
  first.later(after);
  return [...before.map(b.statement), ...leaves, ...after.map(b.statement)];
}
