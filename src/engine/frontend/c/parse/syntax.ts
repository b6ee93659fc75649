/**
 * The syntax tree of the C subset, before names and types are resolved. Parentheses leave no node. `height` is that of the
 * tree below, so that later recursion cannot run out of stack.
 */
import type { Span } from '../../../base/span';
import type { ScalarType } from '../../../ir/types';

interface ExprBase {
  readonly span: Span;
  readonly height: number;
}
export interface Name extends ExprBase {
  readonly kind: 'name';
  readonly name: string;
}
export interface NumberLiteral extends ExprBase {
  readonly kind: 'number';
  readonly text: string;
  readonly real: boolean;
  /** Of a type that wraps around, in a text that counts on it. */
  readonly wraps?: boolean;
}
export interface TextLiteral extends ExprBase {
  readonly kind: 'string' | 'character';
  readonly text: string;
}
export interface UnaryOperation extends ExprBase {
  readonly kind: 'unary';
  readonly op: '-' | '+' | '!' | '~' | '*' | '&';
  readonly operand: Expr;
}
/** `++x`, `x--`, … */
export interface Update extends ExprBase {
  readonly kind: 'update';
  readonly op: '++' | '--';
  readonly prefix: boolean;
  readonly operand: Expr;
}
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>';
export type CompareOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';
export interface BinaryOperation extends ExprBase {
  readonly kind: 'binary';
  readonly op: ArithmeticOperator | CompareOperator | '&&' | '||';
  readonly opSpan: Span;
  readonly left: Expr;
  readonly right: Expr;
}
export interface Assignment extends ExprBase {
  readonly kind: 'assign';
  /** `null` for a plain `=`. */
  readonly op: ArithmeticOperator | null;
  readonly opSpan: Span;
  readonly target: Expr;
  readonly value: Expr;
}
export interface Conditional extends ExprBase {
  readonly kind: 'conditional';
  readonly condition: Expr;
  readonly whenTrue: Expr;
  readonly whenFalse: Expr;
}
export interface Comma extends ExprBase {
  readonly kind: 'comma';
  readonly left: Expr;
  readonly right: Expr;
}
export interface Cast extends ExprBase {
  readonly kind: 'cast';
  readonly type: BaseType | 'pointer';
  /** To a type that wraps around. */
  readonly wraps: boolean;
  /** What a pointer to one level points to. */
  readonly pointee: BaseType | null;
  readonly specifier: TypeSpecifier;
  readonly operand: Expr;
}
/** `(double[]){1, 2}`, `(int){3}`: memory without a name, and its first values. */
export interface CompoundLiteral extends ExprBase {
  readonly kind: 'compound';
  readonly type: TypeSpecifier;
  readonly derivations: readonly Derivation[];
  readonly initializer: Initializer;
}
/** The size of a type, or of what an expression would give, which is not evaluated. */
export interface Sizeof extends ExprBase {
  readonly kind: 'sizeof';
  readonly type: BaseType | 'pointer' | null;
  readonly specifier: TypeSpecifier | null;
  readonly derivations: readonly Derivation[];
  readonly operand: Expr | null;
}
export interface Subscript extends ExprBase {
  readonly kind: 'subscript';
  readonly base: Expr;
  readonly index: Expr;
}
export interface CallExpression extends ExprBase {
  readonly kind: 'call';
  readonly callee: Expr;
  readonly args: readonly Expr[];
  /** From the opening parenthesis to the closing one. */
  readonly argsSpan: Span;
}
export interface Member extends ExprBase {
  readonly kind: 'member';
  readonly base: Expr;
  readonly name: string;
  /** `p->x` */
  readonly arrow: boolean;
}
/** Something that was reported by the parser. */
export interface Broken extends ExprBase {
  readonly kind: 'broken';
}
export type Expr =
  | Name
  | NumberLiteral
  | TextLiteral
  | UnaryOperation
  | Update
  | BinaryOperation
  | Assignment
  | Conditional
  | Comma
  | Cast
  | CompoundLiteral
  | Sizeof
  | Subscript
  | CallExpression
  | Member
  | Broken;

// --------------------------------------------------------------------------------------------------------- declarations

/** `unsupported` was named by the fence; what is declared with it is not reported again. */
export type BaseType = ScalarType | 'void' | 'unsupported';

export interface TypeSpecifier {
  readonly base: BaseType;
  readonly isConst: boolean;
  /** Of pairs, until arrays stand for them. */
  readonly isComplex?: true;
  /** A type that wraps around, in a text that counts on it. */
  readonly wraps?: boolean;
  /** Whether it is unsigned with 64 bits, and not a type that only counts, such as `size_t`. */
  readonly isWide?: boolean;
  /** Pointers to it are codes for what is open. */
  readonly isFile?: boolean;
  /** The type in memory, if it is narrower than the one used here: `char`, `short`. */
  readonly bytes?: number;
  /** From 0 on. */
  readonly isUnsigned?: boolean;
  readonly storage: 'static' | 'extern' | 'typedef' | null;
  /** Its base is `unsupported` then: what is left of it when its members stand for it is outside the subset. */
  readonly struct?: StructType;
  /** Names that an `enum` in it declares. */
  readonly enumerators: readonly Enumerator[];
  /** Around whatever is declared, where the type is the name of an array or a pointer. */
  readonly derivations?: readonly Derivation[];
  readonly span: Span;
}

/** A structure; its members are null where it is only named. It may hold pointers to its own kind, so it asks for them. */
export interface StructType {
  readonly tag: string;
  /** Its members share their memory, which no variables can. */
  readonly isUnion: boolean;
  /** Some of its names are those of a union without a name that is not supported. */
  readonly hidesUnion?: boolean;
  readonly members: () => readonly StructMember[] | null;
}
export interface StructMember {
  readonly name: string;
  readonly type: TypeSpecifier;
  readonly derivations: readonly Derivation[];
  /** In an array that stands for a union: the other names of its members. */
  readonly views?: ReadonlyMap<string, View>;
}
/** Elements from `at` on: one, an array of `count` of them, or a structure with names of its own. */
export interface View {
  readonly at: number;
  readonly count?: number;
  readonly inner?: ReadonlyMap<string, View>;
}

export interface Enumerator {
  readonly name: string;
  /** Null for one more than the one before. */
  readonly value: Expr | null;
  readonly span: Span;
}

/** What surrounds a declared name, from the name outwards: `(*a)[m]` is a pointer to an array. */
export type Derivation =
  /** A reference of C++ is a pointer that is followed wherever it is named. */
  | { readonly kind: 'pointer'; readonly isReference?: true; readonly span: Span }
  | { readonly kind: 'array'; readonly size: Expr | null; readonly span: Span }
  | {
      readonly kind: 'function';
      readonly parameters: readonly Parameter[];
      readonly variadic: boolean;
      /** There may be more parameters: `()`, or half a head. */
      readonly isOpen?: boolean;
      readonly span: Span;
    };

export interface Declarator {
  /** Empty in abstract declarators (`double *`). */
  readonly name: string;
  readonly nameSpan: Span;
  readonly derivations: readonly Derivation[];
  readonly span: Span;
}

/** Null if it declares no function. */
export function parametersOf({ derivations: [first] }: Declarator): readonly Parameter[] | null {
  return first?.kind === 'function' ? first.parameters : null;
}
export function formalsOf({ declarator }: Pick<FunctionDefinition, 'declarator'>): readonly Parameter[] {
  return parametersOf(declarator) ?? [];
}

export interface Parameter {
  readonly type: TypeSpecifier;
  readonly declarator: Declarator;
  readonly span: Span;
}

/** `at` is the subscript that `[at] = …` says, `member` the name in `.member = …`. */
export type Initializer =
  | {
      readonly kind: 'expression';
      readonly value: Expr;
      readonly at: Expr | null;
      readonly member?: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'list';
      readonly items: readonly Initializer[];
      /** Not in braces: it leads to one value, `.a.x = 1`. */
      readonly isPath?: true;
      readonly at: Expr | null;
      readonly member?: string;
      readonly span: Span;
    };

export interface Declared {
  readonly declarator: Declarator;
  readonly initializer: Initializer | null;
  readonly span: Span;
}
export interface Declaration {
  readonly kind: 'declaration';
  readonly type: TypeSpecifier;
  readonly declared: readonly Declared[];
  readonly span: Span;
}
export interface FunctionDefinition {
  readonly kind: 'function';
  readonly type: TypeSpecifier;
  readonly declarator: Declarator;
  readonly body: BlockStatement;
  readonly span: Span;
}

// ----------------------------------------------------------------------------------------------------------- statements

interface StatementBase {
  /** Of a compound statement: its head, as in `for (i = 0; i < n; i++)`. */
  readonly span: Span;
}
export interface BlockStatement extends StatementBase {
  readonly kind: 'block';
  readonly body: readonly Statement[];
}
export interface ExpressionStatement extends StatementBase {
  readonly kind: 'expression';
  readonly expr: Expr;
}
export interface IfStatement extends StatementBase {
  readonly kind: 'if';
  readonly condition: Expr;
  readonly then: Statement;
  readonly else: Statement | null;
}
export interface ForStatement extends StatementBase {
  readonly kind: 'for';
  readonly init: Expr | Declaration | null;
  readonly condition: Expr | null;
  readonly increment: Expr | null;
  readonly body: Statement;
  readonly whole: Span;
}
export interface WhileStatement extends StatementBase {
  readonly kind: 'while' | 'doWhile';
  readonly condition: Expr;
  readonly body: Statement;
}
export interface SwitchStatement extends StatementBase {
  readonly kind: 'switch';
  readonly selector: Expr;
  readonly body: Statement;
}
/** A label by itself; the statement that it marks follows in the list. `value: null` is `default`. */
export interface CaseLabel extends StatementBase {
  readonly kind: 'case';
  readonly value: Expr | null;
}
export interface NamedLabel extends StatementBase {
  readonly kind: 'label';
  readonly name: string;
}
export interface GotoStatement extends StatementBase {
  readonly kind: 'goto';
  readonly label: string;
}
export interface JumpStatement extends StatementBase {
  readonly kind: 'break' | 'continue';
}
export interface ReturnStatement extends StatementBase {
  readonly kind: 'return';
  readonly value: Expr | null;
}
export interface EmptyStatement extends StatementBase {
  readonly kind: 'empty';
}
export type Statement =
  | BlockStatement
  | ExpressionStatement
  | Declaration
  | IfStatement
  | ForStatement
  | WhileStatement
  | SwitchStatement
  | CaseLabel
  | NamedLabel
  | GotoStatement
  | JumpStatement
  | ReturnStatement
  | EmptyStatement;

/** A text: functions, declarations at file scope, and loose statements, in order. */
export interface SourceFile {
  readonly items: readonly (FunctionDefinition | Statement)[];
  readonly hasStructs: boolean;
  /** It has texts in quotes. */
  readonly hasTexts: boolean;
  readonly hasReferences: boolean;
  readonly hasComplex: boolean;
  /** It asks for memory. */
  readonly hasHeap: boolean;
  /** It calls `qsort`. */
  readonly hasSorts: boolean;
}
