/**
 * What lowering knows: symbols by scope, and for each routine where statements go and which names are taken.
 *
 * A name's meaning settles on first use: `f` with a type and no bounds is a variable when read, a function when
 * applied. Variables of the IR are made then, so a declaration that nothing uses leaves none (dummies, COMMON members and
 * module variables always do: their place is part of the interface).
 */
import type { DiagnosticCode } from '../../../base/diagnosticCodes';
import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import type { RawStatement } from '../../../control/structure';
import { constant, rewrite } from '../../../ir/build';
import { addVariable, newLabel, newStatement } from '../../../ir/emit';
import type {
  Constant,
  Dimension,
  Expr,
  ExternalShape,
  LabelId,
  Place,
  Routine,
  ScalarType,
  Shape,
  StorageRoot,
  Variable,
  VariableId,
} from '../../../ir/types';
import type { PieceDirectives } from '../../pieces';
import type { DimensionSyntax, ExprSyntax, HeldCopy, Node, Unit } from '../parse/syntax';
import type { Operand } from './operands';

// -------------------------------------------------------------------------------------------------------- symbols

/** Bounds that are variables (lateSizes.ts), what these have been set to so far, and whether an assignment may have changed the size. */
export interface Late {
  readonly shape: Shape;
  readonly given: (readonly Dimension[])[];
  isReshaped: boolean;
}

export interface VariableSymbol {
  readonly kind: 'variable';
  readonly name: string;
  span: Span;
  type: ScalarType;
  /** A type statement names it; else its type is implicit. */
  typed: boolean;
  dimensions: readonly DimensionSyntax[] | null;
  intent: Variable['intent'];
  byValue: boolean;
  saved: boolean;
  external: boolean;
  intrinsic: boolean;
  /** Its bounds are those of the one ALLOCATE that names it. */
  allocatable: boolean;
  late: Late | null;
  /** It was a POINTER: an assignment gives it no other size. */
  sized: boolean;
  random: boolean;
  /** Outside the subset, or wrong: said once, then passed over in silence. */
  poison: boolean;
  dummy: boolean;
  result: boolean;
  storage: Variable['storage'];
  /** The bytes that it takes of a COMMON block or EQUIVALENCE, where other names may mean them; also of a dummy for it. */
  memory: { readonly root: string; readonly from: number; readonly to: number } | null;
  initial: number[] | null;
  /** Initial value as written, until it is folded. */
  initialSyntax: ExprSyntax | null;
  /** The variable of the IR, once something uses it. */
  id: VariableId | null;
  /** Its bounds are being worked out: naming it in them is an error. */
  busy: boolean;
  /** Extents of an assumed shape, passed as arguments of their own, by dimension. */
  hidden: (VariableId | null)[] | null;
  /** The scope that declares it. */
  readonly home: Scope;
}
export interface ConstantSymbol {
  readonly kind: 'constant';
  readonly name: string;
  readonly value: Constant | null;
}
export interface StatementFunctionSymbol {
  readonly kind: 'statementFunction';
  readonly name: string;
  readonly type: ScalarType;
  readonly parameters: readonly { readonly name: string; readonly type: ScalarType }[];
  readonly body: ExprSyntax;
  busy: boolean;
}
export type Symbol_ = VariableSymbol | ConstantSymbol | StatementFunctionSymbol;

/** First letter to type; null where IMPLICIT NONE holds. */
export type ImplicitRules = readonly (ScalarType | 'poison' | null)[];

export interface Scope {
  readonly unit: Unit;
  readonly parent: Scope | null;
  implicit: ImplicitRules;
  readonly symbols: Map<string, Symbol_>;
  readonly formats: Map<string, string>;
  /** Routines that it contains or takes from modules, by the names that they have here. */
  readonly routines: Map<string, RoutineInfo>;
  /** What a generic name may mean here. */
  readonly generics: Map<string, readonly RoutineInfo[]>;
  /** All modules of the text. */
  readonly modules: ReadonlyMap<string, Scope>;
}

// ------------------------------------------------------------------------------------------------------- routines

export interface RoutineInfo {
  readonly index: number;
  readonly name: string;
  readonly unit: Unit | null;
  readonly scope: Scope | null;
  readonly kind: Routine['kind'];
  /** Dummies that the header names, then those for captured variables of the host. */
  readonly parameters: VariableSymbol[];
  /** Variables of a host that it names: there, and under which key its own scope knows the dummy that stands for it. */
  readonly captured: { readonly host: string; readonly key: string; readonly home: Scope }[];
  /** In order, hidden extents last. */
  readonly parameterIds: VariableId[];
  /** Hidden extents: the parameter, and which of its dimensions. */
  readonly hidden: { readonly parameter: number; readonly dimension: number }[];
  result: VariableSymbol | null;
  /** The result of a function that returns an array: a dummy behind those that its header names, as in a subroutine. */
  arrayResult: VariableSymbol | null;
  resultId: VariableId | null;
  external: ExternalShape | null;
  /** Of a routine without a body, by argument: the names that calls pass for it. */
  readonly passed: Set<string>[];
  readonly label: LabelId;
  readonly span: Span;
  readonly nameSpan: Span;
}

/** A routine that has its number and its label, and nothing else that is not given. */
export function newRoutine(
  shared: Shared,
  given: Pick<RoutineInfo, 'name' | 'kind' | 'span' | 'nameSpan'> & Partial<RoutineInfo>,
): RoutineInfo {
  return {
    index: shared.routines.length,
    unit: null,
    scope: null,
    parameters: [],
    captured: [],
    parameterIds: [],
    hidden: [],
    result: null,
    arrayResult: null,
    resultId: null,
    external: null,
    passed: [],
    label: newLabel(shared),
    ...given,
  };
}

/** What all routines of one text share. */
export interface Shared {
  readonly sink: DiagnosticSink;
  /** An expression of any kind: `lowerExpression` of expressions.ts, where the kinds are told apart. */
  readonly lowerExpression: (ctx: Context, e: ExprSyntax) => Operand;
  /** The text was generated, and calls the tape. */
  readonly hasRuntime: boolean;
  readonly variables: Variable[];
  readonly routines: RoutineInfo[];
  readonly byName: Map<string, RoutineInfo>;
  readonly modules: Map<string, Scope>;
  /** Dummies of routines from elsewhere, as interface blocks give them. */
  readonly interfaces: Map<string, readonly VariableSymbol[]>;
  readonly roots: Map<string, { root: StorageRoot; bytes: number }>;
  /** Roots whose memory ends with the call. */
  readonly passingRoots: Set<string>;
  /** Members of COMMON and modules that are one variable in all routines, by what they look like. */
  readonly views: Map<string, VariableId>;
  /** Dummies declared with 1 for any extent, as before there was `*`: in whole they are their first elements. */
  readonly oldSized: Set<VariableId>;
  /** Members of COMMON that look the same at the same place, by block and look. */
  readonly twins: Map<string, readonly VariableId[]>;
  /** Keys of places in COMMON blocks, by place, and those taken. */
  readonly keys: Map<string, string>;
  /** Every name of the text, and every one made. */
  readonly names: Set<string>;
  /** What directives say of the statements after them. */
  readonly pieces: PieceDirectives;
  nextStatement: number;
  nextLabel: number;
  /** Statement functions put in place so far. */
  expanded: number;
  /** How deep in each other the statement functions stand that are expanded at the moment. */
  expanding: number;
  /** By base, the number that its last fresh name got. */
  readonly numbers: Map<string, number>;
}

/** A construct around the statement at hand. */
export interface Construct {
  readonly name: string | null;
  readonly loop: boolean;
  readonly label: LabelId;
  used: boolean;
}

/** One routine while it is lowered. */
export interface Context {
  readonly shared: Shared;
  readonly scope: Scope;
  readonly routine: RoutineInfo;
  /** Where statements go. */
  out: RawStatement[];
  /** The place of the whole statement at hand, for what it is lowered to. */
  span: Span;
  /** Something in the statement at hand was complained about: it is left out. */
  failed: boolean;
  /** Constant and specification expressions can't run statements. */
  readonly pure: boolean;
  /** A statement or construct of any kind: `lowerNode` of statements.ts, where the kinds are told apart. */
  readonly lowerNode: (ctx: Context, node: Node) => void;
  /** Declarations are still being read: no variable is known in full. */
  declaring: boolean;
  readonly constructs: Construct[];
  /** Indices of the DO loops around. */
  readonly indices: Set<VariableId>;
  /** Names that mean a variable somewhere, not only the index that a FORALL or DO CONCURRENT has of its own. */
  readonly besideOwnIndices: Set<string>;
  /** By name, the variable that stands for the index of FORALLs and DO CONCURRENTs. */
  readonly ownIndices: Map<string, VariableId>;
  /** What names mean outside of the FORALLs and DO CONCURRENTs around that have variables of their own for them. */
  readonly hidden: Map<VariableSymbol, VariableId | null>;
  /** The variables in which values of FORALLs wait. */
  readonly held: Map<HeldCopy, VariableId>;
  /** What bounds read and the routine changes, each with the variable that keeps its value at entry. */
  readonly atEntry: { readonly of: Place; readonly copy: VariableId }[];
  /** Labels that some jump names. */
  readonly targets: Set<string>;
  /** Names that have a value here: arguments of a statement function, the index of an implied loop. */
  readonly bindings: ReadonlyMap<string, Expr> | null;
}

/** A routine whose specifications were read. */
export interface DeclaredRoutine {
  readonly info: RoutineInfo;
  readonly scope: Scope;
  readonly context: Context;
  readonly body: readonly Node[];
}

/** `lowerNode` for a body; without it for expressions that can't run statements. */
export function newContext(
  shared: Shared,
  scope: Scope,
  routine: RoutineInfo,
  lowerNode?: Context['lowerNode'],
): Context {
  return {
    shared,
    scope,
    routine,
    out: [],
    span: scope.unit.span,
    failed: false,
    pure: !lowerNode,
    lowerNode: lowerNode ?? (() => {}),
    declaring: false,
    constructs: [],
    indices: new Set(),
    besideOwnIndices: new Set(),
    ownIndices: new Map(),
    hidden: new Map(),
    held: new Map(),
    atEntry: [],
    targets: new Set(),
    bindings: null,
  };
}

export function report(
  ctx: Context,
  code: DiagnosticCode,
  message: string,
  span: Span,
  ...notes: string[]
): null {
  ctx.failed = true;
  return ctx.shared.sink.error(code, message, span, ...notes);
}
export function unsupported(ctx: Context, what: string, span: Span, instead: string): null {
  return report(ctx, 'unsupported', `${what} not supported.`, span, instead);
}

/** A value that stands for an expression with an error. */
export function bad(ctx: Context, span: Span): Expr {
  ctx.failed = true;
  return constant(0, 'f64', span);
}

// ---------------------------------------------------------------------------------------------------------- fresh

/** `base`, or with the first number that makes it new. Names are never given back, so the search goes on where it ended. */
export function freshName(shared: Shared, base: string): string {
  let number = shared.numbers.get(base) ?? 0;
  let name = number === 0 ? base : `${base}${number}`;
  while (shared.names.has(name)) name = `${base}${++number}`;
  shared.names.add(name);
  shared.numbers.set(base, number);
  return name;
}

export function statementBase(ctx: Context, span: Span = ctx.span) {
  return {
    id: newStatement(ctx.shared),
    span,
    role: 'primal' as const,
    origin: null,
    sweep: undefined,
  };
}
/** A variable made by lowering, of the routine at hand. */
export function temporary(
  ctx: Context,
  base: string,
  type: ScalarType,
  shape: Shape | null = null,
): VariableId {
  return addVariable(ctx.shared.variables, {
    name: freshName(ctx.shared, base),
    type,
    shape: shape && declarable(ctx, shape),
    role: 'temporary',
    owner: ctx.routine.index,
    span: ctx.span,
  });
}

/** What a variable keeps the value from entry of; undefined for any other variable. */
export function entryCopyOf(ctx: Context, id: VariableId): Place | undefined {
  return ctx.atEntry.find(({ copy }) => copy === id)?.of;
}

/** A shape as it is declared: at entry, places have the values that copies keep of them. */
function declarable(ctx: Context, shape: Shape): Shape {
  if (ctx.atEntry.length === 0) return shape;
  const original = (e: Expr): Expr =>
    rewrite(e, (part) => {
      const of = part.kind === 'variable' && entryCopyOf(ctx, part.variable);
      return of ? { ...original(of), span: part.span } : part;
    });
  const dimensions = shape.dimensions.map(({ lower, extent }) => ({
    lower: original(lower),
    extent: extent && original(extent),
  }));
  return { ...shape, dimensions };
}

// ------------------------------------------------------------------------------------------- lowering for a purpose

/** Lowers into a list of its own. */
export function into(ctx: Context, run: () => void): RawStatement[] {
  const outer = ctx.out;
  const list: RawStatement[] = [];
  ctx.out = list;
  run();
  ctx.out = outer;
  return list;
}

/** Lowers to find out a type or a shape: the statements that it emits are dropped. */
export function dryRun<T>(ctx: Context, run: () => T): T {
  const outer = ctx.out;
  ctx.out = [];
  const found = run();
  ctx.out = outer;
  return found;
}

/** Lowers with these values for names: arguments of statement functions, indices of implied loops. */
export function withBindings<T>(
  ctx: Context,
  bindings: ReadonlyMap<string, Expr>,
  run: (inner: Context) => T,
): T {
  // What an element comes to is lowered later, wherever statements go by then.
  const inner: Context = {
    ...ctx,
    bindings,
    get out() {
      return ctx.out;
    },
    set out(list) {
      ctx.out = list;
    },
  };
  const found = run(inner);
  if (inner.failed) ctx.failed = true;
  return found;
}
