/** What sets a language with braces apart from the others. */
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
import type { Writer } from '../writer';

/** Prints the statements inside of a construct. */
export type PrintBody = (body: readonly Statement[]) => void;

export interface Dialect {
  readonly writer: Writer;
  readonly plan: JumpPlan;
  readonly routine: Routine;
  /** `goto name; … name:;` or `name: { … break name; }`. */
  readonly labels: 'goto' | 'labelled';
  expr(e: Expr): void;
  test(e: Expr): void;
  /** As an operand of a comparison. */
  operand(e: Expr): void;
  readonly equals: '==' | '===';
  /** Without its semicolon, for heads of loops too. */
  assignment(s: Assign): void;
  /** A loop's head may record. */
  readonly recordsInHead: boolean;
  /** The step that a loop adds to its index. */
  step(e: Expr): void;
  comment(text: string): string;
  /** A place to be written. */
  place(place: Place): void;
  /** The name of the routine that is called. */
  callee(s: Call): string;
  argument(s: Call, position: number): void;
  io(s: Io): void;
  stop(s: Stop): string;
  /** Notes a function of the tape; gives its name. */
  tape(name: string): string;
  /** A number that steers, as the tape takes it. */
  control(e: Expr): void;
  /** What comes after the function that pops a variable or an element of an array. */
  popped(id: VariableId, isElement: boolean): string;
  /** An array's type, and how all of it is passed. */
  wholeArray(id: VariableId): readonly [type: ScalarType, address: string];
  /** Lines before the loop, for bounds that its body changes; then what stands in the parentheses. */
  forHead(s: For): { before: () => void; head: () => void };
  /** A declaration at its place starts a scope: cases need braces then. */
  declares(s: Statement): boolean;
  /** `return;`, `return f;` at a jump to the exit. */
  returns(): string;
  /** `return e;` where the result is assigned and then returned. */
  returnOf(e: Expr): void;
  variable(id: VariableId): string;
}
