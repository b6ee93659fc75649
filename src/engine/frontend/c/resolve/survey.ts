import { onceEach } from '../../../base/once';
import type { Span } from '../../../base/span';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { rootOf, walkExpr, writtenPlace } from '../parse/walk';

export type Item = S.SourceFile['items'][number];

/** What must be known of a body before it is lowered. */
export interface Survey {
  /** Names that are assigned, stepped, or whose address is taken, in whatever scope. */
  readonly written: ReadonlySet<string>;
  /** Names that are assigned or stepped themselves, not what they point to, and how often the text says so. */
  readonly moved: ReadonlyMap<string, number>;
  /** Those whose address is taken. */
  readonly pointedTo: ReadonlySet<string>;
  /** Those among them that are counted down. */
  readonly lowered: ReadonlySet<string>;
  /**
   * The one name that every `return` returns, declared once in the body and not in an inner scope: that local can be
   * the result itself.
   */
  readonly returned: string | null;
  readonly returns: number;
  /** Some `return` gives a value. */
  readonly givesValue: boolean;
  /** Names of what is called. */
  readonly called: ReadonlySet<string>;
  readonly gotos: ReadonlyMap<string, readonly Span[]>;
  /** Some goto goes back to what stands before it. */
  readonly jumpsBack: boolean;
}

/** Whether a function of the text calls this one. */
export function isCalled(surveys: ReadonlyMap<string, Survey>, name: string): boolean {
  return [...surveys.values()].some(({ called }) => called.has(name));
}

/** `reads`: whether a function only reads what the parameter at a position points to. */
export function survey(
  body: readonly S.Statement[],
  parameters: readonly string[],
  reads: (callee: string, position: number) => boolean = () => false,
): Survey {
  const written = new Set<string>();
  const called = new Set<string>();
  const moved = new Map<string, number>();
  const pointedTo = new Set<string>();
  const lowered = new Set<string>();
  const gotos = new Map<string, Span[]>();
  const labels = new Set<string>();
  let jumpsBack = false;
  const declared = new Map<string, number>(parameters.map((name) => [name, 2]));
  const returned = new Set<string | null>();
  let returns = 0;
  let givesValue = false;
  const lent = new Set<S.Expr>();
  const expression = (e: S.Expr): void =>
    walkExpr(e, (part) => {
      if (part.kind === 'call' && part.callee.kind === 'name') {
        called.add(part.callee.name);
        for (const arg of lentTo(part.callee.name, part.args, reads)) lent.add(arg);
      }
      const place = writtenPlace(part);
      if (!place || lent.has(part)) return;
      noteMove(moved, place);
      if (part.kind === 'unary') pointedTo.add(rootName(place));
      written.add(rootName(place));
      if ('op' in part && (part.op === '--' || part.op === '-')) lowered.add(rootName(place));
    });
  const statement = (stmt: S.Statement, depth: number): void => {
    for (const e of expressionsOf(stmt)) expression(e);
    if (stmt.kind === 'declaration')
      for (const each of stmt.declared) {
        const { name } = each.declarator;
        declared.set(name, (declared.get(name) ?? 0) + Math.min(depth + 1, 2));
        if (each.initializer) valuesIn(each.initializer).forEach(expression);
      }
    if (stmt.kind === 'return') {
      returns++;
      givesValue ||= stmt.value !== null;
      returned.add(stmt.value?.kind === 'name' ? stmt.value.name : null);
    }
    if (stmt.kind === 'label') labels.add(stmt.name);
    jumpsBack ||= stmt.kind === 'goto' && labels.has(stmt.label);
    if (stmt.kind === 'goto') gotos.set(stmt.label, [...(gotos.get(stmt.label) ?? []), stmt.span]);
    for (const inner of statementsIn(stmt)) statement(inner, depth + 1);
  };
  for (const stmt of body) statement(stmt, 0);
  return {
    written,
    moved,
    pointedTo,
    lowered,
    returned: onlyLocal(returned, declared),
    returns,
    givesValue,
    called,
    gotos,
    jumpsBack,
  };
}

function valuesIn(given: S.Initializer): readonly S.Expr[] {
  return given.kind === 'expression' ? [given.value] : given.items.flatMap(valuesIn);
}

/** What all returns give, where that is one variable that is declared once. */
function onlyLocal(
  returned: ReadonlySet<string | null>,
  declared: ReadonlyMap<string, number>,
): string | null {
  const [only] = returned;
  return returned.size === 1 && only && declared.get(only) === 1 ? only : null;
}

/** Addresses that a function only reads through. */
function lentTo(
  name: string,
  args: readonly S.Expr[],
  reads: (callee: string, position: number) => boolean,
): S.Expr[] {
  return args.filter((arg, k) => arg.kind === 'unary' && arg.op === '&' && reads(name, k));
}

function noteMove(moved: Map<string, number>, place: S.Expr): void {
  if (place.kind === 'name') moved.set(place.name, (moved.get(place.name) ?? 0) + 1);
}

/** Names that statements assign, step, or take the address of. */
export const namesWrittenIn = onceEach(
  (list: readonly S.Statement[]): ReadonlySet<string> => survey(list, []).written,
);
/** Names that are set as a whole, or whose address is taken; not what is set through them. */
export function namesSetIn(stmt: S.Statement): ReadonlySet<string> {
  const places = partsIn(stmt).map(writtenPlace);
  return new Set(places.flatMap((place) => (place?.kind === 'name' ? [place.name] : [])));
}
/** The variable that an lvalue or an address belongs to; empty if there is none. */
export function rootName(e: S.Expr): string {
  const root = rootOf(e);
  return root.kind === 'name' ? root.name : '';
}

/** Where statements hold expressions and statements, in order; declarations, which hold them in declarators, aside. */
export const STATEMENT_PARTS: Readonly<Partial<Record<S.Statement['kind'], readonly string[]>>> = {
  block: ['body'],
  expression: ['expr'],
  if: ['condition', 'then', 'else'],
  for: ['init', 'condition', 'increment', 'body'],
  while: ['condition', 'body'],
  doWhile: ['condition', 'body'],
  switch: ['selector', 'body'],
  case: ['value'],
  return: ['value'],
};
export type StatementPart = S.Expr | S.Statement;

export function isExpression(part: StatementPart): part is S.Expr {
  return 'height' in part;
}

/** The expressions that stand directly in a statement, or the statements. */
function partsOf(stmt: S.Statement, areExpressions: boolean): readonly StatementPart[] {
  const parts = stmt as unknown as Readonly<Record<string, StatementPart | null>>;
  const found: StatementPart[] = [];
  for (const key of STATEMENT_PARTS[stmt.kind] ?? []) {
    const part = parts[key];
    if (part && isExpression(part) === areExpressions) found.push(part);
  }
  return found;
}

/** Expressions that stand directly in a statement, initialisers aside. */
export function expressionsOf(stmt: S.Statement): readonly S.Expr[] {
  if (stmt.kind !== 'declaration') return partsOf(stmt, true) as S.Expr[];
  return stmt.declared.flatMap(({ declarator }) =>
    declarator.derivations.flatMap((d) => (d.kind === 'array' && d.size ? [d.size] : [])),
  );
}

/** Every expression of a statement and of what it holds, the outermost ones. */
export const expressionsIn = onceEach((stmt: S.Statement): readonly S.Expr[] => {
  const found: S.Expr[] = [];
  const visit = (each: S.Statement): void => {
    found.push(...expressionsOf(each));
    if (each.kind === 'declaration')
      for (const { initializer } of each.declared) {
        // A table may have more values than a call takes arguments.
        if (initializer) for (const value of valuesIn(initializer)) found.push(value);
      }
    statementsIn(each).forEach(visit);
  };
  visit(stmt);
  return found;
});

/** All of them, each before its operands. */
export const partsIn = onceEach((stmt: S.Statement): readonly S.Expr[] => {
  const found: S.Expr[] = [];
  for (const e of expressionsIn(stmt)) walkExpr(e, (part) => found.push(part));
  return found;
});

/** A variable or a parameter. */
export interface Declared {
  readonly name: string;
  readonly type: S.TypeSpecifier;
  readonly derivations: readonly S.Derivation[];
  readonly initializer: S.Initializer | null;
  /** What it is given where it is declared, unless that is a list. */
  readonly value: S.Expr | null;
  readonly isParameter: boolean;
}

export const declarationsIn = onceEach((stmt: S.Statement): readonly Declared[] => {
  const found: Declared[] = [];
  const visit = (each: S.Statement): void => {
    if (each.kind === 'declaration')
      for (const { declarator, initializer } of each.declared)
        found.push({
          name: declarator.name,
          type: each.type,
          derivations: [...declarator.derivations],
          initializer,
          value: valueIn(initializer),
          isParameter: false,
        });
    statementsIn(each).forEach(visit);
  };
  visit(stmt);
  return found;
});

/** The variables of a function: its parameters, then those that its statements declare. */
export function variablesIn(item: S.FunctionDefinition): readonly Declared[] {
  return [...parametersIn(item), ...declarationsIn(item.body)];
}

export function parametersIn(item: S.FunctionDefinition): Declared[] {
  return formalsOf(item).map(({ type, declarator: { name, derivations } }) => {
    return { name, type, derivations, initializer: null, value: null, isParameter: true };
  });
}

/** The one value that an initializer is. */
export function valueIn(initializer: S.Initializer | null | undefined): S.Expr | null {
  return initializer?.kind === 'expression' ? initializer.value : null;
}

/** What variables are given as a whole: where they are declared, then by assignments. */
export const settingsIn = onceEach((stmt: S.Statement): readonly Setting[] => [
  ...declarationsIn(stmt).flatMap(({ name, value }) => (value ? [{ name, value, by: null }] : [])),
  ...partsIn(stmt).flatMap((by) =>
    by.kind === 'assign' && by.target.kind === 'name' ? [{ name: by.target.name, value: by.value, by }] : [],
  ),
]);

interface Setting {
  readonly name: string;
  readonly value: S.Expr;
  readonly by: S.Assignment | null;
}

/** Items of a text without what their declarations say of some names. */
export function withoutDeclared(items: readonly Item[], isGone: (name: string) => boolean): Item[] {
  return items.flatMap((item): Item[] => {
    if (item.kind !== 'declaration' || item.declared.length === 0) return [item];
    const declared = item.declared.filter(({ declarator }) => !isGone(declarator.name));
    return declared.length > 0 ? [{ ...item, declared }] : [];
  });
}

/** A structure and all that stand in it or that its members lead to. */
export function structsIn(struct: S.StructType | undefined): S.StructType[] {
  const found = new Set<S.StructType>();
  const visit = (each: S.StructType): void => {
    if (found.has(each)) return;
    found.add(each);
    for (const { type } of each.members() ?? []) if (type.struct) visit(type.struct);
  };
  if (struct) visit(struct);
  return [...found];
}

export function hasStatic(stmt: S.Statement): boolean {
  return declarationsIn(stmt).some(({ type }) => type.storage === 'static');
}

export function hasLabel(stmt: S.Statement): boolean {
  return stmt.kind === 'label' || statementsIn(stmt).some(hasLabel);
}

/** What statements ask for the truth of: `if (p)`. */
export function testsIn(stmt: S.Statement): S.Expr[] {
  const own = 'condition' in stmt && stmt.condition ? [stmt.condition] : [];
  return [...own, ...statementsIn(stmt).flatMap(testsIn)];
}

/** Statements directly inside a statement, in order. */
export function statementsIn(stmt: S.Statement): readonly S.Statement[] {
  return stmt.kind === 'block' ? stmt.body : (partsOf(stmt, false) as S.Statement[]);
}

/** The cases inside a statement that belong to a `switch` around it, in order. */
export function casesIn(stmt: S.Statement): readonly S.CaseLabel[] {
  if (stmt.kind === 'case') return [stmt];
  return stmt.kind === 'switch' ? [] : statementsIn(stmt).flatMap(casesIn);
}

/** Counting and subscripts take smaller numbers than these. */
export const SMALL = 2 ** 16;

function smallNumber(e: S.Expr): number | null {
  const value = e.kind === 'number' && !e.real ? Number.parseInt(e.text, 10) : Number.NaN;
  return value < SMALL && !/^0[xX]/.test((e as S.NumberLiteral).text) ? value : null;
}

/** Of all that is declared in a body. */
export function countingNames(body: readonly S.Statement[]): ReadonlySet<string> {
  const given = new Map<string, S.Expr[]>();
  const lost = new Set<string>();
  const give = (name: string, value: S.Expr): void =>
    void given.set(name, [...(given.get(name) ?? []), value]);
  const write = (e: S.Expr): void => {
    const place = writtenPlace(e);
    if (place?.kind !== 'name') return;
    const { name } = place;
    if (e.kind === 'assign' && (e.op === null || (e.op === '+' && smallNumber(e.value) !== null)))
      give(name, e.value);
    else if (e.kind !== 'update' || e.op === '--') lost.add(name);
  };
  const declared = new Set<string>();
  for (const { name, derivations, initializer } of body.flatMap((stmt) => declarationsIn(stmt))) {
    declared.add(name);
    if (derivations.length > 0 || initializer?.kind === 'list') lost.add(name);
    else if (initializer) give(name, initializer.value);
  }
  for (const stmt of body) partsIn(stmt).forEach(write);
  const counting = new Set([...declared].filter((name) => !lost.has(name)));
  const isSmall = (e: S.Expr): boolean => {
    if (e.kind === 'name') return counting.has(e.name);
    if (e.kind === 'binary' && e.op === '+') return isSmall(e.left) && smallNumber(e.right) !== null;
    return smallNumber(e) !== null;
  };
  for (let before = -1; before !== counting.size; ) {
    before = counting.size;
    for (const name of counting) if (!(given.get(name) ?? []).every(isSmall)) counting.delete(name);
  }
  return counting;
}
