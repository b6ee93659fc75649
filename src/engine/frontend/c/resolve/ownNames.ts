/**
 * Every variable of a function gets a name of its own, so that whatever follows may tell variables by their names: of several with
 * one name, and of those that hide one of the file, all but the first have a number in theirs. What several loops declare in their
 * heads, `for (int i = …)`, is one variable.
 */
import type { Diagnostic, DiagnosticNote } from '../../../base/diagnostics';
import { withNames } from '../../mapped';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { rebuilt, rebuiltDeclared } from './moved/rebuilt';
import { declarationsIn, statementsIn } from './survey';

export interface OwnNames {
  readonly file: S.SourceFile;
  /** How the text calls the variables that have other names now. */
  readonly written: ReadonlyMap<string, string>;
}

/** `words`: all names of the text, which no variable gets as a new one. */
export function withOwnNames(file: S.SourceFile, words: () => ReadonlySet<string>): OwnNames {
  const shared = file.items.flatMap((item) => {
    if (item.kind !== 'declaration') return [];
    const variables = item.declared.filter(
      (each) => item.type.storage === 'extern' || isVariable(item, each),
    );
    return variables.map(({ declarator }) => declarator.name);
  });
  const written = new Map<string, string>();
  const items = file.items.map((item) => {
    if (item.kind !== 'function') return item;
    const formals = formalsOf(item).map(({ declarator }) => declarator.name);
    const repeated = namesRepeated(item.body, [...shared, ...formals]);
    const isPlain = !declarationsIn(item.body).some(({ type }) => type.storage === 'extern');
    if (repeated.size === 0 && isPlain) return item;
    const taken = new Set([...shared, ...formals]);
    const own = (name: string): string => {
      let made = name;
      for (let k = 1; taken.has(made) || (made !== name && words().has(made)); k++) made = `${name}_${k}`;
      taken.add(made);
      if (made !== name) written.set(made, name);
      return made;
    };
    return { ...item, body: toldApart(item.body, own, (name) => repeated.has(name), formals) };
  });
  return { file: { ...file, items }, written };
}

/** Messages in the words of the text. */
export function inWritten(list: readonly Diagnostic[], written: OwnNames['written']): readonly Diagnostic[] {
  if (written.size === 0) return list;
  const said = <T extends DiagnosticNote>(part: T): T => ({
    ...part,
    message: part.message.replace(/\w+/g, (word) => written.get(word) ?? word),
  });
  return list.map((each) => ({ ...said(each), notes: each.notes.map(said) }));
}

/**
 * A body whose variables have the names that `own` makes: each is asked for once, and those that loops declare once for all loops.
 * The outermost scope has declared `here` already.
 */
export function toldApart(
  body: S.BlockStatement,
  own: (name: string) => string,
  concerns: (name: string) => boolean = () => true,
  here: readonly string[] = [],
): S.BlockStatement {
  const ofLoops = new Map<string, string>();
  const name = (written: string, scope: Scope, isOfLoops: boolean): string => {
    // What is declared again in its scope is an error, and stays one.
    const isAgain = scope.here.has(written);
    const known = isAgain
      ? (scope.names.get(written) ?? written)
      : isOfLoops
        ? ofLoops.get(written)
        : undefined;
    const given = known ?? own(written);
    if (isOfLoops) ofLoops.set(written, given);
    scope.here.add(written);
    scope.names.set(written, given);
    return given;
  };
  const declaration = (stmt: S.Declaration, scope: Scope, isOfLoops: boolean): S.Declaration => {
    for (const each of stmt.type.enumerators) scope.names.delete(each.name);
    const declared = stmt.declared.map((each): S.Declared => {
      const { declarator } = each;
      const isOurs = concerns(declarator.name) && isVariable(stmt, each);
      const given = isOurs ? name(declarator.name, scope, isOfLoops) : declarator.name;
      if (given === declarator.name) scope.names.delete(given);
      const made = rebuiltDeclared(each, (e) => named(e, scope));
      return { ...made, declarator: { ...made.declarator, name: given } };
    });
    return { ...stmt, declared };
  };
  const statement = (stmt: S.Statement, around: Scope): S.Statement => {
    if (stmt.kind === 'declaration') {
      const made = declaration(stmt, around, false);
      // What it says was said to the file.
      return stmt.type.storage === 'extern' ? { kind: 'empty', span: stmt.span } : made;
    }
    const scope = stmt.kind === 'block' || stmt.kind === 'for' ? inside(around) : around;
    return rebuilt(stmt, {
      expr: (e) => named(e, scope),
      stmt: (part) =>
        stmt.kind === 'for' && part.kind === 'declaration'
          ? declaration(part, scope, isOfLoop(part))
          : statement(part, stmt.kind === 'block' ? scope : inside(scope)),
    });
  };
  const top: Scope = { names: new Map(), here: new Set(here) };
  return { ...body, body: body.body.map((stmt) => statement(stmt, top)) };
}

function named(e: S.Expr, { names }: Scope): S.Expr {
  return names.size === 0 ? e : withNames(e, names);
}

interface Scope {
  /** What names stand for, where that is another. */
  readonly names: Map<string, string>;
  /** What is declared in this scope itself. */
  readonly here: Set<string>;
}

function inside({ names }: Scope): Scope {
  return { names: new Map(names), here: new Set() };
}

/** Names that a function gives to several variables, or to one beside those that are taken. */
function namesRepeated(body: S.BlockStatement, taken: readonly string[]): ReadonlySet<string> {
  const all = [...taken];
  const ofLoops = new Set<string>();
  const visit = (stmt: S.Statement): void => {
    for (const inner of statementsIn(stmt)) {
      if (inner.kind !== 'declaration') visit(inner);
      else if (stmt.kind === 'for' && isOfLoop(inner))
        for (const name of namesDeclared(inner)) ofLoops.add(name);
      else all.push(...namesDeclared(inner));
    }
  };
  visit(body);
  const seen = new Set<string>();
  return new Set(
    [...all, ...ofLoops].filter((name) => {
      const isAgain = seen.has(name);
      seen.add(name);
      return isAgain;
    }),
  );
}

/** `int i = 0` in the head of a loop. */
function isOfLoop({ type, declared }: S.Declaration): boolean {
  return !type.struct && declared.every(({ declarator }) => declarator.derivations.length === 0);
}

/** Not a type, a function, or a variable of the file. */
function isVariable({ type }: S.Declaration, { declarator }: S.Declared): boolean {
  const { storage } = type;
  return storage !== 'typedef' && storage !== 'extern' && declarator.derivations[0]?.kind !== 'function';
}

function namesDeclared(stmt: S.Declaration): string[] {
  return stmt.declared.map(({ declarator }) => declarator.name);
}
