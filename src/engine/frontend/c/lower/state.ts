/**
 * The knowledge of the lowering: about the whole text, and about the routine at hand. Variables are drafts until the end;
 * statements go to the open list.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { itemAt } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import type { RawStatement } from '../../../control/rawTree';
import { constant, type GivenVariable, plainVariable, variable } from '../../../ir/build';
import { newStatement } from '../../../ir/emit';
import type {
  Assign,
  Expr,
  LabelId,
  Place,
  Routine,
  ScalarType,
  StorageRoot,
  Variable,
  VariableId,
  VariableRef,
} from '../../../ir/types';
import { shortened } from '../../limitedSink';
import type { PieceDirectives } from '../../pieces';
import type * as S from '../parse/syntax';
import type { Survey } from '../resolve/survey';
import { isNarrow, type Narrow } from './narrow';

export type VariableDraft = { -readonly [Key in keyof Variable]: Variable[Key] };

/** The meaning of a name. */
export type Meaning =
  | {
      readonly kind: 'variable';
      readonly variable: VariableDraft;
      readonly isConst: boolean;
      /** A pointer to one value: `*x` is the variable, and `x` its address. */
      readonly isPointer?: boolean;
      readonly span: Span;
    }
  /** A constant by another name: `const int n = 10;`, which has an address, and enumerators, which have none. */
  | { readonly kind: 'constant'; readonly value: Expr; readonly hasAddress?: true; readonly span: Span }
  | { readonly kind: 'pointer'; readonly cell: PointerCell; readonly span: Span }
  /** Declared with something that the fence refused: nothing more is said about it. */
  | { readonly kind: 'refused'; readonly span: Span };

/** What a variable, or elements of an array, get from input. */
export interface Reading {
  /** A variable; or what gives random numbers. */
  readonly of: VariableDraft | string;
  /** The parameter with the values. */
  readonly values: VariableDraft;
  /** How many of them were read before, where one place gets one after the other; the callers of a function pass it. */
  readonly at: VariableDraft | null;
  /** What it was read into, where each place gets one value. */
  readonly places: S.Expr[];
  readonly span: Span;
}

/** A pointer variable: an array, and the subscripts where it stands in it. */
export interface PointerCell {
  readonly name: string;
  readonly pointee: ScalarType;
  /** The type of an element as it is written, where the text says it. */
  readonly written: S.TypeSpecifier | null;
  /** Dimensions of what it points to: 1 for `double (*p)[3]`. */
  readonly rows: number;
  /** How they are written. */
  readonly rowSizes: readonly (S.Expr | null)[];
  readonly isConst: boolean;
  /** The pointer is set once at most. */
  readonly isFixed: boolean;
  /** The statements in which it is known. */
  readonly list: readonly S.Statement[];
  readonly span: Span;
  /** Null until it points to something. */
  target: {
    readonly variable: VariableDraft;
    readonly subscripts: readonly Expr[];
    /** The last subscript counts through all of an array of rows. */
    readonly isFlat: boolean;
    /** Variables that hold the subscripts; none where those never change. */
    readonly offsets: readonly VariableDraft[];
  } | null;
  /** An error about it was reported already. */
  isBroken: boolean;
}

export type Scope = Map<string, Meaning>;

/** A function of the text, with a body or only declared. */
export interface FunctionInfo {
  readonly name: string;
  readonly index: number;
  /** Null in place of a parameter that was refused. */
  readonly parameters: readonly (VariableDraft | null)[];
  /** What its callers pass besides, once its body has been read. */
  readonly readings: readonly Reading[];
  /** Of `double g();` the first call, which tells what it takes; null before. */
  readonly shown?: Span | null;
  readonly result: ScalarType | 'void' | 'unsupported';
  /** The type of its result as it is written. */
  readonly written: S.TypeSpecifier;
  readonly nameSpan: Span;
  /** The function was refused as a whole: calls of it are dropped without another message. */
  readonly refused: boolean;
}

export interface FileState {
  readonly source: string;
  readonly sink: DiagnosticSink;
  readonly variables: VariableDraft[];
  readonly globals: Scope;
  readonly globalNames: Set<string>;
  readonly functions: Map<string, FunctionInfo>;
  /** What the bodies of functions in this text name, write and call, by function. */
  readonly surveys: Map<string, Survey>;
  readonly roots: Map<string, StorageRoot>;
  /** Functions of the text that something calls. */
  readonly called: Set<string>;
  /** Every identifier of the text: temporaries keep clear of them. */
  readonly identifiers: ReadonlySet<string>;
  /** Variables of types that wrap around, in texts that count on it. */
  readonly wrapping: Set<VariableId>;
  /** The types of variables as the text says them. */
  readonly written: Map<VariableId, S.TypeSpecifier>;
  /** Variables of unsigned 64-bit types, counters and sizes aside. */
  readonly wide: Set<VariableId>;
  /** Those, counters and sizes, and all that is unsigned in texts that don't count on its wrapping around. */
  readonly fromZero: Set<VariableId>;
  /** Expressions of such a type: casts and constants. */
  readonly wideParts: Set<Expr>;
  /** Bytes in C of variables that take more here: `char`, `short`. */
  readonly bytes: Map<VariableId, number>;
  /** Integer variables narrower than `int`: what they are assigned wraps around. */
  readonly narrow: Map<VariableId, Narrow>;
  /** Identifiers that stand in the text only once: nothing uses what they declare. */
  readonly unused: ReadonlySet<string>;
  /** The text was generated: its pushes and pops are those of the tape. */
  readonly hasRuntime: boolean;
  /** What directives say of the statements after them. */
  readonly pieces: PieceDirectives;
  /** Variables whose addresses were compared, and taken to differ. */
  readonly apart: (readonly [VariableId, VariableId])[];
  nextStatement: number;
  nextLabel: number;
  /** Suggestions still to be looked for: the search is linear in the names that are known. */
  suggestions: number;
}

export interface RoutineState {
  readonly file: FileState;
  readonly index: number;
  readonly name: string;
  readonly kind: Routine['kind'];
  readonly isSnippet: boolean;
  readonly label: LabelId;
  /** Innermost last. The first holds the parameters. */
  readonly scopes: Scope[];
  readonly names: Set<string>;
  /** By name: the last number that was appended to it to tell variables apart. */
  readonly counters: Map<string, number>;
  readonly locals: VariableId[];
  /** Constants whose addresses are taken: what stands for each. */
  readonly held: Map<Meaning, VariableDraft>;
  /** Variables of `for (int i = …)` whose loop is over, to be used again by the next one of that name and type: see `loopName`. */
  readonly retired: Map<string, VariableDraft>;
  /** The statements being made. */
  out: RawStatement[];
  readonly breaks: JumpTarget[];
  readonly continues: JumpTarget[];
  /** How many tests of loops are around. */
  loopTests: number;
  /** How many `switch`es are around. */
  switches: number;
  result: VariableDraft | null;
  readonly resultType: ScalarType | 'void' | 'unsupported';
  /** The name of the local that every `return` returns, if there is one. */
  readonly returned: string | null;
  /** Names that some statement of the routine writes; they can't size an array. */
  readonly written: ReadonlySet<string>;
  /** Names that are assigned or stepped themselves, and how often the text says so. */
  readonly moved: ReadonlyMap<string, number>;
  /** Those among them that are counted down. */
  readonly lowered: ReadonlySet<string>;
  /** The lists of statements around the one at hand, innermost last. */
  readonly lists: (readonly S.Statement[])[];
  /** Local integers that keep the value they are declared with, in terms of parameters: they may size arrays. */
  readonly sizes: Map<VariableId, Expr>;
  /** The type of the result as it is written. */
  readonly resultWritten: S.TypeSpecifier | null;
  /** A subscript that only counts is being read. */
  counts: boolean;
  /** Names that only count. */
  counting: () => ReadonlySet<string>;
  /** Whether the step of a loop is being read: its counter is brought back into its type once it is known what ends the loop. */
  steps: boolean;
  /** Steps that the statement at hand leaves for its end, and names for which it may do so. */
  waiting: { readonly names: () => ReadonlySet<string>; readonly steps: (() => void)[] } | null;
  /** Names that an error was reported about, such as that they are not declared: once is enough. */
  readonly told: Set<string>;
  /** Arrays of printed code that start at zero for the compiler's sake. */
  readonly zeroed: Set<VariableId>;
  readonly readings: Reading[];
  /** What `main` takes: the words that it is started with. */
  readonly commandLine: ReadonlySet<string>;
  /** Where the gotos to each label stand. */
  readonly gotos: ReadonlyMap<string, readonly Span[]>;
  readonly jumpsBack: boolean;
  /** The names that stand for the labels of a `switch` whose cases are jumped to. */
  readonly caseNames: Map<S.CaseLabel, string>;
  hasJumps: boolean;
  /** A statement of any kind: `lowerStatement` of statements.ts, where the kinds are told apart. */
  readonly lowerStatement: (s: RoutineState, stmt: S.Statement, tail: Tail) => void;
  /** Expressions of any kind: `LOWERING` of expressions.ts, where the kinds are told apart. */
  readonly lowering: Lowering;
}

/** See names.ts. */
export interface Lowering {
  value(s: RoutineState, e: S.Expr): Expr | null;
  condition(s: RoutineState, e: S.Expr): Expr | null;
  discard(s: RoutineState, e: S.Expr): void;
  locate(s: RoutineState, e: S.Expr): Located | null;
  address(s: RoutineState, e: S.Expr): Located | null;
}

/** The labels that end where the statement at hand ends. */
export type Tail = ReadonlySet<LabelId>;

export interface JumpTarget {
  readonly label: LabelId;
  /** How a jump to it is spelt in the IR. */
  readonly form: 'break' | 'continue' | 'goto';
  /** What a `continue` goes on with. */
  readonly loop?: S.Statement;
}

// ------------------------------------------------------------------------------------------------------------- making

/** The fields that every statement of a primal program has. */
export function base(file: FileState, span: Span) {
  return { id: newStatement(file), span, role: 'primal', origin: null, sweep: undefined } as const;
}

/**
 * Runs `make` with an empty list open, and returns what was put into it. What it sets once is known only there, as it may stand under
 * a test, unless it is sure to run.
 */
export function collect(s: RoutineState, make: () => void, isSure = false): RawStatement[] {
  const before = s.out;
  const known = s.sizes.size;
  const list: RawStatement[] = [];
  s.out = list;
  make();
  s.out = before;
  if (s.sizes.size > known && !isSure) for (const id of [...s.sizes.keys()].slice(known)) s.sizes.delete(id);
  return list;
}

/** The same for what gives a value. */
export function aside<T>(
  s: RoutineState,
  make: () => T,
): { readonly found: T; readonly before: RawStatement[] } {
  const made: T[] = [];
  const before = collect(s, () => void made.push(make()));
  return { found: itemAt(made, 0), before };
}

/** `written`: its type as it is written, where the text says it. */
export type NewVariable = GivenVariable & {
  readonly span: Span;
  readonly written?: S.TypeSpecifier | undefined;
};

export function newVariable(file: FileState, given: NewVariable): VariableDraft {
  const draft: VariableDraft = plainVariable(file.variables.length as VariableId, given);
  file.variables.push(draft);
  if (given.written) noteType(file, draft.id, given.written);
  return draft;
}

/** Notes what C's type of a variable says and the type that stands for it here does not. */
export function noteType(file: FileState, id: VariableId, type: S.TypeSpecifier): void {
  const { wraps, isWide, isUnsigned, bytes } = type;
  file.written.set(id, type);
  if (wraps) file.wrapping.add(id);
  if (isWide) file.wide.add(id);
  if (isUnsigned && !wraps && !isNarrow(type)) file.fromZero.add(id);
  if (bytes !== undefined) file.bytes.set(id, bytes);
  if (isNarrow(type)) file.narrow.set(id, type);
}

/** Of a loop's variable: its name and all that its type says. */
export function loopName(name: string, type: ScalarType, written: S.TypeSpecifier | undefined): string {
  return [name, type, written?.bytes, written?.isUnsigned, written?.wraps, written?.isWide].join(' ');
}

/** `wanted`, or `wanted_1`, … : unique among the routine's variables and all globals. */
export function uniqueName(s: RoutineState, wanted: string): string {
  return isFree(s, wanted) ? claim(s, wanted) : numberedName(s, wanted);
}

/** How the source calls a variable: of several with one name, all but the first have a number in theirs. */
export function sourceName({ file }: Pick<RoutineState, 'file'>, { name, span }: VariableDraft): string {
  const said = file.source.slice(span.start, span.end);
  return said !== '' && name.startsWith(`${said}_`) ? said : name;
}

/** The same for names of the lowering's own: no word of the user's is taken. */
export function ownName(s: RoutineState, wanted: string): string {
  return isFree(s, wanted) && !s.file.identifiers.has(wanted) ? claim(s, wanted) : numberedName(s, wanted);
}

function numberedName(s: RoutineState, wanted: string): string {
  for (let i = (s.counters.get(wanted) ?? 0) + 1; ; i++) {
    const name = `${wanted}_${i}`;
    if (!isFree(s, name) || s.file.identifiers.has(name)) continue;
    s.counters.set(wanted, i);
    return claim(s, name);
  }
}

function isFree(s: RoutineState, name: string): boolean {
  return !s.names.has(name) && !s.file.globalNames.has(name);
}
function claim(s: RoutineState, name: string): string {
  s.names.add(name);
  return name;
}

/** A new variable made by the lowering; `result` for the function's result. */
export function temporary(
  s: RoutineState,
  wanted: string,
  type: ScalarType,
  span: Span,
  role: 'temporary' | 'result' = 'temporary',
): VariableDraft {
  // At file scope only constructs that are refused ask for one, and no routine declares it.
  const owner = s.index < 0 ? null : s.index;
  const draft = newVariable(s.file, { name: ownName(s, wanted), type, role, owner, span });
  if (role === 'temporary') s.locals.push(draft.id);
  return draft;
}

export function reference(draft: VariableDraft, span: Span): VariableRef {
  return variable(draft.id, draft.type, span);
}

export function truth(value: boolean, span: Span): Expr {
  return constant(value ? 1 : 0, 'bool', span);
}

// ------------------------------------------------------------------------------------------------------------- scopes

export function lookUp(s: RoutineState, name: string): Meaning | undefined {
  for (let i = s.scopes.length - 1; i >= 0; i--) {
    const found = s.scopes[i]?.get(name);
    if (found) return found;
  }
  return s.file.globals.get(name);
}

export function inScope(s: RoutineState, body: () => void): void {
  s.scopes.push(new Map());
  body();
  s.scopes.pop();
}

/** Appends `place = v` to the list that is open. */
export function emit(s: RoutineState, place: Place, v: Expr, span: Span, form?: Assign['form']): void {
  const { id, role, origin, sweep } = base(s.file, span);
  s.out.push({ kind: 'assign', id, span, role, origin, sweep, target: place, value: v, form });
}

/** Enters a name in the innermost scope; a second declaration there is reported and wins. */
export function define(s: RoutineState, name: string, meaning: Meaning): void {
  const scope = s.scopes[s.scopes.length - 1];
  const before = scope?.get(name);
  if (before && before.kind !== 'refused' && meaning.kind !== 'refused')
    s.file.sink.error('redeclared', `\`${shortened(name)}\` is declared twice here.`, meaning.span, {
      message: 'The first declaration is here.',
      span: before.span,
    });
  scope?.set(name, meaning);
}

/** An object: a scalar, an element, a row, or (no subscript) a whole array. */
export interface Located {
  readonly variable: VariableDraft;
  readonly subscripts: readonly Expr[];
  readonly isConst: boolean;
  /** The last subscript counts through all of the memory of an array of rows, and the others are 0: `(double *)a`, `&a[0][0]`. */
  readonly isFlat?: boolean;
  readonly span: Span;
}
