/**
 * The intermediate representation, whole: types, variables, expressions, statements, routines, programs.
 *
 * One tree serves the primal program and everything generated from it. No node asks which language it came from:
 * an operation carries its type, an array its bounds and memory order. Trees are immutable; passes build new ones.
 *
 * What always holds is listed in, and checked in tests by, `testing/verify.ts`.
 */
import type { Span } from '../base/span';
import type { Elementary } from './elementary/names';

declare const brand: unique symbol;
type Id<Name extends string> = number & { readonly [brand]: Name };

/** Index into `Program.variables`. Generated programs append to the primal's table, so primal ids stay valid there. */
export type VariableId = Id<'variable'>;
/** Unique in one compile; prints as `s12`. */
export type StatementId = Id<'statement'>;
/** Names a block or loop that `exit` and `next` jump to; unique in one program. */
export type LabelId = Id<'label'>;
/** Index into the list of recordings of a differentiation; prints as `r3`. */
export type RecordingId = Id<'recording'>;

// ---------------------------------------------------------------------------------------------------------------
// Types and variables

/** `bool` is stored in four bytes in memory and counts one byte on the tape. Integers wrap around as two's complement. */
export type ScalarType = 'f64' | 'f32' | 'i32' | 'i64' | 'bool';

/**
 * One dimension of an array. `extent: null` is an extent the text does not tell (`double *a`, `a(*)`): only the first
 * dimension in C order, or the last in Fortran order, may be so. A subscript runs from `lower` to `lower + extent - 1`.
 */
export interface Dimension {
  readonly lower: Expr;
  readonly extent: Expr | null;
}

/** `row`: the last subscript varies fastest (C); `column`: the first (Fortran). */
export interface Shape {
  readonly dimensions: readonly Dimension[];
  readonly order: 'row' | 'column';
}

export type VariableRole =
  | 'parameter' // passed by the caller
  | 'result' // the function's result; a local that is returned at exit
  | 'local' // declared in the routine by the user
  | 'temporary' // made by lowering (argument temporaries, `x = y = z`, …)
  | 'global' // file scope, module variable, COMMON member, SAVE or static local
  | 'adjoint' // made by the adjoint generator: derivative of `derivativeOf`
  | 'tangent'
  | 'control'; // made by the generators: counters, arrows, dispatch states

export interface Variable {
  readonly id: VariableId;
  /** As printed; Fortran names in lower case. Unique within a routine together with the globals it sees. */
  readonly name: string;
  readonly type: ScalarType;
  /** `null` for a scalar. Extents are expressions over parameters and globals at entry of the owner. */
  readonly shape: Shape | null;
  readonly role: VariableRole;
  /** For parameters: C scalars by value; Fortran dummies, C pointers and arrays by reference. Elsewhere `value`. */
  readonly passing: 'value' | 'reference';
  /** Declared intent, if any (`const` pointers are `in`). A global that is `in` is a constant: it keeps its initial value. */
  readonly intent: 'in' | 'out' | 'inout' | null;
  /** Index into `Program.routines` of the routine that declares it, or null for a global of all routines. */
  readonly owner: number | null;
  /** Where it is declared (first use, for implicit ones). */
  readonly span: Span;
  /**
   * Memory that several variables share: member of a storage root (a COMMON block, a module, file scope), `offset` in
   * bytes from its start. Two variables of one root overlap if their byte ranges do. `key` is how inputs and outputs
   * name it (`blk.c`).
   */
  readonly storage: { readonly root: string; readonly offset: number; readonly key: string } | null;
  /** Static initial values, flat in memory order (globals, DATA, SAVE). Locals with C initialisers are assignments instead. */
  readonly initial: readonly number[] | null;
  /** For `adjoint` and `tangent` variables: what they are the derivative of. */
  readonly derivativeOf: VariableId | null;
  /** Of parameters: numbers from a generator of random ones, between 0 and 1. */
  readonly isRandom?: true;
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions: pure, evaluated without side effects. Calls of routines are statements.

interface ExprBase {
  readonly type: ScalarType;
  readonly span: Span;
}
export interface Constant extends ExprBase {
  readonly kind: 'constant';
  /** bool: 0 or 1. i64 beyond 2^53 is exact in `text` only. */
  readonly value: number;
  /** The user's spelling, in the language of the source; printers may use it when the language is the same. */
  readonly text?: string;
}
/** The value of a scalar variable. */
export interface VariableRef extends ExprBase {
  readonly kind: 'variable';
  readonly variable: VariableId;
}
/** One element of an array; as many subscripts as the array has dimensions, in the source's order, each i32 or i64. */
export interface ElementRef extends ExprBase {
  readonly kind: 'element';
  readonly variable: VariableId;
  readonly subscripts: readonly Expr[];
}
export interface Unary extends ExprBase {
  readonly kind: 'unary';
  /** `not` on bool; `complement` is C's `~`. */
  readonly op: 'negate' | 'not' | 'complement';
  readonly operand: Expr;
}
/**
 * Both operands have the node's type. `divide` on integers truncates towards zero; `remainder` (integers only) has the
 * sign of the left operand. Division by integer zero is a trap.
 */
export interface Binary extends ExprBase {
  readonly kind: 'binary';
  readonly op:
    | 'add'
    | 'subtract'
    | 'multiply'
    | 'divide'
    | 'remainder'
    | 'bitand'
    | 'bitor'
    | 'bitxor'
    | 'shiftleft'
    | 'shiftright';
  readonly left: Expr;
  readonly right: Expr;
}
/** Operands have one common type; the node's type is bool. On bool only `eq` and `ne`. */
export interface Compare extends ExprBase {
  readonly kind: 'compare';
  readonly op: 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'ne';
  readonly left: Expr;
  readonly right: Expr;
}
/** Short-circuit; bool operands. */
export interface Logical extends ExprBase {
  readonly kind: 'logical';
  readonly op: 'and' | 'or';
  readonly left: Expr;
  readonly right: Expr;
}
/** An elementary function of the table in `elementary/`. Argument types are as its entry says; the node's type is the result's. */
export interface Intrinsic extends ExprBase {
  readonly kind: 'intrinsic';
  readonly fn: Elementary;
  readonly args: readonly Expr[];
}
/** Value conversion. Real to integer truncates towards zero (trap when out of range); anything to bool is `!= 0`. */
export interface Convert extends ExprBase {
  readonly kind: 'convert';
  readonly operand: Expr;
}
/** `condition ? whenTrue : whenFalse`, of one type; only the chosen one is evaluated. */
export interface Select extends ExprBase {
  readonly kind: 'select';
  readonly condition: Expr;
  readonly whenTrue: Expr;
  readonly whenFalse: Expr;
}
export type Expr =
  | Constant
  | VariableRef
  | ElementRef
  | Unary
  | Binary
  | Compare
  | Logical
  | Intrinsic
  | Convert
  | Select;

/** What can be assigned. */
export type Place = VariableRef | ElementRef;

// ---------------------------------------------------------------------------------------------------------------
// Statements

/** What a piece of generated code is for; drives colours, gutters and origins. */
export type Role = 'primal' | 'push' | 'pop' | 'derivative' | 'control' | 'declaration' | 'comment';

interface StatementBase {
  readonly id: StatementId;
  /** Source range that this statement stands for; NOWHERE for prologues. */
  readonly span: Span;
  /** `primal` in primal programs. */
  readonly role: Role;
  /** In generated programs: the primal statement (or control construct) that it comes from; null in primal ones. */
  readonly origin: StatementId | null;
  /** In generated programs: the sweep it belongs to. */
  readonly sweep?: 'forward' | 'backward';
}

export interface Assign extends StatementBase {
  readonly kind: 'assign';
  readonly target: Place;
  readonly value: Expr;
  /**
   * `declaration`: an initialiser, printed with the declaration where the language allows.
   * `increment`: value is `target + e`, printed `target += e` where the language has it.
   */
  readonly form?: 'declaration' | 'increment';
  /** It sets the variable of a subexpression; its code list goes on with the statement that follows. */
  readonly codeList?: true;
  /**
   * In a block whose local Jacobian is accumulated beforehand: the row of what is assigned here, in place of the derivative of
   * `value`; null for what has none, since rows of other statements stand for it.
   */
  readonly jacobian?: readonly JacobianTerm[] | null;
  /** Of an increment that gathers others: the primal statements that those come from, beside its own. */
  readonly gathered?: readonly StatementId[];
  /** The value as the source has it, where `value` reads temporaries made for its parts. */
  readonly written?: Expr;
  /** It sets this label of such a block's graph. */
  readonly accumulates?: BlockLabel;
  /** No statement of the forward sweep: `target` has this value here, and the backward sweep may compute it again (theory 15). */
  readonly again?: true;
  /** Its target is read by the backward sweep only: it keeps a value that nothing else holds (theory 15). */
  readonly keeps?: true;
  /** Where the target's old value is required, this computes it from the new one (theory 15). */
  readonly undo?: Expr;
  /** Subexpressions whose value, as it is before the statement, the derivative finds in variables (theory 15). */
  readonly held?: readonly Held[];
}
export interface Held {
  readonly value: Expr;
  readonly by: VariableRef;
  /** The forward sweep has it there already when it comes to the statement. */
  readonly forward: boolean;
}
/** A label of a linearised graph: the derivative ∂of/∂by, or the part of it that paths over `via` and those before add up to. */
export interface BlockLabel {
  readonly of: Place;
  readonly by: Place;
  /** Null for the partial of one operation, which is no product of labels. */
  readonly via: Place | null;
  /** It is in the Jacobian that is left in the end. */
  readonly isEntry: boolean;
  readonly costs: BlockCosts;
}
/** What a block comes to, each time that it runs. */
export interface BlockCosts {
  /** Multiplications that accumulate its Jacobian. */
  readonly products: number;
  /** Entries that the backward sweep multiplies by. */
  readonly entries: number;
  /** Partials that statements one by one multiply by. */
  readonly partials: number;
}

/** An entry of a local Jacobian: the derivative by what `place` held at the start of the block. */
export interface JacobianTerm {
  readonly place: Place;
  readonly partial: Expr;
}

/**
 * By value: an expression. By reference: a place (a scalar variable, or an element from which a sequence starts), or a
 * whole array. `passed: 'array'` with an element starts at that element and runs to the end of the array's storage.
 */
export type Argument =
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'reference'; readonly place: Place }
  | {
      readonly kind: 'array';
      readonly variable: VariableId;
      readonly start: readonly Expr[] | null;
      readonly span: Span;
    };

/** Call of a routine of the program, or of a declared external one. The result, if any, goes to `result`. */
export interface Call extends StatementBase {
  readonly kind: 'call';
  readonly callee: string;
  readonly args: readonly Argument[];
  readonly result: Place | null;
  /** How it is reversed, whatever the options say. */
  readonly reversed?: 'joint' | 'split';
}

export interface If<T = Statement> extends StatementBase {
  readonly kind: 'if';
  readonly condition: Expr;
  readonly then: readonly T[];
  readonly else: readonly T[];
}

/**
 * Counted loop. `index` is an integer scalar that nothing in the body assigns; `step` is loop-invariant and not zero.
 * The number of trips is fixed at entry: max(0, floor((last - first + step) / step)); first, last and step are
 * evaluated once, in that order. At exit the index is first + trips * step. Front ends make it only of loops that mean
 * just this (C: `for (i = a; i < b; i += c)` with i, and all of b, unwritten in the body, no address taken, last = b - 1;
 * Fortran: every DO).
 * `test` remembers how the source spelt the bound, for printing: with `lt` the source said `index < last + 1`.
 */
export interface For<T = Statement> extends StatementBase {
  readonly kind: 'for';
  readonly label: LabelId;
  readonly index: VariableId;
  readonly first: Expr;
  readonly last: Expr;
  readonly step: Expr;
  readonly test: 'lt' | 'le' | 'gt' | 'ge' | 'do';
  readonly body: readonly T[];
}

export interface While<T = Statement> extends StatementBase {
  readonly kind: 'while';
  readonly label: LabelId;
  readonly condition: Expr;
  readonly body: readonly T[];
  /** The last statements of the body that were the increment of a C `for` that is no counted loop; `next` jumps before it. */
  readonly increment?: readonly T[];
}

/** Test after the body. `next` goes to the test. */
export interface DoWhile<T = Statement> extends StatementBase {
  readonly kind: 'doWhile';
  readonly label: LabelId;
  readonly body: readonly T[];
  readonly condition: Expr;
}

/** A statement sequence that `exit` can leave. */
export interface Block<T = Statement> extends StatementBase {
  readonly kind: 'block';
  readonly label: LabelId;
  readonly body: readonly T[];
  /** It holds the statement that a directive asks to be checkpointed (theory 11). */
  readonly piece?: PieceDirective;
}
export interface PieceDirective {
  /** `recompute` comes from the option `storage`, not from a text. */
  readonly name: 'checkpoint' | 'independent' | 'recompute';
  readonly args: readonly string[];
  readonly span: Span;
}

/** Leaves the block, loop, switch or routine body around it that has the label `target`. */
export interface Exit extends StatementBase {
  readonly kind: 'exit';
  readonly target: LabelId;
  /** How the source spelt it: decides how it is printed. */
  readonly form: 'break' | 'return' | 'goto' | 'exit';
}
/** Goes on with the next iteration of the enclosing loop `target`. */
export interface Next extends StatementBase {
  readonly kind: 'next';
  readonly target: LabelId;
  readonly form: 'continue' | 'cycle' | 'goto';
}

/** Integer selector; cases don't fall through (front ends lower those that do to tests in order). */
export interface Switch<T = Statement> extends StatementBase {
  readonly kind: 'switch';
  readonly label: LabelId;
  readonly selector: Expr;
  readonly cases: readonly {
    readonly values: readonly { readonly from: number; readonly to: number }[];
    readonly body: readonly T[];
    readonly span: Span;
  }[];
  readonly default: readonly T[];
}

/**
 * A region whose control is not nested: basic blocks that jump to each other. `blocks[0]` is the entry. A block's
 * body may hold any statement; its `jump` says where control goes at its end (`exit`: past the region).
 * Front ends make regions as small as they can: a goto that only leaves blocks or repeats a sequence becomes
 * `exit`, `next` or a loop.
 */
export interface Dispatch<T = Statement> extends StatementBase {
  readonly kind: 'dispatch';
  readonly label: LabelId;
  /** Holds the number of the block to run next; an i32 of role `control`. */
  readonly state: VariableId;
  readonly blocks: readonly DispatchBlock<T>[];
}
export interface DispatchBlock<T = Statement> {
  readonly body: readonly T[];
  readonly jump: DispatchJump;
  readonly span: Span;
  /** The user's label, if the block has one. */
  readonly name: string | null;
}
/** Block numbers; -1 leaves the region. `id` is that of the branch, so that it is a statement like any other. */
export type DispatchJump<To = number> =
  | { readonly kind: 'go'; readonly to: To }
  | {
      readonly kind: 'branch';
      readonly id: StatementId;
      readonly condition: Expr;
      readonly then: To;
      readonly else: To;
      readonly span: Span;
    }
  | {
      readonly kind: 'select';
      readonly id: StatementId;
      readonly selector: Expr;
      readonly cases: readonly {
        readonly values: readonly { readonly from: number; readonly to: number }[];
        readonly to: To;
      }[];
      readonly default: To;
      readonly span: Span;
    };

/** PRINT, WRITE, printf: kept in the printed primal, no effect on values. `text` is the source's spelling. */
export interface Io extends StatementBase {
  readonly kind: 'io';
  readonly text: string;
  readonly items: readonly Expr[];
}
/** STOP, exit(): ends the run. */
export interface Stop extends StatementBase {
  readonly kind: 'stop';
  readonly text: string;
  /** Here a loop that is reversed by its fixed point has not come to one. */
  readonly unrest?: true;
}
export interface Comment extends StatementBase {
  readonly kind: 'comment';
  readonly text: string;
}

/** Saves the value at `place`, or a run of an array's elements, on the value tape. Only in generated programs. */
export interface Push extends StatementBase {
  readonly kind: 'push';
  readonly what: TapeValue;
  readonly recording: RecordingId;
  /** One snapshot begins with this: the first push for a call. */
  readonly snapshot?: true;
}
export interface Pop extends StatementBase {
  readonly kind: 'pop';
  readonly what: TapeValue;
  readonly recording: RecordingId;
  /** One snapshot ends with this: the last pop for a call. */
  readonly snapshot?: true;
}
/** `scalar`: one value. `array`: the whole array, in memory order; `count` is its number of elements. */
export type TapeValue =
  | { readonly kind: 'scalar'; readonly place: Place }
  | { readonly kind: 'array'; readonly variable: VariableId; readonly count: Expr; readonly span: Span };

/** How wide an entry of the control tape is: one bit, an arrow or statement number (u8/u16/i32 by `states`), or a count. */
export type ControlWidth =
  | { readonly kind: 'bit' }
  | { readonly kind: 'small'; readonly states: number }
  | { readonly kind: 'count' };

export interface PushControl extends StatementBase {
  readonly kind: 'pushControl';
  readonly value: Expr;
  readonly width: ControlWidth;
  readonly recording: RecordingId;
}
export interface PopControl extends StatementBase {
  readonly kind: 'popControl';
  readonly target: VariableId;
  readonly width: ControlWidth;
  readonly recording: RecordingId;
}

/** The statements that hold lists of statements, also in the trees with jumps that front ends build first. */
export type Compound<T = Statement> =
  | If<T>
  | For<T>
  | While<T>
  | DoWhile<T>
  | Block<T>
  | Switch<T>
  | Dispatch<T>;
export type Simple =
  | Assign
  | Call
  | Exit
  | Next
  | Io
  | Stop
  | Comment
  | Push
  | Pop
  | PushControl
  | PopControl;
export type Statement = WithLeaves<never>;
/** Trees in which other leaves stand too: labels and gotos, before the jumps are structured. */
export type WithLeaves<L> =
  | Simple
  | L
  | If<WithLeaves<L>>
  | For<WithLeaves<L>>
  | While<WithLeaves<L>>
  | DoWhile<WithLeaves<L>>
  | Block<WithLeaves<L>>
  | Switch<WithLeaves<L>>
  | Dispatch<WithLeaves<L>>;
// ---------------------------------------------------------------------------------------------------------------
// Routines and programs

export interface Routine {
  readonly name: string;
  readonly kind: 'function' | 'subroutine' | 'program' | 'snippet';
  readonly parameters: readonly VariableId[];
  /** The variable returned, of role `result`. */
  readonly result: VariableId | null;
  /** Everything else that it declares, in order of declaration; globals that it mentions are not repeated here. */
  readonly locals: readonly VariableId[];
  /** `exit` with this target is `return`. */
  readonly label: LabelId;
  readonly body: readonly Statement[];
  readonly span: Span;
  readonly nameSpan: Span;
  /** Comment lines printed at its head. */
  readonly head?: readonly string[];
  /** Local arrays that its text starts at zero for the compiler's sake, though no value depends on it, as printed code does. */
  readonly zeroed?: readonly VariableId[];
  /** The Fortran module that it stands in, if any. */
  readonly module?: string | null;
  /** A routine that is only declared. Its body is empty. */
  readonly external: ExternalShape | null;
  /** It is a part of a loop that is reversed by the fixed point that it comes to (theory 10). */
  readonly fixedPoint?: FixedPointPart;
  /** A routine that does the same with some of the arguments, and is run where no derivative is asked for (theory 11). */
  readonly runAs?: { readonly callee: string; readonly args: readonly number[] };
  /** It is one loop over a call, and its iterations are independent but for sums: both sweeps of each run at once (theory 11). */
  readonly independent?: true;
}

/**
 * `iteration`: the loop itself, which no derivative passes. `limit`: what derivatives pass in its place; its body names the
 * step, for the analyses only, and is never run. The two and the step have the same parameters.
 */
export type FixedPointPart =
  | { readonly part: 'iteration' }
  | {
      readonly part: 'limit';
      /** One trip through the loop. */
      readonly step: string;
      /** Positions of what the trips carry over, as it is where they come to rest. */
      readonly iterate: readonly number[];
      /** When the iterations of its derivatives end, relative to their sum, and after how many trips at most. */
      readonly tolerance: number;
      readonly trips: number;
    };

/**
 * What is known of a routine without a body. Positions of parameters count from 0, those of the globals that it could see go
 * on from there; the result is -1.
 */
export interface ExternalShape {
  /** False when nothing was said and the worst is assumed. */
  readonly declared: boolean;
  readonly globals: readonly VariableId[];
  readonly read: readonly number[];
  readonly written: readonly number[];
  /** Arrays that are touched in part: position, and how many elements from the first on cover all that are touched. */
  readonly extents: readonly (readonly [position: number, elements: number])[];
  /** Pairs [after, before] of positions; `all` is every one written with every one read. */
  readonly dependence: 'all' | readonly (readonly [after: number, before: number])[];
  /** Name of a user-supplied adjoint, called as the convention of generated code says. */
  readonly adjoint: string | null;
  /** The same of its tangent. */
  readonly tangent: string | null;
}

export interface StorageRoot {
  readonly name: string;
  readonly kind: 'common' | 'module' | 'file' | 'save';
  readonly bytes: number;
}

export type Language = 'c' | 'fortran';

export interface Program {
  readonly language: Language;
  /** Fortran source form; C is `free`. */
  readonly form: 'free' | 'fixed';
  readonly variables: readonly Variable[];
  readonly routines: readonly Routine[];
  readonly roots: readonly StorageRoot[];
  /** Directives `backsweep: name(arguments)` found in comments, in source order. */
  readonly directives: readonly Directive[];
  /** One past the largest statement and label id in use, so that passes can make new ones. */
  readonly nextStatement: number;
  readonly nextLabel: number;
  /** What stands for the tape in analyses of a program that pushes reals (ir/tape.ts). */
  readonly tape?: VariableId;
}

export interface Directive {
  readonly name: string;
  readonly args: readonly string[];
  readonly span: Span;
  /** The routine it stands in or before, if any. */
  readonly routine: string | null;
  /** The next call statement after it, for `call(joint|split|inline)` at a site. */
  readonly site: StatementId | null;
}
