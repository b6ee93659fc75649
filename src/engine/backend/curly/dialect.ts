/** The differences between languages with braces. */
import type {
  Assign,
  Call,
  Expr,
  For,
  Io,
  Place,
  Routine,
  ScalarType,
  Statement,
  Stop,
  VariableId,
} from '../../ir/types';
import type { JumpPlan } from '../jumps';
import type { Part } from '../sink';
import type { Writer } from '../writer';

/** Prints the statements inside of a construct. */
export type PrintBody = (body: readonly Statement[]) => void;

export interface Dialect {
  readonly writer: Writer;
  readonly plan: JumpPlan;
  readonly routine: Routine;
  /** `goto name; … name:;` or `name: { … break name; }`. */
  readonly labels: 'goto' | 'labelled';
  print(...parts: readonly Part[]): void;
  readonly equals: '==' | '===';
  /** Without its semicolon, for heads of loops too. */
  assignment(s: Assign): void;
  /** Whether the head of a loop may record. */
  readonly recordsInHead: boolean;
  comment(text: string): string;
  /** A place to be written. */
  place(place: Place): void;
  /** The name of the routine that is called. */
  callee(s: Call): string;
  argument(s: Call, position: number): void;
  io(s: Io): void;
  stop(s: Stop): string;
  /** Notes that a function of the tape is needed; returns its name. */
  tape(name: string): string;
  /** A number that steers control in the form the tape takes. */
  control(e: Expr): Expr;
  /** What follows the call that pops a variable or an element of an array. */
  popped(id: VariableId, isElement: boolean): string;
  /** An array's type, and how all of it is passed. */
  wholeArray(id: VariableId): readonly [type: ScalarType, address: string];
  /** Prints lines ahead of the loop for bounds that its body changes, and then the parentheses' contents. */
  forHead(s: For): { before: () => void; head: () => void };
  /** Whether a statement declares something where it stands; cases then need braces. */
  declares(s: Statement): boolean;
  /** The text of a jump to the exit: `return;`, `return f;`. */
  returns(): string;
  /** The result in the form in which it is returned. */
  returned(e: Expr): Expr;
  variable(id: VariableId): string;
}
