/**
 * The syntax tree: what the text says, before anybody knows what the names mean. `f(i)` is an `apply` here, and an element,
 * a call, an intrinsic or a statement function only after lowering.
 */
import type { Span } from '../../../base/span';
import type { Label } from '../read/source';

interface Spanned {
  readonly span: Span;
}

// ---------------------------------------------------------------------------------------------------- expressions

export interface NumberSyntax extends Spanned {
  readonly kind: 'number';
  readonly text: string;
  readonly real: boolean;
  /** The text that it is the code of. */
  readonly codeOf?: string;
  /** The kind after `_`: digits or a name. */
  readonly suffix: string | null;
}
export interface LogicalSyntax extends Spanned {
  readonly kind: 'logical';
  readonly value: boolean;
}
export interface StringSyntax extends Spanned {
  readonly kind: 'string';
  readonly value: string;
}
export interface NameSyntax extends Spanned {
  readonly kind: 'name';
  readonly name: string;
}
export interface ApplySyntax extends Spanned {
  readonly kind: 'apply';
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly ArgumentSyntax[];
  /** `a%b(i)%c`: what follows the first `%`, until variables stand for components. */
  readonly parts?: readonly PartSyntax[];
  /** In front of a `%` no parenthesis stands. */
  readonly bare?: boolean;
}
export interface PartSyntax {
  readonly name: string;
  readonly args: readonly ArgumentSyntax[] | null;
}
export interface UnarySyntax extends Spanned {
  readonly kind: 'unary';
  readonly op: '-' | '+' | '.not.';
  readonly operand: ExprSyntax;
}
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '**'
  | '//'
  | '.lt.'
  | '.le.'
  | '.gt.'
  | '.ge.'
  | '.eq.'
  | '.ne.'
  | '.and.'
  | '.or.'
  | '.eqv.'
  | '.neqv.';
export interface BinarySyntax extends Spanned {
  readonly kind: 'binary';
  readonly op: BinaryOperator;
  readonly left: ExprSyntax;
  readonly right: ExprSyntax;
}
export interface ParenSyntax extends Spanned {
  readonly kind: 'paren';
  readonly inner: ExprSyntax;
}
export interface ConstructorSyntax extends Spanned {
  readonly kind: 'constructor';
  readonly items: readonly ItemSyntax[];
}
/** Something that was complained about already. */
export interface BadSyntax extends Spanned {
  readonly kind: 'bad';
}
export type ExprSyntax =
  | NumberSyntax
  | LogicalSyntax
  | StringSyntax
  | NameSyntax
  | ApplySyntax
  | UnarySyntax
  | BinarySyntax
  | ParenSyntax
  | ConstructorSyntax
  | BadSyntax;

/** `lower:upper:stride` as a subscript. */
export interface RangeSyntax extends Spanned {
  readonly kind: 'range';
  readonly lower: ExprSyntax | null;
  readonly upper: ExprSyntax | null;
  readonly stride: ExprSyntax | null;
  /** All of a component that is named without subscripts, which has its own bounds: `p(i)%x`. */
  readonly own?: true;
}
/** What has the bounds that it was declared with; those of sections and expressions are counted from 1. */
export function hasOwnBounds(e: ExprSyntax | RangeSyntax): boolean {
  const isOwn = ({ value }: ArgumentSyntax) => value.kind === 'range' && value.own === true;
  return e.kind === 'name' || (e.kind === 'apply' && e.args.some(isOwn));
}
export interface ArgumentSyntax extends Spanned {
  readonly keyword: string | null;
  readonly value: ExprSyntax | RangeSyntax;
  /** `*10`: where an alternate return goes. */
  readonly to?: Label;
}
/** `(items, index = first, last, step)` in a constructor, DATA or an I/O list. */
export interface ImpliedSyntax extends Spanned {
  readonly kind: 'implied';
  readonly items: readonly ItemSyntax[];
  readonly index: string;
  readonly first: ExprSyntax;
  readonly last: ExprSyntax;
  readonly step: ExprSyntax | null;
}
export type ItemSyntax = ExprSyntax | ImpliedSyntax;

export interface Name {
  readonly name: string;
  readonly span: Span;
}

// --------------------------------------------------------------------------------------------------- declarations

export type BaseType = 'integer' | 'real' | 'double' | 'logical' | 'unsupported';

export interface TypeSyntax extends Spanned {
  readonly base: BaseType;
  /** `*8`: bytes. */
  readonly bytes: number | null;
  /** `(8)`, `(kind=dp)`. */
  readonly kindOf: ExprSyntax | null;
  /** `type(t)`, `class(t)`: the name. */
  readonly derived?: string;
  /** CLASS: a type that extends it may be meant. */
  readonly isClass?: true;
  /** The parts of a pair, until arrays stand for COMPLEX. */
  readonly complex?: true;
  /** CHARACTER, which codes stand for: its length, null where that is not written. */
  readonly characters?: number | null;
}

/** `upper` alone, `lower:upper`, `*`, `lower:*` (assumed size), `:` or `lower:` (assumed shape). */
export interface DimensionSyntax extends Spanned {
  readonly lower: ExprSyntax | null;
  readonly upper: ExprSyntax | 'size' | 'shape';
}

export type Attribute =
  | 'parameter'
  | 'save'
  | 'external'
  | 'intrinsic'
  | 'value'
  | 'allocatable'
  /** Of a POINTER that became an ALLOCATABLE array: an assignment gives it no other size. */
  | 'sized'
  /** What RANDOM_NUMBER gives. */
  | 'random'
  | 'pointer'
  | 'optional'
  | 'public'
  | 'private'
  | 'in'
  | 'out'
  | 'inout'
  | 'poison';

export interface Entity extends Name {
  readonly dimensions: readonly DimensionSyntax[] | null;
  readonly initial: ExprSyntax | null;
  /** `x/1.0/`, the old spelling of an initial value. */
  readonly data: readonly DataValue[] | null;
  /** `c*8`: of CHARACTER. */
  readonly characters?: number | null;
}

export interface DataValue extends Spanned {
  readonly repeat: ExprSyntax | null;
  readonly value: ExprSyntax;
}

/** What PROCEDURE declares with POINTER: the interface, and how a component passes its object. */
export interface ProcedurePointers {
  readonly of: string;
  readonly passes: boolean;
  readonly as: string | null;
}

// ----------------------------------------------------------------------------------------------------- statements

export type DoControl =
  | {
      readonly kind: 'count';
      readonly index: ExprSyntax;
      readonly first: ExprSyntax;
      readonly last: ExprSyntax;
      readonly step: ExprSyntax | null;
      /** FORALL and DO CONCURRENT: the index is their own, and the variable of that name keeps its value. */
      readonly local?: boolean;
      /** `INTEGER ::` stands before it. */
      readonly declared?: boolean;
      /** DO CONCURRENT: `LOCAL(k)`. Each round has its own, and the variable of that name keeps its value. */
      readonly locals?: readonly Name[];
    }
  | { readonly kind: 'while'; readonly condition: ExprSyntax }
  | { readonly kind: 'forever' };

export type CaseRange =
  | { readonly kind: 'value'; readonly value: ExprSyntax }
  | { readonly kind: 'range'; readonly from: ExprSyntax | null; readonly to: ExprSyntax | null }
  /** `TYPE IS (t)`; `CLASS IS (t)`, which what extends it is too. */
  | { readonly kind: 'type'; readonly type: string; readonly isExact: boolean };

export type UnitKind = 'program' | 'subroutine' | 'function' | 'module' | 'blockdata';

/** `name => selector` */
export interface Association {
  readonly name: Name;
  readonly selector: ExprSyntax;
}

/**
 * The array that two statements of a FORALL share, which holds the values between them: where the assignment stands that
 * they were made of. (Trees are copied where names change their meaning, so that an object would not do.)
 */
export type HeldCopy = number;
/** One of the two assignments of such a copy. */
export interface Held {
  readonly copy: HeldCopy;
  readonly phase: 'take' | 'put';
}

export type StatementBody =
  // Units.
  | {
      readonly kind: 'unit';
      readonly unit: UnitKind;
      readonly name: Name | null;
      readonly parameters: readonly Name[];
      readonly type: TypeSyntax | null;
      readonly result: Name | null;
      readonly elemental: boolean;
    }
  | {
      readonly kind: 'entry';
      readonly name: Name;
      readonly parameters: readonly Name[];
      readonly result: Name | null;
    }
  | { readonly kind: 'contains' }
  | { readonly kind: 'end'; readonly unit: UnitKind | 'procedure' | null; readonly name: Name | null }
  // Specifications.
  | {
      readonly kind: 'declare';
      readonly type: TypeSyntax | null;
      readonly attributes: readonly Attribute[];
      readonly entities: readonly Entity[];
      /** ENUM, of no entities, and ENUMERATOR: each that has no value is one more than the one before. */
      readonly counts?: true;
      readonly procedure?: ProcedurePointers;
      /** The interface of arguments that are routines. */
      readonly like?: string;
    }
  | {
      readonly kind: 'implicit';
      readonly rules: readonly { type: TypeSyntax; letters: readonly (readonly [string, string])[] }[];
      readonly none: boolean;
    }
  | {
      readonly kind: 'common';
      readonly blocks: readonly { name: Name | null; entities: readonly Entity[] }[];
    }
  | {
      readonly kind: 'equivalence';
      readonly sets: readonly (readonly { name: Name; subscripts: readonly ExprSyntax[] }[])[];
    }
  | {
      readonly kind: 'data';
      readonly sets: readonly { targets: readonly ItemSyntax[]; values: readonly DataValue[] }[];
    }
  | { readonly kind: 'save'; readonly names: readonly Name[]; readonly blocks: readonly Name[] }
  | {
      readonly kind: 'use';
      readonly module: Name;
      readonly only: boolean;
      readonly names: readonly { local: Name; remote: string }[];
    }
  | { readonly kind: 'format'; readonly layout: string }
  | { readonly kind: 'ignored' }
  // Actions.
  | {
      readonly kind: 'assign';
      readonly target: NameSyntax | ApplySyntax;
      readonly value: ExprSyntax;
      /** `ASSIGN 10 TO k` */
      readonly labelled?: boolean;
      /** Of a FORALL that reads what it assigns: all values go into a copy before any leaves it. */
      readonly held?: Held;
    }
  | {
      readonly kind: 'call';
      readonly callee: Name;
      readonly args: readonly ArgumentSyntax[];
      /** `call a%f(x)`: the whole designator of the procedure. */
      readonly bound?: ApplySyntax;
    }
  /** `p => a`; null for NULL(). */
  | {
      readonly kind: 'point';
      readonly target: NameSyntax | ApplySyntax;
      readonly value: ExprSyntax | null;
      /** NULLIFY: those beside it. */
      readonly more?: readonly (NameSyntax | ApplySyntax)[];
      /** MOVE_ALLOC: what gave its memory has none after it. */
      readonly isMove?: true;
    }
  | { readonly kind: 'goto'; readonly target: Label }
  | { readonly kind: 'computedGoto'; readonly targets: readonly Label[]; readonly selector: ExprSyntax }
  | { readonly kind: 'arithmeticIf'; readonly value: ExprSyntax; readonly targets: readonly Label[] }
  | { readonly kind: 'if'; readonly condition: ExprSyntax; readonly then: StatementSyntax }
  /** `frees`: of DEALLOCATE. */
  | { readonly kind: 'continue'; readonly frees?: readonly (NameSyntax | ApplySyntax)[] }
  /** `which` is the alternate one. */
  | { readonly kind: 'return'; readonly which?: ExprSyntax }
  /** `GO TO k, (10, 20)` of a label that was assigned; without a list it may be any. */
  | { readonly kind: 'assignedGoto'; readonly target: Name; readonly targets: readonly Label[] }
  | { readonly kind: 'stop' }
  | { readonly kind: 'exit'; readonly of: Name | null }
  | { readonly kind: 'cycle'; readonly of: Name | null }
  | {
      readonly kind: 'io';
      readonly format: Label | null;
      readonly items: readonly ItemSyntax[];
      readonly statuses: readonly Status[];
    }
  /** READ; not `isPlain` with other than `END=`, `ERR=` and `IOSTAT=`. */
  | {
      readonly kind: 'read';
      readonly isPlain: boolean;
      /** `END=99` */
      readonly end: Name | null;
      readonly items: readonly ItemSyntax[];
      readonly statuses: readonly Status[];
    }
  /** ALLOCATE; `status` is the variable of STAT=, `source` the expression of SOURCE= or of MOLD=, of which only the shape counts. */
  | {
      readonly kind: 'allocate';
      readonly entities: readonly Entity[];
      readonly status: NameSyntax | null;
      readonly source: ExprSyntax | null;
      readonly isMold?: boolean;
      /** `ALLOCATE (t :: x)` */
      readonly ofType?: string;
    }
  // Constructs.
  | { readonly kind: 'ifThen'; readonly condition: ExprSyntax }
  | { readonly kind: 'elseIf'; readonly condition: ExprSyntax }
  | { readonly kind: 'else' }
  | { readonly kind: 'endIf' }
  | {
      readonly kind: 'do';
      readonly until: Label | null;
      readonly control: DoControl;
      /** DO CONCURRENT: loops right inside this one, outermost first, and what guards the body. */
      readonly inner?: readonly DoControl[];
      readonly mask?: ExprSyntax | null;
    }
  | { readonly kind: 'endDo' }
  | { readonly kind: 'where'; readonly mask: ExprSyntax; readonly then: StatementSyntax | null }
  | { readonly kind: 'elseWhere'; readonly mask: ExprSyntax | null }
  | { readonly kind: 'endWhere' }
  | {
      readonly kind: 'forall';
      /** Outermost first. */
      readonly controls: readonly DoControl[];
      readonly mask: ExprSyntax | null;
      readonly then: StatementSyntax | null;
    }
  | { readonly kind: 'endForall' }
  /** `ofType`: SELECT TYPE, and the name that the selector has inside. */
  | { readonly kind: 'select'; readonly selector: ExprSyntax; readonly ofType?: Name }
  | { readonly kind: 'case'; readonly ranges: readonly CaseRange[] | null }
  | { readonly kind: 'endSelect' }
  | { readonly kind: 'block' }
  | { readonly kind: 'endBlock' }
  | { readonly kind: 'associate'; readonly pairs: readonly Association[] }
  | { readonly kind: 'endAssociate' }
  /** Not of the text: a value that an ASSOCIATE takes when it is entered, under a name that nothing assigns. */
  | { readonly kind: 'keep'; readonly name: Name; readonly value: ExprSyntax }
  // What the fence keeps out, complained about already; `opens` and `closes` name the construct.
  | {
      readonly kind: 'fenced';
      readonly opens: string | null;
      readonly closes: string | null;
      /** `INTERFACE name`: the generic name. */
      readonly generic?: string;
      /** `ABSTRACT INTERFACE`: what PROCEDURE declarations name, and nothing calls. */
      readonly isAbstract?: boolean;
      /** `TYPE, EXTENDS(s) :: t`. */
      readonly defines?: { readonly name: string; readonly parent: string | null };
    }
  /** `PROCEDURE, NOPASS :: a => b` in a type, of DEFERRED ones without a target; the object is passed `as` the dummy that PASS names, or else as the first. */
  | {
      readonly kind: 'binding';
      readonly names: readonly { readonly name: string; readonly target: string }[];
      readonly passes: boolean;
      readonly as: string | null;
    }
  /** `GENERIC :: name => a, b` in a type: the one of the procedures bound as a and b whose dummies fit. */
  | { readonly kind: 'genericBinding'; readonly name: string; readonly members: readonly string[] }
  /** `PRIVATE`, `PUBLIC :: a, b`: without names, of all that no other statement names. */
  | { readonly kind: 'access'; readonly access: 'public' | 'private'; readonly names: readonly string[] }
  /** `FINAL :: a, b` in a type. */
  | { readonly kind: 'final'; readonly names: readonly Name[] }
  /** `MODULE PROCEDURE a, b` in an interface. */
  | { readonly kind: 'moduleProcedures'; readonly names: readonly Name[] };

export type StatementKind = StatementBody['kind'];

export type StatementSyntax = StatementBody & {
  readonly span: Span;
  readonly label: Label | null;
  /** `name:` before a construct. */
  readonly construct: Name | null;
  /** The spelling, blanks and case as in `LogicalStatement`; only kept where printers need it. */
  readonly text: string;
};
export type StatementOf<K extends StatementKind> = Extract<StatementSyntax, { kind: K }>;

// ------------------------------------------------------------------------------------------------------- nested

export interface Arm {
  readonly condition: ExprSyntax | null;
  readonly body: readonly Node[];
  readonly span: Span;
}
export interface CaseArm {
  /** `null` for CASE DEFAULT. */
  readonly ranges: readonly CaseRange[] | null;
  readonly body: readonly Node[];
  readonly span: Span;
}
interface Nested {
  readonly span: Span;
  readonly label: Label | null;
  readonly construct: Name | null;
}
export interface IfNode extends Nested {
  readonly kind: 'ifBlock';
  readonly arms: readonly Arm[];
}
export interface DoNode extends Nested {
  readonly kind: 'doBlock';
  readonly control: DoControl;
  readonly body: readonly Node[];
  /** The label of END DO, which a jump may name. */
  readonly endLabel: Label | null;
  /** The outermost loop of a FORALL: nothing that it assigns is to be read after that. */
  readonly forall?: true;
}
export interface SelectNode extends Nested {
  readonly kind: 'selectBlock';
  readonly selector: ExprSyntax;
  readonly ofType?: Name;
  readonly cases: readonly CaseArm[];
}
/** WHERE: an arm has the statements that its mask guards; the last may have none. */
export interface WhereNode extends Nested {
  readonly kind: 'whereBlock';
  readonly arms: readonly { readonly mask: ExprSyntax | null; readonly body: readonly Node[] }[];
}
/** BLOCK, with its declarations until they stand at the top of the unit. */
export interface ScopeNode extends Nested {
  readonly kind: 'scopeBlock';
  readonly specifications: readonly StatementSyntax[];
  readonly body: readonly Node[];
}
export interface AssociateNode extends Nested {
  readonly kind: 'associateBlock';
  readonly pairs: readonly Association[];
  readonly body: readonly Node[];
}
export type Node = StatementSyntax | IfNode | DoNode | SelectNode | WhereNode | ScopeNode | AssociateNode;

/** Between a module and its name in one that is meant whatever the unit at hand calls it; no text holds such a name. */
export const OF_MODULE = '%';

/** A derived type as it is written: declarations of components, and the procedures bound to it. */
export interface DerivedType {
  readonly name: string;
  readonly parent: string | null;
  readonly inside: readonly StatementSyntax[];
}

/** A variable that tells how input or output went, which is well: `iostat=ios`, `newunit=u`. */
export interface Status extends Name {
  readonly value: number;
}

export interface Unit {
  readonly types: readonly DerivedType[];
  readonly kind: UnitKind;
  readonly name: Name;
  /** No PROGRAM statement opened it. */
  readonly bare: boolean;
  /** An END statement closed it. */
  readonly ended: boolean;
  readonly header: StatementOf<'unit'> | null;
  /** Specifications, and what may be statement functions, in order. */
  readonly specifications: readonly StatementSyntax[];
  readonly body: readonly Node[];
  readonly contains: readonly Unit[];
  /** Routines whose interface it gives: headers and declarations without a body. */
  readonly interfaces: readonly Unit[];
  /** Generic names, and the routines that each may mean. */
  readonly generics: readonly { readonly name: string; readonly members: readonly Name[] }[];
  /** Abstract interfaces: what they say, the routines that are passed say themselves. */
  readonly abstracts: readonly Unit[];
  /** The routine that it was made of: what that SAVEs they share. */
  readonly copyOf?: string;
  /** What stands for its arguments, in a copy of a routine that is passed others. */
  readonly handed?: readonly string[];
  readonly span: Span;
}
/** The generic name of what an assignment calls, `INTERFACE ASSIGNMENT(=)`. */
export const ASSIGNMENT = 'assignment(=)';

/** The generic name of what an operator calls, `INTERFACE OPERATOR(+)`. */
export const OPERATOR = 'operator(';
export const operatorName = (operator: string): string => `${OPERATOR}${operator})`;

/** The variable that a function's value is in. */
export function resultName(unit: Unit): string {
  return unit.header?.result?.name ?? unit.name.name;
}
/** The name of the routine that was written, of which this is a copy, or itself. */
export function originOf({ copyOf, name }: Unit): string {
  return copyOf ?? name.name;
}
/** A unit with all that it contains. */
/** Modules by their names. */
export function modulesIn(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  return new Map(units.filter(({ kind }) => kind === 'module').map((unit) => [unit.name.name, unit]));
}

export function unitsIn(unit: Unit): Unit[] {
  return [unit, ...unit.contains.flatMap(unitsIn)];
}

/** A unit, the interfaces that it declares and the units that it contains, with theirs. */
export function declaredUnitsIn(unit: Unit): Unit[] {
  return [unit, ...unit.interfaces.flatMap(declaredUnitsIn), ...unit.contains.flatMap(declaredUnitsIn)];
}

/** `'n = ' // text` */
export const isJoined = (e: ExprSyntax | RangeSyntax): boolean => e.kind === 'binary' && e.op === '//';
